// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateQueuesRequest, DeleteQueuesRequest, EditQueueRequest, EditQueuesRequest, EvaluationQueueListResponse, EvaluationQueueResponse, EvaluationScenarioListResponse, QueryQueuesRequest, QueueIdResponse, QueueIdsResponse, QueueScenariosRequest } from './schemas.ts'

export type CreateQueuesBody = CreateQueuesRequest

export type CreateQueuesAnswer = EvaluationQueueListResponse

export type EditQueuesBody = EditQueuesRequest

export type EditQueuesAnswer = EvaluationQueueListResponse

export type DeleteQueuesBody = DeleteQueuesRequest

export type DeleteQueuesAnswer = QueueIdsResponse

export type EditQueueBody = EditQueueRequest

export type EditQueueAnswer = EvaluationQueueResponse

export type DeleteQueueAnswer = QueueIdResponse

export type FetchQueueAnswer = EvaluationQueueResponse

export type QueryQueuesBody = QueryQueuesRequest

export type QueryQueuesAnswer = EvaluationQueueListResponse

export type QueryQueueScenariosBody = QueueScenariosRequest

export type QueryQueueScenariosAnswer = EvaluationScenarioListResponse

export const queues = (core: Core) => ({
  /** Make queues of work on runs. */
  create: (body: CreateQueuesBody, options?: CallOptions) =>
    core.json<CreateQueuesAnswer>('POST /api/evaluations/queues/', { body, options }),
  /** Change queues: what is left out is kept, null clears. */
  editMany: (body: EditQueuesBody, options?: CallOptions) =>
    core.json<EditQueuesAnswer>('PATCH /api/evaluations/queues/', { body, options }),
  /** Remove queues that are not the default of their run. */
  deleteMany: (body: DeleteQueuesBody, options?: CallOptions) =>
    core.json<DeleteQueuesAnswer>('DELETE /api/evaluations/queues/', { body, repeatable: true, options }),
  /** Change a queue: what is left out is kept, null clears. */
  edit: (id: string, body: EditQueueBody, options?: CallOptions) =>
    core.json<EditQueueAnswer>(`PATCH /api/evaluations/queues/${at(id)}`, { body, options }),
  /** Remove a queue that is not the default of its run. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteQueueAnswer>(`DELETE /api/evaluations/queues/${at(id)}`, { repeatable: true, options }),
  /** Fetch one queue. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchQueueAnswer>(`GET /api/evaluations/queues/${at(id)}`, { options }),
  /** Queues that match, newest first. */
  query: (body?: QueryQueuesBody, options?: CallOptions) =>
    core.pages<QueryQueuesAnswer, 'queues'>('POST /api/evaluations/queues/query', 'queues', { body, repeatable: true, options }),
  /** The scenarios of a queue, those of some users if asked, oldest first. */
  queryScenarios: (id: string, body?: QueryQueueScenariosBody, options?: CallOptions) =>
    core.pages<QueryQueueScenariosAnswer, 'scenarios'>(`POST /api/evaluations/queues/${at(id)}/scenarios/query`, 'scenarios', { body, repeatable: true, options }),
})
