// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationMetrics, Windowing } from './schemas.ts'

export interface CreateMetricsBody {
  readonly metrics: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id?: string | null
    readonly timestamp?: string | null
    readonly interval?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly [key: string]: unknown
    } | null
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

export interface CreateMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface SetMetricsBody {
  readonly metrics: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id?: string | null
    readonly timestamp?: string | null
    readonly interval?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly [key: string]: unknown
    } | null
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

export interface SetMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface EditMetricsBody {
  readonly metrics: ReadonlyArray<{
    readonly run_id: string
    readonly scenario_id?: string | null
    readonly timestamp?: string | null
    readonly interval?: number | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly data?: {
      readonly [key: string]: unknown
    } | null
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

export interface EditMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeleteMetricsBody {
  readonly metrics_ids: readonly string[]
}

export interface DeleteMetricsAnswer {
  readonly count: number
  readonly metrics_ids: readonly string[]
}

export interface RefreshMetricsBody {
  readonly metrics: {
    readonly run_id?: string | null
    readonly run_ids?: readonly string[] | null
    readonly scenario_id?: string | null
    readonly scenario_ids?: readonly string[] | null
    readonly timestamp?: string | null
    readonly timestamps?: readonly string[] | null
    readonly interval?: number | null
  }
}

export interface RefreshMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeleteMetricAnswer {
  readonly count: number
  readonly metrics_ids: readonly string[]
}

export interface FetchMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface QueryMetricsBody {
  readonly metrics?: {
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
    readonly scenario_id?: string | null
    readonly scenario_ids?: readonly string[] | boolean | null
    readonly timestamp?: string | null
    readonly timestamps?: readonly string[] | boolean | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryMetricsAnswer {
  readonly count: number
  readonly metrics: readonly EvaluationMetrics[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export const metrics = (core: Core) => ({
  /** Write metrics of a run, a scenario or a time; those of the same key are updated in place. */
  create: (body: CreateMetricsBody, options?: CallOptions) =>
    core.json<CreateMetricsAnswer>('POST /api/evaluations/metrics/', { body, options }),
  /** Write metrics of a run, a scenario or a time; those of the same key are updated in place. */
  set: (body: SetMetricsBody, options?: CallOptions) =>
    core.json<SetMetricsAnswer>('PUT /api/evaluations/metrics/', { body, repeatable: true, options }),
  /** Write metrics of a run, a scenario or a time; those of the same key are updated in place. */
  edit: (body: EditMetricsBody, options?: CallOptions) =>
    core.json<EditMetricsAnswer>('PATCH /api/evaluations/metrics/', { body, options }),
  /** Remove rows of metrics. */
  deleteMany: (body: DeleteMetricsBody, options?: CallOptions) =>
    core.json<DeleteMetricsAnswer>('DELETE /api/evaluations/metrics/', { body, repeatable: true, options }),
  /** Compute metrics from results and their traces, and store them. */
  refresh: (body: RefreshMetricsBody, options?: CallOptions) =>
    core.json<RefreshMetricsAnswer>('POST /api/evaluations/metrics/refresh', { body, options }),
  /** Remove one row of metrics. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteMetricAnswer>(`DELETE /api/evaluations/metrics/${at(id)}`, { repeatable: true, options }),
  /** Fetch one row of metrics, as a list. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchMetricsAnswer>(`GET /api/evaluations/metrics/${at(id)}`, { options }),
  /** Metrics that match, oldest first. */
  query: (body?: QueryMetricsBody, options?: CallOptions) =>
    core.pages<QueryMetricsAnswer, 'metrics'>('POST /api/evaluations/metrics/query', 'metrics', { body, repeatable: true, options }),
})
