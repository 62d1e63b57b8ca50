// How far a run has come, counted by the store: a run may have a million cells.
import { microsecondText } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, RunCounts } from '../../storage/contract/contract.ts'
import { scenarioCells } from '../plan/plan.ts'
import { progressOf, type ProgressInput } from './progress.ts'
import { isTerminal, statuses, type Status } from '../plan/status.ts'
import { isManual, stepsOf } from '../plan/steps.ts'
import { runData } from '../records/run-data.ts'

type Counts = Partial<Record<Status, number>>

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

interface Planned {
  readonly cells: Counts
  readonly manual: number
}

/** Cells that have no result yet wait like those that have one, for the server or for a client. */
function plannedCells(run: EvaluationRun, counts: RunCounts): Planned {
  const data = runData(run)
  const scenarios = sumOf(Object.values(counts.scenarios))
  const inputs = new Set(stepsOf(data, 'input').map(({ key }) => key))
  const manualKeys = new Set(data.steps.filter(isManual).map(({ key }) => key))
  // All inputs count as one step: each scenario comes from one of them.
  const nameOf = (stepKey: string): string => (inputs.has(stepKey) ? '' : stepKey)
  const plan = scenarioCells(data, '', { isSplit: run.flags['is_split'] === true })
  const perScenario = Map.groupBy(
    plan.filter(({ kind }) => kind !== 'input' || inputs.size > 0),
    ({ stepKey }) => nameOf(stepKey),
  )
  const counted = Map.groupBy(counts.results, ({ stepKey }) => nameOf(stepKey))
  const cells: Counts = {}
  let manual = 0
  for (const [name, own] of perScenario) {
    const found = counted.get(name) ?? []
    const missing = Math.max(0, own.length * scenarios - sumOf(found.map(({ count }) => count)))
    for (const { status, count } of [...found, { status: 'pending' as const, count: missing }]) {
      const waits = status === 'pending' || status === 'queued'
      if (waits && manualKeys.has(name)) manual += count
      else if (count > 0) cells[status] = (cells[status] ?? 0) + count
    }
  }
  return { cells, manual }
}

const paceMs = 60_000
const ended = statuses.filter(isTerminal)

/** Cells that ended within the last minute, or since the run began if that is shorter. */
async function lately(
  scope: Scope,
  run: EvaluationRun,
  { firstAt }: RunCounts,
  nowMs: number,
): Promise<ProgressInput['lately']> {
  const ms = firstAt === undefined ? 0 : Math.min(paceMs, nowMs - Date.parse(firstAt))
  if (ms <= 0 || run.flags['is_active'] !== true) return { ended: 0, ms: 0 }
  const stepKeys = runData(run).steps.flatMap(({ type, key }) => (type === 'input' ? [] : [key]))
  const since = microsecondText((nowMs - ms) * 1000)
  const of = { projectId: scope.projectId, runId: run.id }
  const count = await scope.store.read.resultsChangedSince(of, since, { statuses: ended, stepKeys })
  return { ended: count, ms }
}

/** The progress as it is answered. */
export async function runProgress(
  scope: Scope,
  run: EvaluationRun,
  nowMs: number = Date.now(),
): Promise<JsonObject> {
  const counts = await scope.store.read.runCounts(scope.projectId, run.id)
  return progressOf({
    runId: run.id,
    status: run.status,
    isActive: run.flags['is_active'] === true,
    executor: run.executor,
    scenarios: counts.scenarios,
    ...plannedCells(run, counts),
    lately: await lately(scope, run, counts, nowMs),
    startedAt: counts.firstAt,
    finishedAt: counts.lastAt ?? run.updatedAt,
    nowMs,
  })
}
