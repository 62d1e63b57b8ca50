// Runs: create, edit, close, reopen, start, stop, delete.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { runFlags, type RunFlags } from '../plan/flags.ts'
import type { RunEvent, Status } from '../plan/status.ts'
import { syncDefaultQueue } from './steps/default-queue.ts'
import {
  changedNow,
  editedValue,
  inTransaction,
  requireRecord,
  createdNow,
  putRecords,
  type InTransaction,
  type LocOf,
  type InProject,
} from './engine.ts'
import { pinnedData } from './steps/pinned-steps.ts'
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
  at: InTransaction,
  {
    input,
    executor = 'client',
  }: { readonly input: NewRun; readonly executor?: EvaluationRun['executor'] | undefined },
): Promise<EvaluationRun> {
  const run: EvaluationRun = {
    ...createdNow(at),
    name: input.name,
    description: input.description,
    status: input.status ?? 'pending',
    flags: asFlags(runFlags(input.data, { requested: input.flags ?? {} })),
    tags: input.tags,
    meta: input.meta,
    executor,
    data: storedRunData(input.data),
  }
  await putRecords(at, { kind: 'run', records: [run] })
  await storeUses(at, run)
  await syncDefaultQueue(at, run)
  return run
}

export async function createRuns(
  context: InProject,
  inputs: readonly NewRun[],
): Promise<readonly EvaluationRun[]> {
  const pinnedInputs = await withPinnedData(context, { inputs, locOf: (i) => ['body', 'runs', i] })
  return inTransaction(context, async (at) => {
    const runs: EvaluationRun[] = []
    for (const input of pinnedInputs) runs.push(await insertRun(at, { input }))
    return runs
  })
}

/** Resolves references before the transaction, which other writers wait for: a revision never changes. */
async function withPinnedData<T extends { readonly data?: StoredRunData | null | undefined }>(
  context: InProject,
  { inputs, locOf }: { readonly inputs: readonly T[]; readonly locOf: LocOf },
): Promise<readonly T[]> {
  const pinnedInputs: T[] = []
  for (const [i, input] of inputs.entries()) {
    const { data } = input
    if (data === undefined || data === null) pinnedInputs.push(input)
    else
      pinnedInputs.push({ ...input, data: await pinnedData(context, { data, loc: [...locOf(i), 'data'] }) })
  }
  return pinnedInputs
}

const clientFlags = { is_live: false, is_cached: false, is_split: false } as const

/** A flag that is null is false; null instead of the flags clears all of them. */
const requestedFlags = (flags: RequestedFlags | null | undefined): Readonly<Record<string, boolean>> =>
  flags === null
    ? clientFlags
    : Object.fromEntries(
        Object.entries(flags ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value ?? false]],
        ),
      )

/** Stores the run after an edit and applies the consequences of changed steps. */
export async function editRun(
  at: InTransaction,
  { before, edit }: { readonly before: EvaluationRun; readonly edit: Omit<RunEdit, 'id'> },
): Promise<EvaluationRun> {
  const transitioned =
    edit.status === undefined
      ? before
      : await applyEvent(at, { run: before, event: patchEvent(before, edit.status) })
  const data = edit.data === undefined ? transitioned.data : storedRunData(edit.data ?? undefined)
  const flags = transitioned.flags as unknown as RunFlags
  const after: EvaluationRun = {
    ...transitioned,
    ...changedNow(at),
    name: editedValue(edit.name, transitioned.name),
    description: editedValue(edit.description, transitioned.description),
    tags: editedValue(edit.tags, transitioned.tags),
    meta: editedValue(edit.meta, transitioned.meta),
    data,
    flags: asFlags(runFlags(runData({ data }), { requested: requestedFlags(edit.flags), before: flags })),
  }
  await putRecords(at, { kind: 'run', records: [after] })
  if (edit.data !== undefined) await storeUses(at, after)
  await removeSteps(at, { before, after })
  await syncDefaultQueue(at, after)
  return after
}

export async function editRuns(
  context: InProject,
  { edits, locOf }: { readonly edits: readonly RunEdit[]; readonly locOf: LocOf },
): Promise<readonly EvaluationRun[]> {
  const pinnedEdits = await withPinnedData(context, { inputs: edits, locOf })
  return inTransaction(context, async (at) => {
    const ids = edits.map(({ id }) => id)
    const runs = new Map(await lockOpenRuns(at, ids))
    const editedRuns: EvaluationRun[] = []
    for (const { id, ...edit } of pinnedEdits) {
      const run = await editRun(at, { before: requireRecord(runs, id), edit })
      runs.set(id, run)
      editedRuns.push(run)
    }
    return editedRuns
  })
}

/** Stores the run after an event. */
export async function moveRun(
  at: InTransaction,
  { run, event }: { readonly run: EvaluationRun; readonly event: RunEvent },
): Promise<EvaluationRun> {
  const transitioned = { ...(await applyEvent(at, { run, event })), ...changedNow(at) }
  await putRecords(at, { kind: 'run', records: [transitioned] })
  return transitioned
}

const moveRuns = (
  context: InProject,
  { ids, event }: { readonly ids: readonly string[]; readonly event: RunEvent },
): Promise<readonly EvaluationRun[]> =>
  inTransaction(context, async (at) => {
    const runs = await lockRuns(at, ids)
    const transitioned = new Map<string, EvaluationRun>()
    for (const run of runs.values()) transitioned.set(run.id, await moveRun(at, { run, event }))
    return ids.map((id) => requireRecord(transitioned, id))
  })

export const closeRuns = (
  context: InProject,
  { ids, to }: { readonly ids: readonly string[]; readonly to?: Status | undefined },
): Promise<readonly EvaluationRun[]> => moveRuns(context, { ids, event: { type: 'close', to } })

export const reopenRuns = (context: InProject, ids: readonly string[]): Promise<readonly EvaluationRun[]> =>
  moveRuns(context, { ids, event: { type: 'open' } })

/** Makes the server compute the missing cells, or only the dispatched ones. */
export async function startRun(
  at: InTransaction,
  run: EvaluationRun,
  cells: 'missing' | 'dispatched' = 'missing',
): Promise<EvaluationRun> {
  const isRunning = isActiveOnServer(run) && run.status === 'running'
  const event: RunEvent = { type: 'start', slotFree: isRunning || at.engine.slotFree() }
  const startedRun = await moveRun(at, { run: { ...run, executor: 'server' }, event })
  await (cells === 'missing' ? requestRun(at, run) : requestTasks(at, run))
  return startedRun
}

export const stopRun = async (at: InTransaction, run: EvaluationRun): Promise<EvaluationRun> =>
  moveRun(at, { run, event: await stopEvent(at, run) })

/** Deletes runs with all their records. Returns the ids of the runs that existed, in the order of the request. */
export const deleteRuns = (context: InProject, ids: readonly string[]): Promise<readonly string[]> =>
  inTransaction(context, async ({ tx }) => {
    const { projectId } = context.scope
    // Lock first: nobody adds to a run that is about to be deleted.
    await tx.lockEvaluationRuns(projectId, ids)
    for (const kind of ['queue', 'metrics', 'result', 'scenario'] as const) {
      await tx.deleteEvaluationRecords(kind, projectId, 'runId', ids)
    }
    const deletedIds = new Set(await tx.deleteEvaluationRecords('run', projectId, 'id', ids))
    await tx.deleteUses(projectId, [...deletedIds])
    for (const id of deletedIds) context.scope.touched('evaluation_run', id)
    return [...new Set(ids)].filter((id) => deletedIds.has(id))
  })
