// Metrics computed from results: the traces of the cells are read, each step gets its statistics.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationFilter,
  EvaluationMetrics,
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
} from '../../storage/contract/contract.ts'
import { rootSpans } from '../../programs/execution/stored-traces.ts'
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
}

/** What is counted of a root span; a run has too many of them to be held whole. */
function countedPart(root: JsonObject, withOutputs: boolean): JsonObject {
  const part = (path: string): Json | undefined => {
    const found = readPath(root, path)
    return found.found ? found.value : undefined
  }
  const metrics = part('attributes.ag.metrics') ?? {}
  const outputs = withOutputs ? part('attributes.ag.data.outputs') : undefined
  return { attributes: { ag: { metrics, ...(outputs === undefined ? {} : { data: { outputs } }) } } }
}

/** How many root spans are held at the same time. */
const resultsAtOnce = 500

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
  run: EvaluationRun,
  results: readonly EvaluationResult[],
): Promise<readonly Measured[]> {
  const counted = results.filter(isCounted)
  const judgements = new Set(stepsOf(runData(run), 'annotation').map(({ key }) => key))
  const found: Measured[] = []
  for (let start = 0; start < counted.length; start += resultsAtOnce) {
    const some = counted.slice(start, start + resultsAtOnce)
    const ids = some.map(({ traceId }) => traceId)
    const roots = await rootSpans(engine.spans, scope.projectId, ids)
    for (const result of some) {
      const root = roots.get(result.traceId)
      if (root === undefined) continue
      const span = countedPart(root, judgements.has(result.stepKey))
      found.push({ result, span: { span, succeeded: result.status === 'success' } })
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
  const found = await scope.store.read.evaluationRecords('result', scope.projectId, {
    runIds: [run.id],
    ...(isWhole || ids.size > namedMax ? {} : { scenarioIds: [...ids] }),
  })
  const results = isWhole ? found : found.filter(({ scenarioId }) => ids.has(scenarioId))
  const cells = await measured(engine, scope, run, results)
  const cellsOf = Map.groupBy(cells, ({ result }) => result.scenarioId)
  const steps = await stepOutputs(engine, scope, run)
  return rows.flatMap(({ key, scenarioIds }): readonly MetricsInput[] => {
    const data = metricsData(steps, scenarioIds?.flatMap((id) => cellsOf.get(id) ?? []) ?? cells)
    return Object.keys(data).length === 0 ? [] : [{ runId: run.id, ...key, status: 'success', data }]
  })
}

/** The metrics of a whole run by step and path, computed now and not stored. */
export async function runMetrics(
  engine: EvaluationEngine,
  scope: Scope,
  run: EvaluationRun,
): Promise<JsonObject> {
  const [row] = await refreshRun(engine, scope, run, { runIds: [run.id], scenarioIds: [], timestamps: [] })
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
