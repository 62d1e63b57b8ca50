// A run in its preparation phase, with its job and progress.
import type { EvaluationJob, EvaluationRun } from '../../storage/contract/contract.ts'
import { jobProgress, storedProgress, type JobProgress } from '../records/jobs/job-progress.ts'
import type { InTransaction } from '../records/engine.ts'
import { isActiveOnServer, isClosed } from '../records/run-data.ts'

export interface PreparingRun {
  readonly run: EvaluationRun
  readonly job: EvaluationJob
  readonly progress: JobProgress
}

/** Locks the run and reads its job; undefined when the run is no longer in preparation. */
export async function lockPreparingRun(at: InTransaction, runId: string): Promise<PreparingRun | undefined> {
  const [run] = await at.tx.lockEvaluationRuns(at.scope.projectId, [runId])
  const job = await at.tx.evaluationJob(at.scope.projectId, runId)
  if (run === undefined || job?.phase !== 'preparing') return undefined
  return isClosed(run) || !isActiveOnServer(run) ? undefined : { run, job, progress: jobProgress(job) }
}

export const putProgress = (
  at: InTransaction,
  { job, progress }: { readonly job: EvaluationJob; readonly progress: JobProgress },
): Promise<void> => at.tx.putEvaluationJob({ ...job, progress: storedProgress(progress) })
