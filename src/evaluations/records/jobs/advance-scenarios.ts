// Applies the consequences of changed cells: updates the scenario's status, makes waiting tasks ready, fails tasks that
// cannot run, and requests the metrics of an ended scenario.
import type {
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
  EvaluationTask,
} from '../../../storage/contract/contract.ts'
import { advance, upstreamFailed } from '../../plan/advance.ts'
import { cellName } from '../../plan/plan.ts'
import { isTerminal } from '../../plan/status.ts'
import { planScenarios, type PlannedScenario } from '../cells.ts'
import { changeFields, type TransactionContext } from '../engine.ts'

/** The writes of several scenarios, collected for one statement each. */
interface ScenarioWrites {
  readonly results: EvaluationResult[]
  readonly scenarios: EvaluationScenario[]
  readonly readyTasks: string[]
  readonly finishedTasks: string[]
  readonly endedScenarioIds: string[]
}

/** The task that computes the metrics of a scenario. */
export const metricsTask = (
  { engine, scope }: Pick<TransactionContext, 'engine' | 'scope'>,
  scenario: Pick<EvaluationScenario, 'id' | 'runId'>,
): EvaluationTask => ({
  id: engine.clock.id(),
  projectId: scope.projectId,
  runId: scenario.runId,
  scenarioId: scenario.id,
  resultId: undefined,
  stepKey: '',
  repeatIdx: 0,
  isReady: true,
})

function collectWrites(
  txContext: TransactionContext,
  {
    scenarioPlan,
    tasks,
    writes,
  }: {
    readonly scenarioPlan: PlannedScenario
    readonly tasks: readonly EvaluationTask[]
    readonly writes: ScenarioWrites
  },
): void {
  const { scenario, cells, statuses, results } = scenarioPlan
  const { failedCells, readyTasks, finishedTasks, status } = advance(cells, {
    statuses,
    tasks: tasks.filter(({ stepKey }) => stepKey !== ''),
  })
  const names = new Set(failedCells.map(cellName))
  for (const result of results) {
    if (!names.has(cellName(result))) continue
    writes.results.push({
      ...result,
      ...changeFields(txContext),
      status: 'failure',
      error: { ...upstreamFailed },
    })
  }
  writes.readyTasks.push(...readyTasks)
  writes.finishedTasks.push(...finishedTasks)
  if (status !== scenario.status) writes.scenarios.push({ ...scenario, ...changeFields(txContext), status })
  if (isTerminal(status)) writes.endedScenarioIds.push(scenario.id)
}

/** Changes of results, by id. */
export type ResultChanges = ReadonlyMap<string, (before: EvaluationResult) => EvaluationResult>

/**
 * Call after results of these scenarios have changed. `changes` are applied and written here. The caller holds the lock
 * of the run.
 */
export async function advanceScenarios(
  txContext: TransactionContext,
  {
    run,
    scenarioIds,
    changes = new Map(),
  }: {
    readonly run: EvaluationRun
    readonly scenarioIds: readonly string[]
    readonly changes?: ResultChanges | undefined
  },
): Promise<void> {
  const { tx, scope } = txContext
  if (scenarioIds.length === 0) return
  const scenarios = await planScenarios({ reads: tx, projectId: scope.projectId }, { run, scenarioIds })
  const tasksByScenario = Map.groupBy(await tx.scenarioTasks(scenarioIds), ({ scenarioId }) => scenarioId)
  const writes: ScenarioWrites = {
    results: [],
    scenarios: [],
    readyTasks: [],
    finishedTasks: [],
    endedScenarioIds: [],
  }
  for (const scenarioPlan of scenarios) {
    const results = scenarioPlan.results.map((before) => {
      const after = changes.get(before.id)?.(before)
      if (after !== undefined) writes.results.push(after)
      return after ?? before
    })
    const statuses = new Map(results.map((result) => [cellName(result), result.status]))
    collectWrites(txContext, {
      scenarioPlan: { ...scenarioPlan, results, statuses },
      tasks: tasksByScenario.get(scenarioPlan.scenario.id) ?? [],
      writes,
    })
  }
  await tx.putEvaluationRecords('result', scope.projectId, writes.results)
  await tx.putEvaluationRecords('scenario', scope.projectId, writes.scenarios)
  await tx.markTasksReady(writes.readyTasks)
  await tx.deleteTasks(writes.finishedTasks)
  await tx.putTasks(writes.endedScenarioIds.map((id) => metricsTask(txContext, { id, runId: run.id })))
}
