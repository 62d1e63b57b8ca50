// A run in its preparation phase, with its job and progress.
import type { EvaluationJob, EvaluationRun } from '../../storage/contract/contract.ts'
import { jobProgress, storedProgress, type JobProgress } from '../records/jobs/job-progress.ts'
import type { TransactionContext } from '../records/engine.ts'
import { isActiveOnServer, isClosed } from '../records/run-data.ts'

export interface PreparingRun {
  readonly run: EvaluationRun
  readonly job: EvaluationJob
  readonly progress: JobProgress
}

/** Locks the run and reads its job; undefined when the run is no longer in preparation. */
export async function lockPreparingRun(
  txContext: TransactionContext,
  runId: string,
): Promise<PreparingRun | undefined> {
  const [run] = await txContext.tx.lockEvaluationRuns(txContext.scope.projectId, [runId])
  const job = await txContext.tx.evaluationJob(txContext.scope.projectId, runId)
  if (run === undefined || job?.phase !== 'preparing') return undefined
  return isClosed(run) || !isActiveOnServer(run) ? undefined : { run, job, progress: jobProgress(job) }
}

export const putProgress = (
  txContext: TransactionContext,
  { job, progress }: { readonly job: EvaluationJob; readonly progress: JobProgress },
): Promise<void> => txContext.tx.putEvaluationJob({ ...job, progress: storedProgress(progress) })
