// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSimpleEvaluationScenariosRequest, AddSimpleEvaluationStepsRequest, CreateSimpleEvaluationRequest, EditSimpleEvaluationRequest, EvaluationIdResponse, EvaluationResultListResponse, EvaluationRunResponse, EvaluationScenarioListResponse, EvaluationSlice, QuerySimpleEvaluationsRequest, RemoveSimpleEvaluationScenariosRequest, RemoveSimpleEvaluationStepsRequest, SetSimpleEvaluationRepeatsRequest, SimpleEvaluationListResponse, SimpleEvaluationResponse, WriteResultsRequest } from './schemas.ts'

export type CreateSimpleEvaluationBody = CreateSimpleEvaluationRequest

export type CreateSimpleEvaluationAnswer = SimpleEvaluationResponse

export type FetchSimpleEvaluationAnswer = SimpleEvaluationResponse

export type EditSimpleEvaluationBody = EditSimpleEvaluationRequest

export type EditSimpleEvaluationAnswer = SimpleEvaluationResponse

export type DeleteSimpleEvaluationAnswer = EvaluationIdResponse

export type QuerySimpleEvaluationsBody = QuerySimpleEvaluationsRequest

export type QuerySimpleEvaluationsAnswer = SimpleEvaluationListResponse

export type StartSimpleEvaluationAnswer = SimpleEvaluationResponse

export type StopSimpleEvaluationAnswer = SimpleEvaluationResponse

export type CloseSimpleEvaluationAnswer = SimpleEvaluationResponse

export type OpenSimpleEvaluationAnswer = SimpleEvaluationResponse

export type PopulateSimpleEvaluationBody = WriteResultsRequest

export type PopulateSimpleEvaluationAnswer = EvaluationResultListResponse

export type ProcessSimpleEvaluationBody = EvaluationSlice

export type ProcessSimpleEvaluationAnswer = EvaluationIdResponse

export type ProbeSimpleEvaluationBody = EvaluationSlice

export type ProbeSimpleEvaluationAnswer = EvaluationResultListResponse

export type PruneSimpleEvaluationBody = EvaluationSlice

export type RefreshSimpleEvaluationBody = EvaluationSlice

export type AddSimpleEvaluationScenariosBody = AddSimpleEvaluationScenariosRequest

export type AddSimpleEvaluationScenariosAnswer = EvaluationScenarioListResponse

export type RemoveSimpleEvaluationScenariosBody = RemoveSimpleEvaluationScenariosRequest

export type AddSimpleEvaluationStepsBody = AddSimpleEvaluationStepsRequest

export type AddSimpleEvaluationStepsAnswer = EvaluationRunResponse

export type RemoveSimpleEvaluationStepsBody = RemoveSimpleEvaluationStepsRequest

export type RemoveSimpleEvaluationStepsAnswer = EvaluationRunResponse

export type SetSimpleEvaluationRepeatsBody = SetSimpleEvaluationRepeatsRequest

export type SetSimpleEvaluationRepeatsAnswer = EvaluationRunResponse

export const simpleEvaluations = (core: Core) => ({
  /** Create a run from revisions and start it. With the status running the client executes it. */
  create: (body: CreateSimpleEvaluationBody, options?: CallOptions) =>
    core.json<CreateSimpleEvaluationAnswer>('POST /api/simple/evaluations/', { body, options }),
  /** Fetch one run as a simple evaluation. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSimpleEvaluationAnswer>(`GET /api/simple/evaluations/${at(id)}`, { options }),
  /** Edit a simple evaluation. Omitted groups of revisions stay unchanged. */
  edit: (id: string, body: EditSimpleEvaluationBody, options?: CallOptions) =>
    core.json<EditSimpleEvaluationAnswer>(`PATCH /api/simple/evaluations/${at(id)}`, { body, options }),
  /** Delete a run with its scenarios, results, metrics and queues. Traces stay. */
  delete: (id: string, options?: CallOptions) =>
    core.json<DeleteSimpleEvaluationAnswer>(`DELETE /api/simple/evaluations/${at(id)}`, { repeatable: true, options }),
  /** Matching evaluations, newest first. */
  query: (body?: QuerySimpleEvaluationsBody, options?: CallOptions) =>
    core.pages<QuerySimpleEvaluationsAnswer, 'evaluations'>('POST /api/simple/evaluations/query', 'evaluations', { body, repeatable: true, options }),
  /** Let the server compute the missing results. */
  start: (id: string, options?: CallOptions) =>
    core.json<StartSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/start`, { options }),
  /** Stop the run and cancel unfinished work. */
  stop: (id: string, options?: CallOptions) =>
    core.json<StopSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/stop`, { options }),
  /** Close the run. It then accepts no writes. */
  close: (id: string, options?: CallOptions) =>
    core.json<CloseSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/close`, { options }),
  /** Reopen a closed evaluation. */
  open: (id: string, options?: CallOptions) =>
    core.json<OpenSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/open`, { options }),
  /** Write results of this evaluation. */
  populate: (id: string, body: PopulateSimpleEvaluationBody, options?: CallOptions) =>
    core.json<PopulateSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/populate`, { body, options }),
  /** Enqueue the missing results of a slice; with overwrite also the finished ones. */
  process: (id: string, body?: ProcessSimpleEvaluationBody, options?: CallOptions) =>
    core.json<ProcessSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/process`, { body, options }),
  /** The results of a slice. */
  probe: (id: string, body?: ProbeSimpleEvaluationBody, options?: CallOptions) =>
    core.json<ProbeSimpleEvaluationAnswer>(`POST /api/simple/evaluations/${at(id)}/probe`, { body, repeatable: true, options }),
  /** Delete the results of a slice. */
  prune: (id: string, body?: PruneSimpleEvaluationBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/prune`, { body, options }),
  /** Compute the metrics of a slice and of the full evaluation. */
  refresh: (id: string, body?: RefreshSimpleEvaluationBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/refresh`, { body, options }),
  /** Add running scenarios. */
  addScenarios: (id: string, body: AddSimpleEvaluationScenariosBody, options?: CallOptions) =>
    core.json<AddSimpleEvaluationScenariosAnswer>(`POST /api/simple/evaluations/${at(id)}/scenarios/add`, { body, options }),
  /** Delete scenarios with their results and metrics. */
  removeScenarios: (id: string, body: RemoveSimpleEvaluationScenariosBody, options?: CallOptions) =>
    core.json<void>(`POST /api/simple/evaluations/${at(id)}/scenarios/remove`, { body, options }),
  /** Add steps. */
  addSteps: (id: string, body: AddSimpleEvaluationStepsBody, options?: CallOptions) =>
    core.json<AddSimpleEvaluationStepsAnswer>(`POST /api/simple/evaluations/${at(id)}/steps/add`, { body, options }),
  /** Delete steps with their results, and scenarios that lose their input. */
  removeSteps: (id: string, body: RemoveSimpleEvaluationStepsBody, options?: CallOptions) =>
    core.json<RemoveSimpleEvaluationStepsAnswer>(`POST /api/simple/evaluations/${at(id)}/steps/remove`, { body, options }),
  /** Set the number of repeats of each cell. */
  setRepeats: (id: string, body: SetSimpleEvaluationRepeatsBody, options?: CallOptions) =>
    core.json<SetSimpleEvaluationRepeatsAnswer>(`POST /api/simple/evaluations/${at(id)}/repeats/set`, { body, options }),
})
