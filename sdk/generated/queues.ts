// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationQueue, EvaluationScenario, Windowing } from './schemas.ts'

export interface CreateQueuesBody {
  readonly queues: ReadonlyArray<{
    readonly run_id: string
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly user_ids?: ReadonlyArray<readonly string[]> | null
      readonly scenario_ids?: readonly string[] | null
      readonly step_keys?: readonly string[] | null
      readonly batch_size?: number | null
      readonly batch_offset?: number | null
    } | null
  }>
}

export interface CreateQueuesAnswer {
  readonly count: number
  readonly queues: readonly EvaluationQueue[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface EditQueuesBody {
  readonly queues: ReadonlyArray<{
    readonly id: string
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly user_ids?: ReadonlyArray<readonly string[]> | null
      readonly scenario_ids?: readonly string[] | null
      readonly step_keys?: readonly string[] | null
      readonly batch_size?: number | null
      readonly batch_offset?: number | null
    } | null
  }>
}

export interface EditQueuesAnswer {
  readonly count: number
  readonly queues: readonly EvaluationQueue[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeleteQueuesBody {
  readonly queue_ids: readonly string[]
}

export interface DeleteQueuesAnswer {
  readonly count: number
  readonly queue_ids: readonly string[]
}

export interface EditQueueBody {
  readonly queue: {
    readonly id?: string | null
    readonly name?: string | null
    readonly description?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly user_ids?: ReadonlyArray<readonly string[]> | null
      readonly scenario_ids?: readonly string[] | null
      readonly step_keys?: readonly string[] | null
      readonly batch_size?: number | null
      readonly batch_offset?: number | null
    } | null
  }
}

export interface EditQueueAnswer {
  readonly count: number
  readonly queue?: EvaluationQueue
}

export interface DeleteQueueAnswer {
  readonly count: number
  readonly queue_id?: string
}

export interface FetchQueueAnswer {
  readonly count: number
  readonly queue?: EvaluationQueue
}

export interface QueryQueuesBody {
  readonly queue?: {
    readonly ids?: readonly string[] | null
    readonly run_id?: string | null
    readonly run_ids?: readonly string[] | null
    readonly user_id?: string | null
    readonly user_ids?: readonly string[] | null
    readonly name?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly include_archived?: boolean | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryQueuesAnswer {
  readonly count: number
  readonly queues: readonly EvaluationQueue[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface QueryQueueScenariosBody {
  readonly queue?: {
    readonly user_id?: string | null
    readonly user_ids?: readonly string[] | null
  } | null
  readonly scenario?: {
    readonly ids?: readonly string[] | null
    readonly run_id?: string | null
    readonly run_ids?: readonly string[] | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
    readonly interval?: number | null
    readonly intervals?: readonly number[] | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly timestamp?: string | null
    readonly timestamps?: readonly string[] | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryQueueScenariosAnswer {
  readonly count: number
  readonly scenarios: readonly EvaluationScenario[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

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
