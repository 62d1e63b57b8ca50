// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteResultsRequest, EvaluationResultListResponse, EvaluationResultResponse, QueryResultsRequest, ResultIdResponse, ResultIdsResponse, WriteResultsRequest } from './schemas.ts'

export type CreateResultsBody = WriteResultsRequest

export type CreateResultsAnswer = EvaluationResultListResponse

export type SetResultsBody = WriteResultsRequest

export type SetResultsAnswer = EvaluationResultListResponse

export type EditResultsBody = WriteResultsRequest

export type EditResultsAnswer = EvaluationResultListResponse

export type DeleteResultsBody = DeleteResultsRequest

export type DeleteResultsAnswer = ResultIdsResponse

export type DeleteResultAnswer = ResultIdResponse

export type FetchResultAnswer = EvaluationResultResponse

export type QueryResultsBody = QueryResultsRequest

export type QueryResultsAnswer = EvaluationResultListResponse

export const results = (core: Core) => ({
  /** Write results. An existing result of the same run, scenario, step and repeat is updated. */
  create: (body: CreateResultsBody, options?: CallOptions) =>
    core.json<CreateResultsAnswer>('POST /api/evaluations/results/', { body, options }),
  /** Write results. An existing result of the same run, scenario, step and repeat is updated. */
  set: (body: SetResultsBody, options?: CallOptions) =>
    core.json<SetResultsAnswer>('PUT /api/evaluations/results/', { body, repeatable: true, options }),
  /** Write results. An existing result of the same run, scenario, step and repeat is updated. */
  edit: (body: EditResultsBody, options?: CallOptions) =>
    core.json<EditResultsAnswer>('PATCH /api/evaluations/results/', { body, options }),
  /** Delete results. */
  deleteMany: (body: DeleteResultsBody, options?: CallOptions) =>
    core.json<DeleteResultsAnswer>('DELETE /api/evaluations/results/', { body, repeatable: true, options }),
  /** Delete a result. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteResultAnswer>(`DELETE /api/evaluations/results/${at(id)}`, { repeatable: true, options }),
  /** Fetch one result. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchResultAnswer>(`GET /api/evaluations/results/${at(id)}`, { options }),
  /** Matching results, oldest first. */
  query: (body?: QueryResultsBody, options?: CallOptions) =>
    core.pages<QueryResultsAnswer, 'results'>('POST /api/evaluations/results/query', 'results', { body, repeatable: true, options }),
})
