// Do the people of a queue agree? Measured for each value that its evaluators ask for, over the scenarios that two or more
// have judged; and the scenarios on which they do not.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult } from '../../storage/contract/contract.ts'
import { rootSpans } from '../../programs/execution/stored-traces.ts'
import type { Step } from '../plan/steps.ts'
import { plannedScenarios } from '../records/cells.ts'
import { recordOf, type EvaluationEngine } from '../records/engine.ts'
import { outputsSchema } from '../simple/chosen-revisions.ts'
import { agreementOf, type Agreement, type Judgement, type Scale } from '../statistics/agreement.ts'
import { inferredSpecs, outputsPath, schemaSpecs, type MetricType } from '../statistics/metrics.ts'
import { isJudged, judgeOf } from './items.ts'
import { judgedSteps, judgedTrace, queueState, sourceResult } from './turns.ts'
import { withRuns, type SimpleQueue } from './simple-queues.ts'

export interface MeasuredAgreement extends Agreement {
  readonly stepKey: string
  readonly path: string
  readonly scale: Scale
}

/** A value on which those who judged a scenario do not agree. */
export interface Disagreement {
  readonly stepKey: string
  readonly path: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly testcaseId: string | undefined
  readonly values: readonly { readonly userId: string; readonly value: Judgement }[]
}

export interface QueueAgreement {
  readonly measures: readonly MeasuredAgreement[]
  readonly disagreements: readonly Disagreement[]
  /** How many there are; only the first are listed. */
  readonly disagreementCount: number
}

const listedMax = 100

/** Free text agrees with nothing; lists and objects have no scale. */
const scales: Readonly<Partial<Record<MetricType, Scale>>> = {
  binary: 'nominal',
  'categorical/single': 'nominal',
  'numeric/discrete': 'ordinal',
  'numeric/continuous': 'interval',
}

interface Given {
  readonly scenarioId: string
  readonly userId: string
  readonly root: JsonObject
}

/** What was judged of a step, with the root spans of the judgements. */
async function givenFor(
  engine: EvaluationEngine,
  scope: Scope,
  results: readonly EvaluationResult[],
): Promise<readonly Given[]> {
  const ids = results.flatMap(({ traceId }) => traceId ?? [])
  const roots = await rootSpans(engine.spans, scope.projectId, ids)
  return results.flatMap((result) => {
    const root = roots.get(result.traceId ?? '')
    return root === undefined ? [] : [{ scenarioId: result.scenarioId, userId: judgeOf(result), root }]
  })
}

const valueAt = (root: JsonObject, path: string): Json | undefined => {
  const found = readPath(root, path)
  return found.found ? found.value : undefined
}

const isJudgement = (value: Json | undefined): value is Judgement =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'

interface Split {
  readonly stepKey: string
  readonly path: string
  readonly scenarioId: string
  readonly values: readonly { readonly userId: string; readonly value: Judgement }[]
}

/** One value of one step: how far they agree, and where they do not. */
function measured(
  step: Step,
  { path, scale }: { readonly path: string; readonly scale: Scale },
  given: readonly Given[],
): { readonly measure: MeasuredAgreement; readonly splits: readonly Split[] } | undefined {
  const people = [...new Set(given.map(({ userId }) => userId))].sort()
  const rows = [...Map.groupBy(given, ({ scenarioId }) => scenarioId)].map(([scenarioId, own]) => {
    const byUser = new Map(own.map(({ userId, root }) => [userId, valueAt(root, path)]))
    const values = people.flatMap((userId) => {
      const value = byUser.get(userId)
      return isJudgement(value) ? [{ userId, value }] : []
    })
    return { scenarioId, values }
  })
  const judged = rows.map(({ values }) => {
    const byUser = new Map(values.map(({ userId, value }) => [userId, value]))
    return people.map((userId) => byUser.get(userId))
  })
  const agreement = agreementOf(judged, scale)
  if (agreement === undefined) return undefined
  const short = path.slice(outputsPath.length + 1)
  return {
    measure: { ...agreement, stepKey: step.key, path: short, scale },
    splits: rows
      .filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1)
      .map((row) => ({ ...row, stepKey: step.key, path: short })),
  }
}

async function stepAgreement(
  engine: EvaluationEngine,
  scope: Scope,
  step: Step,
  results: readonly EvaluationResult[],
): Promise<readonly NonNullable<ReturnType<typeof measured>>[]> {
  const given = await givenFor(engine, scope, results)
  const schema = await outputsSchema(engine, scope, step)
  const outputs = given.flatMap(({ root }) => valueAt(root, outputsPath) ?? [])
  const specs = schema === undefined ? inferredSpecs(outputs) : schemaSpecs(schema)
  return specs.flatMap(({ path, type }) => {
    const scale = scales[type]
    return (scale && measured(step, { path, scale }, given)) ?? []
  })
}

/** With what the scenarios are about. */
async function located(
  scope: Scope,
  { queue, run }: SimpleQueue,
  splits: readonly Split[],
): Promise<readonly Disagreement[]> {
  const ids = [...new Set(splits.map(({ scenarioId }) => scenarioId))]
  if (ids.length === 0) return []
  const planned = await plannedScenarios(scope.store.read, scope.projectId, run, ids)
  const byId = new Map(planned.map((one) => [one.scenario.id, one]))
  const steps = judgedSteps(queue, run)
  return splits.map((split) => {
    const one = byId.get(split.scenarioId)
    const step = steps.find(({ key }) => key === split.stepKey)
    return {
      ...split,
      traceId: one && step && judgedTrace(run, one, { step, repeatIdx: 0 }),
      testcaseId: one && sourceResult(run, one)?.testcaseId,
    }
  })
}

/** Undefined: there is no such queue. */
export async function queueAgreement(
  engine: EvaluationEngine,
  scope: Scope,
  queueId: string,
): Promise<QueueAgreement | undefined> {
  const queue = await recordOf(scope.store.read, scope.projectId, 'queue', queueId)
  const [found] = queue === undefined ? [] : await withRuns(scope, [queue])
  if (found === undefined) return undefined
  const state = await queueState(scope.store.read, scope.projectId, { ...found, now: engine.clock.now() })
  const inQueue = new Set(state.scenarioIds)
  const judged = state.results.filter((result) => isJudged(result) && inQueue.has(result.scenarioId))
  // Scenarios that one person judged say nothing: their traces are not read.
  const twice = [...Map.groupBy(judged, ({ stepKey, scenarioId }) => `${stepKey} ${scenarioId}`).values()]
    .filter((results) => new Set(results.map(judgeOf)).size > 1)
    .flat()
  const all = []
  for (const step of judgedSteps(found.queue, found.run)) {
    const own = twice.filter(({ stepKey }) => stepKey === step.key)
    if (own.length > 0) all.push(...(await stepAgreement(engine, scope, step, own)))
  }
  const splits = all.flatMap((one) => one.splits)
  return {
    measures: all.map(({ measure }) => measure),
    disagreements: await located(scope, found, splits.slice(0, listedMax)),
    disagreementCount: splits.length,
  }
}
