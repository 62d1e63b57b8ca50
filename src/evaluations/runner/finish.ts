// Ends a run without tasks: writes its metrics, and last the status that follows from its scenarios. A client that sees
// the final status therefore finds the metrics.
import { millisecondText } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { EvaluationJob, EvaluationRun, EvaluationTask } from '../../storage/contract/contract.ts'
import { jobProgress, storedProgress } from '../records/jobs/job-progress.ts'
import { isClosed, runData } from '../records/run-data.ts'
import { scenarioSummary } from '../records/run-state.ts'
import { refreshMetrics, type RefreshTarget } from '../simple/refresh.ts'
import { transitionRun } from '../records/runs.ts'
import { runAfter } from '../plan/status.ts'
import { sourceKind, stepsOf } from '../plan/steps.ts'
import { nextTickMs } from './live.ts'
import { scopeOfJob, transact, type RunnerParts } from './parts.ts'

/** Whether more items may arrive: in live runs, and in runs to which clients add items. */
function canReceiveItems(run: EvaluationRun): boolean {
  const kinds = stepsOf(runData(run), 'input').map(sourceKind)
  return run.flags['is_live'] === true || kinds.includes('traces') || kinds.includes('testcases')
}

/** Computes metrics, unless the run was closed or deleted meanwhile. */
async function refresh(
  parts: RunnerParts,
  { job, target }: { readonly job: EvaluationJob; readonly target: Omit<RefreshTarget, 'runIds'> },
): Promise<void> {
  try {
    await refreshMetrics(
      { engine: parts.engine, scope: scopeOfJob(parts, job) },
      { runIds: [job.runId], ...target },
    )
  } catch (error) {
    const isUnavailableRun =
      error instanceof AssayError && (error.code === 'run_closed' || error.code === 'not_found')
    if (!isUnavailableRun) throw error
  }
}

/** Computes the metrics of scenarios that have ended. */
export const refreshScenarioMetrics = (
  parts: RunnerParts,
  { job, tasks }: { readonly job: EvaluationJob; readonly tasks: readonly EvaluationTask[] },
): Promise<void> =>
  refresh(parts, { job, target: { scenarioIds: tasks.map(({ scenarioId }) => scenarioId), timestamps: [] } })

async function refreshRunMetrics(
  parts: RunnerParts,
  { job, run }: { readonly job: EvaluationJob; readonly run: EvaluationRun },
): Promise<void> {
  const ticks = jobProgress(job).live?.ticks ?? []
  if (ticks.length > 0)
    await refresh(parts, { job, target: { scenarioIds: [], timestamps: ticks, interval: 1 } })
  const { scenarios } = await scenarioSummary({ scope: scopeOfJob(parts, job), tx: parts.store.read }, run)
  const state = { status: run.status, isActive: run.flags['is_active'] === true, isClosed: false }
  const after = runAfter(state, { type: 'drained', scenarios, canReceiveItems: canReceiveItems(run) })
  if ('state' in after && after.state.isActive) return
  await refresh(parts, { job, target: { scenarioIds: [], timestamps: [] } })
}

/** The job in its resting phase; a live one is due at its next tick. */
function restingJob(
  parts: RunnerParts,
  { job, run }: { readonly job: EvaluationJob; readonly run: EvaluationRun },
): EvaluationJob {
  const progress = jobProgress(job)
  if (progress.live === undefined) return { ...job, phase: 'resting', dueAt: undefined }
  const live = { ...progress.live, ticks: [] }
  const isTicking = run.flags['is_active'] === true && run.flags['is_live'] === true
  return {
    ...job,
    phase: 'resting',
    dueAt: isTicking ? millisecondText(nextTickMs(live, parts.settings)) : undefined,
    progress: storedProgress({ ...progress, live }),
  }
}

/** Call when a run has no task left, or was ended from outside. Does nothing if new work appeared. */
export async function finishRun(
  parts: RunnerParts,
  { job, run }: { readonly job: EvaluationJob; readonly run: EvaluationRun },
): Promise<void> {
  await refreshRunMetrics(parts, { job, run })
  await transact(parts, {
    job,
    work: async (txContext) => {
      const [lockedRun] = await txContext.tx.lockEvaluationRuns(txContext.scope.projectId, [job.runId])
      const storedJob = await txContext.tx.evaluationJob(txContext.scope.projectId, job.runId)
      if (lockedRun === undefined || storedJob === undefined || isClosed(lockedRun)) return
      if (storedJob.phase !== job.phase || (await txContext.tx.hasTasks(job.runId))) return
      if (storedJob.phase === 'summing')
        return txContext.tx.putEvaluationJob(restingJob(parts, { job: storedJob, run: lockedRun }))
      const { scenarios } = await scenarioSummary(txContext, lockedRun)
      const event = { type: 'drained', scenarios, canReceiveItems: canReceiveItems(lockedRun) } as const
      const endedRun = await transitionRun(txContext, { run: lockedRun, event })
      await txContext.tx.putEvaluationJob(restingJob(parts, { job: storedJob, run: endedRun }))
    },
  })
}

/** Moves a resting job that is due back into preparation. */
export const wakeJob = (parts: RunnerParts, job: EvaluationJob): Promise<EvaluationJob | undefined> =>
  transact(parts, {
    job,
    work: async ({ tx, scope }) => {
      await tx.lockEvaluationRuns(scope.projectId, [job.runId])
      const storedJob = await tx.evaluationJob(scope.projectId, job.runId)
      if (storedJob === undefined || storedJob.phase !== 'resting' || storedJob.dueAt === undefined)
        return storedJob
      const dueJob: EvaluationJob = { ...storedJob, phase: 'preparing', dueAt: undefined }
      await tx.putEvaluationJob(dueJob)
      return dueJob
    },
  })
