// After cells have changed: the scenario follows them, waiting tasks become ready, those that cannot run fail, and a
// scenario that has ended is summed up.
import type {
  EvaluationResult,
  EvaluationRun,
  EvaluationScenario,
  EvaluationTask,
} from '../../storage/contract/contract.ts'
import { advance, upstreamFailed } from '../plan/advance.ts'
import { cellName } from '../plan/plan.ts'
import { isTerminal } from '../plan/status.ts'
import { plannedScenarios, type PlannedScenario } from './cells.ts'
import { changedNow, type InTransaction } from './engine.ts'

/** What is to be written for some scenarios. */
interface Followed {
  readonly results: EvaluationResult[]
  readonly scenarios: EvaluationScenario[]
  readonly ready: string[]
  readonly gone: string[]
  readonly ended: string[]
}

/** The task by which a scenario is summed up. */
export const metricsTask = (
  { engine, scope }: Pick<InTransaction, 'engine' | 'scope'>,
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

function followOne(
  at: InTransaction,
  planned: PlannedScenario,
  tasks: readonly EvaluationTask[],
  into: Followed,
): void {
  const { scenario, cells, done, results } = planned
  const { failed, ready, gone, status } = advance(
    cells,
    done,
    tasks.filter(({ stepKey }) => stepKey !== ''),
  )
  const names = new Set(failed.map(cellName))
  for (const result of results) {
    if (!names.has(cellName(result))) continue
    into.results.push({ ...result, ...changedNow(at), status: 'failure', error: { ...upstreamFailed } })
  }
  into.ready.push(...ready)
  into.gone.push(...gone)
  if (status !== scenario.status) into.scenarios.push({ ...scenario, ...changedNow(at), status })
  if (isTerminal(status)) into.ended.push(scenario.id)
}

/** What becomes of results, by their ids. */
export type ResultChanges = ReadonlyMap<string, (before: EvaluationResult) => EvaluationResult>

/** Call after results of these scenarios have changed; with `changes`, which are made and written here. The run is held. */
export async function followCells(
  at: InTransaction,
  run: EvaluationRun,
  scenarioIds: readonly string[],
  changes: ResultChanges = new Map(),
): Promise<void> {
  const { tx, scope } = at
  if (scenarioIds.length === 0) return
  const stored = await plannedScenarios(tx, scope.projectId, run, scenarioIds)
  const tasksOf = Map.groupBy(await tx.scenarioTasks(scenarioIds), ({ scenarioId }) => scenarioId)
  const followed: Followed = { results: [], scenarios: [], ready: [], gone: [], ended: [] }
  for (const planned of stored) {
    const results = planned.results.map((before) => {
      const after = changes.get(before.id)?.(before)
      if (after !== undefined) followed.results.push(after)
      return after ?? before
    })
    const done = new Map(results.map((result) => [cellName(result), result.status]))
    followOne(at, { ...planned, results, done }, tasksOf.get(planned.scenario.id) ?? [], followed)
  }
  await tx.putEvaluationRecords('result', scope.projectId, followed.results)
  await tx.putEvaluationRecords('scenario', scope.projectId, followed.scenarios)
  await tx.readyTasks(followed.ready)
  await tx.deleteTasks(followed.gone)
  await tx.putTasks(followed.ended.map((id) => metricsTask(at, { id, runId: run.id })))
}
