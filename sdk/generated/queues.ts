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
  /** Create queues on runs. */
  create: (body: CreateQueuesBody, options?: CallOptions) =>
    core.json<CreateQueuesAnswer>('POST /api/evaluations/queues/', { body, options }),
  /** Edit queues. Omitted members stay unchanged, null clears. */
  editMany: (body: EditQueuesBody, options?: CallOptions) =>
    core.json<EditQueuesAnswer>('PATCH /api/evaluations/queues/', { body, options }),
  /** Delete queues that are not the default queue of their run. */
  deleteMany: (body: DeleteQueuesBody, options?: CallOptions) =>
    core.json<DeleteQueuesAnswer>('DELETE /api/evaluations/queues/', { body, repeatable: true, options }),
  /** Edit a queue. Omitted members stay unchanged, null clears. */
  edit: (id: string, body: EditQueueBody, options?: CallOptions) =>
    core.json<EditQueueAnswer>(`PATCH /api/evaluations/queues/${at(id)}`, { body, options }),
  /** Delete a queue that is not the default queue of its run. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteQueueAnswer>(`DELETE /api/evaluations/queues/${at(id)}`, { repeatable: true, options }),
  /** Fetch one queue. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchQueueAnswer>(`GET /api/evaluations/queues/${at(id)}`, { options }),
  /** Matching queues, newest first. */
  query: (body?: QueryQueuesBody, options?: CallOptions) =>
    core.pages<QueryQueuesAnswer, 'queues'>('POST /api/evaluations/queues/query', 'queues', { body, repeatable: true, options }),
  /** The scenarios of a queue, optionally of some users, oldest first. */
  queryScenarios: (id: string, body?: QueryQueueScenariosBody, options?: CallOptions) =>
    core.pages<QueryQueueScenariosAnswer, 'scenarios'>(`POST /api/evaluations/queues/${at(id)}/scenarios/query`, 'scenarios', { body, repeatable: true, options }),
  /** The progress of queues, in total and by person. Unknown queues are omitted. */
  progress: (body: QueryQueueProgressBody, options?: CallOptions) =>
    core.json<QueryQueueProgressAnswer>('POST /api/evaluations/queues/progress', { body, repeatable: true, options }),
  /** The next item for the caller, the named item, or a neighbour of it. */
  takeItem: (id: string, body?: TakeQueueItemBody, options?: CallOptions) =>
    core.json<TakeQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/take`, { body, options }),
  /** Annotate an item: writes annotations, and results of the run that reference them. */
  judgeItem: (id: string, body: JudgeQueueItemBody, options?: CallOptions) =>
    core.json<JudgeQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/judge`, { body, options }),
  /** Skip an item and leave it to others. */
  skipItem: (id: string, body: SkipQueueItemBody, options?: CallOptions) =>
    core.json<SkipQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/skip`, { body, options }),
  /** Undo the work of the caller on an item: its annotations and results, or that it was skipped. */
  undoItem: (id: string, body: UndoQueueItemBody, options?: CallOptions) =>
    core.json<UndoQueueItemAnswer>(`POST /api/evaluations/queues/${at(id)}/items/undo`, { body, options }),
  /** The agreement of people who annotated the same scenarios, and the first hundred values on which they disagree. */
  agreement: (id: string, options?: CallOptions) =>
    core.json<FetchQueueAgreementAnswer>(`GET /api/evaluations/queues/${at(id)}/agreement`, { options }),
})
