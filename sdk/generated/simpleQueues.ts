// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationScenario, SimpleQueue, SimpleQueueData, Windowing } from './schemas.ts'

export interface CreateSimpleQueueBody {
  readonly queue: {
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
    readonly data: SimpleQueueData
  }
}

export interface CreateSimpleQueueAnswer {
  readonly count: number
  readonly queue?: SimpleQueue
}

export interface DeleteSimpleQueuesBody {
  readonly queue_ids: readonly string[]
}

export interface DeleteSimpleQueuesAnswer {
  readonly count: number
  readonly queue_ids: readonly string[]
}

export interface DeleteSimpleQueueAnswer {
  readonly count: number
  readonly queue_id?: string
}

export interface FetchSimpleQueueAnswer {
  readonly count: number
  readonly queue?: SimpleQueue
}

export interface AddSimpleQueueTracesBody {
  readonly trace_ids: readonly string[]
}

export interface AddSimpleQueueTracesAnswer {
  readonly count: number
  readonly queue_id?: string
}

export interface AddSimpleQueueTestcasesBody {
  readonly testcase_ids: readonly string[]
}

export interface AddSimpleQueueTestcasesAnswer {
  readonly count: number
  readonly queue_id?: string
}

export interface QuerySimpleQueuesBody {
  readonly queue?: {
    readonly kind?: 'traces' | 'testcases' | 'queries' | 'testsets' | null
    readonly queue_ids?: readonly string[] | null
    readonly run_id?: string | null
    readonly run_ids?: readonly string[] | null
    readonly user_id?: string | null
    readonly user_ids?: readonly string[] | null
    readonly name?: string | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QuerySimpleQueuesAnswer {
  readonly count: number
  readonly queues: readonly SimpleQueue[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface QuerySimpleQueueScenariosBody {
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

export interface QuerySimpleQueueScenariosAnswer {
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

export const simpleQueues = (core: Core) => ({
  /** Make a run that people judge, and a queue of work on it. */
  create: (body: CreateSimpleQueueBody, options?: CallOptions) =>
    core.json<CreateSimpleQueueAnswer>('POST /api/simple/queues/', { body, options }),
  /** Remove queues and close their runs. Results stay. */
  deleteMany: (body: DeleteSimpleQueuesBody, options?: CallOptions) =>
    core.json<DeleteSimpleQueuesAnswer>('DELETE /api/simple/queues/', { body, repeatable: true, options }),
  /** Remove a queue and close its run. Results stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteSimpleQueueAnswer>(`DELETE /api/simple/queues/${at(id)}`, { repeatable: true, options }),
  /** Fetch one simple queue. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSimpleQueueAnswer>(`GET /api/simple/queues/${at(id)}`, { options }),
  /** Add traces to be judged; those that are there are skipped. */
  addTraces: (id: string, body: AddSimpleQueueTracesBody, options?: CallOptions) =>
    core.json<AddSimpleQueueTracesAnswer>(`POST /api/simple/queues/${at(id)}/traces/`, { body, options }),
  /** Add testcases to be judged; those that are there are skipped. */
  addTestcases: (id: string, body: AddSimpleQueueTestcasesBody, options?: CallOptions) =>
    core.json<AddSimpleQueueTestcasesAnswer>(`POST /api/simple/queues/${at(id)}/testcases/`, { body, options }),
  /** Simple queues that match, newest first. */
  query: (body?: QuerySimpleQueuesBody, options?: CallOptions) =>
    core.pages<QuerySimpleQueuesAnswer, 'queues'>('POST /api/simple/queues/query', 'queues', { body, repeatable: true, options }),
  /** The scenarios of a queue, those of some users if asked, oldest first. */
  queryScenarios: (id: string, body?: QuerySimpleQueueScenariosBody, options?: CallOptions) =>
    core.pages<QuerySimpleQueueScenariosAnswer, 'scenarios'>(`POST /api/simple/queues/${at(id)}/scenarios/query`, 'scenarios', { body, repeatable: true, options }),
})
