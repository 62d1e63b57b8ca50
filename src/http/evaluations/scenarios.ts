// Scenarios over HTTP.
import { z } from 'zod'
import { deleteOwned } from '../../evaluations/records/belonging.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { createScenarios, editScenarios } from '../../evaluations/records/scenarios.ts'
import { optional, time, uuid } from '../../validation.ts'
import { projectRoute, type Route } from '../route.ts'
import { refuseOtherId } from '../versioning/context.ts'
import { flags, idParams } from '../words.ts'
import { fetched, tag, type EvaluationContext } from './context.ts'
import {
  answerSchemas,
  idAnswer,
  idsAnswer,
  listAnswer,
  oneAnswer,
  wireId,
  wireIds,
  wireList,
  wireOne,
  wirePage,
  wireScenario,
} from './wire.ts'
import {
  editFields,
  idList,
  interval,
  listOf,
  newFields,
  queryBody,
  scenarioFilter,
  status,
} from './words.ts'

const newScenario = z
  .object({
    run_id: uuid,
    status: optional(status),
    ...newFields,
    interval: optional(interval),
    timestamp: optional(time),
  })
  .transform(({ run_id, ...sent }) => ({ ...sent, runId: run_id }))

const scenarioEdit = z.object({
  id: uuid,
  status: optional(status),
  ...editFields,
  flags: flags.nullish(),
  interval: interval.nullish(),
  timestamp: time.nullish(),
})

const one = oneAnswer('scenario', answerSchemas.scenario)
const several = listAnswer('scenarios', answerSchemas.scenario)
const editing = { tag, access: 'editor', writes: true } as const
const reading = { tag, access: 'viewer' } as const

const writeRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/scenarios/',
    operationId: 'create_scenarios',
    summary: 'Add scenarios to runs.',
    ...editing,
    body: z.object({ scenarios: listOf(newScenario) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('scenarios', await createScenarios(engine, scope, body.scenarios), wireScenario),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/scenarios/',
    operationId: 'edit_scenarios',
    summary: 'Change scenarios: what is left out is kept, null clears.',
    ...editing,
    body: z.object({ scenarios: listOf(scenarioEdit) }),
    answer: several,
    handle: async ({ body }, { scope }) =>
      wireList('scenarios', await editScenarios(engine, scope, body.scenarios), wireScenario),
  }),
  projectRoute({
    method: 'PATCH',
    path: '/evaluations/scenarios/{id}',
    operationId: 'edit_scenario',
    summary: 'Change a scenario: what is left out is kept, null clears.',
    ...editing,
    params: idParams,
    body: z.object({ scenario: scenarioEdit.extend({ id: optional(uuid) }) }),
    answer: one,
    handle: async ({ params, body }, { scope }) => {
      refuseOtherId(params.id, body.scenario.id)
      const [scenario] = await editScenarios(engine, scope, [{ ...body.scenario, id: params.id }])
      return wireOne('scenario', scenario, wireScenario)
    },
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/scenarios/',
    operationId: 'delete_scenarios',
    summary: 'Remove scenarios with their results and metrics.',
    ...editing,
    body: z.object({ scenario_ids: idList }),
    answer: idsAnswer('scenario_ids'),
    handle: async ({ body }, { scope }) =>
      wireIds('scenario_ids', await deleteOwned(engine, scope, 'scenario', body.scenario_ids)),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/scenarios/{id}',
    operationId: 'delete_scenario',
    summary: 'Remove a scenario with its results and metrics.',
    ...editing,
    params: idParams,
    answer: idAnswer('scenario_id'),
    handle: async ({ params }, { scope }) =>
      wireId('scenario_id', await deleteOwned(engine, scope, 'scenario', [params.id])),
  }),
]

const readRoutes = ({ limits }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/evaluations/scenarios/{id}',
    operationId: 'fetch_scenario',
    summary: 'Fetch one scenario.',
    ...reading,
    params: idParams,
    answer: one,
    handle: async ({ params }, { scope }) =>
      wireOne('scenario', await fetched(scope, 'scenario', params.id), wireScenario),
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/scenarios/query',
    operationId: 'query_scenarios',
    summary: 'Scenarios that match, oldest first.',
    ...reading,
    body: queryBody('scenario', scenarioFilter),
    bodyOptional: true,
    answer: several,
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.scenario ?? {}, windowing: body.windowing ?? {} }
      const page = await queryEvaluationRecords(scope, 'scenario', query, limits)
      return wirePage('scenarios', page, wireScenario)
    },
  }),
]

export const scenarioRoutes = (context: EvaluationContext): readonly Route[] => [
  ...writeRoutes(context),
  ...readRoutes(context),
]
