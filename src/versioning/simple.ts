// Simple records: one flat record made of an artifact, its default variant and that variant's newest revision.
// A view over the same engine; nothing is stored for it.
import type { JsonObject } from '../json/value.ts'
import type { Scope } from '../scope.ts'
import type { Artifact, Flags, RelationalReads, Revision, Variant } from '../storage/contract.ts'
import { appendRevision } from './commit.ts'
import { insertArtifact, insertVariant, type InTransaction, type NewHeader } from './create.ts'
import { editInTransaction, type HeaderEdit } from './edit.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedVariant,
  refuseGuarded,
  type Engine,
} from './engine.ts'
import { recordKey, shownArtifactFlags, shownRevisionFlags, type Kind } from './kinds.ts'
import { withoutPayload } from './payload.ts'
import { filtersHere, listFilter, matchesFilter, type ListQuery } from './query.ts'
import { scan, type Page, type PageLimits } from './windowing.ts'

export interface SimpleRecord {
  readonly artifact: Artifact
  readonly variant: Variant | undefined
  readonly revision: Revision | undefined
}

async function simpleRecords(
  reads: RelationalReads,
  projectId: string,
  artifacts: readonly Artifact[],
): Promise<readonly SimpleRecord[]> {
  const variants = await reads.defaultVariants(
    projectId,
    artifacts.map((artifact) => artifact.id),
  )
  const heads = await reads.revisions(
    projectId,
    variants.flatMap((variant) => variant.headRevisionId ?? []),
  )
  const variantOf = new Map(variants.map((variant) => [variant.artifact.id, variant]))
  const headOf = new Map(heads.map((head) => [head.variant.id, head]))
  return artifacts.map((artifact) => {
    const variant = variantOf.get(artifact.id)
    return { artifact, variant, revision: variant && headOf.get(variant.id) }
  })
}

async function simpleRecord(
  reads: RelationalReads,
  scope: Scope,
  kind: Kind,
  id: string,
): Promise<SimpleRecord | undefined> {
  const artifact = await reads.artifact(scope.projectId, kind.family, { id })
  if (artifact === undefined) return undefined
  const [record] = await simpleRecords(reads, scope.projectId, [artifact])
  return record
}

export const fetchSimple = (scope: Scope, kind: Kind, id: string): Promise<SimpleRecord | undefined> =>
  simpleRecord(scope.store.read, scope, kind, id)

export interface NewSimple {
  readonly id: string | undefined
  readonly header: NewHeader
  readonly data: JsonObject | undefined
  readonly message: string | undefined
  readonly loc: readonly (string | number)[]
}

/** Artifact, variant, an empty version 0 and version 1 with the data, inside a transaction. */
export async function insertSimple(at: InTransaction, input: NewSimple): Promise<SimpleRecord> {
  const { engine, scope, kind, tx } = at
  const rules = engine.payloads[kind.family]
  const artifact = await insertArtifact(at, input.header, input.id)
  const { name, description, tags, meta } = input.header
  const variant = await insertVariant(at, artifact.id, {
    slug: engine.clock.hex(12),
    name,
    description,
    tags,
    meta,
  })
  const seed = await appendRevision(at, variant, {
    header: { name, description, tags, meta },
    message: 'Initial commit',
    prepared: withoutPayload(rules.flags({}, undefined)),
  })
  const data = input.data ?? rules.emptyData
  const prepared =
    data === undefined
      ? withoutPayload(rules.flags({}, undefined))
      : await rules.prepare(
          { scope, tx, artifact, start: seed, head: seed, flags: {}, loc: [...input.loc, 'data'] },
          data,
        )
  const revision = await appendRevision(
    at,
    { ...variant, headVersion: seed.version },
    { header: { name, description, tags, meta }, message: input.message, prepared },
  )
  return {
    artifact,
    variant: { ...variant, headRevisionId: revision.id, headVersion: revision.version },
    revision,
  }
}

export const createSimple = (
  engine: Engine,
  scope: Scope,
  kind: Kind,
  input: NewSimple,
): Promise<SimpleRecord> =>
  scope.store.write(async (tx) => {
    const record = await insertSimple({ engine, scope, tx, kind }, input)
    scope.touched(recordKey(kind, 'artifact'), record.artifact.id)
    return record
  })

/** Data that differs from the head's becomes a commit; equal data, or none, does not. */
async function commitIfChanged(
  at: InTransaction,
  artifact: Artifact,
  input: { readonly data: JsonObject; readonly message: string | undefined; readonly loc: NewSimple['loc'] },
): Promise<void> {
  const { scope, kind, tx, engine } = at
  refuseGuarded(kind, scope, artifact)
  const existing = await tx.defaultVariant(scope.projectId, artifact.id)
  const variant =
    existing === undefined
      ? await insertVariant(at, artifact.id, { slug: engine.clock.hex(12), name: artifact.name })
      : await tx.lockVariant(scope.projectId, kind.family, { id: existing.id })
  if (variant === undefined) throw notFound(kind, 'variant')
  refuseArchivedVariant(kind, variant)
  const head =
    variant.headRevisionId === undefined
      ? undefined
      : await tx.revision(scope.projectId, kind.family, { id: variant.headRevisionId })
  const prepared = await engine.payloads[kind.family].prepare(
    { scope, tx, artifact, start: head, head, flags: {}, loc: [...input.loc, 'data'] },
    input.data,
  )
  if (head !== undefined && head.contentHash === prepared.contentHash) return
  await appendRevision(at, variant, { header: {}, message: input.message, prepared })
}

export const editSimple = (
  engine: Engine,
  scope: Scope,
  kind: Kind,
  input: {
    readonly id: string
    readonly edit: HeaderEdit
    readonly data: JsonObject | undefined
    readonly message: string | undefined
    readonly loc: NewSimple['loc']
  },
): Promise<SimpleRecord> =>
  scope.store.write(async (tx) => {
    const at: InTransaction = { engine, scope, tx, kind }
    scope.touched(recordKey(kind, 'artifact'), input.id)
    const artifact = await tx.lockArtifact(scope.projectId, kind.family, { id: input.id })
    if (artifact === undefined) throw notFound(kind, 'artifact')
    refuseArchivedArtifact(kind, artifact)
    const { data } = input
    if (Object.values(input.edit).some((field) => field !== undefined)) {
      await editInTransaction(at, 'artifact', { id: artifact.id, edit: input.edit })
      const variant = await tx.defaultVariant(scope.projectId, artifact.id)
      const { flags: _, ...headerOfVariant } = input.edit
      if (variant !== undefined && variant.deletedAt === undefined) {
        await editInTransaction(at, 'variant', { id: variant.id, edit: headerOfVariant })
      }
    }
    if (data !== undefined)
      await commitIfChanged(at, artifact, { data, message: input.message, loc: input.loc })
    const record = await simpleRecord(tx, scope, kind, artifact.id)
    if (record === undefined) throw notFound(kind, 'artifact')
    return record
  })

/** Families with roles show the flags of the newest revision, or of one without data; others those of the artifact. */
export const shownSimpleFlags = (engine: Engine, { artifact, revision }: SimpleRecord): Flags => {
  if (artifact.family !== 'workflow') return shownArtifactFlags(artifact)
  return revision === undefined
    ? { ...shownArtifactFlags(artifact), ...engine.payloads[artifact.family].flags({}, undefined) }
    : shownRevisionFlags(revision)
}

export function querySimple(
  engine: Engine,
  scope: Scope,
  kind: Kind,
  query: ListQuery,
  limits: PageLimits,
): Promise<Page<SimpleRecord>> {
  const { read } = scope.store
  const filter = listFilter(kind, query)
  return scan<Artifact, SimpleRecord>(query.windowing, limits, {
    cursor: (id) => read.artifact(scope.projectId, kind.family, { id }),
    fetch: (bounds) => read.listArtifacts(scope.projectId, filter, bounds),
    filtered: filtersHere(query),
    keep: async (artifacts) => {
      const records = await simpleRecords(read, scope.projectId, artifacts)
      return records.map((record) =>
        matchesFilter({ ...record.artifact, flags: shownSimpleFlags(engine, record) }, query.filter)
          ? record
          : undefined,
      )
    },
  })
}
