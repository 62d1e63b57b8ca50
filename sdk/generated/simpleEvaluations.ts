// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationResult, EvaluationRun, EvaluationScenario, EvaluationStep, SimpleEvaluation, SimpleEvaluationData, Windowing } from './schemas.ts'

export interface CreateSimpleEvaluationBody {
  readonly evaluation: {
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
    readonly data: SimpleEvaluationData
  }
}

export interface CreateSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface FetchSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface EditSimpleEvaluationBody {
  readonly evaluation: {
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
    readonly data?: SimpleEvaluationData | null
  }
}

export interface EditSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface DeleteSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation_id?: string
}

export interface QuerySimpleEvaluationsBody {
  readonly evaluation?: {
    readonly ids?: readonly string[] | null
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
  } | null
  readonly windowing?: Windowing | null
}

export interface QuerySimpleEvaluationsAnswer {
  readonly count: number
  readonly evaluations: readonly SimpleEvaluation[]
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface StartSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface StopSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface CloseSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface OpenSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation?: SimpleEvaluation
}

export interface PopulateSimpleEvaluationBody {
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

export interface PopulateSimpleEvaluationAnswer {
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

export interface ProcessSimpleEvaluationBody {
  readonly scenario_ids?: readonly string[] | null
  readonly step_keys?: readonly string[] | null
  readonly repeat_idxs?: readonly number[] | null
  readonly overwrite?: boolean | null
}

export interface ProcessSimpleEvaluationAnswer {
  readonly count: number
  readonly evaluation_id?: string
}

export interface ProbeSimpleEvaluationBody {
  readonly scenario_ids?: readonly string[] | null
  readonly step_keys?: readonly string[] | null
  readonly repeat_idxs?: readonly number[] | null
  readonly overwrite?: boolean | null
}

export interface ProbeSimpleEvaluationAnswer {
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

export interface PruneSimpleEvaluationBody {
  readonly scenario_ids?: readonly string[] | null
  readonly step_keys?: readonly string[] | null
  readonly repeat_idxs?: readonly number[] | null
  readonly overwrite?: boolean | null
}

export interface RefreshSimpleEvaluationBody {
  readonly scenario_ids?: readonly string[] | null
  readonly step_keys?: readonly string[] | null
  readonly repeat_idxs?: readonly number[] | null
  readonly overwrite?: boolean | null
}

export interface AddSimpleEvaluationScenariosBody {
  readonly count: number
  readonly timestamp?: string | null
}

export interface AddSimpleEvaluationScenariosAnswer {
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

export interface RemoveSimpleEvaluationScenariosBody {
  readonly scenario_ids: readonly string[]
}

export interface AddSimpleEvaluationStepsBody {
  readonly steps: readonly EvaluationStep[]
}

export interface AddSimpleEvaluationStepsAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface RemoveSimpleEvaluationStepsBody {
  readonly step_keys: readonly string[]
}

export interface RemoveSimpleEvaluationStepsAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export interface SetSimpleEvaluationRepeatsBody {
  readonly repeats: number
}

export interface SetSimpleEvaluationRepeatsAnswer {
  readonly count: number
  readonly run?: EvaluationRun
}

export const simpleEvaluations = (core: Core) => ({
  /** Make a run of revisions and start it, or, with the status running, let the client execute it. */
  create: (body: CreateSimpleEvaluationBody, options?: CallOptions) =>
    core.json<CreateSimpleEvaluationAnswer>('POST /api/simple/evaluations/', { body, options }),
  /** Fetch one run as a simple evaluation. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSimpleEvaluationAnswer>(`GET /api/simple/evaluations/${at(id)}`, { options }),
  /** Change a simple evaluation; groups of revisions that are left out are kept. */
  edit: (id: string, body: EditSimpleEvaluationBody, options?: CallOptions) =>
    core.json<EditSimpleEvaluationAnswer>(`PATCH /api/simple/evaluations/${at(id)}`, { body, options }),
  /** Remove a run with its scenarios, results, metrics and queues. Traces stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteSimpleEvaluationAnswer>(`DELETE /api/simple/evaluations/${at(id)}`, { repeatable: true, options }),
  /** Evaluations that match, newest first. */
  query: (body?: QuerySimpleEvaluationsBody, options?: CallOptions) =>
    core.pages<QuerySimpleEvaluationsAnswer, 'evaluations'>('POST /api/simple/evaluations/query', 'evaluations', { body, repeatable: true, options }),
  /** Let the server compute what is missing. */
  start: (id: string, options?: CallOptions) =>
    core.json<StartSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/start`, { options }),
  /** Stop: what is not finished is cancelled. */
  stop: (id: string, options?: CallOptions) =>
    core.json<StopSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/stop`, { options }),
  /** Close: no more writes are taken. */
  close: (id: string, options?: CallOptions) =>
    core.json<CloseSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/close`, { options }),
  /** Open a closed evaluation. */
  open: (id: string, options?: CallOptions) =>
    core.json<OpenSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/open`, { options }),
  /** Write results of this evaluation. */
  populate: (id: string, body: PopulateSimpleEvaluationBody, options?: CallOptions) =>
    core.json<PopulateSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/populate`, { body, options }),
  /** Put what is missing in a slice into the queue, with overwrite also what is finished. */
  process: (id: string, body?: ProcessSimpleEvaluationBody, options?: CallOptions) =>
    core.json<ProcessSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/process`, { body, options }),
  /** The results of a slice. */
  probe: (id: string, body?: ProbeSimpleEvaluationBody, options?: CallOptions) =>
    core.json<ProbeSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/probe`, { body, repeatable: true, options }),
  /** Remove the results of a slice. */
  prune: (id: string, body?: PruneSimpleEvaluationBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/prune`, { body, options }),
  /** Compute the metrics of a slice and of the whole evaluation. */
  refresh: (id: string, body?: RefreshSimpleEvaluationBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/refresh`, { body, options }),
  /** Add running scenarios. */
  addScenarios: (id: string, body: AddSimpleEvaluationScenariosBody, options?: CallOptions) =>
    core.json<AddSimpleEvaluationScenariosAnswer>(`POST /api/simple/evaluations/${at(id)}/scenarios/add`, { body, options }),
  /** Remove scenarios with their results and metrics. */
  removeScenarios: (id: string, body: RemoveSimpleEvaluationScenariosBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/scenarios/remove`, { body, options }),
  /** Add steps. */
  addSteps: (id: string, body: AddSimpleEvaluationStepsBody, options?: CallOptions) =>
    core.json<AddSimpleEvaluationStepsAnswer>(`POST /api/simple/evaluations/${at(id)}/steps/add`, { body, options }),
  /** Remove steps with their results; scenarios without an input go too. */
  removeSteps: (id: string, body: RemoveSimpleEvaluationStepsBody, options?: CallOptions) =>
    core.json<RemoveSimpleEvaluationStepsAnswer>(`POST /api/simple/evaluations/${at(id)}/steps/remove`, { body, options }),
  /** Set how often each cell is computed. */
  setRepeats: (id: string, body: SetSimpleEvaluationRepeatsBody, options?: CallOptions) =>
    core.json<SetSimpleEvaluationRepeatsAnswer>(`POST /api/simple/evaluations/${at(id)}/repeats/set`, { body, options }),
})
