// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateQueuesRequest, DeleteQueuesRequest, EditQueueRequest, EditQueuesRequest, EvaluationQueueListResponse, EvaluationQueueResponse, EvaluationScenarioListResponse, JudgeQueueItemRequest, QueryQueueProgressRequest, QueryQueueProgressResponse, QueryQueuesRequest, QueueAgreementResponse, QueueIdResponse, QueueIdsResponse, QueueItemResponse, QueueScenariosRequest, SkipQueueItemRequest, UndoQueueItemRequest, WantedQueueItem } from './schemas.ts'

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

export type QueryQueueProgressBody = QueryQueueProgressRequest

export type QueryQueueProgressAnswer = QueryQueueProgressResponse

export type TakeQueueItemBody = WantedQueueItem

export type TakeQueueItemAnswer = QueueItemResponse

export type JudgeQueueItemBody = JudgeQueueItemRequest

export type JudgeQueueItemAnswer = QueueItemResponse

export type SkipQueueItemBody = SkipQueueItemRequest

export type SkipQueueItemAnswer = QueueItemResponse

export type UndoQueueItemBody = UndoQueueItemRequest

export type UndoQueueItemAnswer = QueueItemResponse

export type FetchQueueAgreementAnswer = QueueAgreementResponse

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
  /** How far the work of queues has come, by person too. Unknown ones are left out. */
  progress: (body: QueryQueueProgressBody, options?: CallOptions) =>
    core.json<QueryQueueProgressAnswer>('POST /api/evaluations/queues/progress', { body, repeatable: true, options }),
  /** The next item for the person who asks, or the one named, or one beside it. */
  takeItem: (id: string, body?: TakeQueueItemBody, options?: CallOptions) =>
    core.json<TakeQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/take`, { body, options }),
  /** Judge an item: annotations are written, and the results of the run point at them. */
  judgeItem: (id: string, body: JudgeQueueItemBody, options?: CallOptions) =>
    core.json<JudgeQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/judge`, { body, options }),
  /** Leave an item to others. */
  skipItem: (id: string, body: SkipQueueItemBody, options?: CallOptions) =>
    core.json<SkipQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/skip`, { body, options }),
  /** Take back what the person who asks said of an item, annotations and results, or that it was left. */
  undoItem: (id: string, body: UndoQueueItemBody, options?: CallOptions) =>
    core.json<UndoQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/undo`, { body, options }),
  /** How far those agree who judged the same scenarios, and the first hundred values on which they do not. */
  agreement: (id: string, options?: CallOptions) =>
    core.json<FetchQueueAgreementAnswer>(`GET /api/evaluations/queues/${at(id)}/agreement`, { options }),
})
