// Routes of the metrics of runs, scenarios and times.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { deleteRecords } from '../../evaluations/records/ownership.ts'
import { writeMetrics } from '../../evaluations/records/metrics.ts'
import { queryEvaluationRecords } from '../../evaluations/records/query.ts'
import { refreshMetrics } from '../../evaluations/simple/refresh.ts'
import { bool, jsonObject, optional, time, uuid } from '../../kernel/validation.ts'
import { list } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { idParams, listOf } from '../field-schemas.ts'
import { editorAccess, fetchOne, viewerAccess, type EvaluationContext } from './context.ts'
import { answerSchemas, idsAnswer, wireIds, wireList, wireMetrics, wirePage } from './wire.ts'
import {
  alternatives,
  idList,
  interval,
  newFields,
  ownedFilter,
  queryBody,
  readOwnedFilter,
  status,
} from './request-schemas.ts'
import { pageCodes, runCodes } from '../codes.ts'

const metricsInput = z
  .object({
    run_id: uuid,
    scenario_id: optional(uuid),
    timestamp: optional(time),
    interval: optional(interval),
    status: optional(status),
    data: optional(jsonObject),
    ...newFields,
  })
  .transform(({ run_id, scenario_id, ...members }) => ({
    ...members,
    runId: run_id,
    scenarioId: scenario_id,
  }))
  .meta({ id: 'NewMetrics' })

const metricsBody = withExample(
  z.object({ metrics: listOf(metricsInput) }).meta({ id: 'WriteMetricsRequest' }),
  { metrics: [{ run_id: '01a1e262-36aa-7c0c-ac3d-c4cd1d7e1d6a', data: {} }] },
)

/** `true`: must be present, `false`: must be absent. */
const listOrPresence = <T extends z.ZodType>(item: T) =>
  z.union([listOf(item), bool], { error: 'Input should be a list, true or false.' })

const presenceFilter = <T>(
  single: T | undefined,
  plural: readonly T[] | boolean | undefined,
): readonly T[] | boolean | undefined => (typeof plural === 'boolean' ? plural : alternatives(single, plural))

const metricsFilter = ownedFilter
  .extend({
    scenario_id: optional(uuid),
    scenario_ids: optional(listOrPresence(uuid)),
    timestamp: optional(time),
    timestamps: optional(listOrPresence(time)),
  })
  .transform((input) => ({
    ...readOwnedFilter(input),
    scenarioIds: presenceFilter(input.scenario_id, input.scenario_ids),
    timestamps: presenceFilter(input.timestamp, input.timestamps),
  }))
  .meta({ id: 'MetricsFilter' })

const refreshTarget = z
  .object({
    run_id: optional(uuid),
    run_ids: optional(idList),
    scenario_id: optional(uuid),
    scenario_ids: optional(idList),
    timestamp: optional(time),
    timestamps: optional(listOf(time)),
    interval: optional(interval),
  })
  .transform((input) => ({
    runIds: input.run_ids ?? alternatives(input.run_id, undefined) ?? [],
    scenarioIds: alternatives(input.scenario_id, input.scenario_ids) ?? [],
    timestamps: alternatives(input.timestamp, input.timestamps) ?? [],
    interval: input.interval,
  }))
  .meta({ id: 'MetricsRefresh' })

const metricList = list('metrics', answerSchemas.metrics)

const writeRouteNames = [
  ['POST', 'create'],
  ['PUT', 'set'],
  ['PATCH', 'edit'],
] as const

const writeRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  ...writeRouteNames.map(([method, verb]) =>
    projectRoute({
      method,
      path: '/evaluations/metrics/',
      operationId: `${verb}_metrics`,
      sdkName: `metrics.${verb}`,
      errors: runCodes,
      summary:
        'Write metrics of a run, a scenario or a time. Existing metrics with the same key are updated.',
      ...editorAccess,
      body: metricsBody,
      answer: metricList,
      handle: async ({ body }, { scope }) =>
        wireList('metrics', await writeMetrics({ engine, scope }, body.metrics), wireMetrics),
    }),
  ),
  projectRoute({
    method: 'POST',
    path: '/evaluations/metrics/refresh',
    operationId: 'refresh_metrics',
    examples: { body: { metrics: { run_ids: ['01a1e242-f854-767e-9ed1-d602faf56009'] } } },
    sdkName: 'metrics.refresh',
    errors: runCodes,
    summary: 'Compute metrics from results and their traces, and store them.',
    ...editorAccess,
    body: z.object({ metrics: refreshTarget }),
    answer: metricList,
    handle: async ({ body }, { scope }) =>
      wireList('metrics', await refreshMetrics({ engine, scope }, body.metrics), wireMetrics),
  }),
]

const deleteRoutes = ({ engine }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/metrics/{id}',
    operationId: 'delete_metric',
    sdkName: 'metrics.delete',
    errors: runCodes,
    summary: 'Delete one row of metrics.',
    ...editorAccess,
    params: idParams,
    answer: idsAnswer('metrics_ids'),
    handle: async ({ params }, { scope }) =>
      wireIds('metrics_ids', await deleteRecords({ engine, scope }, { kind: 'metrics', ids: [params.id] })),
  }),
  projectRoute({
    method: 'DELETE',
    path: '/evaluations/metrics/',
    operationId: 'delete_metrics',
    examples: {
      body: {
        metrics_ids: [
          '01a1e261-7898-7bc2-afed-caf805f1d2ab',
          '01a1e261-7898-7c51-bccd-5086a18171cf',
          '01a1e261-7898-7c83-9bc8-97f452b839ed',
        ],
      },
    },
    sdkName: 'metrics.deleteMany',
    errors: runCodes,
    summary: 'Delete rows of metrics.',
    ...editorAccess,
    body: z.object({ metrics_ids: idList }),
    answer: idsAnswer('metrics_ids'),
    handle: async ({ body }, { scope }) =>
      wireIds(
        'metrics_ids',
        await deleteRecords({ engine, scope }, { kind: 'metrics', ids: body.metrics_ids }),
      ),
  }),
]

const readRoutes = ({ limits }: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/evaluations/metrics/query',
    operationId: 'query_metrics',
    examples: { body: { metrics: { run_id: '01a1e261-7611-7f3b-b589-e601188a7a04', interval: 1 } } },
    sdkName: 'metrics.query',
    errors: pageCodes,
    summary: 'Matching metrics, oldest first.',
    ...viewerAccess,
    body: queryBody('metrics', metricsFilter),
    bodyOptional: true,
    answer: metricList,
    handle: async ({ body }, { scope }) => {
      const query = { filter: body.metrics ?? {}, windowing: body.windowing ?? {} }
      const page = await queryEvaluationRecords(scope, { kind: 'metrics', evaluationQuery: query, limits })
      return wirePage('metrics', page, wireMetrics)
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/evaluations/metrics/{id}',
    operationId: 'fetch_metrics',
    sdkName: 'metrics.fetch',
    summary: 'Fetch one row of metrics, as a list.',
    ...viewerAccess,
    params: idParams,
    answer: metricList,
    handle: async ({ params }, { scope }) => {
      const row = await fetchOne(scope, { kind: 'metrics', id: params.id })
      return wireList('metrics', row === undefined ? [] : [row], wireMetrics)
    },
  }),
]

export const metricsRoutes = (context: EvaluationContext): readonly Route[] => [
  ...writeRoutes(context),
  ...deleteRoutes(context),
  ...readRoutes(context),
]
