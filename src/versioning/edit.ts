// Edits headers, archives and unarchives records, the same at all three levels. It never changes payloads.
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope, ProjectReads } from '../access/scope.ts'
import type {
  Artifact,
  Flags,
  HeaderPatch,
  Level,
  RelationalTx,
  Revision,
  Variant,
} from '../storage/contract/contract.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedRevision,
  refuseArchivedVariant,
  refuseGuarded,
  type Engine,
  type KindContext,
} from './engine.ts'
import { guardFlag, storedFlags, recordKey, rolesAfter, type Kind, type SentFlags } from './kinds.ts'
import { ownMember } from '../kernel/own.ts'

/** Absent: unchanged. Null: cleared. `flags` are merged flag by flag. */
export interface HeaderEdit {
  readonly name?: string | null | undefined
  readonly description?: string | null | undefined
  readonly flags?: SentFlags | undefined
  readonly tags?: JsonObject | null | undefined
  readonly meta?: JsonObject | null | undefined
}

export interface Records {
  readonly artifact: Artifact
  readonly variant: Variant
  readonly revision: Revision
}

export async function fetchRecord<L extends Level>(
  { reads, projectId }: ProjectReads,
  { kind, level, id }: { readonly kind: Kind; readonly level: L; readonly id: string },
): Promise<Records[L] | undefined> {
  const record: Artifact | Variant | Revision | undefined = await reads[level](projectId, kind.family, {
    id,
  })
  return record as Records[L] | undefined
}

function mergeFlags(current: Flags, edit: HeaderEdit['flags']): Flags {
  if (edit === null) return {}
  const editedFlags = { ...current, ...edit }
  return Object.fromEntries(
    Object.entries(editedFlags).filter((pair): pair is [string, boolean] => pair[1] !== null),
  )
}

function patchOf(
  kind: Kind,
  {
    level,
    record,
    edit,
  }: { readonly level: Level; readonly record: Artifact | Variant | Revision; readonly edit: HeaderEdit },
): HeaderPatch {
  const patch: { -readonly [K in keyof HeaderPatch]: HeaderPatch[K] } = {}
  if (edit.name !== undefined) patch.name = edit.name ?? undefined
  if (edit.description !== undefined) patch.description = edit.description ?? undefined
  if (edit.tags !== undefined) patch.tags = edit.tags ?? undefined
  if (edit.meta !== undefined) patch.meta = edit.meta ?? undefined
  if (edit.flags !== undefined) {
    const flags = mergeFlags(record.flags, edit.flags)
    // Families with roles derive the flags of their revisions; only the artifact's roles can be edited.
    if (level !== 'revision' || Object.keys(storedFlags(kind, { any: true })).length > 0) {
      patch.flags = storedFlags(kind, flags)
    }
    if (level === 'artifact' && 'roles' in record)
      patch.roles = rolesAfter(kind, { current: record.roles, sent: edit.flags })
  }
  return patch
}

const artifactOf = (record: Artifact | Variant | Revision) =>
  'artifact' in record ? record.artifact : record

function refuseArchived(kind: Kind, record: Artifact | Variant | Revision): void {
  if ('version' in record) refuseArchivedRevision(kind, record)
  else if ('artifact' in record) refuseArchivedVariant(kind, record)
  else refuseArchivedArtifact(kind, record)
}

/** Only admins may set and clear the guard. */
function refuseGuardEdit(
  kind: Kind,
  {
    scope,
    level,
    record,
    edit,
  }: { readonly scope: Scope; readonly level: Level; readonly record: Artifact; readonly edit: HeaderEdit },
): void {
  const flag = guardFlag[kind.family]
  if (flag === undefined || level !== 'artifact') return
  if (edit.flags === undefined) return
  const isGuarded = ownMember(record.flags, flag) === true
  // Clients send back the record that they read, so an unchanged value is not an edit.
  const isGuardedAfter =
    edit.flags === null
      ? false
      : (ownMember(edit.flags, flag) ?? (Object.hasOwn(edit.flags, flag) ? false : isGuarded))
  if (isGuardedAfter === isGuarded || scope.role === 'admin') return
  refuseGuarded(kind, { scope, artifact: record })
  throw new AssayError(
    'environment_guarded',
    `Only a key with role admin may guard ${kind.label.toLowerCase()} '${record.slug}'; this key has role ${scope.role}.`,
  )
}

/** Reads the record and locks it until the transaction ends. A revision is locked through its variant. */
async function lockRecord<L extends Level>(
  tx: RelationalTx,
  {
    projectId,
    kind,
    level,
    id,
  }: { readonly projectId: string; readonly kind: Kind; readonly level: L; readonly id: string },
): Promise<Records[L] | undefined> {
  if (level === 'artifact') await tx.lockArtifact(projectId, kind.family, { id })
  if (level === 'variant') await tx.lockVariant(projectId, kind.family, { id })
  if (level === 'revision') {
    const revision = await tx.revision(projectId, kind.family, { id })
    if (revision !== undefined) await tx.lockVariant(projectId, kind.family, { id: revision.variant.id })
  }
  return fetchRecord({ reads: tx, projectId }, { kind, level, id })
}

/** Edits inside a transaction. Returns the record after the edit. */
export async function editInTransaction<L extends Level>(
  { engine, scope, tx, kind }: { engine: Engine; scope: Scope; tx: RelationalTx; kind: Kind },
  { level, input }: { readonly level: L; readonly input: { readonly id: string; readonly edit: HeaderEdit } },
): Promise<Records[L]> {
  // Locked, because flags are merged with the stored ones: one of two concurrent edits would be lost.
  const record = await lockRecord(tx, { projectId: scope.projectId, kind, level, id: input.id })
  if (record === undefined) throw notFound(kind, level)
  refuseArchived(kind, record)
  refuseGuardEdit(kind, { scope, level, record: record as Artifact, edit: input.edit })
  await tx.editHeader(level, scope.projectId, record.id, {
    patch: patchOf(kind, { level, record, edit: input.edit }),
    at: engine.clock.now(),
    by: scope.actorId,
  })
  const editedRecord = await fetchRecord(
    { reads: tx, projectId: scope.projectId },
    { kind, level, id: record.id },
  )
  if (editedRecord === undefined) throw notFound(kind, level)
  return editedRecord
}

export const editRecord = <L extends Level>(
  { engine, scope, kind }: KindContext,
  { level, input }: { readonly level: L; readonly input: { readonly id: string; readonly edit: HeaderEdit } },
): Promise<Records[L]> =>
  scope.store.write(async (tx) => {
    scope.recordResource(recordKey(kind, level), input.id)
    return editInTransaction({ engine, scope, tx, kind }, { level, input })
  })

/** Archives or unarchives only this record; its children are hidden by it, not marked. */
export const archiveRecord = <L extends Level>(
  { engine, scope, kind }: KindContext,
  {
    level,
    input,
  }: { readonly level: L; readonly input: { readonly id: string; readonly archived: boolean } },
): Promise<Records[L]> =>
  scope.store.write(async (tx) => {
    scope.recordResource(recordKey(kind, level), input.id)
    const record = await fetchRecord({ reads: tx, projectId: scope.projectId }, { kind, level, id: input.id })
    if (record === undefined) throw notFound(kind, level)
    refuseGuarded(kind, { scope, artifact: artifactOf(record) })
    await tx.setArchived(level, scope.projectId, record.id, {
      archived: input.archived,
      at: engine.clock.now(),
      by: scope.actorId,
    })
    const recordAfter = await fetchRecord(
      { reads: tx, projectId: scope.projectId },
      { kind, level, id: record.id },
    )
    if (recordAfter === undefined) throw notFound(kind, level)
    return recordAfter
  })
