// Metrics computed from results: the traces of the cells are read, each step gets its statistics.
import type { JsonObject } from '../../kernel/json/value.ts'
import { slicesOf } from '../../kernel/slices.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationCell,
  EvaluationFilter,
  EvaluationMetrics,
  EvaluationRun,
  EvaluationScenario,
} from '../../storage/contract/contract.ts'
import { traceOutcomes } from '../../programs/execution/stored-traces.ts'
import { stepMetrics, type StepSpan } from '../statistics/metrics.ts'
import { isTerminal } from '../plan/status.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { outputsSchema } from '../simple/chosen-revisions.ts'
import { inTransaction, type EvaluationEngine } from './engine.ts'
import { putMetrics, type MetricsInput } from './metrics.ts'
import { runData } from './run-data.ts'
import { openRuns } from './run-state.ts'

/** Which rows to compute: one for each scenario or time that is named, else the one of the whole run. */
export interface RefreshTarget {
  readonly runIds: readonly string[]
  readonly scenarioIds: readonly string[]
  readonly timestamps: readonly string[]
  readonly interval?: number | undefined
  /** Of the row of a whole run: these steps alone. */
  readonly stepKeys?: readonly string[] | undefined
}

/** So many outcomes are held as they were read; what is kept of them is what is counted. */
const cellsAtOnce = 5_000

type Counted = EvaluationCell & { readonly traceId: string }

const isCounted = (cell: EvaluationCell): cell is Counted =>
  cell.traceId !== undefined && isTerminal(cell.status)

interface Measured {
  readonly cell: EvaluationCell
  readonly span: StepSpan
}

/** What came of finished cells; what is not stored counts nothing. */
async function measured(
  engine: EvaluationEngine,
  scope: Scope,
  run: EvaluationRun,
  cells: readonly EvaluationCell[],
): Promise<readonly Measured[]> {
  const judgements = new Set(stepsOf(runData(run), 'annotation').map(({ key }) => key))
  const counted = cells.filter(isCounted)
  const found: Measured[] = []
  // Outputs of applications may be long and are not counted.
  for (const withOutputs of [false, true]) {
    const own = counted.filter(({ stepKey }) => judgements.has(stepKey) === withOutputs)
    for (const some of slicesOf(own, cellsAtOnce)) {
      const ids = some.map(({ traceId }) => traceId)
      const outcomes = await traceOutcomes(engine.spans, scope.projectId, ids, { withOutputs })
      for (const cell of some) {
        const outcome = outcomes.get(cell.traceId)
        if (outcome === undefined) continue
        found.push({ cell, span: { ...outcome, succeeded: cell.status === 'success' } })
      }
    }
  }
  return found
}

interface StepOutputs {
  readonly step: Step
  readonly schema: JsonObject | undefined
}

/** `{<step>: {<path>: statistics}}`; steps without any are left out. */
function metricsData(steps: readonly StepOutputs[], cells: readonly Measured[]): JsonObject {
  const bySteps = Map.groupBy(cells, ({ cell }) => cell.stepKey)
  const entries = steps.flatMap(({ step, schema }): readonly [string, JsonObject][] => {
    const spans = (bySteps.get(step.key) ?? []).map(({ span }) => span)
    if (spans.length === 0) return []
    const metrics = stepMetrics({ spans, outputs: step.type === 'annotation' ? { schema } : undefined })
    return Object.keys(metrics).length === 0 ? [] : [[step.key, metrics]]
  })
  return Object.fromEntries(entries)
}

/** The key of a row, and which scenarios it is about; undefined: all of the run. */
interface Row {
  readonly key: Pick<MetricsInput, 'scenarioId' | 'timestamp' | 'interval'>
  readonly scenarioIds: readonly string[] | undefined
}

/** So many ids are looked up one by one; for more all records of the run are read. */
const namedMax = 1000

async function rowsOf(scope: Scope, run: EvaluationRun, target: RefreshTarget): Promise<readonly Row[]> {
  const { scenarioIds, timestamps, interval } = target
  if (scenarioIds.length === 0 && timestamps.length === 0) return [{ key: {}, scenarioIds: undefined }]
  const scenariosWith = async (filter: EvaluationFilter): Promise<readonly EvaluationScenario[]> =>
    scope.store.read.evaluationRecords('scenario', scope.projectId, { runIds: [run.id], ...filter })
  const wanted = new Set(scenarioIds)
  const found =
    wanted.size === 0 ? [] : await scenariosWith(wanted.size > namedMax ? {} : { ids: scenarioIds })
  const chosen = found.filter(({ id }) => wanted.has(id))
  const timed = timestamps.length === 0 ? [] : await scenariosWith({ timestamps })
  const atTime = Map.groupBy(timed, ({ timestamp }) => timestamp)
  return [
    ...chosen.map(({ id }): Row => ({ key: { scenarioId: id }, scenarioIds: [id] })),
    ...timestamps.map((timestamp): Row => ({
      key: { timestamp, interval },
      scenarioIds: (atTime.get(timestamp) ?? []).map(({ id }) => id),
    })),
  ]
}

async function stepOutputs(
  engine: EvaluationEngine,
  scope: Scope,
  run: EvaluationRun,
): Promise<readonly StepOutputs[]> {
  const steps: StepOutputs[] = []
  for (const step of runData(run).steps) {
    const schema = step.type === 'annotation' ? await outputsSchema(engine, scope, step) : undefined
    steps.push({ step, schema })
  }
  return steps
}

async function refreshRun(
  engine: EvaluationEngine,
  scope: Scope,
  run: EvaluationRun,
  target: RefreshTarget,
): Promise<readonly MetricsInput[]> {
  const rows = await rowsOf(scope, run, target)
  const isWhole = rows.some(({ scenarioIds }) => scenarioIds === undefined)
  const ids = new Set(rows.flatMap(({ scenarioIds }) => scenarioIds ?? []))
  if (!isWhole && ids.size === 0) return []
  const { read } = scope.store
  const found =
    isWhole || ids.size > namedMax
      ? await read.runCells(scope.projectId, run.id, target.stepKeys)
      : await read.evaluationRecords('result', scope.projectId, {
          runIds: [run.id],
          scenarioIds: [...ids],
        })
  const results = isWhole ? found : found.filter(({ scenarioId }) => ids.has(scenarioId))
  const cells = await measured(engine, scope, run, results)
  const cellsOf = Map.groupBy(cells, ({ cell }) => cell.scenarioId)
  const steps = await stepOutputs(engine, scope, run)
  return rows.flatMap(({ key, scenarioIds }): readonly MetricsInput[] => {
    const data = metricsData(steps, scenarioIds?.flatMap((id) => cellsOf.get(id) ?? []) ?? cells)
    return Object.keys(data).length === 0 ? [] : [{ runId: run.id, ...key, status: 'success', data }]
  })
}

/** The metrics of some steps of a whole run by step and path, computed now and not stored. */
export async function runMetrics(
  engine: EvaluationEngine,
  scope: Scope,
  run: EvaluationRun,
  stepKeys: readonly string[],
): Promise<JsonObject> {
  const target = { runIds: [run.id], scenarioIds: [], timestamps: [], stepKeys }
  const [row] = await refreshRun(engine, scope, run, target)
  return row?.data ?? {}
}

/** Computes and stores rows; answers those it wrote. What holds nothing gives none. */
export async function refreshMetrics(
  engine: EvaluationEngine,
  scope: Scope,
  target: RefreshTarget,
): Promise<readonly EvaluationMetrics[]> {
  if (target.runIds.length === 0) return []
  const runs = await scope.store.read.evaluationRecords('run', scope.projectId, { ids: target.runIds })
  const inputs: MetricsInput[] = []
  for (const run of runs) inputs.push(...(await refreshRun(engine, scope, run, target)))
  return inTransaction(engine, scope, async (at) => {
    await openRuns(
      at,
      runs.map(({ id }) => id),
    )
    return putMetrics(at, inputs)
  })
}

/** The rows of some scenarios, by default of all, and the one of the whole run. */
export async function refreshSlice(
  engine: EvaluationEngine,
  scope: Scope,
  runId: string,
  chosen: readonly string[] | undefined,
): Promise<void> {
  // Held for a moment only to refuse what is unknown or closed before anything is computed.
  await inTransaction(engine, scope, (at) => openRuns(at, [runId]))
  const { read } = scope.store
  const all = chosen ?? (await read.evaluationRecords('scenario', scope.projectId, { runIds: [runId] }))
  const scenarioIds = all.map((one) => (typeof one === 'string' ? one : one.id))
  const run = { runIds: [runId], timestamps: [] }
  if (scenarioIds.length > 0) await refreshMetrics(engine, scope, { ...run, scenarioIds })
  await refreshMetrics(engine, scope, { ...run, scenarioIds: [] })
}
