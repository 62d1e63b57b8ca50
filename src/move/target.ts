// The checks before a move: which stores may be its source and its target. The target records the move. An interrupted
// move can therefore continue, and no server starts on the target before the move has ended.
import { StoreError, type RecordTables, type TraceStorePeek } from '../storage/contract/contract.ts'
import { moveSettings } from './copy-records.ts'

/**
 * The id of the source of a move that has not ended: the target has a part of the records. A source has the id of its
 * trace store.
 */
export const unfinishedMove = `${moveSettings}unfinished`
/** The id of the source of a move that has ended. */
const finishedMove = `${moveSettings}source`
/** The id that the trace store of the target gets. */
const newTraceStore = `${moveSettings}trace_store.id`
export const traceStoreId = 'trace_store.id'

const setting = async (records: RecordTables, name: string): Promise<string | undefined> => {
  const value = await records.setting(name)
  return value === '' ? undefined : value
}

/** The id of the source. Refuses a store that this program cannot read completely. */
export async function requireSource(source: RecordTables): Promise<string> {
  const [schema, expectedSchema] = [await source.schema(), source.schemaVersion]
  if (schema < expectedSchema) {
    throw new StoreError(
      `The source has schema ${schema}, this program has ${expectedSchema}. Start the server of the source once with this version, then move.`,
    )
  }
  if (schema > expectedSchema) {
    throw new StoreError(
      `The source has schema ${schema}, this program knows up to ${expectedSchema}. Move with the version of Assay that wrote it.`,
    )
  }
  if ((await setting(source, unfinishedMove)) !== undefined) {
    throw new StoreError('The source is itself the target of a move that has not ended. End that move first.')
  }
  const id = await setting(source, traceStoreId)
  if (id !== undefined) return id
  throw new StoreError('No server has started on the source yet, so there is nothing to move.')
}

async function isEmpty(records: RecordTables): Promise<boolean> {
  for (const table of records.tables) if ((await records.keys(table, { limit: 1 })).length > 0) return false
  return true
}

const notEmptyError = (name: string): StoreError =>
  new StoreError(
    `${name} is not empty, and no move from this source began there. Use an empty one. Nothing was changed.`,
  )

export type TargetState = 'new' | 'unfinished' | 'finished'

/** The state of the target. Refuses a store with other data; changes nothing. */
export async function requireTarget(
  target: RecordTables,
  { sourceId, name }: { readonly sourceId: string; readonly name: string },
): Promise<TargetState> {
  const schema = await target.schema()
  if (schema === 0) return 'new'
  if (schema > target.schemaVersion) {
    throw new StoreError(`${name} was written by a newer Assay (schema ${schema}). Use an empty one.`)
  }
  if ((await setting(target, unfinishedMove)) === sourceId) return 'unfinished'
  if ((await setting(target, finishedMove)) === sourceId) return 'finished'
  if ((await setting(target, traceStoreId)) === sourceId) {
    throw new StoreError(`${name} is the source of the move. Use an empty one.`)
  }
  if (schema === target.schemaVersion && (await isEmpty(target))) return 'new'
  throw notEmptyError(name)
}

/** Refuses a trace store with other data. */
export function requireEmptyTraces(
  { isEmpty: hasNoTraces, ids }: TraceStorePeek,
  { sourceId, name }: { readonly sourceId: string; readonly name: string },
): void {
  if (ids.includes(sourceId)) throw new StoreError(`${name} is the source of the move. Use an empty one.`)
  if (!hasNoTraces) throw notEmptyError(name)
}

/** From now on no server starts on the target. */
export const beginTarget = (target: RecordTables, sourceId: string): Promise<void> =>
  target.setSetting(unfinishedMove, sourceId)

/** From now on servers start on the target, with this trace store only. */
export async function finishTarget(
  target: RecordTables,
  { sourceId, traceStore }: { readonly sourceId: string; readonly traceStore: string },
): Promise<void> {
  await target.finish()
  await target.setSetting(traceStoreId, traceStore)
  await target.setSetting(finishedMove, sourceId)
  await target.setSetting(unfinishedMove, '')
}

/** The id that the trace store of the target gets, or has from an interrupted move. */
export const claimedTraceStore = (owner: RecordTables): Promise<string | undefined> =>
  setting(owner, newTraceStore)
export const claimTraceStore = (owner: RecordTables, id: string): Promise<void> =>
  owner.setSetting(newTraceStore, id)

/** For a move that keeps the records: from now on servers start with the new trace store only. */
export async function adoptTraceStore(records: RecordTables, id: string): Promise<void> {
  await records.setSetting(traceStoreId, id)
  await records.setSetting(newTraceStore, '')
}
