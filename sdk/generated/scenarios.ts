// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateScenariosRequest, DeleteScenariosRequest, EditScenarioRequest, EditScenariosRequest, EvaluationScenarioListResponse, EvaluationScenarioResponse, QueryScenariosRequest, ScenarioIdResponse, ScenarioIdsResponse } from './schemas.ts'

/** The body of `scenarios.create`. */
export type CreateScenariosBody = CreateScenariosRequest

/** The answer of `scenarios.create`. */
export type CreateScenariosAnswer = EvaluationScenarioListResponse

/** The body of `scenarios.editMany`. */
export type EditScenariosBody = EditScenariosRequest

/** The answer of `scenarios.editMany`. */
export type EditScenariosAnswer = EvaluationScenarioListResponse

/** The body of `scenarios.deleteMany`. */
export type DeleteScenariosBody = DeleteScenariosRequest

/** The answer of `scenarios.deleteMany`. */
export type DeleteScenariosAnswer = ScenarioIdsResponse

/** The body of `scenarios.edit`. */
export type EditScenarioBody = EditScenarioRequest

/** The answer of `scenarios.edit`. */
export type EditScenarioAnswer = EvaluationScenarioResponse

/** The answer of `scenarios.delete`. */
export type DeleteScenarioAnswer = ScenarioIdResponse

/** The answer of `scenarios.fetch`. */
export type FetchScenarioAnswer = EvaluationScenarioResponse

/** The body of `scenarios.query`. */
export type QueryScenariosBody = QueryScenariosRequest

/** The answer of `scenarios.query`. */
export type QueryScenariosAnswer = EvaluationScenarioListResponse

/** The operations of `assay.scenarios`. */
export const scenarios = (core: Core) => ({
  /** Add scenarios to runs. */
  create: (body: CreateScenariosBody, options?: CallOptions) =>
    core.json<CreateScenariosAnswer>('POST /api/evaluations/scenarios/', { body, options }),
  /** Edit scenarios. Omitted members stay unchanged, null clears. */
  editMany: (body: EditScenariosBody, options?: CallOptions) =>
    core.json<EditScenariosAnswer>('PATCH /api/evaluations/scenarios/', { body, options }),
  /** Delete scenarios with their results and metrics. */
  deleteMany: (body: DeleteScenariosBody, options?: CallOptions) =>
    core.json<DeleteScenariosAnswer>('DELETE /api/evaluations/scenarios/', { body, repeatable: true, options }),
  /** Edit a scenario. Omitted members stay unchanged, null clears. */
  edit: (id: string, body: EditScenarioBody, options?: CallOptions) =>
    core.json<EditScenarioAnswer>(`PATCH /api/evaluations/scenarios/${at(id)}`, { body, options }),
  /** Delete a scenario with its results and metrics. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteScenarioAnswer>(`DELETE /api/evaluations/scenarios/${at(id)}`, { repeatable: true, options }),
  /** Fetch one scenario. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchScenarioAnswer>(`GET /api/evaluations/scenarios/${at(id)}`, { options }),
  /** Matching scenarios, oldest first. */
  query: (body?: QueryScenariosBody, options?: CallOptions) =>
    core.pages<QueryScenariosAnswer, 'scenarios'>('POST /api/evaluations/scenarios/query', 'scenarios', { body, repeatable: true, options }),
})
