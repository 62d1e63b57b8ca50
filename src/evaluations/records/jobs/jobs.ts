// src/evaluations/records/jobs: work that a run still needs, as jobs and tasks of the store. dispatch.ts enqueues
// cells, advance-scenarios.ts applies the consequences of changed cells, job-progress.ts has the progress of
// preparations. Imports the records beside this folder and ../../plan; ../../runner does the work.
//
// A job is the work of the server for a run. It is written in the transaction of the change that needs it.
import type { EvaluationJob, EvaluationRun } from '../../../storage/contract/contract.ts'
import {
  jobProgress,
  progressAtStart,
  progressWithout,
  storedProgress,
  type JobProgress,
} from './job-progress.ts'
import type { TransactionContext } from '../engine.ts'
import { isActiveOnServer, isClosed } from '../run-data.ts'

async function jobOf({ tx, scope, engine }: TransactionContext, run: EvaluationRun): Promise<EvaluationJob> {
  const storedJob = await tx.evaluationJob(scope.projectId, run.id)
  return (
    storedJob ?? {
      runId: run.id,
      projectId: scope.projectId,
      actorId: scope.actorId,
      phase: 'resting',
      askedAt: engine.clock.now(),
      dueAt: undefined,
      progress: {},
    }
  )
}

const putJob = (
  txContext: TransactionContext,
  { job, progress }: { readonly job: EvaluationJob; readonly progress?: JobProgress | undefined },
): Promise<void> =>
  txContext.tx.putEvaluationJob(progress === undefined ? job : { ...job, progress: storedProgress(progress) })

/** Requests all missing cells. Call with the run before the change. */
export async function requestRun(txContext: TransactionContext, before: EvaluationRun): Promise<void> {
  const job = await jobOf(txContext, before)
  const now = txContext.engine.clock.now()
  // A stopped live run resumes with traces stored from now on; an active one skips none.
  const isLive = before.flags['is_live'] === true
  const watermark = isLive && !isActiveOnServer(before) ? now : undefined
  const requestedJob = { ...job, actorId: txContext.scope.actorId, askedAt: now, phase: 'preparing' as const }
  await putJob(txContext, { job: requestedJob, progress: progressAtStart(jobProgress(job), watermark) })
}

/** Requests a check by the runner after tasks were added or a client finished a scenario. */
export async function requestTasks(txContext: TransactionContext, run: EvaluationRun): Promise<void> {
  const job = await jobOf(txContext, run)
  if (job.phase === 'preparing' || job.phase === 'computing') return
  await putJob(txContext, { job: { ...job, askedAt: txContext.engine.clock.now(), phase: 'computing' } })
}

/** Creates the job of a run that waits for items from clients. */
export const ensureJob = async (txContext: TransactionContext, run: EvaluationRun): Promise<void> =>
  putJob(txContext, { job: await jobOf(txContext, run) })

/** Ends the computation of the run; its metrics are still computed unless it is closed. */
export async function endJob(txContext: TransactionContext, run: EvaluationRun): Promise<void> {
  await txContext.tx.deleteRunTasks(run.id)
  const job = await txContext.tx.evaluationJob(txContext.scope.projectId, run.id)
  if (job === undefined) return
  await putJob(txContext, { job: { ...job, phase: isClosed(run) ? 'resting' : 'summing', dueAt: undefined } })
}

/** Forgets the progress of these steps, so that their items are taken again if the steps return. */
export async function forgetSources(
  txContext: TransactionContext,
  { runId, stepKeys }: { readonly runId: string; readonly stepKeys: ReadonlySet<string> },
): Promise<void> {
  const job = await txContext.tx.evaluationJob(txContext.scope.projectId, runId)
  if (job !== undefined)
    await putJob(txContext, { job, progress: progressWithout(jobProgress(job), stepKeys) })
}
