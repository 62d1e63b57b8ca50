// Annotation queues: work on a run for people.
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationQueue, EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import type { Status } from '../plan/status.ts'
import { namedSteps, throwFieldErrors, refuseOtherRun, stepErrors } from '../records/ownership.ts'
import {
  activeDefaultQueue,
  isDefault,
  queueConflict,
  refuseAssignments,
} from '../records/steps/default-queue.ts'
import {
  changeFields,
  editedValue,
  inTransaction,
  requireRecord,
  requireRecords,
  creationFields,
  putRecords,
  type TransactionContext,
  type LocOf,
  type OperationContext,
} from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import { lockRecords, lockOpenRunsOf } from '../records/run-state.ts'
import { ownMember } from '../../kernel/own.ts'

export interface NewQueue {
  readonly runId: string
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly status?: Status | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly data?: JsonObject | undefined
}

/** Omitted fields keep their value; null clears them. */
export interface QueueEdit {
  readonly id: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly status?: Status | undefined
  readonly flags?: { readonly [name: string]: boolean | null | undefined } | null | undefined
  readonly tags?: JsonObject | null | undefined
  readonly meta?: JsonObject | null | undefined
  readonly data?: JsonObject | null | undefined
}

const texts = (data: JsonObject | undefined, name: string): readonly string[] =>
  (ownMember(data, name) as readonly string[] | undefined) ?? []

/** The scenarios and steps of a queue must belong to its run. `loc` is the location of the queue's data. */
async function refuseForeignRecords(
  txContext: TransactionContext,
  {
    run,
    data,
    loc,
  }: { readonly run: EvaluationRun; readonly data: JsonObject | undefined; readonly loc: FieldError['loc'] },
): Promise<void> {
  const ids = texts(data, 'scenario_ids')
  const scenarios = await requireRecords(txContext, { kind: 'scenario', ids })
  for (const id of ids) refuseOtherRun(requireRecord(scenarios, id), run.id)
  const keys = namedSteps(texts(data, 'step_keys'), [...loc, 'step_keys'])
  throwFieldErrors(stepErrors(runData(run), keys))
}

async function refuseSecondDefault({ tx, scope }: TransactionContext, runId: string): Promise<void> {
  if ((await activeDefaultQueue({ reads: tx, projectId: scope.projectId }, runId)) !== undefined) {
    throw queueConflict('The run has a default queue.', runId)
  }
}

export async function insertQueue(txContext: TransactionContext, input: NewQueue): Promise<EvaluationQueue> {
  const queue: EvaluationQueue = {
    ...creationFields(txContext),
    runId: input.runId,
    name: input.name,
    description: input.description,
    status: input.status ?? 'pending',
    flags: {
      is_sequential: input.flags?.['is_sequential'] ?? false,
      is_default: input.flags?.['is_default'] ?? false,
    },
    tags: input.tags,
    meta: input.meta,
    data: input.data ?? {},
  }
  if (isDefault(queue)) await refuseSecondDefault(txContext, queue.runId)
  await putRecords(txContext, { kind: 'queue', records: [queue] })
  return queue
}

export const createQueues = (
  context: OperationContext,
  inputs: readonly NewQueue[],
): Promise<readonly EvaluationQueue[]> =>
  inTransaction(context, async (txContext) => {
    const runs = await lockOpenRunsOf(txContext, inputs)
    const queues: EvaluationQueue[] = []
    for (const [i, input] of inputs.entries()) {
      const loc = ['body', 'queues', i, 'data']
      if (input.flags?.['is_default'] === true) refuseAssignments(input.data, loc)
      await refuseForeignRecords(txContext, { run: requireRecord(runs, input.runId), data: input.data, loc })
      queues.push(await insertQueue(txContext, input))
    }
    return queues
  })

/** Flags are merged; null means false. */
function flagsAfter(before: EvaluationQueue, edit: QueueEdit['flags']): Flags {
  const flag = (name: 'is_sequential' | 'is_default'): boolean => {
    const value = edit === null ? null : edit?.[name]
    return value === undefined ? (before.flags[name] ?? false) : (value ?? false)
  }
  return { is_sequential: flag('is_sequential'), is_default: flag('is_default') }
}

/** `loc` is the location of the edit in the request. */
async function editQueue(
  txContext: TransactionContext,
  {
    run,
    before,
    edit,
    loc,
  }: {
    readonly run: EvaluationRun
    readonly before: EvaluationQueue
    readonly edit: QueueEdit
    readonly loc: FieldError['loc']
  },
): Promise<EvaluationQueue> {
  if (before.deletedAt !== undefined) {
    throw new AssayError('archived', `Evaluation queue '${before.id}' not found: it is archived.`)
  }
  const after: EvaluationQueue = {
    ...before,
    ...changeFields(txContext),
    name: editedValue(edit.name, before.name),
    description: editedValue(edit.description, before.description),
    status: edit.status ?? before.status,
    flags: flagsAfter(before, edit.flags),
    tags: editedValue(edit.tags, before.tags),
    meta: editedValue(edit.meta, before.meta),
    data: edit.data === undefined ? before.data : (edit.data ?? {}),
  }
  if (isDefault(before) && !isDefault(after)) {
    throw queueConflict('The default queue of a run cannot be changed to another kind.', before.runId)
  }
  if (isDefault(after)) refuseAssignments(after.data, [...loc, 'data'])
  await refuseForeignRecords(txContext, { run, data: edit.data ?? undefined, loc: [...loc, 'data'] })
  if (isDefault(after) && !isDefault(before)) await refuseSecondDefault(txContext, before.runId)
  await putRecords(txContext, { kind: 'queue', records: [after] })
  return after
}

export const editQueues = (
  context: OperationContext,
  { edits, locOf }: { readonly edits: readonly QueueEdit[]; readonly locOf: LocOf },
): Promise<readonly EvaluationQueue[]> =>
  inTransaction(context, async (txContext) => {
    const ids = edits.map(({ id }) => id)
    const { runs, records } = await lockRecords(txContext, { kind: 'queue', ids })
    const queues = new Map(records)
    const editedQueues: EvaluationQueue[] = []
    for (const [i, edit] of edits.entries()) {
      const before = requireRecord(queues, edit.id)
      const queue = await editQueue(txContext, {
        run: requireRecord(runs, before.runId),
        before,
        edit,
        loc: locOf(i),
      })
      queues.set(edit.id, queue)
      editedQueues.push(queue)
    }
    return editedQueues
  })
