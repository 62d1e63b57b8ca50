// Enqueues cells for the runner: those of new scenarios, and missing ones of existing scenarios.
import type {
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
  EvaluationTask,
} from '../../../storage/contract/contract.ts'
import { cellName, missingCells, scenarioCells, type Cell, type Slice } from '../../plan/plan.ts'
import { scenarioStatus, type Status } from '../../plan/status.ts'
import type { PlannedScenario } from '../cells.ts'
import { changeFields, creationFields, type TransactionContext } from '../engine.ts'
import { advanceScenarios } from './advance-scenarios.ts'
import { runData } from '../run-data.ts'

/** The item of a new scenario. */
export interface NewItem {
  readonly testcaseId?: string | undefined
  readonly traceId?: string | undefined
  /** The minute in which a live run took it. */
  readonly timestamp?: string | undefined
}

const newTask = (
  { engine, scope }: TransactionContext,
  { result, isReady }: { readonly result: EvaluationResult; readonly isReady: boolean },
): EvaluationTask => ({
  id: engine.clock.id(),
  projectId: scope.projectId,
  runId: result.runId,
  scenarioId: result.scenarioId,
  resultId: result.id,
  stepKey: result.stepKey,
  repeatIdx: result.repeatIdx,
  isReady,
})

const emptyResult = {
  flags: {},
  tags: undefined,
  meta: undefined,
  traceId: undefined,
  testcaseId: undefined,
  hashId: undefined,
  error: undefined,
  interval: undefined,
  timestamp: undefined,
} as const

const firstStatus = (cell: Cell): Status =>
  cell.kind === 'input' ? 'success' : cell.isManual ? 'pending' : 'queued'

/** Minutes per tick of a live run. */
const liveInterval = 1

/** Creates a scenario for each item, in order, with all its cells. The caller holds the lock of the run. */
export async function insertItems(
  txContext: TransactionContext,
  {
    run,
    sourceStepKey,
    items,
  }: { readonly run: EvaluationRun; readonly sourceStepKey: string; readonly items: readonly NewItem[] },
): Promise<void> {
  const { tx, scope } = txContext
  const cells = scenarioCells(runData(run), {
    sourceStepKey,
    options: { isSplit: run.flags['is_split'] === true },
  })
  const scenarios: EvaluationScenario[] = []
  const results: EvaluationResult[] = []
  const tasks: EvaluationTask[] = []
  for (const { testcaseId, traceId, timestamp } of items) {
    const time = { timestamp, interval: timestamp === undefined ? undefined : liveInterval }
    const scenario: EvaluationScenario = {
      ...creationFields(txContext),
      ...time,
      runId: run.id,
      status: scenarioStatus(cells.map(firstStatus)),
      flags: {},
      tags: undefined,
      meta: undefined,
    }
    scenarios.push(scenario)
    for (const cell of cells) {
      const { stepKey, repeatIdx } = cell
      const result: EvaluationResult = {
        ...creationFields(txContext),
        ...emptyResult,
        ...time,
        ...(cell.kind === 'input' ? { testcaseId, traceId } : {}),
        runId: run.id,
        scenarioId: scenario.id,
        stepKey,
        repeatIdx,
        status: firstStatus(cell),
      }
      results.push(result)
      if (result.status === 'queued')
        tasks.push(newTask(txContext, { result, isReady: cell.after === undefined }))
    }
  }
  await tx.putEvaluationRecords('scenario', scope.projectId, scenarios)
  await tx.putEvaluationRecords('result', scope.projectId, results)
  await tx.putTasks(tasks)
}

function queuedResult(
  txContext: TransactionContext,
  { scenarioPlan, cell }: { readonly scenarioPlan: PlannedScenario; readonly cell: Cell },
): EvaluationResult {
  const before = scenarioPlan.results.find((result) => cellName(result) === cellName(cell))
  const status = cell.isManual ? 'pending' : 'queued'
  if (before !== undefined) return { ...before, ...changeFields(txContext), status, error: undefined }
  const { runId, id, timestamp, interval } = scenarioPlan.scenario
  const { stepKey, repeatIdx } = cell
  return {
    ...creationFields(txContext),
    ...emptyResult,
    timestamp,
    interval,
    runId,
    scenarioId: id,
    stepKey,
    repeatIdx,
    status,
  }
}

/**
 * Enqueues the missing cells of scenarios. The caller holds the lock of their run. Returns the number of cells to
 * compute.
 */
export async function dispatchMissing(
  txContext: TransactionContext,
  {
    run,
    scenarioPlans,
    slice = {},
  }: {
    readonly run: EvaluationRun
    readonly scenarioPlans: readonly PlannedScenario[]
    readonly slice?: Slice | undefined
  },
): Promise<number> {
  const { tx, scope } = txContext
  const results: EvaluationResult[] = []
  const scenarioIds: string[] = []
  for (const scenarioPlan of scenarioPlans) {
    const { serverCells, manualCells } = missingCells(scenarioPlan.cells, {
      statuses: scenarioPlan.statuses,
      slice,
    })
    if (serverCells.length + manualCells.length === 0) continue
    scenarioIds.push(scenarioPlan.scenario.id)
    for (const cell of [...serverCells, ...manualCells])
      results.push(queuedResult(txContext, { scenarioPlan, cell }))
  }
  const queuedResults = results.filter(({ status }) => status === 'queued')
  await tx.putEvaluationRecords('result', scope.projectId, results)
  // No task is ready at first: an evaluation waits for its invocation, the others become ready below.
  await tx.putTasks(queuedResults.map((result) => newTask(txContext, { result, isReady: false })))
  await advanceScenarios(txContext, { run, scenarioIds })
  return queuedResults.length
}
