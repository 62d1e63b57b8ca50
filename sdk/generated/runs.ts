// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationComparison, EvaluationGate, EvaluationGateRule, EvaluationManifest, EvaluationProgress, EvaluationQueue, EvaluationRun, EvaluationRunData, EvaluationVerification, Reference, Windowing } from './schemas.ts'

export interface CreateRunsBody {
  readonly runs: ReadonlyArray<{
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
    readonly data?: EvaluationRunData | null
  }>
}

export interface CreateRunsAnswer {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface EditRunsBody {
  readonly runs: ReadonlyArray<{
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
    readonly data?: EvaluationRunData | null
  }>
}

export interface EditRunsAnswer {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface DeleteRunsBody {
  readonly run_ids: readonly string[]
}

export interface DeleteRunsAnswer {
  readonly count: number
  readonly run_ids: readonly string[]
}

export interface EditRunBody {
  readonly run: {
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
    readonly data?: EvaluationRunData | null
  }
}

export interface EditRunAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface DeleteRunAnswer {
  readonly count: number
  readonly run_id?: string
}

export interface FetchRunAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface QueryRunsBody {
  readonly run?: {
    readonly ids?: readonly string[] | null
    readonly name?: string | null
    readonly description?: string | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly statuses?: ReadonlyArray<'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled'> | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly references?: ReadonlyArray<{
      readonly [key: string]: Reference
    }> | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryRunsAnswer {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface CloseRunsBody {
  readonly run_ids: readonly string[]
}

export interface CloseRunsAnswer {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface OpenRunsBody {
  readonly run_ids: readonly string[]
}

export interface OpenRunsAnswer {
  readonly count: number
  readonly runs: readonly EvaluationRun[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface CloseRunQuery {
  readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
}

export interface CloseRunAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface OpenRunAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface FetchDefaultQueueAnswer {
  readonly count: number
  readonly queue?: EvaluationQueue
}

export interface FetchRunProgressAnswer {
  readonly count: number
  readonly progress?: EvaluationProgress
}

export interface CompareRunsBody {
  readonly runs: ReadonlyArray<{
    readonly run_id: string
    readonly application_step_key?: string | null
  }>
  readonly match?: 'testcase_id' | 'testcase_dedup_id' | null
  readonly windowing?: Windowing | null
}

export interface CompareRunsAnswer {
  readonly count: number
  readonly comparison: EvaluationComparison
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface GateRunBody {
  readonly baseline_run_id?: string | null
  readonly rules: readonly EvaluationGateRule[]
}

export interface GateRunAnswer {
  readonly count: number
  readonly gate?: EvaluationGate
}

export interface FetchRunManifestAnswer {
  readonly count: number
  readonly manifest?: EvaluationManifest
}

export interface VerifyRunManifestAnswer {
  readonly count: number
  readonly verification?: EvaluationVerification
}

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
})
