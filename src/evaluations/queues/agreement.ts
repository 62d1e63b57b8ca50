// Inter-annotator agreement of a queue, measured for each value over the scenarios that two or more people have
// annotated, with the scenarios on which they disagree.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult } from '../../storage/contract/contract.ts'
import { rootSpans } from '../../programs/execution/stored-traces.ts'
import type { Step } from '../plan/steps.ts'
import { planScenarios } from '../records/cells.ts'
import { recordOf, type OperationContext } from '../records/engine.ts'
import { stepOutputsSchema } from '../simple/chosen-revisions.ts'
import { agreementOf, type Agreement, type Rating, type Scale } from '../statistics/agreement.ts'
import { inferredSpecs, outputsPath, schemaSpecs, type MetricType } from '../statistics/metrics.ts'
import { isAnnotated, annotatorOf } from './items.ts'
import { annotatedSteps, evaluatedTrace, queueState, sourceResult } from './assignments.ts'
import { withRuns, type SimpleQueue } from './simple-queues.ts'

export interface MeasuredAgreement extends Agreement {
  readonly stepKey: string
  readonly path: string
  readonly scale: Scale
}

/** A value on which the annotators of a scenario disagree. */
export interface Disagreement {
  readonly stepKey: string
  readonly path: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly testcaseId: string | undefined
  readonly values: readonly { readonly userId: string; readonly value: Rating }[]
}

export interface QueueAgreement {
  readonly measures: readonly MeasuredAgreement[]
  readonly disagreements: readonly Disagreement[]
  /** The total number; only the first ones are listed. */
  readonly disagreementCount: number
}

const listedDisagreementsMax = 100

/** Free text is not compared; lists and objects have no scale. */
const scales: Readonly<Partial<Record<MetricType, Scale>>> = {
  binary: 'nominal',
  'categorical/single': 'nominal',
  'numeric/discrete': 'ordinal',
  'numeric/continuous': 'interval',
}

interface AnnotatedRoot {
  readonly scenarioId: string
  readonly userId: string
  readonly root: JsonObject
}

/** The annotations of a step, with their root spans. */
async function annotatedRoots(
  { engine, scope }: OperationContext,
  results: readonly EvaluationResult[],
): Promise<readonly AnnotatedRoot[]> {
  const ids = results.flatMap(({ traceId }) => traceId ?? [])
  const roots = await rootSpans(engine.spans, { projectId: scope.projectId, traceIds: ids })
  return results.flatMap((result) => {
    const root = roots.get(result.traceId ?? '')
    return root === undefined ? [] : [{ scenarioId: result.scenarioId, userId: annotatorOf(result), root }]
  })
}

const valueAt = (root: JsonObject, path: string): Json | undefined => {
  const result = readPath(root, path)
  return result.exists ? result.value : undefined
}

const isComparable = (value: Json | undefined): value is Rating =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string'

/** A disagreement before its trace and testcase are read. */
type SplitVote = Omit<Disagreement, 'traceId' | 'testcaseId'>

/** The agreement on one value of one step, and the scenarios on which people disagree. */
function measureValue(
  step: Step,
  {
    path,
    scale,
    annotations,
  }: { readonly path: string; readonly scale: Scale; readonly annotations: readonly AnnotatedRoot[] },
): { readonly measure: MeasuredAgreement; readonly splits: readonly SplitVote[] } | undefined {
  const people = [...new Set(annotations.map(({ userId }) => userId))].sort()
  const rows = [...Map.groupBy(annotations, ({ scenarioId }) => scenarioId)].map(
    ([scenarioId, annotatedResults]) => {
      const byUser = new Map(annotatedResults.map(({ userId, root }) => [userId, valueAt(root, path)]))
      const values = people.flatMap((userId) => {
        const value = byUser.get(userId)
        return isComparable(value) ? [{ userId, value }] : []
      })
      return { scenarioId, values }
    },
  )
  const table = rows.map(({ values }) => {
    const byUser = new Map(values.map(({ userId, value }) => [userId, value]))
    return people.map((userId) => byUser.get(userId))
  })
  const agreement = agreementOf(table, scale)
  if (agreement === undefined) return undefined
  const shortPath = path.slice(outputsPath.length + 1)
  return {
    measure: { ...agreement, stepKey: step.key, path: shortPath, scale },
    splits: rows
      .filter(({ values }) => new Set(values.map(({ value }) => value)).size > 1)
      .map((row) => ({ ...row, stepKey: step.key, path: shortPath })),
  }
}

async function stepAgreement(
  context: OperationContext,
  { step, results }: { readonly step: Step; readonly results: readonly EvaluationResult[] },
): Promise<readonly NonNullable<ReturnType<typeof measureValue>>[]> {
  const annotations = await annotatedRoots(context, results)
  const schema = await stepOutputsSchema(context, step)
  const outputs = annotations.flatMap(({ root }) => valueAt(root, outputsPath) ?? [])
  const specs = schema === undefined ? inferredSpecs(outputs) : schemaSpecs(schema)
  return specs.flatMap(({ path, type }) => {
    const scale = scales[type]
    return (scale && measureValue(step, { path, scale, annotations })) ?? []
  })
}

/** Adds the testcase or trace of the scenarios. */
async function withSources(
  scope: Scope,
  {
    simpleQueue: { queue, run },
    splits,
  }: { readonly simpleQueue: SimpleQueue; readonly splits: readonly SplitVote[] },
): Promise<readonly Disagreement[]> {
  const ids = [...new Set(splits.map(({ scenarioId }) => scenarioId))]
  if (ids.length === 0) return []
  const scenarioPlans = await planScenarios(
    { reads: scope.store.read, projectId: scope.projectId },
    { run, scenarioIds: ids },
  )
  const byId = new Map(scenarioPlans.map((scenarioPlan) => [scenarioPlan.scenario.id, scenarioPlan]))
  const steps = annotatedSteps(queue, run)
  return splits.map((split) => {
    const scenarioPlan = byId.get(split.scenarioId)
    const step = steps.find(({ key }) => key === split.stepKey)
    return {
      ...split,
      traceId: scenarioPlan && step && evaluatedTrace(run, { scenarioPlan, step, repeatIdx: 0 }),
      testcaseId: scenarioPlan && sourceResult(run, scenarioPlan)?.testcaseId,
    }
  })
}

/** Undefined: the queue does not exist. */
export async function queueAgreement(
  context: OperationContext,
  queueId: string,
): Promise<QueueAgreement | undefined> {
  const queue = await recordOf(
    { reads: context.scope.store.read, projectId: context.scope.projectId },
    { kind: 'queue', id: queueId },
  )
  const [simpleQueue] = queue === undefined ? [] : await withRuns(context.scope, [queue])
  if (simpleQueue === undefined) return undefined
  const state = await queueState(
    { reads: context.scope.store.read, projectId: context.scope.projectId },
    {
      ...simpleQueue,
      now: context.engine.clock.now(),
    },
  )
  const queueScenarioIds = new Set(state.scenarioIds)
  const annotatedResults = state.results.filter(
    (result) => isAnnotated(result) && queueScenarioIds.has(result.scenarioId),
  )
  // Scenarios with one annotator do not count: their traces are not read.
  const comparableResults = [
    ...Map.groupBy(annotatedResults, ({ stepKey, scenarioId }) => `${stepKey} ${scenarioId}`).values(),
  ]
    .filter((results) => new Set(results.map(annotatorOf)).size > 1)
    .flat()
  const valueAgreements = []
  for (const step of annotatedSteps(simpleQueue.queue, simpleQueue.run)) {
    const results = comparableResults.filter(({ stepKey }) => stepKey === step.key)
    if (results.length > 0) valueAgreements.push(...(await stepAgreement(context, { step, results })))
  }
  const splits = valueAgreements.flatMap((agreement) => agreement.splits)
  return {
    measures: valueAgreements.map(({ measure }) => measure),
    disagreements: await withSources(context.scope, {
      simpleQueue,
      splits: splits.slice(0, listedDisagreementsMax),
    }),
    disagreementCount: splits.length,
  }
}
