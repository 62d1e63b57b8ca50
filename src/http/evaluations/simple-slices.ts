// Routes for slices of a simple evaluation: its results, scenarios, steps and repeats.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { refreshSlice } from '../../evaluations/simple/refresh.ts'
import { writeResults } from '../../evaluations/records/results.ts'
import { addSteps, removeStepsByKey, setRepeats } from '../../evaluations/simple/simple-evaluations.ts'
import {
  addScenarios,
  dispatchSlice,
  dropScenarios,
  pruneSlice,
  sliceResults,
} from '../../evaluations/simple/slices.ts'
import { bool, int, optional, time } from '../../kernel/validation.ts'
import { list, single } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, listOf } from '../field-schemas.ts'
import { editorAccess as changing, type EvaluationContext } from './context.ts'
import { resultList, resultsBody } from './results.ts'
import { answerSchemas, idAnswer, wireList, wireOne, wireResult, wireRun, wireScenario } from './wire.ts'
import { idList, repeatIdx, repeats, stepKey, steps } from './request-schemas.ts'
import { runCodes, stepCodes } from '../codes.ts'

const slice = withExample(
  z
    .object({
      scenario_ids: optional(idList),
      step_keys: optional(listOf(stepKey)),
      repeat_idxs: optional(listOf(repeatIdx)),
      overwrite: optional(bool),
    })
    .transform((input) => ({
      scenarioIds: input.scenario_ids,
      stepKeys: input.step_keys,
      repeatIdxs: input.repeat_idxs,
      overwrite: input.overwrite,
    }))
    .meta({ id: 'EvaluationSlice' }),
  { step_keys: ['testset-64128ae71aaa'] },
)

const editRoute = { ...changing, params: idParams } as const
const runAnswer = single('run', answerSchemas.run)
const path = (word: string): string => `/simple/evaluations/{id}/${word}`

const populateSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('populate'),
    operationId: 'populate_simple_evaluation',
    sdkName: 'simpleEvaluations.populate',
    errors: runCodes,
    summary: 'Write results of this evaluation.',
    ...editRoute,
    body: resultsBody,
    answer: resultList,
    handle: async ({ params, body }, { scope }) =>
      wireList(
        'results',
        await writeResults({ engine, scope }, { inputs: body.results, pathRunId: params.id }),
        (record) => wireResult(record, scope),
      ),
  })

const processSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('process'),
    operationId: 'process_simple_evaluation',
    sdkName: 'simpleEvaluations.process',
    errors: runCodes,
    summary: 'Enqueue the missing results of a slice; with overwrite also the finished ones.',
    ...editRoute,
    status: 202,
    body: slice,
    bodyOptional: true,
    answer: idAnswer('evaluation_id'),
    handle: async ({ params, body }, { scope }) => ({
      count: await dispatchSlice({ engine, scope }, { runId: params.id, slice: body }),
      evaluation_id: params.id,
    }),
  })

const probeSimpleEvaluationRoute = (): Route =>
  projectRoute({
    method: 'POST',
    path: path('probe'),
    operationId: 'probe_simple_evaluation',
    sdkName: 'simpleEvaluations.probe',
    summary: 'The results of a slice.',
    access: 'viewer',
    params: idParams,
    body: slice,
    bodyOptional: true,
    answer: resultList,
    handle: async ({ params, body }, { scope }) =>
      wireList('results', await sliceResults(scope, { runId: params.id, slice: body }), (record) =>
        wireResult(record, scope),
      ),
  })

const pruneSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('prune'),
    operationId: 'prune_simple_evaluation',
    sdkName: 'simpleEvaluations.prune',
    errors: runCodes,
    summary: 'Delete the results of a slice.',
    ...editRoute,
    status: 204,
    body: slice,
    bodyOptional: true,
    answer: z.undefined(),
    handle: async ({ params, body }, { scope }) =>
      pruneSlice({ engine, scope }, { runId: params.id, slice: body }),
  })

const refreshSimpleEvaluationRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('refresh'),
    operationId: 'refresh_simple_evaluation',
    sdkName: 'simpleEvaluations.refresh',
    errors: runCodes,
    summary: 'Compute the metrics of a slice and of the full evaluation.',
    ...editRoute,
    status: 204,
    body: slice,
    bodyOptional: true,
    answer: z.undefined(),
    handle: async ({ params, body }, { scope }) =>
      refreshSlice({ engine, scope }, { runId: params.id, selectedIds: body.scenarioIds }),
  })

const resultRoutes = (parts: EvaluationContext): readonly Route[] => [
  populateSimpleEvaluationRoute(parts),
  processSimpleEvaluationRoute(parts),
  probeSimpleEvaluationRoute(),
  pruneSimpleEvaluationRoute(parts),
  refreshSimpleEvaluationRoute(parts),
]

const addSimpleEvaluationScenariosRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('scenarios/add'),
    operationId: 'add_simple_evaluation_scenarios',
    examples: { body: { count: 2, timestamp: '2026-03-02T10:15:59.9+01:00' } },
    sdkName: 'simpleEvaluations.addScenarios',
    errors: runCodes,
    summary: 'Add running scenarios.',
    ...editRoute,
    body: z.object({ count: int(0, 10_000), timestamp: optional(time) }),
    answer: list('scenarios', answerSchemas.scenario),
    handle: async ({ params, body }, { scope }) =>
      wireList(
        'scenarios',
        await addScenarios({ engine, scope }, { runId: params.id, input: body }),
        (scenario) => wireScenario(scenario),
      ),
  })

const removeSimpleEvaluationScenariosRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('scenarios/remove'),
    operationId: 'remove_simple_evaluation_scenarios',
    examples: { body: { scenario_ids: ['01a1e242-d56f-7f43-a2b4-9521976cb75f'] } },
    sdkName: 'simpleEvaluations.removeScenarios',
    errors: runCodes,
    summary: 'Delete scenarios with their results and metrics.',
    ...editRoute,
    status: 204,
    body: z.object({ scenario_ids: idList }),
    answer: z.undefined(),
    handle: async ({ params, body }, { scope }) =>
      dropScenarios({ engine, scope }, { runId: params.id, ids: body.scenario_ids }),
  })

const addSimpleEvaluationStepsRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('steps/add'),
    operationId: 'add_simple_evaluation_steps',
    examples: { body: { steps: [{ key: 'evaluator-human', type: 'annotation', origin: 'human' }] } },
    sdkName: 'simpleEvaluations.addSteps',
    errors: [...runCodes, ...stepCodes],
    summary: 'Add steps.',
    ...editRoute,
    body: z.object({ steps }),
    answer: runAnswer,
    handle: async ({ params, body }, { scope }) =>
      wireOne('run', await addSteps({ engine, scope }, { id: params.id, newSteps: body.steps }), wireRun),
  })

const removeSimpleEvaluationStepsRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('steps/remove'),
    operationId: 'remove_simple_evaluation_steps',
    examples: { body: { step_keys: ['evaluator-human'] } },
    sdkName: 'simpleEvaluations.removeSteps',
    errors: runCodes,
    summary: 'Delete steps with their results, and scenarios that lose their input.',
    ...editRoute,
    body: z.object({ step_keys: listOf(stepKey) }),
    answer: runAnswer,
    handle: async ({ params, body }, { scope }) =>
      wireOne(
        'run',
        await removeStepsByKey({ engine, scope }, { id: params.id, keys: body.step_keys }),
        wireRun,
      ),
  })

const setSimpleEvaluationRepeatsRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: path('repeats/set'),
    operationId: 'set_simple_evaluation_repeats',
    examples: { body: { repeats: 3 } },
    sdkName: 'simpleEvaluations.setRepeats',
    errors: runCodes,
    summary: 'Set the number of repeats of each cell.',
    ...editRoute,
    body: z.object({ repeats }),
    answer: runAnswer,
    handle: async ({ params, body }, { scope }) =>
      wireOne('run', await setRepeats({ engine, scope }, { id: params.id, repeats: body.repeats }), wireRun),
  })

const partRoutes = (parts: EvaluationContext): readonly Route[] => [
  addSimpleEvaluationScenariosRoute(parts),
  removeSimpleEvaluationScenariosRoute(parts),
  addSimpleEvaluationStepsRoute(parts),
  removeSimpleEvaluationStepsRoute(parts),
  setSimpleEvaluationRepeatsRoute(parts),
]

export const simpleSliceRoutes = (context: EvaluationContext): readonly Route[] => [
  ...resultRoutes(context),
  ...partRoutes(context),
]
