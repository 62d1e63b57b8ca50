// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationResult, Windowing } from './schemas.ts'

export interface CreateResultsBody {
  readonly results: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id: string
    readonly step_key: string
    readonly repeat_idx?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly trace_id?: string | null
    readonly testcase_id?: string | null
    readonly hash_id?: string | null
    readonly error?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  }>
}

export interface CreateResultsAnswer {
  readonly count: number
  readonly results: readonly EvaluationResult[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface SetResultsBody {
  readonly results: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id: string
    readonly step_key: string
    readonly repeat_idx?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly trace_id?: string | null
    readonly testcase_id?: string | null
    readonly hash_id?: string | null
    readonly error?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  }>
}

export interface SetResultsAnswer {
  readonly count: number
  readonly results: readonly EvaluationResult[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface EditResultsBody {
  readonly results: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id: string
    readonly step_key: string
    readonly repeat_idx?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly trace_id?: string | null
    readonly testcase_id?: string | null
    readonly hash_id?: string | null
    readonly error?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
  }>
}

export interface EditResultsAnswer {
  readonly count: number
  readonly results: readonly EvaluationResult[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeleteResultsBody {
  readonly result_ids: readonly string[]
}

export interface DeleteResultsAnswer {
  readonly count: number
  readonly result_ids: readonly string[]
}

export interface DeleteResultAnswer {
  readonly count: number
  readonly result_id?: string
}

export interface FetchResultAnswer {
  readonly count: number
  readonly result?: EvaluationResult
}

export interface QueryResultsBody {
  readonly result?: {
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
    readonly scenario_id?: string | null
    readonly scenario_ids?: readonly string[] | null
    readonly step_key?: string | null
    readonly step_keys?: readonly string[] | null
    readonly repeat_idx?: number | null
    readonly repeat_idxs?: readonly number[] | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryResultsAnswer {
  readonly count: number
  readonly results: readonly EvaluationResult[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export const results = (core: Core) => ({
  /** Write results; one of the same run, scenario, step and repeat is updated in place. */
  create: (body: CreateResultsBody, options?: CallOptions) =>
    core.json<CreateResultsAnswer>('POST /api/evaluations/results/', { body, options }),
  /** Write results; one of the same run, scenario, step and repeat is updated in place. */
  set: (body: SetResultsBody, options?: CallOptions) =>
    core.json<SetResultsAnswer>('PUT /api/evaluations/results/', { body, repeatable: true, options }),
  /** Write results; one of the same run, scenario, step and repeat is updated in place. */
  edit: (body: EditResultsBody, options?: CallOptions) =>
    core.json<EditResultsAnswer>('PATCH /api/evaluations/results/', { body, options }),
  /** Remove results. */
  deleteMany: (body: DeleteResultsBody, options?: CallOptions) =>
    core.json<DeleteResultsAnswer>('DELETE /api/evaluations/results/', { body, repeatable: true, options }),
  /** Remove a result. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteResultAnswer>(`DELETE /api/evaluations/results/${at(id)}`, { repeatable: true, options }),
  /** Fetch one result. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchResultAnswer>(`GET /api/evaluations/results/${at(id)}`, { options }),
  /** Results that match, oldest first. */
  query: (body?: QueryResultsBody, options?: CallOptions) =>
    core.pages<QueryResultsAnswer, 'results'>('POST /api/evaluations/results/query', 'results', { body, repeatable: true, options }),
})
