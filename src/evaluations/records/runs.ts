// Runs: made, changed, closed, opened, started, stopped, deleted.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun, Flags } from '../../storage/contract/contract.ts'
import { runFlags, type RunFlags } from '../plan/flags.ts'
import type { RunEvent, Status } from '../plan/status.ts'
import { keepDefaultQueue } from '../queues/default-queue.ts'
import {
  changedNow,
  edited,
  inTransaction,
  known,
  madeNow,
  putRecords,
  type EvaluationEngine,
  type InTransaction,
  type LocOf,
} from './engine.ts'
import { pinnedData } from './pinned-steps.ts'
import { askForRun, askForTasks } from './jobs.ts'
import { isActiveOnServer, runData, storedRunData, type StoredRunData } from './run-data.ts'
import { afterEvent, heldRuns, openRuns, patchEvent, stopEvent } from './run-state.ts'
import { removeSteps } from './step-removal.ts'
import { keepUses } from '../uses/run-uses.ts'

export interface NewRun {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly status?: Status | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
  readonly data?: StoredRunData | undefined
}

type SentFlags = { readonly [name: string]: boolean | null | undefined }

/** Absent: kept. Null: cleared. */
export interface RunEdit {
  readonly id: string
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly status?: Status | undefined
  readonly flags?: SentFlags | null | undefined
  readonly tags?: JsonObject | null | undefined
  readonly meta?: JsonObject | null | undefined
  readonly data?: StoredRunData | null | undefined
}

const asFlags = (flags: RunFlags): Flags => ({ ...flags })

export async function insertRun(
  at: InTransaction,
  input: NewRun,
  executor: EvaluationRun['executor'] = 'client',
): Promise<EvaluationRun> {
  const run: EvaluationRun = {
    ...madeNow(at),
    name: input.name,
    description: input.description,
    status: input.status ?? 'pending',
    flags: asFlags(runFlags(input.data, input.flags ?? {})),
    tags: input.tags,
    meta: input.meta,
    executor,
    data: storedRunData(input.data),
  }
  await putRecords(at, 'run', [run])
  await keepUses(at, run)
  await keepDefaultQueue(at, run)
  return run
}

export async function createRuns(
  engine: EvaluationEngine,
  scope: Scope,
  inputs: readonly NewRun[],
): Promise<readonly EvaluationRun[]> {
  const pinned = await withPinnedData(engine, scope, inputs, (i) => ['body', 'runs', i])
  return inTransaction(engine, scope, async (at) => {
    const runs: EvaluationRun[] = []
    for (const input of pinned) runs.push(await insertRun(at, input))
    return runs
  })
}

/** Read before the transaction, which others wait for: a revision never changes. */
async function withPinnedData<T extends { readonly data?: StoredRunData | null | undefined }>(
  engine: EvaluationEngine,
  scope: Scope,
  inputs: readonly T[],
  locOf: LocOf,
): Promise<readonly T[]> {
  const pinned: T[] = []
  for (const [i, input] of inputs.entries()) {
    const { data } = input
    if (data === undefined || data === null) pinned.push(input)
    else pinned.push({ ...input, data: await pinnedData(engine, scope, data, [...locOf(i), 'data']) })
  }
  return pinned
}

const clientFlags = { is_live: false, is_cached: false, is_split: false } as const

/** Null, alone or for all flags, is false. */
const sentFlags = (flags: SentFlags | null | undefined): Readonly<Record<string, boolean>> =>
  flags === null
    ? clientFlags
    : Object.fromEntries(
        Object.entries(flags ?? {}).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value ?? false]],
        ),
      )

/** The run after an edit, stored, with what follows from changed steps. */
export async function editRun(
  at: InTransaction,
  before: EvaluationRun,
  edit: Omit<RunEdit, 'id'>,
): Promise<EvaluationRun> {
  const moved =
    edit.status === undefined ? before : await afterEvent(at, before, patchEvent(before, edit.status))
  const data = edit.data === undefined ? moved.data : storedRunData(edit.data ?? undefined)
  const flags = moved.flags as unknown as RunFlags
  const after: EvaluationRun = {
    ...moved,
    ...changedNow(at),
    name: edited(edit.name, moved.name),
    description: edited(edit.description, moved.description),
    tags: edited(edit.tags, moved.tags),
    meta: edited(edit.meta, moved.meta),
    data,
    flags: asFlags(runFlags(runData({ data }), sentFlags(edit.flags), flags)),
  }
  await putRecords(at, 'run', [after])
  if (edit.data !== undefined) await keepUses(at, after)
  await removeSteps(at, before, after)
  await keepDefaultQueue(at, after)
  return after
}

export async function editRuns(
  engine: EvaluationEngine,
  scope: Scope,
  edits: readonly RunEdit[],
  locOf: LocOf,
): Promise<readonly EvaluationRun[]> {
  const pinned = await withPinnedData(engine, scope, edits, locOf)
  return inTransaction(engine, scope, async (at) => {
    const ids = edits.map(({ id }) => id)
    const runs = new Map(await openRuns(at, ids))
    const changed: EvaluationRun[] = []
    for (const { id, ...edit } of pinned) {
      const run = await editRun(at, known(runs, id), edit)
      runs.set(id, run)
      changed.push(run)
    }
    return changed
  })
}

/** Stores the run after an event. */
export async function moveRun(
  at: InTransaction,
  run: EvaluationRun,
  event: RunEvent,
): Promise<EvaluationRun> {
  const moved = { ...(await afterEvent(at, run, event)), ...changedNow(at) }
  await putRecords(at, 'run', [moved])
  return moved
}

const moveRuns = (
  engine: EvaluationEngine,
  scope: Scope,
  ids: readonly string[],
  event: RunEvent,
): Promise<readonly EvaluationRun[]> =>
  inTransaction(engine, scope, async (at) => {
    const runs = await heldRuns(at, ids)
    const moved = new Map<string, EvaluationRun>()
    for (const run of runs.values()) moved.set(run.id, await moveRun(at, run, event))
    return ids.map((id) => known(moved, id))
  })

export const closeRuns = (
  engine: EvaluationEngine,
  scope: Scope,
  ids: readonly string[],
  to?: Status,
): Promise<readonly EvaluationRun[]> => moveRuns(engine, scope, ids, { type: 'close', to })

export const reopenRuns = (
  engine: EvaluationEngine,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly EvaluationRun[]> => moveRuns(engine, scope, ids, { type: 'open' })

/** From now on the server computes what is missing, or only what was dispatched. */
export async function startRun(
  at: InTransaction,
  run: EvaluationRun,
  what: 'missing' | 'dispatched' = 'missing',
): Promise<EvaluationRun> {
  const isRunning = isActiveOnServer(run) && run.status === 'running'
  const event: RunEvent = { type: 'start', slotFree: isRunning || at.engine.slotFree() }
  const moved = await moveRun(at, { ...run, executor: 'server' }, event)
  await (what === 'missing' ? askForRun(at, run) : askForTasks(at, run))
  return moved
}

export const stopRun = async (at: InTransaction, run: EvaluationRun): Promise<EvaluationRun> =>
  moveRun(at, run, await stopEvent(at, run))

/** Removes runs with all that stands below them; answers the ids of those that were there, in the order asked. */
export const deleteRuns = (
  engine: EvaluationEngine,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly string[]> =>
  inTransaction(engine, scope, async ({ tx }) => {
    const { projectId } = scope
    // Held first: nobody adds to a run that is about to go.
    await tx.lockEvaluationRuns(projectId, ids)
    for (const kind of ['queue', 'metrics', 'result', 'scenario'] as const) {
      await tx.deleteEvaluationRecords(kind, projectId, 'runId', ids)
    }
    const removed = new Set(await tx.deleteEvaluationRecords('run', projectId, 'id', ids))
    await tx.deleteUses(projectId, [...removed])
    for (const id of removed) scope.touched('evaluation_run', id)
    return [...new Set(ids)].filter((id) => removed.has(id))
  })
