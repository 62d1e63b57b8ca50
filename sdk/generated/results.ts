// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteResultsRequest, EvaluationResultListResponse, EvaluationResultResponse, QueryResultsRequest, ResultIdResponse, ResultIdsResponse, WriteResultsRequest } from './schemas.ts'

/** The body of `results.create`. */
export type CreateResultsBody = WriteResultsRequest

/** The answer of `results.create`. */
export type CreateResultsAnswer = EvaluationResultListResponse

/** The body of `results.set`. */
export type SetResultsBody = WriteResultsRequest

/** The answer of `results.set`. */
export type SetResultsAnswer = EvaluationResultListResponse

/** The body of `results.edit`. */
export type EditResultsBody = WriteResultsRequest

/** The answer of `results.edit`. */
export type EditResultsAnswer = EvaluationResultListResponse

/** The body of `results.deleteMany`. */
export type DeleteResultsBody = DeleteResultsRequest

/** The answer of `results.deleteMany`. */
export type DeleteResultsAnswer = ResultIdsResponse

/** The answer of `results.delete`. */
export type DeleteResultAnswer = ResultIdResponse

/** The answer of `results.fetch`. */
export type FetchResultAnswer = EvaluationResultResponse

/** The body of `results.query`. */
export type QueryResultsBody = QueryResultsRequest

/** The answer of `results.query`. */
export type QueryResultsAnswer = EvaluationResultListResponse

/** The operations of `assay.results`. */
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
