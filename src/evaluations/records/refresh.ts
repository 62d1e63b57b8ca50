// Metrics computed from results: the traces of the cells are read, each step gets its statistics.
import type { JsonObject } from '../../json/value.ts'
import type { Scope } from '../../scope.ts'
import type {
  EvaluationFilter,
  EvaluationMetrics,
  EvaluationResult,
  EvaluationRun,
} from '../../storage/contract.ts'
import { recordOfRow } from '../../tracing/ingest/span-row.ts'
import { valueText } from '../../tracing/value.ts'
import { stepMetrics, type StepSpan } from '../statistics/metrics.ts'
import { isTerminal } from '../status.ts'
import type { Step } from '../steps.ts'
import { outputsSchema } from './chosen-revisions.ts'
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
}

/** How many traces are read at the same time. */
const tracesAtOnce = 16

async function rootSpan(
  engine: EvaluationEngine,
  projectId: string,
  traceId: string,
): Promise<JsonObject | undefined> {
  const rows = await engine.spans.trace(projectId, traceId)
  const root = rows.find((row) => row.parent_id === '') ?? rows[0]
  return root && (JSON.parse(valueText(recordOfRow(root))) as JsonObject)
}

type Counted = EvaluationResult & { readonly traceId: string }

const isCounted = (result: EvaluationResult): result is Counted =>
  result.traceId !== undefined && isTerminal(result.status)

interface Measured {
  readonly result: EvaluationResult
  readonly span: StepSpan
}

/** The root spans of finished cells; what is not stored counts nothing. */
async function measured(
  engine: EvaluationEngine,
  scope: Scope,
  results: readonly EvaluationResult[],
): Promise<readonly Measured[]> {
  const counted = results.filter(isCounted)
  const found: Measured[] = []
  for (let start = 0; start < counted.length; start += tracesAtOnce) {
    const some = counted.slice(start, start + tracesAtOnce)
    const spans = await Promise.all(some.map(({ traceId }) => rootSpan(engine, scope.projectId, traceId)))
    for (const [i, result] of some.entries()) {
      const span = spans[i]
      if (span !== undefined) found.push({ result, span: { span, succeeded: result.status === 'success' } })
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
  const bySteps = Map.groupBy(cells, ({ result }) => result.stepKey)
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

async function rowsOf(scope: Scope, run: EvaluationRun, target: RefreshTarget): Promise<readonly Row[]> {
  const { timestamps, interval } = target
  if (target.scenarioIds.length === 0 && timestamps.length === 0) return [{ key: {}, scenarioIds: undefined }]
  const filter: EvaluationFilter = { runIds: [run.id] }
  const scenarios = await scope.store.read.evaluationRecords('scenario', scope.projectId, filter)
  const wanted = new Set(target.scenarioIds)
  const atTime = Map.groupBy(scenarios, ({ timestamp }) => timestamp)
  return [
    ...scenarios
      .filter(({ id }) => wanted.has(id))
      .map(({ id }): Row => ({ key: { scenarioId: id }, scenarioIds: [id] })),
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
  const ids = new Set(rows.flatMap(({ scenarioIds }) => scenarioIds ?? []))
  const isWhole = rows.some(({ scenarioIds }) => scenarioIds === undefined)
  const results = await scope.store.read.evaluationRecords('result', scope.projectId, { runIds: [run.id] })
  const wanted = isWhole ? results : results.filter(({ scenarioId }) => ids.has(scenarioId))
  const cells = await measured(engine, scope, wanted)
  const cellsOf = Map.groupBy(cells, ({ result }) => result.scenarioId)
  const steps = await stepOutputs(engine, scope, run)
  return rows.flatMap(({ key, scenarioIds }): readonly MetricsInput[] => {
    const data = metricsData(steps, scenarioIds?.flatMap((id) => cellsOf.get(id) ?? []) ?? cells)
    return Object.keys(data).length === 0 ? [] : [{ runId: run.id, ...key, status: 'success', data }]
  })
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
