// Converts evaluation records to answers. Fields without a value are absent.
import { withExample, withGeneratedExample } from '../examples.ts'
import {
  evaluationResultExample,
  evaluationRunExample,
  simpleEvaluationExample,
  simpleQueueExample,
} from './examples.ts'
import { z } from 'zod'
import { roleReaches, type Scope } from '../../access/scope.ts'
import { detailedMessage } from '../../programs/failure.ts'
import { choicesOf } from '../../evaluations/simple/simple-evaluations.ts'
import { runData } from '../../evaluations/records/run-data.ts'
import { statuses } from '../../evaluations/plan/status.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type {
  EvaluationKind,
  EvaluationMetrics,
  EvaluationQueue,
  EvaluationRecords,
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
} from '../../storage/contract/contract.ts'
import type { Page } from '../../versioning/windowing.ts'
import {
  commonSchema,
  freeObject,
  id,
  lifecycle,
  namedSchema,
  pascal,
  definedMembers,
} from '../record-fields.ts'

/** The version of these records that clients expect. */
const recordVersion = '2025-07-14'

const header = (record: EvaluationRecords[EvaluationKind]) => ({
  id: record.id,
  version: recordVersion,
  flags: Object.keys(record.flags).length === 0 ? undefined : record.flags,
  tags: record.tags,
  meta: record.meta,
})

/** The testset revision of a run, if it has exactly one. */
function testsetRevisionId(run: EvaluationRun): string | undefined {
  const ids = new Set(
    runData(run).steps.flatMap(({ references }) => references['testset_revision']?.id ?? []),
  )
  return ids.size === 1 ? [...ids][0] : undefined
}

export const wireRun = (run: EvaluationRun): JsonObject =>
  definedMembers({
    ...header(run),
    name: run.name,
    description: run.description,
    status: run.status,
    testset_revision_id: testsetRevisionId(run),
    data: run.data,
    ...lifecycle(run),
  })

/** `links` leads to the traces of the scenario's steps; some requests need them. */
export const wireScenario = (scenario: EvaluationScenario, links?: JsonObject): JsonObject =>
  definedMembers({
    ...header(scenario),
    run_id: scenario.runId,
    status: scenario.status,
    interval: scenario.interval,
    timestamp: scenario.timestamp,
    links,
    ...lifecycle(scenario),
  })

/** Shows the error text of a program or model to editors and admins only: they may change the called revision. */
function visibleError(error: JsonObject | undefined, { role }: Pick<Scope, 'role'>): JsonObject | undefined {
  if (error === undefined || error['said'] === undefined) return error
  const { said, ...rest } = error
  const { message } = error
  return typeof said === 'string' && typeof message === 'string' && roleReaches(role, 'editor')
    ? { ...rest, message: detailedMessage({ message, upstreamMessage: said }) }
    : rest
}

export const wireResult = (result: EvaluationResult, scope: Pick<Scope, 'role'>): JsonObject =>
  definedMembers({
    ...header(result),
    run_id: result.runId,
    scenario_id: result.scenarioId,
    step_key: result.stepKey,
    repeat_idx: result.repeatIdx,
    status: result.status,
    trace_id: result.traceId,
    testcase_id: result.testcaseId,
    hash_id: result.hashId,
    error: visibleError(result.error, scope),
    interval: result.interval,
    timestamp: result.timestamp,
    ...lifecycle(result),
  })

export const wireMetrics = (metrics: EvaluationMetrics): JsonObject =>
  definedMembers({
    ...header(metrics),
    run_id: metrics.runId,
    scenario_id: metrics.scenarioId,
    timestamp: metrics.timestamp,
    interval: metrics.interval,
    status: metrics.status,
    data: metrics.data,
    ...lifecycle(metrics),
  })

const queueDataKeys = ['user_ids', 'scenario_ids', 'step_keys', 'batch_size', 'batch_offset'] as const

export const wireQueue = (queue: EvaluationQueue): JsonObject =>
  definedMembers({
    ...header(queue),
    run_id: queue.runId,
    name: queue.name,
    description: queue.description,
    status: queue.status,
    data: definedMembers(Object.fromEntries(queueDataKeys.map((key) => [key, queue.data?.[key]]))),
    ...lifecycle(queue),
  })

const undefinedIfEmpty = (choice: JsonObject): JsonObject | undefined =>
  Object.keys(choice).length === 0 ? undefined : choice

/** The run as a selection of revisions. */
export function wireSimpleEvaluation(run: EvaluationRun): JsonObject {
  const { repeats, concurrency } = runData(run)
  const { queries, testsets, applications, evaluators } = choicesOf(run)
  return definedMembers({
    ...header(run),
    name: run.name,
    description: run.description,
    testset_revision_id: testsetRevisionId(run),
    data: definedMembers({
      status: run.status,
      query_steps: undefinedIfEmpty(queries),
      testset_steps: undefinedIfEmpty(testsets),
      application_steps: undefinedIfEmpty(applications),
      evaluator_steps: undefinedIfEmpty(evaluators),
      repeats,
      concurrency,
    }),
    ...lifecycle(run),
  })
}

const recordSchema = {
  id,
  version: z.string(),
  status: z.enum(statuses).optional(),
  ...commonSchema,
}
const recordData = freeObject.meta({ id: 'EvaluationRecordData' })
const namedRecord = {
  ...recordSchema,
  name: z.string().optional(),
  description: z.string().optional(),
  data: recordData.optional(),
}
const testsetField = { testset_revision_id: id.optional() }
const link = z.object({ trace_id: z.string(), span_id: z.string().optional() }).meta({ id: 'EvaluationLink' })
/** A list if there are several repeats. */
const links = z.union([link, z.array(link)])
const timeFields = { interval: z.int().optional(), timestamp: z.string().optional() }

/** Created once: the OpenAPI document refers to them by name. */
export const answerSchemas = {
  run: withExample(
    z.looseObject({ ...namedRecord, ...testsetField }).meta({ id: 'EvaluationRun' }),
    evaluationRunExample,
  ),
  scenario: withExample(
    z
      .looseObject({
        ...recordSchema,
        run_id: id,
        ...timeFields,
        links: z.record(z.string(), links).optional(),
      })
      .meta({ id: 'EvaluationScenario' }),
    {
      id: '01a1e242-c4f4-739d-81c2-d77e91145363',
      version: '2025-07-14',
      run_id: '01a1e242-c2ec-7906-b38f-30dcd795ebbe',
      status: 'pending',
      created_at: '2026-11-16T02:49:49.044308Z',
      created_by_id: '01a1e242-6aba-735c-93ac-46eacc7e1fb9',
    },
  ),
  result: withExample(
    z
      .looseObject({
        ...recordSchema,
        run_id: id,
        scenario_id: id,
        step_key: z.string(),
        repeat_idx: z.int(),
        trace_id: z.string().optional(),
        testcase_id: z.string().optional(),
        hash_id: z.string().optional(),
        error: freeObject.optional(),
        ...timeFields,
      })
      .meta({ id: 'EvaluationResult' }),
    evaluationResultExample,
  ),
  metrics: withExample(
    z
      .looseObject({
        ...recordSchema,
        run_id: id,
        scenario_id: id.optional(),
        ...timeFields,
        data: freeObject.optional(),
      })
      .meta({ id: 'EvaluationMetrics' }),
    {
      id: '01a1e262-3ef1-741c-8cfc-381a31fe1133',
      version: '2025-07-14',
      run_id: '01a1e262-36aa-7c0c-ac3d-c4cd1d7e1d6a',
      status: 'pending',
      data: {},
      created_at: '2026-11-16T03:24:11.889281Z',
      created_by_id: '01a1e261-de02-758d-a77e-ef1b7c9c018c',
    },
  ),
  queue: withExample(z.looseObject({ ...namedRecord, run_id: id }).meta({ id: 'EvaluationQueue' }), {
    id: '01a1e27e-7635-7326-9fc6-8e93a8cdaffa',
    version: '2025-07-14',
    flags: { is_sequential: false, is_default: false },
    run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635',
    status: 'pending',
    data: {},
    created_at: '2026-11-16T03:55:01.045309Z',
    created_by_id: '01a1e27e-6ebc-7902-8f8e-0068ef5d49f0',
  }),
  simpleEvaluation: withExample(
    z.looseObject({ ...namedRecord, ...testsetField }).meta({ id: 'SimpleEvaluation' }),
    simpleEvaluationExample,
  ),
  simpleQueue: withExample(
    z.looseObject({ ...namedRecord, run_id: id }).meta({ id: 'SimpleQueue' }),
    simpleQueueExample,
  ),
} as const

const exampleRecordId = '01a1e260-c526-7dce-a3d1-7e071c3bd434'

export const idsAnswer = (key: string): z.ZodObject =>
  withGeneratedExample(
    namedSchema(`${pascal(key)}Response`, () => z.object({ count: z.int(), [key]: z.array(id) })),
    { count: 1, [key]: [exampleRecordId] },
  )
export const idAnswer = (key: string): z.ZodObject =>
  withGeneratedExample(
    namedSchema(`${pascal(key)}Response`, () => z.object({ count: z.int(), [key]: id.optional() })),
    { count: 1, [key]: exampleRecordId },
  )

/** `{"count": 1, "<key>": …}`, or `{"count": 0}` when there is none. */
export const wireOne = <T>(key: string, record: T | undefined, wire: (record: T) => JsonObject): JsonObject =>
  record === undefined ? { count: 0 } : { count: 1, [key]: wire(record) }

export const wireList = <T>(
  key: string,
  records: readonly T[],
  wire: (record: T) => JsonObject,
): JsonObject => ({ count: records.length, [key]: records.map(wire) })

export const wirePage = <T>(key: string, page: Page<T>, wire: (record: T) => JsonObject): JsonObject => ({
  ...wireList(key, page.items, wire),
  ...(page.windowing === undefined ? {} : { windowing: definedMembers({ ...page.windowing }) }),
})

export const wireIds = (key: string, ids: readonly string[]): JsonObject => ({
  count: ids.length,
  [key]: ids,
})

/** The answer to the deletion of one record: the id is absent if there was no record. */
export const wireId = (key: string, [id]: readonly string[]): JsonObject =>
  id === undefined ? { count: 0 } : { count: 1, [key]: id }
