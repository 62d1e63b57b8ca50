// Reads the progress of a run. The store counts, since a run may have a million cells.
import { millisecondText } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import { changedAt, type EvaluationRun, type RunCounts } from '../../storage/contract/contract.ts'
import { scenarioCells } from '../plan/plan.ts'
import { progressOf, type ProgressInput } from './progress.ts'
import { isTerminal, statuses, type Status } from '../plan/status.ts'
import { isManual, stepsOf } from '../plan/steps.ts'
import { jobProgress } from '../records/jobs/job-progress.ts'
import { runData } from '../records/run-data.ts'

type Counts = Partial<Record<Status, number>>

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, value) => sum + value, 0)

interface PlannedCounts {
  readonly cells: Counts
  readonly manual: number
}

/** Cells without a result count as waiting, for the server or for a client. */
function plannedCounts(run: EvaluationRun, counts: RunCounts): PlannedCounts {
  const data = runData(run)
  const scenarios = sumOf(Object.values(counts.scenarios))
  const inputs = new Set(stepsOf(data, 'input').map(({ key }) => key))
  const manualKeys = new Set(data.steps.filter(isManual).map(({ key }) => key))
  // All inputs count as one step: each scenario belongs to one of them.
  const nameOf = (stepKey: string): string => (inputs.has(stepKey) ? '' : stepKey)
  const plan = scenarioCells(data, {
    sourceStepKey: '',
    options: { isSplit: run.flags['is_split'] === true },
  })
  const cellsByName = Map.groupBy(
    plan.filter(({ kind }) => kind !== 'input' || inputs.size > 0),
    ({ stepKey }) => nameOf(stepKey),
  )
  const countsByName = Map.groupBy(counts.results, ({ stepKey }) => nameOf(stepKey))
  const cells: Counts = {}
  let manual = 0
  for (const [name, stepCells] of cellsByName) {
    const results = countsByName.get(name) ?? []
    const missingCount = Math.max(0, stepCells.length * scenarios - sumOf(results.map(({ count }) => count)))
    for (const { status, count } of [...results, { status: 'pending' as const, count: missingCount }]) {
      const isWaiting = status === 'pending' || status === 'queued'
      if (isWaiting && manualKeys.has(name)) manual += count
      else if (count > 0) cells[status] = (cells[status] ?? 0) + count
    }
  }
  return { cells, manual }
}

const rateWindowMs = 60_000
const terminalStatuses = statuses.filter(isTerminal)

/** Cells that ended within the last minute, or since the start of the run if that is shorter. */
async function readRecentRate(
  scope: Scope,
  {
    run,
    runCounts: { firstAt },
    nowMs,
  }: { readonly run: EvaluationRun; readonly runCounts: RunCounts; readonly nowMs: number },
): Promise<ProgressInput['recentRate']> {
  const ms = firstAt === undefined ? 0 : Math.min(rateWindowMs, nowMs - Date.parse(firstAt))
  if (ms <= 0 || run.flags['is_active'] !== true) return { ended: 0, ms: 0 }
  const stepKeys = runData(run).steps.flatMap(({ type, key }) => (type === 'input' ? [] : [key]))
  const sinceTime = millisecondText(nowMs - ms)
  const runRef = { projectId: scope.projectId, runId: run.id }
  const count = await scope.store.read.resultsChangedSince(runRef, sinceTime, {
    statuses: terminalStatuses,
    stepKeys,
  })
  return { ended: count, ms }
}

/** Live runs that reached a limit skip traces. */
async function countSkippedTraces(scope: Scope, run: EvaluationRun): Promise<number> {
  if (run.flags['is_live'] !== true) return 0
  const job = await scope.store.read.evaluationJob(scope.projectId, run.id)
  return (job && jobProgress(job).live?.skipped) ?? 0
}

/** The progress in wire form. */
export async function runProgress(
  scope: Scope,
  { run, nowMs = Date.now() }: { readonly run: EvaluationRun; readonly nowMs?: number | undefined },
): Promise<JsonObject> {
  const counts = await scope.store.read.runCounts(scope.projectId, run.id)
  return progressOf({
    runId: run.id,
    status: run.status,
    isActive: run.flags['is_active'] === true,
    executor: run.executor,
    scenarios: counts.scenarios,
    ...plannedCounts(run, counts),
    skippedTraces: await countSkippedTraces(scope, run),
    recentRate: await readRecentRate(scope, { run, runCounts: counts, nowMs }),
    startedAt: counts.firstAt,
    // Times are texts of equal length.
    lastChangeAt: [changedAt(run), counts.lastAt ?? ''].toSorted().at(-1) ?? '',
    finishedAt: counts.lastAt ?? run.updatedAt,
    nowMs,
  })
}
