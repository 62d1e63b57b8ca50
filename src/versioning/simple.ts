// Simple records: one flat record of an artifact, its default variant and that variant's latest revision. They are
// views of the versioned records and have no tables of their own.
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope, ProjectReads } from '../access/scope.ts'
import type { Artifact, Flags, Revision, Variant } from '../storage/contract/contract.ts'
import {
  beforeTransaction,
  usePrefetched,
  withPrefetch,
  withinTransaction,
  type PrefetchedPayload,
  type Prepare,
} from './prefetch.ts'
import { appendRevision, commitPayload, type CommitResult } from './commit.ts'
import { insertArtifact, insertVariant, type TransactionContext, type NewHeader } from './create.ts'
import { editInTransaction, type HeaderEdit } from './edit.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedVariant,
  refuseGuarded,
  type Engine,
  type KindContext,
  type KindReads,
  type KindScope,
} from './engine.ts'
import { recordKey, artifactFlags, revisionFlags, type Kind } from './kinds.ts'
import { withoutPayload, type CommitContext } from './payload.ts'
import { hasLocalFilter, listFilter, matchesFilter, type ListQuery } from './query.ts'
import { slugConflict } from './slugs.ts'
import { scan, type Page, type PageLimits } from './windowing.ts'

export interface SimpleRecord {
  readonly artifact: Artifact
  readonly variant: Variant | undefined
  readonly revision: Revision | undefined
}

async function simpleRecords(
  { reads, projectId }: ProjectReads,
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
  { reads, scope, kind }: KindReads,
  id: string,
): Promise<SimpleRecord | undefined> {
  const artifact = await reads.artifact(scope.projectId, kind.family, { id })
  if (artifact === undefined) return undefined
  const [record] = await simpleRecords({ reads, projectId: scope.projectId }, [artifact])
  return record
}

export const fetchSimple = ({ scope, kind }: KindScope, id: string): Promise<SimpleRecord | undefined> =>
  simpleRecord({ reads: scope.store.read, scope, kind }, id)

/** The source of a simple record: data of a request, or a payload built elsewhere. */
interface SimplePayload {
  readonly data?: JsonObject | undefined
  readonly prepare?: Prepare | undefined
  readonly message: string | undefined
  readonly loc: readonly (string | number)[]
}

export interface NewSimple extends SimplePayload {
  readonly id: string | undefined
  readonly header: NewHeader
}

/** The function that prepares the payload of the request; undefined if there is no payload. */
function prepareOf(
  engine: Engine,
  {
    kind,
    input,
    empty,
  }: { readonly kind: Kind; readonly input: SimplePayload; readonly empty?: JsonObject | undefined },
): Prepare | undefined {
  const data = input.data ?? empty
  if (input.prepare !== undefined) return input.prepare
  if (data === undefined) return undefined
  return (context) => engine.payloads[kind.family].prepare({ ...context, loc: [...input.loc, 'data'] }, data)
}

/** Inserts artifact, variant, an empty version 0 and version 1 with the data, inside a transaction. */
export async function insertSimple(
  transaction: TransactionContext,
  { input, prefetched }: { readonly input: NewSimple; readonly prefetched?: PrefetchedPayload | undefined },
): Promise<SimpleRecord> {
  const { engine, scope, kind, tx } = transaction
  const rules = engine.payloads[kind.family]
  const artifact = await insertArtifact(transaction, { header: input.header, id: input.id })
  const { name, description, tags, meta } = input.header
  const header = { name, description, tags, meta }
  const variant = await insertVariant(transaction, {
    artifactId: artifact.id,
    header: { slug: engine.clock.hex(12), ...header },
  })
  const seed = await appendRevision(transaction, {
    variant,
    entry: { header, message: 'Initial commit', prepared: withoutPayload(rules.flags({}, undefined)) },
  })
  const prepare = prepareOf(engine, { kind, input, empty: rules.emptyData })
  const context: CommitContext = {
    ...withinTransaction(tx),
    scope,
    artifact,
    start: seed,
    head: seed,
    flags: {},
    loc: [],
  }
  const payload =
    prepare === undefined
      ? withoutPayload(rules.flags({}, undefined))
      : await usePrefetched(context, { prepare, prefetched })
  const revision = await appendRevision(transaction, {
    variant: { ...variant, headVersion: seed.version },
    entry: { header, message: input.message, prepared: payload },
  })
  return {
    artifact,
    variant: { ...variant, headRevisionId: revision.id, headVersion: revision.version },
    revision,
  }
}

/** Prepares the payload before the transaction, for families that do so. */
async function prefetch(
  scope: Scope,
  {
    prepare,
    context,
  }: { readonly prepare: Prepare; readonly context: Pick<CommitContext, 'artifact' | 'head'> },
): Promise<PrefetchedPayload> {
  const { head } = context
  const payload = await prepare({
    ...context,
    ...beforeTransaction(scope),
    scope,
    start: head,
    flags: {},
    loc: [],
  })
  return { prepared: payload, startId: head?.id }
}

async function refuseTakenSlug({ scope, kind }: KindScope, slug: string | undefined): Promise<void> {
  if (slug === undefined) return
  const existingArtifact = await scope.store.read.artifact(scope.projectId, kind.family, { slug })
  if (existingArtifact !== undefined) throw slugConflict(slug)
}

export function createSimple(
  { engine, scope, kind }: KindContext,
  request: NewSimple,
): Promise<SimpleRecord> {
  const rules = engine.payloads[kind.family]
  // The id is chosen here, because a payload that is prepared before the transaction may depend on it.
  const input = { ...request, id: request.id ?? engine.clock.id() }
  const prepare = prepareOf(engine, { kind, input, empty: rules.emptyData })
  return withPrefetch(
    rules.preparesEarly && prepare !== undefined
      ? async () => {
          // The insert refuses it, too; this check avoids work on a large payload that cannot be stored.
          await refuseTakenSlug({ scope, kind }, input.header.slug)
          return prefetch(scope, {
            prepare,
            context: { artifact: { id: input.id, slug: '' }, head: undefined },
          })
        }
      : undefined,
    (prefetched) =>
      scope.store.write(async (tx) => {
        const record = await insertSimple({ engine, scope, tx, kind }, { input, prefetched })
        scope.recordResource(recordKey(kind, 'artifact'), record.artifact.id)
        return record
      }),
  )
}

/** Commits data to the default variant, which is created if it is missing. */
async function commitToDefault(
  transaction: TransactionContext,
  {
    artifact,
    input: { prepare, prefetched, message, shouldCommitUnchanged },
  }: {
    readonly artifact: Artifact
    readonly input: {
      readonly prepare: Prepare
      readonly prefetched: PrefetchedPayload | undefined
      readonly message: string | undefined
      readonly shouldCommitUnchanged: boolean
    }
  },
): Promise<CommitResult> {
  const { scope, kind, tx, engine } = transaction
  refuseGuarded(kind, { scope, artifact })
  const existingVariant = await tx.defaultVariant(scope.projectId, artifact.id)
  const variant =
    existingVariant === undefined
      ? await insertVariant(transaction, {
          artifactId: artifact.id,
          header: { slug: engine.clock.hex(12), name: artifact.name },
        })
      : await tx.lockVariant(scope.projectId, kind.family, { id: existingVariant.id })
  if (variant === undefined) throw notFound(kind, 'variant')
  refuseArchivedVariant(kind, variant)
  return commitPayload(transaction, {
    target: { variant, start: undefined },
    input: { header: {}, message, ifChanged: !shouldCommitUnchanged },
    payload: { prepare, prefetched },
  })
}

const unknownSimple = (kind: Kind, id: string): AssayError =>
  kind.unknownSimple === undefined
    ? notFound(kind, 'artifact')
    : new AssayError('not_found', kind.unknownSimple(id))

export interface SimpleEdit extends SimplePayload {
  readonly id: string
  readonly edit: HeaderEdit
  /** Commits the payload even if it equals the head. */
  readonly shouldCommitUnchanged?: boolean
}

export function editSimple({ engine, scope, kind }: KindContext, input: SimpleEdit): Promise<SimpleRecord> {
  const prepare = prepareOf(engine, { kind, input })
  const prepareAhead = async (): Promise<PrefetchedPayload> => {
    const record = await fetchSimple({ scope, kind }, input.id)
    if (record === undefined || prepare === undefined) throw unknownSimple(kind, input.id)
    refuseArchivedArtifact(kind, record.artifact)
    return prefetch(scope, { prepare, context: { artifact: record.artifact, head: record.revision } })
  }
  return withPrefetch(
    engine.payloads[kind.family].preparesEarly && prepare !== undefined ? prepareAhead : undefined,
    async (prefetched) => {
      const { record, commitResult } = await scope.store.write(async (tx) => {
        const context: TransactionContext = { engine, scope, tx, kind }
        scope.recordResource(recordKey(kind, 'artifact'), input.id)
        const artifact = await tx.lockArtifact(scope.projectId, kind.family, { id: input.id })
        if (artifact === undefined) throw unknownSimple(kind, input.id)
        refuseArchivedArtifact(kind, artifact)
        await editHeaders(context, { artifact, edit: input.edit })
        const { message, shouldCommitUnchanged = false } = input
        const commitResult =
          prepare &&
          (await commitToDefault(context, {
            artifact,
            input: { prepare, prefetched, message, shouldCommitUnchanged },
          }))
        const record = await simpleRecord({ reads: tx, scope, kind }, artifact.id)
        if (record === undefined) throw notFound(kind, 'artifact')
        return { record, commitResult }
      })
      if (commitResult?.isNew === false) await prefetched?.prepared.discard?.()
      return record
    },
  )
}

/** Edits the artifact and its default variant, which has the same header. */
async function editHeaders(
  transaction: TransactionContext,
  { artifact, edit }: { readonly artifact: Artifact; readonly edit: HeaderEdit },
): Promise<void> {
  if (Object.values(edit).every((field) => field === undefined)) return
  await editInTransaction(transaction, { level: 'artifact', input: { id: artifact.id, edit } })
  const variant = await transaction.tx.defaultVariant(transaction.scope.projectId, artifact.id)
  const { flags: _, ...headerOfVariant } = edit
  if (variant !== undefined && variant.deletedAt === undefined) {
    await editInTransaction(transaction, {
      level: 'variant',
      input: { id: variant.id, edit: headerOfVariant },
    })
  }
}

/**
 * Families with roles use the flags of the latest revision; without a revision, those of a revision without data.
 * Other families use the flags of the artifact.
 */
export const simpleFlags = (engine: Engine, { artifact, revision }: SimpleRecord): Flags => {
  if (artifact.family !== 'workflow') return artifactFlags(artifact)
  return revision === undefined
    ? { ...artifactFlags(artifact), ...engine.payloads[artifact.family].flags({}, undefined) }
    : revisionFlags(revision)
}

export function querySimple(
  { engine, scope, kind }: KindContext,
  { query, limits }: { readonly query: ListQuery; readonly limits: PageLimits },
): Promise<Page<SimpleRecord>> {
  const { read } = scope.store
  const filter = listFilter(kind, query)
  return scan<Artifact, SimpleRecord>(query.windowing, limits, {
    cursor: (id) => read.artifact(scope.projectId, kind.family, { id }),
    fetch: (bounds) => read.listArtifacts(scope.projectId, filter, bounds),
    isFiltered: hasLocalFilter(query),
    mapRecords: async (artifacts) => {
      const records = await simpleRecords({ reads: read, projectId: scope.projectId }, artifacts)
      return records.map((record) =>
        matchesFilter({ ...record.artifact, flags: simpleFlags(engine, record) }, query.filter)
          ? record
          : undefined,
      )
    },
  })
}
