// Results over HTTP.
import { z } from 'zod'
import { deleteOwned } from '../../evaluations/records/belonging.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { writeResults } from '../../evaluations/records/results.ts'
import { jsonObject, optional, time, uuid } from '../../validation.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams } from '../words.ts'
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
  wireResult,
} from './wire.ts'
import {
  alternatives,
  partFilter,
  readPartFilter,
  idList,
  interval,
  listOf,
  newFields,
  queryBody,
  repeatIdx,
  status,
  stepKey,
  traceId,
} from './words.ts'

const resultInput = z
  .object({
    run_id: uuid,
    scenario_id: uuid,
    step_key: stepKey,
    repeat_idx: optional(repeatIdx),
    status: optional(status),
    trace_id: optional(traceId),
    testcase_id: optional(uuid),
    hash_id: optional(uuid),
    error: optional(jsonObject),
    interval: optional(interval),
    timestamp: optional(time),
    ...newFields,
  })
  .transform(({ run_id, scenario_id, step_key, repeat_idx, trace_id, testcase_id, hash_id, ...sent }) => ({
    ...sent,
    runId: run_id,
    scenarioId: scenario_id,
    stepKey: step_key,
    repeatIdx: repeat_idx ?? 0,
    traceId: trace_id,
    testcaseId: testcase_id,
    hashId: hash_id,
  }))

export const resultsBody = z.object({ results: listOf(resultInput) })

const resultFilter = partFilter
  .extend({
    scenario_id: optional(uuid),
    scenario_ids: optional(idList),
    step_key: optional(stepKey),
    step_keys: optional(listOf(stepKey)),
    repeat_idx: optional(repeatIdx),
    repeat_idxs: optional(listOf(repeatIdx)),
  })
  .transform((sent) => ({
    ...readPartFilter(sent),
    scenarioIds: alternatives(sent.scenario_id, sent.scenario_ids),
    stepKeys: alternatives(sent.step_key, sent.step_keys),
    repeatIdxs: alternatives(sent.repeat_idx, sent.repeat_idxs),
  }))

export const resultList = listAnswer('results', answerSchemas.result)
const editing = { tag, access: 'editor', writes: true } as const
const reading = { tag, access: 'viewer' } as const

const writings = [
  ['POST', 'create_results'],
  ['PUT', 'set_results'],
  ['PATCH', 'edit_results'],
] as const

const upsertRoutes = ({ engine }: EvaluationContext): readonly Route[] =>
  writings.map(([method, operationId]) =>
    projectRoute({
      method,
      path: '/evaluations/results/',
      operationId,
      summary: 'Write results; one of the same run, scenario, step and repeat is updated in place.',
      ...editing,
      body: resultsBody,
      answer: resultList,
      handle: async ({ body }, { scope }) =>
        wireList('results', await writeResults(engine, scope, body.results), wireResult),
    }),
  )

export const resultRoutes = (context: EvaluationContext): readonly Route[] => [
  ...upsertRoutes(context),
  projectRoute({
    method: 'POST',
    path: '/evaluations/results/query',
    operationId: 'query_results',
    summary: 'Results that match, oldest first.',
    ...reading,
    body: queryBody('result', resultFilter),
    bodyOptional: true,
    answer: resultList,
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.result ?? {}, windowing: body.windowing ?? {} }
      const page = await queryEvaluationRecords(scope, 'result', query, context.limits)
      return wirePage('results', page, wireResult)
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/evaluations/results/{id}',
    operationId: 'fetch_result',
    summary: 'Fetch one result.',
    ...reading,
    params: idParams,
    answer: oneAnswer('result', answerSchemas.result),
    handle: async ({ params }, { scope }) =>
      wireOne('result', await fetched(scope, 'result', params.id), wireResult),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/results/{id}',
    operationId: 'delete_result',
    summary: 'Remove a result.',
    ...editing,
    params: idParams,
    answer: idAnswer('result_id'),
    handle: async ({ params }, { scope }) =>
      wireId('result_id', await deleteOwned(context.engine, scope, 'result', [params.id])),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/results/',
    operationId: 'delete_results',
    summary: 'Remove results.',
    ...editing,
    body: z.object({ result_ids: idList }),
    answer: idsAnswer('result_ids'),
    handle: async ({ body }, { scope }) =>
      wireIds('result_ids', await deleteOwned(context.engine, scope, 'result', body.result_ids)),
  }),
]
