// Runs: create, edit, close, reopen, start, stop, delete.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { clientFlags, runFlags, type RunFlags } from '../plan/flags.ts'
import type { RunEvent, Status } from '../plan/status.ts'
import { syncDefaultQueue } from './steps/default-queue.ts'
import {
  changeFields,
  editedValue,
  inTransaction,
  requireRecord,
  creationFields,
  putRecords,
  type TransactionContext,
  type LocOf,
  type OperationContext,
} from './engine.ts'
import { pinRunData } from './steps/pinned-steps.ts'
import { requestRun, requestTasks } from './jobs/jobs.ts'
import { isActiveOnServer, runData, storedRunData, type StoredRunData } from './run-data.ts'
import { applyEvent, lockRuns, lockOpenRuns, patchEvent, stopEvent } from './run-state.ts'
import { removeSteps } from './steps/step-removal.ts'
import { storeUses } from './steps/run-uses.ts'

export interface NewRun {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly status?: Status | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly data?: StoredRunData | undefined
}

type RequestedFlags = { readonly [name: string]: boolean | null | undefined }

/** Omitted fields keep their value; null clears them. */
export interface RunEdit {
  readonly id: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly status?: Status | undefined
  readonly flags?: RequestedFlags | null | undefined
  readonly tags?: JsonObject | null | undefined
  readonly meta?: JsonObject | null | undefined
  readonly data?: StoredRunData | null | undefined
}

const asFlags = (flags: RunFlags): Flags => ({ ...flags })

export async function insertRun(
  txContext: TransactionContext,
  {
    input,
    executor = 'client',
  }: { readonly input: NewRun; readonly executor?: EvaluationRun['executor'] | undefined },
): Promise<EvaluationRun> {
  const run: EvaluationRun = {
    ...creationFields(txContext),
    name: input.name,
    description: input.description,
    status: input.status ?? 'pending',
    flags: asFlags(runFlags(input.data, { requested: input.flags ?? {} })),
    tags: input.tags,
    meta: input.meta,
    executor,
    data: storedRunData(input.data),
  }
  await putRecords(txContext, { kind: 'run', records: [run] })
  await storeUses(txContext, run)
  await syncDefaultQueue(txContext, run)
  return run
}

export async function createRuns(
  context: OperationContext,
  inputs: readonly NewRun[],
): Promise<readonly EvaluationRun[]> {
  const pinnedInputs = await withPinnedData(context, { inputs, locOf: (i) => ['body', 'runs', i] })
  return inTransaction(context, async (txContext) => {
    const runs: EvaluationRun[] = []
    for (const input of pinnedInputs) runs.push(await insertRun(txContext, { input }))
    return runs
  })
}

/** Resolves references before the transaction, which other writers wait for: a revision never changes. */
async function withPinnedData<T extends { readonly data?: StoredRunData | null | undefined }>(
  context: OperationContext,
  { inputs, locOf }: { readonly inputs: readonly T[]; readonly locOf: LocOf },
): Promise<readonly T[]> {
  const pinnedInputs: T[] = []
  for (const [i, input] of inputs.entries()) {
    const { data } = input
    if (data === undefined || data === null) pinnedInputs.push(input)
    else
      pinnedInputs.push({ ...input, data: await pinRunData(context, { data, loc: [...locOf(i), 'data'] }) })
  }
  return pinnedInputs
}

/** A flag that is null is false; null instead of the flags clears all of them. */
const requestedFlags = (flags: RequestedFlags | null | undefined): Readonly<Record<string, boolean>> =>
  flags === null
    ? Object.fromEntries(clientFlags.map((name) => [name, false]))
    : Object.fromEntries(
        Object.entries(flags ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value ?? false]],
        ),
      )

/** Stores the run after an edit and applies the consequences of changed steps. */
export async function editRun(
  txContext: TransactionContext,
  { before, edit }: { readonly before: EvaluationRun; readonly edit: Omit<RunEdit, 'id'> },
): Promise<EvaluationRun> {
  const changedRun =
    edit.status === undefined
      ? before
      : await applyEvent(txContext, { run: before, event: patchEvent(before, edit.status) })
  const data = edit.data === undefined ? changedRun.data : storedRunData(edit.data ?? undefined)
  const flags = changedRun.flags as unknown as RunFlags
  const after: EvaluationRun = {
    ...changedRun,
    ...changeFields(txContext),
    name: editedValue(edit.name, changedRun.name),
    description: editedValue(edit.description, changedRun.description),
    tags: editedValue(edit.tags, changedRun.tags),
    meta: editedValue(edit.meta, changedRun.meta),
    data,
    flags: asFlags(runFlags(runData({ data }), { requested: requestedFlags(edit.flags), before: flags })),
  }
  await putRecords(txContext, { kind: 'run', records: [after] })
  if (edit.data !== undefined) await storeUses(txContext, after)
  await removeSteps(txContext, { before, after })
  await syncDefaultQueue(txContext, after)
  return after
}

export async function editRuns(
  context: OperationContext,
  { edits, locOf }: { readonly edits: readonly RunEdit[]; readonly locOf: LocOf },
): Promise<readonly EvaluationRun[]> {
  const pinnedEdits = await withPinnedData(context, { inputs: edits, locOf })
  return inTransaction(context, async (txContext) => {
    const ids = edits.map(({ id }) => id)
    const runs = new Map(await lockOpenRuns(txContext, ids))
    const editedRuns: EvaluationRun[] = []
    for (const { id, ...edit } of pinnedEdits) {
      const run = await editRun(txContext, { before: requireRecord(runs, id), edit })
      runs.set(id, run)
      editedRuns.push(run)
    }
    return editedRuns
  })
}

/** Stores the run after an event. */
export async function transitionRun(
  txContext: TransactionContext,
  { run, event }: { readonly run: EvaluationRun; readonly event: RunEvent },
): Promise<EvaluationRun> {
  const changedRun = { ...(await applyEvent(txContext, { run, event })), ...changeFields(txContext) }
  await putRecords(txContext, { kind: 'run', records: [changedRun] })
  return changedRun
}

const transitionRuns = (
  context: OperationContext,
  { ids, event }: { readonly ids: readonly string[]; readonly event: RunEvent },
): Promise<readonly EvaluationRun[]> =>
  inTransaction(context, async (txContext) => {
    const runs = await lockRuns(txContext, ids)
    const changedRuns = new Map<string, EvaluationRun>()
    for (const run of runs.values()) changedRuns.set(run.id, await transitionRun(txContext, { run, event }))
    return ids.map((id) => requireRecord(changedRuns, id))
  })

export const closeRuns = (
  context: OperationContext,
  { ids, to }: { readonly ids: readonly string[]; readonly to?: Status | undefined },
): Promise<readonly EvaluationRun[]> => transitionRuns(context, { ids, event: { type: 'close', to } })

export const reopenRuns = (
  context: OperationContext,
  ids: readonly string[],
): Promise<readonly EvaluationRun[]> => transitionRuns(context, { ids, event: { type: 'open' } })

/** Makes the server compute the missing cells, or only the dispatched ones. */
export async function startRun(
  txContext: TransactionContext,
  run: EvaluationRun,
  cells: 'missing' | 'dispatched' = 'missing',
): Promise<EvaluationRun> {
  const isRunning = isActiveOnServer(run) && run.status === 'running'
  const event: RunEvent = { type: 'start', hasSlot: isRunning || txContext.engine.reserveSlot() }
  const startedRun = await transitionRun(txContext, { run: { ...run, executor: 'server' }, event })
  await (cells === 'missing' ? requestRun(txContext, run) : requestTasks(txContext, run))
  return startedRun
}

export const stopRun = async (txContext: TransactionContext, run: EvaluationRun): Promise<EvaluationRun> =>
  transitionRun(txContext, { run, event: await stopEvent(txContext, run) })

/** Deletes runs with all their records. Returns the ids of the runs that existed, in the order of the request. */
export const deleteRuns = (context: OperationContext, ids: readonly string[]): Promise<readonly string[]> =>
  inTransaction(context, async ({ tx }) => {
    const { projectId } = context.scope
    // Lock first: nobody adds to a run that is about to be deleted.
    await tx.lockEvaluationRuns(projectId, ids)
    for (const kind of ['queue', 'metrics', 'result', 'scenario'] as const) {
      await tx.deleteEvaluationRecords(kind, projectId, 'runId', ids)
    }
    const deletedIds = new Set(await tx.deleteEvaluationRecords('run', projectId, 'id', ids))
    await tx.deleteUses(projectId, [...deletedIds])
    for (const id of deletedIds) context.scope.recordResource('evaluation_run', id)
    return [...new Set(ids)].filter((id) => deletedIds.has(id))
  })
