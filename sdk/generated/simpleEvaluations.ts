// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { AddSimpleEvaluationScenariosRequest, AddSimpleEvaluationStepsRequest, CreateSimpleEvaluationRequest, EditSimpleEvaluationRequest, EvaluationIdResponse, EvaluationResultListResponse, EvaluationRunResponse, EvaluationScenarioListResponse, EvaluationSlice, QuerySimpleEvaluationsRequest, RemoveSimpleEvaluationScenariosRequest, RemoveSimpleEvaluationStepsRequest, SetSimpleEvaluationRepeatsRequest, SimpleEvaluationListResponse, SimpleEvaluationResponse, WriteResultsRequest } from './schemas.ts'

/** The body of `simpleEvaluations.create`. */
export type CreateSimpleEvaluationBody = CreateSimpleEvaluationRequest

/** The answer of `simpleEvaluations.create`. */
export type CreateSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The answer of `simpleEvaluations.fetch`. */
export type FetchSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The body of `simpleEvaluations.edit`. */
export type EditSimpleEvaluationBody = EditSimpleEvaluationRequest

/** The answer of `simpleEvaluations.edit`. */
export type EditSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The answer of `simpleEvaluations.delete`. */
export type DeleteSimpleEvaluationAnswer = EvaluationIdResponse

/** The body of `simpleEvaluations.query`. */
export type QuerySimpleEvaluationsBody = QuerySimpleEvaluationsRequest

/** The answer of `simpleEvaluations.query`. */
export type QuerySimpleEvaluationsAnswer = SimpleEvaluationListResponse

/** The answer of `simpleEvaluations.start`. */
export type StartSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The answer of `simpleEvaluations.stop`. */
export type StopSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The answer of `simpleEvaluations.close`. */
export type CloseSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The answer of `simpleEvaluations.open`. */
export type OpenSimpleEvaluationAnswer = SimpleEvaluationResponse

/** The body of `simpleEvaluations.populate`. */
export type PopulateSimpleEvaluationBody = WriteResultsRequest

/** The answer of `simpleEvaluations.populate`. */
export type PopulateSimpleEvaluationAnswer = EvaluationResultListResponse

/** The body of `simpleEvaluations.process`. */
export type ProcessSimpleEvaluationBody = EvaluationSlice

/** The answer of `simpleEvaluations.process`. */
export type ProcessSimpleEvaluationAnswer = EvaluationIdResponse

/** The body of `simpleEvaluations.probe`. */
export type ProbeSimpleEvaluationBody = EvaluationSlice

/** The answer of `simpleEvaluations.probe`. */
export type ProbeSimpleEvaluationAnswer = EvaluationResultListResponse

/** The body of `simpleEvaluations.prune`. */
export type PruneSimpleEvaluationBody = EvaluationSlice

/** The body of `simpleEvaluations.refresh`. */
export type RefreshSimpleEvaluationBody = EvaluationSlice

/** The body of `simpleEvaluations.addScenarios`. */
export type AddSimpleEvaluationScenariosBody = AddSimpleEvaluationScenariosRequest

/** The answer of `simpleEvaluations.addScenarios`. */
export type AddSimpleEvaluationScenariosAnswer = EvaluationScenarioListResponse

/** The body of `simpleEvaluations.removeScenarios`. */
export type RemoveSimpleEvaluationScenariosBody = RemoveSimpleEvaluationScenariosRequest

/** The body of `simpleEvaluations.addSteps`. */
export type AddSimpleEvaluationStepsBody = AddSimpleEvaluationStepsRequest

/** The answer of `simpleEvaluations.addSteps`. */
export type AddSimpleEvaluationStepsAnswer = EvaluationRunResponse

/** The body of `simpleEvaluations.removeSteps`. */
export type RemoveSimpleEvaluationStepsBody = RemoveSimpleEvaluationStepsRequest

/** The answer of `simpleEvaluations.removeSteps`. */
export type RemoveSimpleEvaluationStepsAnswer = EvaluationRunResponse

/** The body of `simpleEvaluations.setRepeats`. */
export type SetSimpleEvaluationRepeatsBody = SetSimpleEvaluationRepeatsRequest

/** The answer of `simpleEvaluations.setRepeats`. */
export type SetSimpleEvaluationRepeatsAnswer = EvaluationRunResponse

/** The operations of `assay.simpleEvaluations`. */
export const simpleEvaluations = (core: Core) => ({
  /** Create a run from revisions and start it. With the status `running` the client executes the run. */
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
