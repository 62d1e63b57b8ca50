// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteMetricsRequest, EvaluationMetricsListResponse, MetricsIdsResponse, QueryMetricsRequest, RefreshMetricsRequest, WriteMetricsRequest } from './schemas.ts'

/** The body of `metrics.create`. */
export type CreateMetricsBody = WriteMetricsRequest

/** The answer of `metrics.create`. */
export type CreateMetricsAnswer = EvaluationMetricsListResponse

/** The body of `metrics.set`. */
export type SetMetricsBody = WriteMetricsRequest

/** The answer of `metrics.set`. */
export type SetMetricsAnswer = EvaluationMetricsListResponse

/** The body of `metrics.edit`. */
export type EditMetricsBody = WriteMetricsRequest

/** The answer of `metrics.edit`. */
export type EditMetricsAnswer = EvaluationMetricsListResponse

/** The body of `metrics.deleteMany`. */
export type DeleteMetricsBody = DeleteMetricsRequest

/** The answer of `metrics.deleteMany`. */
export type DeleteMetricsAnswer = MetricsIdsResponse

/** The body of `metrics.refresh`. */
export type RefreshMetricsBody = RefreshMetricsRequest

/** The answer of `metrics.refresh`. */
export type RefreshMetricsAnswer = EvaluationMetricsListResponse

/** The answer of `metrics.delete`. */
export type DeleteMetricAnswer = MetricsIdsResponse

/** The answer of `metrics.fetch`. */
export type FetchMetricsAnswer = EvaluationMetricsListResponse

/** The body of `metrics.query`. */
export type QueryMetricsBody = QueryMetricsRequest

/** The answer of `metrics.query`. */
export type QueryMetricsAnswer = EvaluationMetricsListResponse

/** The operations of `assay.metrics`. */
export const metrics = (core: Core) => ({
  /** Write metrics of a run, a scenario or a time. Existing metrics with the same key are updated. */
  create: (body: CreateMetricsBody, options?: CallOptions) =>
    core.json<CreateMetricsAnswer>('POST /api/evaluations/metrics/', { body, options }),
  /** Write metrics of a run, a scenario or a time. Existing metrics with the same key are updated. */
  set: (body: SetMetricsBody, options?: CallOptions) =>
    core.json<SetMetricsAnswer>('PUT /api/evaluations/metrics/', { body, repeatable: true, options }),
  /** Write metrics of a run, a scenario or a time. Existing metrics with the same key are updated. */
  edit: (body: EditMetricsBody, options?: CallOptions) =>
    core.json<EditMetricsAnswer>('PATCH /api/evaluations/metrics/', { body, options }),
  /** Delete rows of metrics. */
  deleteMany: (body: DeleteMetricsBody, options?: CallOptions) =>
    core.json<DeleteMetricsAnswer>('DELETE /api/evaluations/metrics/', { body, repeatable: true, options }),
  /** Compute metrics from results and their traces, and store them. */
  refresh: (body: RefreshMetricsBody, options?: CallOptions) =>
    core.json<RefreshMetricsAnswer>('POST /api/evaluations/metrics/refresh', { body, options }),
  /** Delete one row of metrics. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteMetricAnswer>(`DELETE /api/evaluations/metrics/${at(id)}`, { repeatable: true, options }),
  /** Fetch one row of metrics, as a list. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchMetricsAnswer>(`GET /api/evaluations/metrics/${at(id)}`, { options }),
  /** Matching metrics, oldest first. */
  query: (body?: QueryMetricsBody, options?: CallOptions) =>
    core.pages<QueryMetricsAnswer, 'metrics'>('POST /api/evaluations/metrics/query', 'metrics', { body, repeatable: true, options }),
})
