// Jobs: what the server has to do about a run. They are written with the change that asks for them.
import type { EvaluationJob, EvaluationRun } from '../../storage/contract/contract.ts'
import {
  jobProgress,
  progressAtStart,
  progressWithout,
  storedProgress,
  type JobProgress,
} from '../following/job-progress.ts'
import type { InTransaction } from './engine.ts'
import { isActiveOnServer, isClosed } from './run-data.ts'

async function jobOf({ tx, scope, engine }: InTransaction, run: EvaluationRun): Promise<EvaluationJob> {
  const stored = await tx.evaluationJob(scope.projectId, run.id)
  return (
    stored ?? {
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

const put = (at: InTransaction, job: EvaluationJob, progress?: JobProgress): Promise<void> =>
  at.tx.putEvaluationJob(progress === undefined ? job : { ...job, progress: storedProgress(progress) })

/** Everything that is missing is to be computed. Call with the run as it was before. */
export async function askForRun(at: InTransaction, before: EvaluationRun): Promise<void> {
  const job = await jobOf(at, before)
  const now = at.engine.clock.now()
  // One that was stopped begins with what is stored from now on; one that runs misses nothing.
  const isLive = before.flags['is_live'] === true
  const watermark = isLive && !isActiveOnServer(before) ? now : undefined
  const asked = { ...job, actorId: at.scope.actorId, askedAt: now, phase: 'preparing' as const }
  await put(at, asked, progressAtStart(jobProgress(job), watermark))
}

/** Tasks were added, or a scenario was finished by a client: the runner is to look at the run. */
export async function askForTasks(at: InTransaction, run: EvaluationRun): Promise<void> {
  const job = await jobOf(at, run)
  if (job.phase === 'preparing' || job.phase === 'computing') return
  await put(at, { ...job, askedAt: at.engine.clock.now(), phase: 'computing' })
}

/** A run that waits for items which clients add. */
export const keepReady = async (at: InTransaction, run: EvaluationRun): Promise<void> =>
  put(at, await jobOf(at, run))

/** Nothing of the run is to be computed any more, but its metrics if they may still be written. */
export async function endJob(at: InTransaction, run: EvaluationRun): Promise<void> {
  await at.tx.deleteRunTasks(run.id)
  const job = await at.tx.evaluationJob(at.scope.projectId, run.id)
  if (job === undefined) return
  await put(at, { ...job, phase: isClosed(run) ? 'resting' : 'summing', dueAt: undefined })
}

/** Items of these steps are taken anew should the steps return. */
export async function forgetSources(
  at: InTransaction,
  runId: string,
  stepKeys: ReadonlySet<string>,
): Promise<void> {
  const job = await at.tx.evaluationJob(at.scope.projectId, runId)
  if (job !== undefined) await put(at, job, progressWithout(jobProgress(job), stepKeys))
}
