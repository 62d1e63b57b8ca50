// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSimpleQueueTestcasesRequest, AddSimpleQueueTracesRequest, CreateSimpleQueueRequest, DeleteSimpleQueuesRequest, EvaluationScenarioListResponse, QuerySimpleQueuesRequest, QueueIdResponse, QueueIdsResponse, QueueScenariosRequest, SimpleQueueListResponse, SimpleQueueResponse } from './schemas.ts'

/** The body of `simpleQueues.create`. */
export type CreateSimpleQueueBody = CreateSimpleQueueRequest

/** The answer of `simpleQueues.create`. */
export type CreateSimpleQueueAnswer = SimpleQueueResponse

/** The body of `simpleQueues.deleteMany`. */
export type DeleteSimpleQueuesBody = DeleteSimpleQueuesRequest

/** The answer of `simpleQueues.deleteMany`. */
export type DeleteSimpleQueuesAnswer = QueueIdsResponse

/** The answer of `simpleQueues.delete`. */
export type DeleteSimpleQueueAnswer = QueueIdResponse

/** The answer of `simpleQueues.fetch`. */
export type FetchSimpleQueueAnswer = SimpleQueueResponse

/** The body of `simpleQueues.addTraces`. */
export type AddSimpleQueueTracesBody = AddSimpleQueueTracesRequest

/** The answer of `simpleQueues.addTraces`. */
export type AddSimpleQueueTracesAnswer = QueueIdResponse

/** The body of `simpleQueues.addTestcases`. */
export type AddSimpleQueueTestcasesBody = AddSimpleQueueTestcasesRequest

/** The answer of `simpleQueues.addTestcases`. */
export type AddSimpleQueueTestcasesAnswer = QueueIdResponse

/** The body of `simpleQueues.query`. */
export type QuerySimpleQueuesBody = QuerySimpleQueuesRequest

/** The answer of `simpleQueues.query`. */
export type QuerySimpleQueuesAnswer = SimpleQueueListResponse

/** The body of `simpleQueues.queryScenarios`. */
export type QuerySimpleQueueScenariosBody = QueueScenariosRequest

/** The answer of `simpleQueues.queryScenarios`. */
export type QuerySimpleQueueScenariosAnswer = EvaluationScenarioListResponse

/** The operations of `assay.simpleQueues`. */
export const simpleQueues = (core: Core) => ({
  /** Create a run for human evaluation, and a queue on it. */
  create: (body: CreateSimpleQueueBody, options?: CallOptions) =>
    core.json<CreateSimpleQueueAnswer>('POST /api/simple/queues/', { body, options }),
  /** Delete queues and close their runs. Results stay. */
  deleteMany: (body: DeleteSimpleQueuesBody, options?: CallOptions) =>
    core.json<DeleteSimpleQueuesAnswer>('DELETE /api/simple/queues/', { body, repeatable: true, options }),
  /** Delete a queue and close its run. Results stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteSimpleQueueAnswer>(`DELETE /api/simple/queues/${at(id)}`, { repeatable: true, options }),
  /** Fetch one simple queue. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSimpleQueueAnswer>(`GET /api/simple/queues/${at(id)}`, { options }),
  /** Add traces to annotate. Traces already in the queue are skipped. */
  addTraces: (id: string, body: AddSimpleQueueTracesBody, options?: CallOptions) =>
    core.json<AddSimpleQueueTracesAnswer>(`POST /api/simple/queues/${at(id)}/traces/`, { body, options }),
  /** Add testcases to annotate. Testcases already in the queue are skipped. */
  addTestcases: (id: string, body: AddSimpleQueueTestcasesBody, options?: CallOptions) =>
    core.json<AddSimpleQueueTestcasesAnswer>(`POST /api/simple/queues/${at(id)}/testcases/`, { body, options }),
  /** Matching simple queues, newest first. */
  query: (body?: QuerySimpleQueuesBody, options?: CallOptions) =>
    core.pages<QuerySimpleQueuesAnswer, 'queues'>('POST /api/simple/queues/query', 'queues', { body, repeatable: true, options }),
  /** The scenarios of a queue, optionally of some users, oldest first. */
  queryScenarios: (id: string, body?: QuerySimpleQueueScenariosBody, options?: CallOptions) =>
    core.pages<QuerySimpleQueueScenariosAnswer, 'scenarios'>(`POST /api/simple/queues/${at(id)}/scenarios/query`, 'scenarios', { body, repeatable: true, options }),
})
