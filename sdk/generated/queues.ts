// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateQueuesRequest, DeleteQueuesRequest, EditQueueRequest, EditQueuesRequest, EvaluationQueueListResponse, EvaluationQueueResponse, EvaluationScenarioListResponse, JudgeQueueItemRequest, QueryQueueProgressRequest, QueryQueueProgressResponse, QueryQueuesRequest, QueueAgreementResponse, QueueIdResponse, QueueIdsResponse, QueueItemResponse, QueueScenariosRequest, SkipQueueItemRequest, UndoQueueItemRequest, WantedQueueItem } from './schemas.ts'

/** The body of `queues.create`. */
export type CreateQueuesBody = CreateQueuesRequest

/** The answer of `queues.create`. */
export type CreateQueuesAnswer = EvaluationQueueListResponse

/** The body of `queues.editMany`. */
export type EditQueuesBody = EditQueuesRequest

/** The answer of `queues.editMany`. */
export type EditQueuesAnswer = EvaluationQueueListResponse

/** The body of `queues.deleteMany`. */
export type DeleteQueuesBody = DeleteQueuesRequest

/** The answer of `queues.deleteMany`. */
export type DeleteQueuesAnswer = QueueIdsResponse

/** The body of `queues.edit`. */
export type EditQueueBody = EditQueueRequest

/** The answer of `queues.edit`. */
export type EditQueueAnswer = EvaluationQueueResponse

/** The answer of `queues.delete`. */
export type DeleteQueueAnswer = QueueIdResponse

/** The answer of `queues.fetch`. */
export type FetchQueueAnswer = EvaluationQueueResponse

/** The body of `queues.query`. */
export type QueryQueuesBody = QueryQueuesRequest

/** The answer of `queues.query`. */
export type QueryQueuesAnswer = EvaluationQueueListResponse

/** The body of `queues.queryScenarios`. */
export type QueryQueueScenariosBody = QueueScenariosRequest

/** The answer of `queues.queryScenarios`. */
export type QueryQueueScenariosAnswer = EvaluationScenarioListResponse

/** The body of `queues.progress`. */
export type QueryQueueProgressBody = QueryQueueProgressRequest

/** The answer of `queues.progress`. */
export type QueryQueueProgressAnswer = QueryQueueProgressResponse

/** The body of `queues.takeItem`. */
export type TakeQueueItemBody = WantedQueueItem

/** The answer of `queues.takeItem`. */
export type TakeQueueItemAnswer = QueueItemResponse

/** The body of `queues.judgeItem`. */
export type JudgeQueueItemBody = JudgeQueueItemRequest

/** The answer of `queues.judgeItem`. */
export type JudgeQueueItemAnswer = QueueItemResponse

/** The body of `queues.skipItem`. */
export type SkipQueueItemBody = SkipQueueItemRequest

/** The answer of `queues.skipItem`. */
export type SkipQueueItemAnswer = QueueItemResponse

/** The body of `queues.undoItem`. */
export type UndoQueueItemBody = UndoQueueItemRequest

/** The answer of `queues.undoItem`. */
export type UndoQueueItemAnswer = QueueItemResponse

/** The answer of `queues.agreement`. */
export type FetchQueueAgreementAnswer = QueueAgreementResponse

/** The operations of `assay.queues`. */
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
  /** Claim the next item, the named item, or the item before or after it. */
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
