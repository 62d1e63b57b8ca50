// Routes of results.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { deleteRecords } from '../../evaluations/records/ownership.ts'
import { writeResults } from '../../evaluations/records/results.ts'
import { jsonObject, optional, time, uuid } from '../../kernel/validation.ts'
import { list } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { editorAccess, type EvaluationContext } from './context.ts'
import { queryRoutes } from './record-routes.ts'
import { answerSchemas, wireList, wireResult } from './wire.ts'
import {
  alternatives,
  partFilter,
  readPartFilter,
  idList,
  interval,
  newFields,
  repeatIdx,
  status,
  stepKey,
  traceId,
} from './request-schemas.ts'
import { listOf } from '../field-schemas.ts'
import { runCodes } from '../codes.ts'

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
  .transform(({ run_id, scenario_id, step_key, repeat_idx, trace_id, testcase_id, hash_id, ...members }) => ({
    ...members,
    runId: run_id,
    scenarioId: scenario_id,
    stepKey: step_key,
    repeatIdx: repeat_idx ?? 0,
    traceId: trace_id,
    testcaseId: testcase_id,
    hashId: hash_id,
  }))
  .meta({ id: 'NewResult' })

export const resultsBody = withExample(
  z.object({ results: listOf(resultInput) }).meta({ id: 'WriteResultsRequest' }),
  {
    results: [
      {
        run_id: '01a1e260-b0e6-7789-b74d-5b93248017e0',
        scenario_id: '01a1e260-c526-7dce-a3d1-7e071c3bd434',
        step_key: 'testset-a',
      },
    ],
  },
)

const resultFilter = partFilter
  .extend({
    scenario_id: optional(uuid),
    scenario_ids: optional(idList),
    step_key: optional(stepKey),
    step_keys: optional(listOf(stepKey)),
    repeat_idx: optional(repeatIdx),
    repeat_idxs: optional(listOf(repeatIdx)),
    testcase_id: optional(uuid),
    testcase_ids: optional(idList),
  })
  .transform((input) => ({
    ...readPartFilter(input),
    scenarioIds: alternatives(input.scenario_id, input.scenario_ids),
    stepKeys: alternatives(input.step_key, input.step_keys),
    repeatIdxs: alternatives(input.repeat_idx, input.repeat_idxs),
    testcaseIds: alternatives(input.testcase_id, input.testcase_ids),
  }))
  .meta({ id: 'ResultFilter' })

export const resultList = list('results', answerSchemas.result)

const writeRouteNames = [
  ['POST', 'create'],
  ['PUT', 'set'],
  ['PATCH', 'edit'],
] as const

const upsertRoutes = ({ engine }: EvaluationContext): readonly Route[] =>
  writeRouteNames.map(([method, verb]) =>
    projectRoute({
      method,
      path: '/evaluations/results/',
      operationId: `${verb}_results`,
      sdkName: `results.${verb}`,
      errors: runCodes,
      summary: 'Write results. An existing result of the same run, scenario, step and repeat is updated.',
      ...editorAccess,
      body: resultsBody,
      answer: resultList,
      handle: async ({ body }, { scope }) =>
        wireList('results', await writeResults({ engine, scope }, { inputs: body.results }), (record) =>
          wireResult(record, scope),
        ),
    }),
  )

export const resultRoutes = (context: EvaluationContext): readonly Route[] => [
  ...upsertRoutes(context),
  ...queryRoutes(context, {
    kind: 'result',
    errors: [],
    order: 'oldest first',
    summaries: { deleteMany: 'Delete results.', deleteOne: 'Delete a result.' },
    examples: {
      ids: ['01a1e261-0251-7b78-afb9-00e01c8c2173'],
      filter: { scenario_id: '01a1e260-c526-7dce-a3d1-7e071c3bd434' },
    },
    filter: resultFilter,
    serializer: async (scope) => (record) => wireResult(record, scope),
    remove: (scope, ids) => deleteRecords({ engine: context.engine, scope }, { kind: 'result', ids }),
  }),
]
