// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteMetricsRequest, EvaluationMetricsListResponse, MetricsIdsResponse, QueryMetricsRequest, RefreshMetricsRequest, WriteMetricsRequest } from './schemas.ts'

export type CreateMetricsBody = WriteMetricsRequest

export type CreateMetricsAnswer = EvaluationMetricsListResponse

export type SetMetricsBody = WriteMetricsRequest

export type SetMetricsAnswer = EvaluationMetricsListResponse

export type EditMetricsBody = WriteMetricsRequest

export type EditMetricsAnswer = EvaluationMetricsListResponse

export type DeleteMetricsBody = DeleteMetricsRequest

export type DeleteMetricsAnswer = MetricsIdsResponse

export type RefreshMetricsBody = RefreshMetricsRequest

export type RefreshMetricsAnswer = EvaluationMetricsListResponse

export type DeleteMetricAnswer = MetricsIdsResponse

export type FetchMetricsAnswer = EvaluationMetricsListResponse

export type QueryMetricsBody = QueryMetricsRequest

export type QueryMetricsAnswer = EvaluationMetricsListResponse

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
