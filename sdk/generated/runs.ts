// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CompareRunsRequest, CompareRunsResponse, CreateRunsRequest, DeleteRunsRequest, EditRunRequest, EditRunsRequest, EvaluationGateResponse, EvaluationManifestResponse, EvaluationProgressResponse, EvaluationQueueResponse, EvaluationRunListResponse, EvaluationRunResponse, EvaluationVerificationResponse, GateRunRequest, QueryRunRowsRequest, QueryRunRowsResponse, QueryRunsRequest, RunIdResponse, RunIds, RunIdsResponse } from './schemas.ts'

export type CreateRunsBody = CreateRunsRequest

export type CreateRunsAnswer = EvaluationRunListResponse

export type EditRunsBody = EditRunsRequest

export type EditRunsAnswer = EvaluationRunListResponse

export type DeleteRunsBody = DeleteRunsRequest

export type DeleteRunsAnswer = RunIdsResponse

export type EditRunBody = EditRunRequest

export type EditRunAnswer = EvaluationRunResponse

export type DeleteRunAnswer = RunIdResponse

export type FetchRunAnswer = EvaluationRunResponse

export type QueryRunsBody = QueryRunsRequest

export type QueryRunsAnswer = EvaluationRunListResponse

export type CloseRunsBody = RunIds

export type CloseRunsAnswer = EvaluationRunListResponse

export type OpenRunsBody = RunIds

export type OpenRunsAnswer = EvaluationRunListResponse

export interface CloseRunQuery {
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
}

export type CloseRunAnswer = EvaluationRunResponse

export type OpenRunAnswer = EvaluationRunResponse

export type FetchDefaultQueueAnswer = EvaluationQueueResponse

export type FetchRunProgressAnswer = EvaluationProgressResponse

export type CompareRunsBody = CompareRunsRequest

export type CompareRunsAnswer = CompareRunsResponse

export type GateRunBody = GateRunRequest

export type GateRunAnswer = EvaluationGateResponse

export type FetchRunManifestAnswer = EvaluationManifestResponse

export type VerifyRunManifestAnswer = EvaluationVerificationResponse

export type QueryRunRowsBody = QueryRunRowsRequest

export type QueryRunRowsAnswer = QueryRunRowsResponse

export const runs = (core: Core) => ({
  /** Make runs. Nothing is started. */
  create: (body: CreateRunsBody, options?: CallOptions) =>
    core.json<CreateRunsAnswer>('POST /api/evaluations/runs/', { body, options }),
  /** Change runs: what is left out is kept, null clears. */
  editMany: (body: EditRunsBody, options?: CallOptions) =>
    core.json<EditRunsAnswer>('PATCH /api/evaluations/runs/', { body, options }),
  /** Remove runs with their scenarios, results, metrics and queues. Traces stay. */
  deleteMany: (body: DeleteRunsBody, options?: CallOptions) =>
    core.json<DeleteRunsAnswer>('DELETE /api/evaluations/runs/', { body, repeatable: true, options }),
  /** Change a run: what is left out is kept, null clears. */
  edit: (id: string, body: EditRunBody, options?: CallOptions) =>
    core.json<EditRunAnswer>(`PATCH /api/evaluations/runs/${at(id)}`, { body, options }),
  /** Remove a run with its scenarios, results, metrics and queues. Traces stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteRunAnswer>(`DELETE /api/evaluations/runs/${at(id)}`, { repeatable: true, options }),
  /** Fetch one run. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchRunAnswer>(`GET /api/evaluations/runs/${at(id)}`, { options }),
  /** Runs that match, newest first. */
  query: (body?: QueryRunsBody, options?: CallOptions) =>
    core.pages<QueryRunsAnswer, 'runs'>('POST /api/evaluations/runs/query', 'runs', { body, repeatable: true, options }),
  /** Close runs: they take no more writes. */
  closeMany: (body: CloseRunsBody, options?: CallOptions) =>
    core.json<CloseRunsAnswer>('POST /api/evaluations/runs/close', { body, options }),
  /** Open closed runs. */
  openMany: (body: OpenRunsBody, options?: CallOptions) =>
    core.json<OpenRunsAnswer>('POST /api/evaluations/runs/open', { body, options }),
  /** Close a run, with a last status if one is given. */
  close: (id: string, query?: CloseRunQuery, options?: CallOptions) =>
    core.json<CloseRunAnswer>(`POST /api/evaluations/runs/${at(id)}/close`, { query, options }),
  /** Open a closed run. */
  open: (id: string, options?: CallOptions) =>
    core.json<OpenRunAnswer>(`POST /api/evaluations/runs/${at(id)}/open`, { options }),
  /** The default queue of a run, if it has one. */
  fetchDefaultQueue: (id: string, options?: CallOptions) =>
    core.json<FetchDefaultQueueAnswer>(`GET /api/evaluations/runs/${at(id)}/queues/default`, { options }),
  /** How far a run has come. */
  fetchProgress: (id: string, options?: CallOptions) =>
    core.json<FetchRunProgressAnswer>(`GET /api/evaluations/runs/${at(id)}/progress`, { options }),
  /** What happens to a run, as server-sent events: progress, result, scenario, run, end. */
  follow: (id: string, options?: CallOptions) =>
    core.events(`GET /api/evaluations/runs/${at(id)}/events`, { options }),
  /** Runs side by side, with the differences from the first one and whether they are more than chance. */
  compare: (body: CompareRunsBody, options?: CallOptions) =>
    core.json<CompareRunsAnswer>('POST /api/evaluations/runs/compare', { body, repeatable: true, options }),
  /** Whether a finished run holds what the rules ask, alone and against a baseline. */
  gate: (id: string, body: GateRunBody, options?: CallOptions) =>
    core.json<GateRunAnswer>(`POST /api/evaluations/runs/${at(id)}/gate`, { body, repeatable: true, options }),
  /** What a run was made of, by id and content hash. */
  fetchManifest: (id: string, options?: CallOptions) =>
    core.json<FetchRunManifestAnswer>(`GET /api/evaluations/runs/${at(id)}/manifest`, { options }),
  /** Whether everything that a run was made of is still what it was. */
  verifyManifest: (id: string, options?: CallOptions) =>
    core.json<VerifyRunManifestAnswer>(`POST /api/evaluations/runs/${at(id)}/manifest/verify`, { repeatable: true, options }),
  /** The rows of one run, or of several side by side, narrowed and sorted by any metric. */
  queryRows: (body: QueryRunRowsBody, options?: CallOptions) =>
    core.json<QueryRunRowsAnswer>('POST /api/evaluations/runs/rows', { body, repeatable: true, options }),
})
