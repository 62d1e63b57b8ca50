// The default queue of a run with human steps. It is created with the first such step, archived with the last one, and
// restored when one returns.
import { AssayError, invalid, type FieldError } from '../../../kernel/errors.ts'
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { EvaluationQueue, EvaluationRun } from '../../../storage/contract/contract.ts'
import { changeFields, creationFields, type TransactionContext } from '../engine.ts'
import type { ProjectReads } from '../../../access/scope.ts'

export const isDefault = (queue: Pick<EvaluationQueue, 'flags'>): boolean =>
  queue.flags['is_default'] === true

export const queueConflict = (message: string, runId: string): AssayError =>
  new AssayError('queue_conflict', { message, run_id: runId })

const defaultQueues = async (
  { reads, projectId }: ProjectReads,
  runId: string,
): Promise<readonly EvaluationQueue[]> =>
  (await reads.evaluationRecords('queue', projectId, { runIds: [runId], includeArchived: true })).filter(
    isDefault,
  )

/** The default queue of a run, unless it is archived. */
export const activeDefaultQueue = async (
  project: ProjectReads,
  runId: string,
): Promise<EvaluationQueue | undefined> =>
  (await defaultQueues(project, runId)).find((queue) => queue.deletedAt === undefined)

const assignmentFields = ['user_ids', 'scenario_ids', 'step_keys', 'batch_size', 'batch_offset'] as const

/** A default queue offers the full run to everybody, so nothing may narrow it. `loc` is the location of its data. */
export function refuseAssignments(data: JsonObject | undefined, loc: FieldError['loc']): void {
  const presentFields = assignmentFields.filter((name) => data?.[name] !== undefined)
  if (presentFields.length === 0) return
  throw invalid(
    presentFields.map((name) => ({
      type: 'value_error',
      loc: [...loc, name],
      msg: `A default queue has no ${name}: it offers the full run to everybody.`,
    })),
  )
}

/** Creates, archives or restores the default queue to match the steps of the run. */
export async function syncDefaultQueue(txContext: TransactionContext, run: EvaluationRun): Promise<void> {
  const { tx, scope } = txContext
  const queues = await defaultQueues({ reads: tx, projectId: scope.projectId }, run.id)
  const activeQueue = queues.find((queue) => queue.deletedAt === undefined)
  const isNeeded = run.flags['has_human'] === true
  if (isNeeded === (activeQueue !== undefined)) return
  const putQueue = (queue: EvaluationQueue) => tx.putEvaluationRecords('queue', scope.projectId, [queue])
  if (activeQueue !== undefined) {
    const { updatedAt, updatedById } = changeFields(txContext)
    return putQueue({ ...activeQueue, deletedAt: updatedAt, deletedById: updatedById })
  }
  const [archivedQueue] = queues
  if (archivedQueue !== undefined) {
    return putQueue({
      ...archivedQueue,
      ...changeFields(txContext),
      deletedAt: undefined,
      deletedById: undefined,
    })
  }
  return putQueue({
    ...creationFields(txContext),
    runId: run.id,
    name: undefined,
    description: undefined,
    status: 'running',
    flags: { is_sequential: false, is_default: true },
    tags: undefined,
    meta: undefined,
    data: {},
  })
}
