// The gate of a run: reads the metrics of the run and its baseline, to which statistics/gate.ts applies the rules.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { comparedMetric } from '../statistics/compare.ts'
import { gateOf, type GateMetric, type GateRule } from '../statistics/gate.ts'
import { metricPath } from '../statistics/metrics.ts'
import { isTerminal } from '../plan/status.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { runMetric } from './compare.ts'
import { requireRuns, sourcesOf } from './compared-runs.ts'
import type { OperationContext } from '../records/engine.ts'
import { runMetrics } from '../simple/refresh.ts'
import { runData } from '../records/run-data.ts'
import { RowTable, type ComparedRuns } from './row-table.ts'
import { evaluatorSteps, isNamed, runRows, type RunRows, type RunSteps } from './run-rows.ts'
import { columnsOfRuns, countableColumns, type RunColumns } from './run-values.ts'
import { ownMember } from '../../kernel/own.ts'

export interface GateRequest {
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

/** The step of a rule: an evaluator first, else any other step, so that the cost of an application can be bounded. */
function stepOf(run: EvaluationRun, name: string): Step | undefined {
  const data = runData(run)
  const evaluators = evaluatorSteps(data, stepsOf(data, 'invocation')[0])
  const byName = evaluators.get(name) ?? [...evaluators.values()].find((step) => isNamed(step, name))
  return byName ?? data.steps.find((step) => step.type !== 'input' && isNamed(step, name))
}

/** A finished run with the metrics that its rules need. */
interface MeasuredRun {
  readonly run: EvaluationRun
  readonly metrics: JsonObject
}

function statisticsOf({ run, metrics }: MeasuredRun, { evaluator, path }: GateRule): JsonObject | undefined {
  const step = stepOf(run, evaluator)
  const stepMetrics = step === undefined ? undefined : ownMember(metrics, step.key)
  const statistics = isJsonObject(stepMetrics) ? ownMember(stepMetrics, metricPath(path)) : undefined
  return isJsonObject(statistics) ? statistics : undefined
}

/** The name under which the values of a rule's evaluator are listed. */
function valueName(run: EvaluationRun, name: string): string {
  const step = stepOf(run, name)
  const data = runData(run)
  const evaluators = [...evaluatorSteps(data, stepsOf(data, 'invocation')[0])]
  return evaluators.find(([, candidate]) => candidate.key === step?.key)?.[0] ?? name
}

interface ComparedPair extends ComparedRuns {
  readonly columns: readonly RunColumns[]
}

/** Whether the two runs differ significantly on a metric. */
async function isSignificant(pair: ComparedPair, { evaluator, path }: GateRule): Promise<boolean> {
  const runs = pair.runs.map(({ run }, side) =>
    runMetric(pair, {
      columns: pair.columns[side],
      target: {
        side,
        evaluator: valueName(run, evaluator),
        path: metricPath(path),
      },
    }),
  )
  const { differences } = await comparedMetric({ evaluator, path, runs })
  const [difference] = Array.isArray(differences) ? (differences as readonly JsonObject[]) : []
  return difference?.['significant'] === true
}

/**
 * Reads the evaluators of the rules from both runs. Rows are matched by id if both runs have the same sources, else by
 * the dedup id, which survives edits of a row.
 */
async function readPair(
  context: OperationContext,
  {
    pair: [baseline, current],
    rules,
  }: { readonly pair: readonly [EvaluationRun, EvaluationRun]; readonly rules: readonly GateRule[] },
): Promise<ComparedPair> {
  const match = sourcesOf(baseline) === sourcesOf(current) ? 'testcase_id' : 'testcase_dedup_id'
  const selectSteps = ({ evaluators }: RunSteps, run: EvaluationRun): ReadonlyMap<string, Step> => {
    const names = new Set(rules.map(({ evaluator }) => valueName(run, evaluator)))
    return new Map([...evaluators].filter(([name]) => names.has(name)))
  }
  const runs: RunRows[] = []
  for (const run of [baseline, current]) {
    runs.push(
      await runRows(context.scope, {
        request: { run, match },
        selectSteps: (steps) => selectSteps(steps, run).values(),
      }),
    )
  }
  const values = await columnsOfRuns(context, {
    runs,
    select: (comparedRun) => ({
      steps: selectSteps(comparedRun, comparedRun.run),
      withTotals: false,
    }),
  })
  const columns = values.map(countableColumns)
  return { runs, table: new RowTable(runs), columns }
}

/** The verdict on a finished run; a run that has not ended is refused. */
export async function gateRun(context: OperationContext, request: GateRequest): Promise<JsonObject> {
  const { rules, baselineRunId } = request
  const ids = [request.runId, ...(baselineRunId === undefined ? [] : [baselineRunId])]
  const [run, baselineRun] = await requireRuns(context.scope, ids)
  if (run === undefined) throw new Error('requireRuns returned no run')
  for (const endedRun of [run, baselineRun]) if (endedRun !== undefined) refuseUnfinished(endedRun)
  const measureRun = async (measuredRun: EvaluationRun): Promise<MeasuredRun> => {
    const stepKeys = new Set(rules.flatMap(({ evaluator }) => stepOf(measuredRun, evaluator)?.key ?? []))
    return {
      run: measuredRun,
      metrics: await runMetrics(context, { run: measuredRun, stepKeys: [...stepKeys] }),
    }
  }
  const current = await measureRun(run)
  const baseline = baselineRun && (await measureRun(baselineRun))
  const significanceRules = rules.filter((rule) => rule.significant_only === true)
  const pair =
    baselineRun === undefined || significanceRules.length === 0
      ? undefined
      : await readPair(context, { pair: [baselineRun, run], rules: significanceRules })
  const significant = new Map<GateRule, boolean>()
  if (pair !== undefined)
    for (const rule of significanceRules) significant.set(rule, await isSignificant(pair, rule))
  const metric = (rule: GateRule): GateMetric => ({
    statistics: statisticsOf(current, rule),
    baseline: baseline && statisticsOf(baseline, rule),
    significant: significant.get(rule) === true,
  })
  const gate = gateOf({ status: run.status, rules, metric })
  return run.status === 'success' ? gate : { ...gate, reason: `The run ended with status ${run.status}.` }
}
