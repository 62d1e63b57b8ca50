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
import { knownRuns, runMetric, sideOf, sourcesOf } from './compare.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runMetrics } from '../records/refresh.ts'
import { runData } from '../records/run-data.ts'
import { evaluatorSteps, isNamed } from './run-rows.ts'
import { runValues, type ScenarioValues } from './run-values.ts'
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

interface Compared {
  readonly run: EvaluationRun
  readonly values: readonly ScenarioValues[]
}

/** The name under which the values of a rule's evaluator are listed. */
function valueName(run: EvaluationRun, name: string): string {
  const step = stepOf(run, name)
  const data = runData(run)
  const named = [...evaluatorSteps(data, stepsOf(data, 'invocation')[0])]
  return named.find(([, one]) => one.key === step?.key)?.[0] ?? name
}

/** Whether the two runs differ on a metric by more than chance. */
function differs(baseline: Compared, current: Compared, { evaluator, path }: GateRule): boolean {
  const metric = ({ run, values }: Compared) =>
    runMetric(sideOf(run.id, values), valueName(run, evaluator), metricPath(path))
  const { differences } = comparedMetric({ evaluator, path, runs: [metric(baseline), metric(current)] })
  const [difference] = Array.isArray(differences) ? (differences as readonly JsonObject[]) : []
  return difference?.['significant'] === true
}

/** Rows are matched by their ids where both runs have the same ones, else by what stays when rows are edited. */
async function comparedPair(
  engine: EvaluationEngine,
  scope: Scope,
  baseline: EvaluationRun,
  current: EvaluationRun,
): Promise<readonly [Compared, Compared]> {
  const isSame = sourcesOf(baseline) === sourcesOf(current)
  const match = isSame ? 'testcase_id' : 'testcase_dedup_id'
  const valuesOf = async (run: EvaluationRun): Promise<Compared> => ({
    run,
    values: await runValues(engine, scope, { run, match }),
  })
  return [await valuesOf(baseline), await valuesOf(current)]
}

/** The verdict on a finished run; one that has not ended is refused. */
export async function gateRun(engine: EvaluationEngine, scope: Scope, gating: Gating): Promise<JsonObject> {
  const { rules, baselineRunId } = gating
  const ids = [gating.runId, ...(baselineRunId === undefined ? [] : [baselineRunId])]
  const [run, other] = await knownRuns(scope, ids)
  if (run === undefined) throw new Error('a known run is always answered')
  for (const one of [run, other]) if (one !== undefined) refuseUnfinished(one)
  const measured: Measured = { run, metrics: await runMetrics(engine, scope, run) }
  const baseline = other && { run: other, metrics: await runMetrics(engine, scope, other) }
  const needsRows = other !== undefined && rules.some((rule) => rule.significant_only === true)
  const pair = needsRows ? await comparedPair(engine, scope, other, run) : undefined
  const metric = (rule: GateRule): GateMetric => ({
    statistics: statisticsOf(measured, rule),
    baseline: baseline && statisticsOf(baseline, rule),
    ...(pair === undefined ? {} : { significant: differs(...pair, rule) }),
  })
  const gate = gateOf({ status: run.status, rules, metric })
  return run.status === 'success' ? gate : { ...gate, reason: `The run ended with status ${run.status}.` }
}
