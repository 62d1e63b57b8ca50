// What the evaluators of a run answered, row by row: what comparisons and gates are made of. A row is a testcase or a
// trace; in one run it may have several scenarios, and each of them several repeats.
import type { Fault } from '../../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationResult, EvaluationRun, EvaluationScenario } from '../../storage/contract/contract.ts'
import { dedupKey } from '../../testsets/identity.ts'
import { rootSpans, spanOutputs } from '../../programs/execution/stored-traces.ts'
import { outputsPath } from '../statistics/metrics.ts'
import { judgedStep, stepsOf, type RunData, type Step } from '../plan/steps.ts'
import { unfit, type EvaluationEngine } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'

export type RowMatch = 'testcase_id' | 'testcase_dedup_id'

export interface ChosenRun {
  readonly run: EvaluationRun
  /** Of runs with several applications: the one that is looked at; absent: the first. */
  readonly application?: { readonly stepKey: string; readonly loc: Fault['loc'] } | undefined
  readonly match: RowMatch
}

type Value = number | boolean
/** By evaluator, then by path; a list has one value for each repeat. */
export type EvaluatorValues = ReadonlyMap<string, ReadonlyMap<string, readonly Value[]>>

export interface ScenarioValues {
  readonly scenario: EvaluationScenario
  /** What rows of runs are matched by. */
  readonly row: string
  readonly testcaseId: string | undefined
  /** The trace that was judged: that of the invocation, else the one the scenario is about. */
  readonly traceId: string | undefined
  readonly values: EvaluatorValues
}

/** The application that is looked at; undefined: the run has none. */
function applicationOf(data: RunData, { application }: ChosenRun): Step | undefined {
  const applications = stepsOf(data, 'invocation')
  if (application === undefined) return applications[0]
  const found = applications.find(({ key }) => key === application.stepKey)
  if (found === undefined) {
    throw unfit(`The run has no application step '${application.stepKey}'.`, application.loc)
  }
  return found
}

/** The slug of the evaluator, which stays the same from revision to revision; else the key of its step. */
const slugOf = (step: Step): string => step.references['evaluator']?.slug ?? step.key

/** The judgements about one application, by the name under which runs share them: two of one evaluator keep their keys. */
export function evaluatorSteps(data: RunData, application: Step | undefined): ReadonlyMap<string, Step> {
  const steps = stepsOf(data, 'annotation').filter((step) => {
    const judged = judgedStep(data, step)
    return judged === undefined || judged.key === application?.key
  })
  const bySlug = Map.groupBy(steps, slugOf)
  return new Map(
    steps.map((step) => [(bySlug.get(slugOf(step)) ?? []).length > 1 ? step.key : slugOf(step), step]),
  )
}

const isValue = (value: Json): value is Value => typeof value === 'number' || typeof value === 'boolean'

/** Numbers and booleans of outputs by their full path. */
function valuesIn(outputs: Json, path = outputsPath): readonly (readonly [string, Value])[] {
  if (isValue(outputs)) return [[path, outputs]]
  if (!isJsonObject(outputs)) return []
  return Object.entries(outputs).flatMap(([name, below]) => valuesIn(below, `${path}.${name}`))
}

const resultsAtOnce = 500

/** Values of successful judgements, by the id of the result. */
async function judgements(
  engine: EvaluationEngine,
  scope: Scope,
  results: readonly EvaluationResult[],
): Promise<ReadonlyMap<string, readonly (readonly [string, Value])[]>> {
  const found = new Map<string, readonly (readonly [string, Value])[]>()
  for (let start = 0; start < results.length; start += resultsAtOnce) {
    const some = results.slice(start, start + resultsAtOnce)
    const ids = some.flatMap(({ traceId }) => traceId ?? [])
    const roots = await rootSpans(engine.spans, scope.projectId, ids)
    for (const { id, traceId } of some) {
      const root = traceId === undefined ? undefined : roots.get(traceId)
      const outputs = root && spanOutputs(root)
      if (outputs !== undefined) found.set(id, valuesIn(outputs))
    }
  }
  return found
}

const testcasesAtOnce = 1000

/** The ids by which rows stay the same when they are edited. */
async function dedupIds(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const wanted = [...new Set(ids)]
  for (let start = 0; start < wanted.length; start += testcasesAtOnce) {
    const some = wanted.slice(start, start + testcasesAtOnce)
    for (const { id, dataText } of await scope.store.read.testcases(scope.projectId, some)) {
      const dedupId = (JSON.parse(dataText) as JsonObject)[dedupKey]
      if (typeof dedupId === 'string') found.set(id, dedupId)
    }
  }
  return found
}

/** The values of one scenario, repeats in order. */
function scenarioValues(
  steps: ReadonlyMap<string, Step>,
  results: readonly EvaluationResult[],
  values: ReadonlyMap<string, readonly (readonly [string, Value])[]>,
): EvaluatorValues {
  const all = new Map<string, Map<string, Value[]>>()
  for (const [name, step] of steps) {
    const own = results.filter(({ stepKey }) => stepKey === step.key)
    const paths = new Map<string, Value[]>()
    for (const { id } of own.toSorted((a, b) => a.repeatIdx - b.repeatIdx)) {
      for (const [path, value] of values.get(id) ?? []) {
        paths.set(path, [...(paths.get(path) ?? []), value])
      }
    }
    if (paths.size > 0) all.set(name, paths)
  }
  return all
}

/** What there is of a run, scenarios in the order they were made. Scenarios without a testcase or trace are left out. */
export async function runValues(
  engine: EvaluationEngine,
  scope: Scope,
  chosen: ChosenRun,
): Promise<readonly ScenarioValues[]> {
  const { run } = chosen
  const data = runData(run)
  const application = applicationOf(data, chosen)
  const steps = evaluatorSteps(data, application)
  const stepKeys = new Set([...steps.values()].map(({ key }) => key))
  const inputs = new Set(stepsOf(data, 'input').map(({ key }) => key))
  const { read } = scope.store
  const filter = { runIds: [run.id] }
  const scenarios = await read.evaluationRecords('scenario', scope.projectId, filter)
  const results = await read.evaluationRecords('result', scope.projectId, filter)
  const judged = results.filter(({ stepKey, status }) => stepKeys.has(stepKey) && status === 'success')
  const values = await judgements(engine, scope, judged)
  const resultsOf = Map.groupBy(results, ({ scenarioId }) => scenarioId)
  const sources = results.filter(({ stepKey }) => inputs.has(stepKey))
  const dedup =
    chosen.match === 'testcase_id'
      ? new Map<string, string>()
      : await dedupIds(
          scope,
          sources.flatMap(({ testcaseId }) => testcaseId ?? []),
        )
  return scenarios.flatMap((scenario): readonly ScenarioValues[] => {
    const own = resultsOf.get(scenario.id) ?? []
    const source = own.find(
      (result) => inputs.has(result.stepKey) && (result.testcaseId ?? result.traceId) !== undefined,
    )
    const testcaseId = source?.testcaseId
    const row =
      (testcaseId === undefined ? undefined : dedup.get(testcaseId)) ?? testcaseId ?? source?.traceId
    if (row === undefined) return []
    const invocation = own.find(({ stepKey, repeatIdx }) => stepKey === application?.key && repeatIdx === 0)
    return [
      {
        scenario,
        row,
        testcaseId,
        traceId: invocation?.traceId ?? source?.traceId,
        values: scenarioValues(steps, own, values),
      },
    ]
  })
}
