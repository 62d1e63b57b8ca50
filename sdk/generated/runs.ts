// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CompareRunsRequest, CompareRunsResponse, CreateRunsRequest, DeleteRunsRequest, EditRunRequest, EditRunsRequest, EvaluationGateResponse, EvaluationManifestResponse, EvaluationProgressResponse, EvaluationQueueResponse, EvaluationRunListResponse, EvaluationRunResponse, EvaluationVerificationResponse, GateRunRequest, QueryRunRowsRequest, QueryRunRowsResponse, QueryRunsRequest, RunIdResponse, RunIds, RunIdsResponse } from './schemas.ts'

/** The body of `runs.create`. */
export type CreateRunsBody = CreateRunsRequest

/** The answer of `runs.create`. */
export type CreateRunsAnswer = EvaluationRunListResponse

/** The body of `runs.editMany`. */
export type EditRunsBody = EditRunsRequest

/** The answer of `runs.editMany`. */
export type EditRunsAnswer = EvaluationRunListResponse

/** The body of `runs.deleteMany`. */
export type DeleteRunsBody = DeleteRunsRequest

/** The answer of `runs.deleteMany`. */
export type DeleteRunsAnswer = RunIdsResponse

/** The body of `runs.edit`. */
export type EditRunBody = EditRunRequest

/** The answer of `runs.edit`. */
export type EditRunAnswer = EvaluationRunResponse

/** The answer of `runs.delete`. */
export type DeleteRunAnswer = RunIdResponse

/** The answer of `runs.fetch`. */
export type FetchRunAnswer = EvaluationRunResponse

/** The body of `runs.query`. */
export type QueryRunsBody = QueryRunsRequest

/** The answer of `runs.query`. */
export type QueryRunsAnswer = EvaluationRunListResponse

/** The body of `runs.closeMany`. */
export type CloseRunsBody = RunIds

/** The answer of `runs.closeMany`. */
export type CloseRunsAnswer = EvaluationRunListResponse

/** The body of `runs.openMany`. */
export type OpenRunsBody = RunIds

/** The answer of `runs.openMany`. */
export type OpenRunsAnswer = EvaluationRunListResponse

/** The query parameters of `runs.close`. */
export interface CloseRunQuery {
  /** The final status of the run; unchanged by default. */
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'
}

/** The answer of `runs.close`. */
export type CloseRunAnswer = EvaluationRunResponse

/** The answer of `runs.open`. */
export type OpenRunAnswer = EvaluationRunResponse

/** The answer of `runs.fetchDefaultQueue`. */
export type FetchDefaultQueueAnswer = EvaluationQueueResponse

/** The answer of `runs.fetchProgress`. */
export type FetchRunProgressAnswer = EvaluationProgressResponse

/** The body of `runs.compare`. */
export type CompareRunsBody = CompareRunsRequest

/** The answer of `runs.compare`. */
export type CompareRunsAnswer = CompareRunsResponse

/** The body of `runs.gate`. */
export type GateRunBody = GateRunRequest

/** The answer of `runs.gate`. */
export type GateRunAnswer = EvaluationGateResponse

/** The answer of `runs.fetchManifest`. */
export type FetchRunManifestAnswer = EvaluationManifestResponse

/** The answer of `runs.verifyManifest`. */
export type VerifyRunManifestAnswer = EvaluationVerificationResponse

/** The body of `runs.queryRows`. */
export type QueryRunRowsBody = QueryRunRowsRequest

/** The answer of `runs.queryRows`. */
export type QueryRunRowsAnswer = QueryRunRowsResponse

/** The operations of `assay.runs`. */
export const runs = (core: Core) => ({
  /** Create runs without starting them. */
  create: (body: CreateRunsBody, options?: CallOptions) =>
    core.json<CreateRunsAnswer>('POST /api/evaluations/runs/', { body, options }),
  /** Edit runs. Omitted members stay unchanged, null clears. */
  editMany: (body: EditRunsBody, options?: CallOptions) =>
    core.json<EditRunsAnswer>('PATCH /api/evaluations/runs/', { body, options }),
  /** Delete runs with their scenarios, results, metrics and queues. Traces stay. */
  deleteMany: (body: DeleteRunsBody, options?: CallOptions) =>
    core.json<DeleteRunsAnswer>('DELETE /api/evaluations/runs/', { body, repeatable: true, options }),
  /** Edit a run. Omitted members stay unchanged, null clears. */
  edit: (id: string, body: EditRunBody, options?: CallOptions) =>
    core.json<EditRunAnswer>(`PATCH /api/evaluations/runs/${at(id)}`, { body, options }),
  /** Delete a run with its scenarios, results, metrics and queues. Traces stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteRunAnswer>(`DELETE /api/evaluations/runs/${at(id)}`, { repeatable: true, options }),
  /** Fetch one run. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchRunAnswer>(`GET /api/evaluations/runs/${at(id)}`, { options }),
  /** Matching runs, newest first. */
  query: (body?: QueryRunsBody, options?: CallOptions) =>
    core.pages<QueryRunsAnswer, 'runs'>('POST /api/evaluations/runs/query', 'runs', { body, repeatable: true, options }),
  /** Close runs. Closed runs accept no writes. */
  closeMany: (body: CloseRunsBody, options?: CallOptions) =>
    core.json<CloseRunsAnswer>('POST /api/evaluations/runs/close', { body, options }),
  /** Reopen closed runs. */
  openMany: (body: OpenRunsBody, options?: CallOptions) =>
    core.json<OpenRunsAnswer>('POST /api/evaluations/runs/open', { body, options }),
  /** Close a run, optionally with a final status. */
  close: (id: string, query?: CloseRunQuery, options?: CallOptions) =>
    core.json<CloseRunAnswer>(`POST /api/evaluations/runs/${at(id)}/close`, { query, options }),
  /** Reopen a closed run. */
  open: (id: string, options?: CallOptions) =>
    core.json<OpenRunAnswer>(`POST /api/evaluations/runs/${at(id)}/open`, { options }),
  /** The default queue of a run, if it has one. */
  fetchDefaultQueue: (id: string, options?: CallOptions) =>
    core.json<FetchDefaultQueueAnswer>(`GET /api/evaluations/runs/${at(id)}/queues/default`, { options }),
  /** The progress of a run. */
  fetchProgress: (id: string, options?: CallOptions) =>
    core.json<FetchRunProgressAnswer>(`GET /api/evaluations/runs/${at(id)}/progress`, { options }),
  /** The events of a run as server-sent events: progress, result, scenario, run, end. */
  follow: (id: string, options?: CallOptions) =>
    core.events(`GET /api/evaluations/runs/${at(id)}/events`, { options }),
  /** Compare runs: the differences from the first one, with tests of significance. */
  compare: (body: CompareRunsBody, options?: CallOptions) =>
    core.json<CompareRunsAnswer>('POST /api/evaluations/runs/compare', { body, repeatable: true, options }),
  /** Check a finished run against rules, alone or compared with a baseline. */
  gate: (id: string, body: GateRunBody, options?: CallOptions) =>
    core.json<GateRunAnswer>(`POST /api/evaluations/runs/${at(id)}/gate`, { body, repeatable: true, options }),
  /** The parts of a run, with ids and content hashes. */
  fetchManifest: (id: string, options?: CallOptions) =>
    core.json<FetchRunManifestAnswer>(`GET /api/evaluations/runs/${at(id)}/manifest`, { options }),
  /** Verify that the parts of a run are unchanged. */
  verifyManifest: (id: string, options?: CallOptions) =>
    core.json<VerifyRunManifestAnswer>(`POST /api/evaluations/runs/${at(id)}/manifest/verify`, { repeatable: true, options }),
  /** The rows of one run, or of several side by side, filtered and sorted by any metric. */
  queryRows: (body: QueryRunRowsBody, options?: CallOptions) =>
    core.json<QueryRunRowsAnswer>('POST /api/evaluations/runs/rows', { body, repeatable: true, options }),
})
