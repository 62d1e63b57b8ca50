// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSimpleQueueTestcasesRequest, AddSimpleQueueTracesRequest, CreateSimpleQueueRequest, DeleteSimpleQueuesRequest, EvaluationScenarioListResponse, QuerySimpleQueuesRequest, QueueIdResponse, QueueIdsResponse, QueueScenariosRequest, SimpleQueueListResponse, SimpleQueueResponse } from './schemas.ts'

export type CreateSimpleQueueBody = CreateSimpleQueueRequest

export type CreateSimpleQueueAnswer = SimpleQueueResponse

export type DeleteSimpleQueuesBody = DeleteSimpleQueuesRequest

export type DeleteSimpleQueuesAnswer = QueueIdsResponse

export type DeleteSimpleQueueAnswer = QueueIdResponse

export type FetchSimpleQueueAnswer = SimpleQueueResponse

export type AddSimpleQueueTracesBody = AddSimpleQueueTracesRequest

export type AddSimpleQueueTracesAnswer = QueueIdResponse

export type AddSimpleQueueTestcasesBody = AddSimpleQueueTestcasesRequest

export type AddSimpleQueueTestcasesAnswer = QueueIdResponse

export type QuerySimpleQueuesBody = QuerySimpleQueuesRequest

export type QuerySimpleQueuesAnswer = SimpleQueueListResponse

export type QuerySimpleQueueScenariosBody = QueueScenariosRequest

export type QuerySimpleQueueScenariosAnswer = EvaluationScenarioListResponse

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
