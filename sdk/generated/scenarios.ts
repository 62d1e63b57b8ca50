// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { EvaluationScenario, Windowing } from './schemas.ts'

export interface CreateScenariosBody {
  readonly scenarios: ReadonlyArray<{
    readonly run_id: string
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
  }>
}

export interface CreateScenariosAnswer {
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

export interface EditScenariosBody {
  readonly scenarios: ReadonlyArray<{
    readonly id: string
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
  }>
}

export interface EditScenariosAnswer {
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

export interface DeleteScenariosBody {
  readonly scenario_ids: readonly string[]
}

export interface DeleteScenariosAnswer {
  readonly count: number
  readonly scenario_ids: readonly string[]
}

export interface EditScenarioBody {
  readonly scenario: {
    readonly id?: string | null
    readonly status?: 'pending' | 'queued' | 'running' | 'success' | 'failure' | 'errors' | 'cancelled' | null
    readonly flags?: {
      readonly [key: string]: boolean | null
    } | null
    readonly tags?: {
      readonly [key: string]: unknown
    } | null
    readonly meta?: {
      readonly [key: string]: unknown
    } | null
    readonly interval?: number | null
    readonly timestamp?: string | null
  }
}

export interface EditScenarioAnswer {
  readonly count: number
  readonly scenario?: EvaluationScenario
}

export interface DeleteScenarioAnswer {
  readonly count: number
  readonly scenario_id?: string
}

export interface FetchScenarioAnswer {
  readonly count: number
  readonly scenario?: EvaluationScenario
}

export interface QueryScenariosBody {
  readonly scenario?: {
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
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryScenariosAnswer {
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

export const scenarios = (core: Core) => ({
  /** Add scenarios to runs. */
  create: (body: CreateScenariosBody, options?: CallOptions) =>
    core.json<CreateScenariosAnswer>('POST /api/evaluations/scenarios/', { body, options }),
  /** Change scenarios: what is left out is kept, null clears. */
  editMany: (body: EditScenariosBody, options?: CallOptions) =>
    core.json<EditScenariosAnswer>('PATCH /api/evaluations/scenarios/', { body, options }),
  /** Remove scenarios with their results and metrics. */
  deleteMany: (body: DeleteScenariosBody, options?: CallOptions) =>
    core.json<DeleteScenariosAnswer>('DELETE /api/evaluations/scenarios/', { body, repeatable: true, options }),
  /** Change a scenario: what is left out is kept, null clears. */
  edit: (id: string, body: EditScenarioBody, options?: CallOptions) =>
    core.json<EditScenarioAnswer>(`PATCH /api/evaluations/scenarios/${at(id)}`, { body, options }),
  /** Remove a scenario with its results and metrics. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteScenarioAnswer>(`DELETE /api/evaluations/scenarios/${at(id)}`, { repeatable: true, options }),
  /** Fetch one scenario. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchScenarioAnswer>(`GET /api/evaluations/scenarios/${at(id)}`, { options }),
  /** Scenarios that match, oldest first. */
  query: (body?: QueryScenariosBody, options?: CallOptions) =>
    core.pages<QueryScenariosAnswer, 'scenarios'>('POST /api/evaluations/scenarios/query', 'scenarios', { body, repeatable: true, options }),
})
