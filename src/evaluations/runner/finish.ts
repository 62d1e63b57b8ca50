// When nothing of a run is left to compute: its metrics are written, then it gets the status that its scenarios give it.
// In this order, so that whoever sees the end of a run finds its metrics.
import { AssayError } from '../../kernel/errors.ts'
import type { EvaluationJob, EvaluationRun, EvaluationTask } from '../../storage/contract/contract.ts'
import { jobProgress, storedProgress } from '../following/job-progress.ts'
import { isClosed, runData } from '../records/run-data.ts'
import { scenariosNow } from '../records/run-state.ts'
import { refreshMetrics, type RefreshTarget } from '../records/refresh.ts'
import { moveRun } from '../records/runs.ts'
import { runAfter } from '../plan/status.ts'
import { sourceKind, stepsOf } from '../plan/steps.ts'
import { nextTickMs } from './live.ts'
import { scopeOfJob, timeText, transact, type RunnerParts } from './parts.ts'

/** More items may come: live runs, and those to which clients add items. */
function waitsForMore(run: EvaluationRun): boolean {
  const kinds = stepsOf(runData(run), 'input').map(sourceKind)
  return run.flags['is_live'] === true || kinds.includes('traces') || kinds.includes('testcases')
}

/** A run that was closed or removed meanwhile takes no metrics any more. */
async function refresh(
  parts: RunnerParts,
  job: EvaluationJob,
  target: Omit<RefreshTarget, 'runIds'>,
): Promise<void> {
  try {
    await refreshMetrics(parts.engine, scopeOfJob(parts, job), { runIds: [job.runId], ...target })
  } catch (error) {
    const isGone = error instanceof AssayError && (error.code === 'run_closed' || error.code === 'not_found')
    if (!isGone) throw error
  }
}

/** Sums up scenarios that have ended. */
export const sumScenarios = (
  parts: RunnerParts,
  job: EvaluationJob,
  tasks: readonly EvaluationTask[],
): Promise<void> =>
  refresh(parts, job, { scenarioIds: tasks.map(({ scenarioId }) => scenarioId), timestamps: [] })

async function sumRun(parts: RunnerParts, job: EvaluationJob, run: EvaluationRun): Promise<void> {
  const ticks = jobProgress(job).live?.ticks ?? []
  if (ticks.length > 0) await refresh(parts, job, { scenarioIds: [], timestamps: ticks, interval: 1 })
  const { scenarios } = await scenariosNow({ scope: scopeOfJob(parts, job), tx: parts.store.read }, run)
  const state = { status: run.status, isActive: run.flags['is_active'] === true, isClosed: false }
  const after = runAfter(state, { type: 'drained', scenarios, waitsForMore: waitsForMore(run) })
  if ('state' in after && after.state.isActive) return
  await refresh(parts, job, { scenarioIds: [], timestamps: [] })
}

/** A job that rests; a live one until its next tick. */
function rested(parts: RunnerParts, job: EvaluationJob, run: EvaluationRun): EvaluationJob {
  const progress = jobProgress(job)
  if (progress.live === undefined) return { ...job, phase: 'resting', dueAt: undefined }
  const live = { ...progress.live, ticks: [] }
  const isTicking = run.flags['is_active'] === true && run.flags['is_live'] === true
  return {
    ...job,
    phase: 'resting',
    dueAt: isTicking ? timeText(nextTickMs(live, parts.settings)) : undefined,
    progress: storedProgress({ ...progress, live }),
  }
}

/**
 * Call when a run has no task left, or was ended from outside. Does nothing when there is something to compute after
 * all.
 */
export async function finishRun(parts: RunnerParts, job: EvaluationJob, run: EvaluationRun): Promise<void> {
  await sumRun(parts, job, run)
  await transact(parts, job, async (at) => {
    const [held] = await at.tx.lockEvaluationRuns(at.scope.projectId, [job.runId])
    const now = await at.tx.evaluationJob(at.scope.projectId, job.runId)
    if (held === undefined || now === undefined || isClosed(held)) return
    if (now.phase !== job.phase || (await at.tx.hasTasks(job.runId))) return
    if (now.phase === 'summing') return at.tx.putEvaluationJob(rested(parts, now, held))
    const { scenarios } = await scenariosNow(at, held)
    const event = { type: 'drained', scenarios, waitsForMore: waitsForMore(held) } as const
    const moved = await moveRun(at, held, event)
    await at.tx.putEvaluationJob(rested(parts, now, moved))
  })
}

/** A job whose time has come is prepared again: what is due is taken. */
export const wakeJob = (parts: RunnerParts, job: EvaluationJob): Promise<EvaluationJob | undefined> =>
  transact(parts, job, async ({ tx, scope }) => {
    await tx.lockEvaluationRuns(scope.projectId, [job.runId])
    const now = await tx.evaluationJob(scope.projectId, job.runId)
    if (now === undefined || now.phase !== 'resting' || now.dueAt === undefined) return now
    const awake: EvaluationJob = { ...now, phase: 'preparing', dueAt: undefined }
    await tx.putEvaluationJob(awake)
    return awake
  })
