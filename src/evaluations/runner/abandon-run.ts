// Abandons runs that crash the process: after a number of crashes the run fails instead of starting again, so that a
// server always becomes ready.
import type { EvaluationJob } from '../../storage/contract/contract.ts'
import { changeFields } from '../records/engine.ts'
import { isClosed } from '../records/run-data.ts'
import { applyEvent } from '../records/run-state.ts'
import { transact, type RunnerParts } from './parts.ts'

/**
 * Crashes allowed while a process starts, prepares or ends a run, or sums up a scenario, without progress in between.
 */
export const jobDeathsMax = 3

const failure = {
  code: 'internal_error',
  message:
    `The server crashed ${jobDeathsMax} times while it worked on this run and will not retry it. Look for the ` +
    'reason in the log, make the query or the steps smaller, then start the run again.',
} as const

/**
 * The run fails with the reason in `meta.failure`, and its job rests. Its metrics are not computed: they may be the
 * cause.
 */
export async function abandonRun(parts: RunnerParts, job: EvaluationJob): Promise<void> {
  parts.onError(new Error(failure.message), `run ${job.runId} was abandoned`)
  await transact(parts, {
    job,
    work: async (txContext) => {
      const { projectId } = txContext.scope
      const [run] = await txContext.tx.lockEvaluationRuns(projectId, [job.runId])
      if (run === undefined) return
      if (!isClosed(run)) {
        const failedRun = await applyEvent(txContext, { run, event: { type: 'preparation_failed' } })
        const meta = { ...failedRun.meta, failure }
        if (failedRun !== run) {
          await txContext.tx.putEvaluationRecords('run', projectId, [
            { ...failedRun, ...changeFields(txContext), meta },
          ])
        }
      }
      const storedJob = await txContext.tx.evaluationJob(projectId, job.runId)
      if (storedJob !== undefined)
        await txContext.tx.putEvaluationJob({ ...storedJob, phase: 'resting', dueAt: undefined })
    },
  })
}
