// Computes metrics from results: reads the traces of the cells and the statistics of each step.
import type { JsonObject } from '../../kernel/json/value.ts'
import { chunks } from '../../kernel/chunks.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationCell,
  EvaluationFilter,
  EvaluationMetrics,
  EvaluationRun,
  EvaluationScenario,
} from '../../storage/contract/contract.ts'
import {
  traceOutcomes,
  type OutcomeOptions,
  type StoredOutcome,
} from '../../programs/execution/stored-traces.ts'
import { stepMetrics, type StepSpan } from '../statistics/metrics.ts'
import { isTerminal } from '../plan/status.ts'
import { stepsOf, type Step } from '../plan/steps.ts'
import { outputsSchema } from './chosen-revisions.ts'
import { inTransaction, type OperationContext } from '../records/engine.ts'
import { putMetrics, type MetricsInput } from '../records/metrics.ts'
import { runData } from '../records/run-data.ts'
import { lockOpenRuns } from '../records/run-state.ts'

/** The rows to compute: one for each scenario or time, or else the one of the full run. */
export interface RefreshTarget {
  readonly runIds: readonly string[]
  readonly scenarioIds: readonly string[]
  readonly timestamps: readonly string[]
  readonly interval?: number | undefined
  /** For the row of a full run: only these steps. */
  readonly stepKeys?: readonly string[] | undefined
}

/** Outcomes read at once; only the counted values stay in memory. */
const cellsPerRead = 5_000

type FinishedCell = EvaluationCell & { readonly traceId: string }

const isFinished = (cell: EvaluationCell): cell is FinishedCell =>
  cell.traceId !== undefined && isTerminal(cell.status)

interface MeasuredCell {
  readonly cell: EvaluationCell
  readonly span: StepSpan
}

/** Reads outcomes; those that are missing may still be in the inbox after an outage of the trace store. */
async function outcomesOf(
  { engine, scope }: OperationContext,
  { ids, ...options }: OutcomeOptions & { readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, StoredOutcome>> {
  const { projectId } = scope
  const outcomes = await traceOutcomes(engine.spans, { projectId, traceIds: ids, outcomeOptions: options })
  const missingIds = ids.filter((id) => !outcomes.has(id))
  if (missingIds.length === 0) return outcomes
  await engine.waitForIngest(projectId)
  return new Map([
    ...outcomes,
    ...(await traceOutcomes(engine.spans, { projectId, traceIds: missingIds, outcomeOptions: options })),
  ])
}

/** Reads the outcomes of finished cells. A trace that is not stored is not counted. */
async function measureCells(
  txContext: OperationContext,
  { run, cells }: { readonly run: EvaluationRun; readonly cells: readonly EvaluationCell[] },
): Promise<readonly MeasuredCell[]> {
  const annotationKeys = new Set(stepsOf(runData(run), 'annotation').map(({ key }) => key))
  const finishedCells = cells.filter(isFinished)
  const measuredCells: MeasuredCell[] = []
  // Outputs of applications may be long and are not counted.
  for (const withOutputs of [false, true]) {
    const selectedCells = finishedCells.filter(({ stepKey }) => annotationKeys.has(stepKey) === withOutputs)
    for (const chunk of chunks(selectedCells, cellsPerRead)) {
      const ids = chunk.map(({ traceId }) => traceId)
      const outcomes = await outcomesOf(txContext, { ids, withOutputs })
      for (const cell of chunk) {
        const outcome = outcomes.get(cell.traceId)
        if (outcome === undefined) continue
        measuredCells.push({ cell, span: { ...outcome, succeeded: cell.status === 'success' } })
      }
    }
  }
  return measuredCells
}

interface StepOutputs {
  readonly step: Step
  readonly schema: JsonObject | undefined
}

/** `{<step>: {<path>: statistics}}`; steps without statistics are omitted. */
function metricsData(steps: readonly StepOutputs[], cells: readonly MeasuredCell[]): JsonObject {
  const cellsByStep = Map.groupBy(cells, ({ cell }) => cell.stepKey)
  const entries = steps.flatMap(({ step, schema }): readonly [string, JsonObject][] => {
    const spans = (cellsByStep.get(step.key) ?? []).map(({ span }) => span)
    if (spans.length === 0) return []
    const metrics = stepMetrics({ spans, outputs: step.type === 'annotation' ? { schema } : undefined })
    return Object.keys(metrics).length === 0 ? [] : [[step.key, metrics]]
  })
  return Object.fromEntries(entries)
}

/** The key of a row and its scenarios; undefined: all scenarios of the run. */
interface Row {
  readonly key: Pick<MetricsInput, 'scenarioId' | 'timestamp' | 'interval'>
  readonly scenarioIds: readonly string[] | undefined
}

/** Up to this many ids are looked up individually; for more, all records of the run are read. */
const lookupsMax = 1000

async function rowsOf(
  scope: Scope,
  { run, target }: { readonly run: EvaluationRun; readonly target: RefreshTarget },
): Promise<readonly Row[]> {
  const { scenarioIds, timestamps, interval } = target
  if (scenarioIds.length === 0 && timestamps.length === 0) return [{ key: {}, scenarioIds: undefined }]
  const scenariosWith = async (filter: EvaluationFilter): Promise<readonly EvaluationScenario[]> =>
    scope.store.read.evaluationRecords('scenario', scope.projectId, { runIds: [run.id], ...filter })
  const requestedIds = new Set(scenarioIds)
  const candidates =
    requestedIds.size === 0
      ? []
      : await scenariosWith(requestedIds.size > lookupsMax ? {} : { ids: scenarioIds })
  const requestedScenarios = candidates.filter(({ id }) => requestedIds.has(id))
  const scenariosAtTimes = timestamps.length === 0 ? [] : await scenariosWith({ timestamps })
  const atTime = Map.groupBy(scenariosAtTimes, ({ timestamp }) => timestamp)
  return [
    ...requestedScenarios.map(({ id }): Row => ({ key: { scenarioId: id }, scenarioIds: [id] })),
    ...timestamps.map((timestamp): Row => ({
      key: { timestamp, interval },
      scenarioIds: (atTime.get(timestamp) ?? []).map(({ id }) => id),
    })),
  ]
}

async function stepOutputs(context: OperationContext, run: EvaluationRun): Promise<readonly StepOutputs[]> {
  const steps: StepOutputs[] = []
  for (const step of runData(run).steps) {
    const schema = step.type === 'annotation' ? await outputsSchema(context, step) : undefined
    steps.push({ step, schema })
  }
  return steps
}

async function refreshRun(
  context: OperationContext,
  { run, target }: { readonly run: EvaluationRun; readonly target: RefreshTarget },
): Promise<readonly MetricsInput[]> {
  const rows = await rowsOf(context.scope, { run, target })
  const isFullRun = rows.some(({ scenarioIds }) => scenarioIds === undefined)
  const ids = new Set(rows.flatMap(({ scenarioIds }) => scenarioIds ?? []))
  if (!isFullRun && ids.size === 0) return []
  const { read } = context.scope.store
  const records =
    isFullRun || ids.size > lookupsMax
      ? await read.runCells(context.scope.projectId, run.id, target.stepKeys)
      : await read.evaluationRecords('result', context.scope.projectId, {
          runIds: [run.id],
          scenarioIds: [...ids],
        })
  const results = isFullRun ? records : records.filter(({ scenarioId }) => ids.has(scenarioId))
  const cells = await measureCells(context, { run, cells: results })
  const cellsByScenario = Map.groupBy(cells, ({ cell }) => cell.scenarioId)
  const steps = await stepOutputs(context, run)
  return rows.flatMap(({ key, scenarioIds }): readonly MetricsInput[] => {
    const data = metricsData(steps, scenarioIds?.flatMap((id) => cellsByScenario.get(id) ?? []) ?? cells)
    return Object.keys(data).length === 0 ? [] : [{ runId: run.id, ...key, status: 'success', data }]
  })
}

/** The metrics of some steps of a full run by step and path, computed now and not stored. */
export async function runMetrics(
  context: OperationContext,
  { run, stepKeys }: { readonly run: EvaluationRun; readonly stepKeys: readonly string[] },
): Promise<JsonObject> {
  const target = { runIds: [run.id], scenarioIds: [], timestamps: [], stepKeys }
  const [row] = await refreshRun(context, { run, target })
  return row?.data ?? {}
}

/** Computes and stores rows. Returns the written rows; a row without values is not written. */
export async function refreshMetrics(
  context: OperationContext,
  target: RefreshTarget,
): Promise<readonly EvaluationMetrics[]> {
  if (target.runIds.length === 0) return []
  const runs = await context.scope.store.read.evaluationRecords('run', context.scope.projectId, {
    ids: target.runIds,
  })
  const inputs: MetricsInput[] = []
  for (const run of runs) inputs.push(...(await refreshRun(context, { run, target })))
  return inTransaction(context, async (txContext) => {
    await lockOpenRuns(
      txContext,
      runs.map(({ id }) => id),
    )
    return putMetrics(txContext, inputs)
  })
}

/** Refreshes the rows of some scenarios (by default all) and the one of the full run. */
export async function refreshSlice(
  context: OperationContext,
  { runId, selectedIds }: { readonly runId: string; readonly selectedIds: readonly string[] | undefined },
): Promise<void> {
  // Refuses an unknown or closed run before computing anything; the lock ends with this transaction.
  await inTransaction(context, (txContext) => lockOpenRuns(txContext, [runId]))
  const { read } = context.scope.store
  const scenarios =
    selectedIds ?? (await read.evaluationRecords('scenario', context.scope.projectId, { runIds: [runId] }))
  const scenarioIds = scenarios.map((scenario) => (typeof scenario === 'string' ? scenario : scenario.id))
  const run = { runIds: [runId], timestamps: [] }
  if (scenarioIds.length > 0) await refreshMetrics(context, { ...run, scenarioIds })
  await refreshMetrics(context, { ...run, scenarioIds: [] })
}
