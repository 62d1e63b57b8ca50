// The gate of a run: its metrics against fixed bounds and against those of a baseline.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { comparedMetric } from '../statistics/compare.ts'
import { gateOf, type GateMetric, type GateRule } from '../statistics/gate.ts'
import { metricPath } from '../statistics/metrics.ts'
import { isTerminal } from '../plan/status.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { runMetric } from './compare.ts'
import { knownRuns, sourcesOf } from './compared-runs.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runMetrics } from '../records/refresh.ts'
import { runData } from '../records/run-data.ts'
import { RowTable, type ComparedRuns } from './row-table.ts'
import { evaluatorSteps, isNamed, runRows, type RunRows, type RunSteps } from './run-rows.ts'
import { columnsOfRuns, countedValues, type RunColumns } from './run-values.ts'
import { ownMember } from '../../kernel/own.ts'

export interface Gating {
  readonly runId: string
  readonly baselineRunId?: string | undefined
  readonly rules: readonly GateRule[]
}

function refuseUnfinished({ id, status }: EvaluationRun): void {
  if (isTerminal(status)) return
  throw new AssayError('run_not_finished', {
    message: `Evaluation run '${id}' has not ended: its status is ${status}.`,
    run_id: id,
  })
}

/** The step that a rule is about: an evaluator first, else any other, so that costs of an application can be bounded. */
function stepOf(run: EvaluationRun, name: string): Step | undefined {
  const data = runData(run)
  const own = evaluatorSteps(data, stepsOf(data, 'invocation')[0])
  const byName = own.get(name) ?? [...own.values()].find((step) => isNamed(step, name))
  return byName ?? data.steps.find((step) => step.type !== 'input' && isNamed(step, name))
}

/** A finished run with what its rules may ask for. */
interface Measured {
  readonly run: EvaluationRun
  readonly metrics: JsonObject
}

function statisticsOf({ run, metrics }: Measured, { evaluator, path }: GateRule): JsonObject | undefined {
  const step = stepOf(run, evaluator)
  const ofStep = step === undefined ? undefined : ownMember(metrics, step.key)
  const found = isJsonObject(ofStep) ? ownMember(ofStep, metricPath(path)) : undefined
  return isJsonObject(found) ? found : undefined
}

/** The name under which the values of a rule's evaluator are listed. */
function valueName(run: EvaluationRun, name: string): string {
  const step = stepOf(run, name)
  const data = runData(run)
  const named = [...evaluatorSteps(data, stepsOf(data, 'invocation')[0])]
  return named.find(([, one]) => one.key === step?.key)?.[0] ?? name
}

interface ComparedPair extends ComparedRuns {
  readonly columns: readonly RunColumns[]
}

/** Whether the two runs differ on a metric by more than chance. */
async function differs(pair: ComparedPair, { evaluator, path }: GateRule): Promise<boolean> {
  const runs = pair.runs.map(({ run }, side) =>
    runMetric(pair, pair.columns[side], {
      side,
      evaluator: valueName(run, evaluator),
      path: metricPath(path),
    }),
  )
  const { differences } = await comparedMetric({ evaluator, path, runs })
  const [difference] = Array.isArray(differences) ? (differences as readonly JsonObject[]) : []
  return difference?.['significant'] === true
}

/**
 * What both runs have of the evaluators that rules name. Rows are matched by their ids where both runs have the same ones, else by what
 * stays when rows are edited.
 */
async function comparedPair(
  engine: EvaluationEngine,
  scope: Scope,
  [baseline, current]: readonly [EvaluationRun, EvaluationRun],
  rules: readonly GateRule[],
): Promise<ComparedPair> {
  const match = sourcesOf(baseline) === sourcesOf(current) ? 'testcase_id' : 'testcase_dedup_id'
  const named = ({ evaluators }: RunSteps, run: EvaluationRun): ReadonlyMap<string, Step> => {
    const names = new Set(rules.map(({ evaluator }) => valueName(run, evaluator)))
    return new Map([...evaluators].filter(([name]) => names.has(name)))
  }
  const runs: RunRows[] = []
  for (const run of [baseline, current]) {
    runs.push(await runRows(scope, { run, match }, (steps) => named(steps, run).values()))
  }
  const found = await columnsOfRuns(engine, scope, runs, (runOf) => ({
    steps: named(runOf, runOf.run),
    withTotals: false,
  }))
  const columns = found.map(countedValues)
  return { runs, table: new RowTable(runs), columns }
}

/** The verdict on a finished run; one that has not ended is refused. */
export async function gateRun(engine: EvaluationEngine, scope: Scope, gating: Gating): Promise<JsonObject> {
  const { rules, baselineRunId } = gating
  const ids = [gating.runId, ...(baselineRunId === undefined ? [] : [baselineRunId])]
  const [run, other] = await knownRuns(scope, ids)
  if (run === undefined) throw new Error('a known run is always answered')
  for (const one of [run, other]) if (one !== undefined) refuseUnfinished(one)
  const measuredOf = async (one: EvaluationRun): Promise<Measured> => {
    const named = new Set(rules.flatMap(({ evaluator }) => stepOf(one, evaluator)?.key ?? []))
    return { run: one, metrics: await runMetrics(engine, scope, one, [...named]) }
  }
  const measured = await measuredOf(run)
  const baseline = other && (await measuredOf(other))
  const compared = rules.filter((rule) => rule.significant_only === true)
  const pair =
    other === undefined || compared.length === 0
      ? undefined
      : await comparedPair(engine, scope, [other, run], compared)
  const significant = new Map<GateRule, boolean>()
  if (pair !== undefined) for (const rule of compared) significant.set(rule, await differs(pair, rule))
  const metric = (rule: GateRule): GateMetric => ({
    statistics: statisticsOf(measured, rule),
    baseline: baseline && statisticsOf(baseline, rule),
    significant: significant.get(rule) === true,
  })
  const gate = gateOf({ status: run.status, rules, metric })
  return run.status === 'success' ? gate : { ...gate, reason: `The run ended with status ${run.status}.` }
}
