// Commits a payload to a variant: the only way to create a revision.
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope } from '../access/scope.ts'
import type { RelationalReads, RelationalTx, Revision, Variant } from '../storage/contract/contract.ts'
import {
  beforeTransaction,
  usePrefetched,
  withPrefetch,
  withinTransaction,
  type PrefetchedPayload,
  type Prepare,
} from './prefetch.ts'
import type { TransactionContext, NewHeader } from './create.ts'
import {
  notFound,
  refuseArchivedVariant,
  refuseGuarded,
  type Engine,
  type KindContext,
  type KindReads,
} from './engine.ts'
import { recordKey, type Kind } from './kinds.ts'
import { withoutPayload, type CommitContext, type PreparedPayload, type Warning } from './payload.ts'
import { referenceRequired } from './references/resolve-reference.ts'
import { insertWithSlug } from './slugs.ts'

/** The variant and the base of a commit. */
export interface CommitTarget {
  readonly artifactId?: string | undefined
  readonly variantId?: string | undefined
  /** The base revision of a delta. */
  readonly revisionId?: string | undefined
  /** The head that the caller saw; the commit is refused if the head is different. */
  readonly baseRevisionId?: string | undefined
  /**
   * Content equal to the head creates no revision. The head is then the result, for any base revision of the caller.
   */
  readonly ifChanged?: boolean | undefined
}

/** The header of a new revision. */
export interface RevisionHeader {
  readonly header: NewHeader
  readonly message?: string | undefined
  /** The revision whose history is merged. */
  readonly mergedRevisionId?: string | undefined
}

export interface CommitInput extends CommitTarget, RevisionHeader {
  readonly data?: JsonObject | undefined
  readonly delta?: JsonObject | undefined
  /** The location of the object with `data` or `delta` in the request, for field errors. */
  readonly loc: readonly (string | number)[]
}

/** A commit whose payload is prepared by a function. */
type PreparedInput = CommitTarget & RevisionHeader & Pick<CommitInput, 'delta'>

export interface CommitResult {
  readonly revision: Revision
  /** False: the revision existed, and the prepared payload is not stored. */
  readonly isNew: boolean
  readonly status: 'committed' | 'no_change'
  readonly warnings: readonly Warning[]
}

const mismatch = (text: string): AssayError => new AssayError('reference_mismatch', text)

interface Target {
  readonly variant: Variant
  /** The revision that the request names for a delta to start from. */
  readonly start: Revision | undefined
}

/** Finds the variant that the ids of a commit identify. Inside a transaction it is locked against other writers. */
async function targetOf(
  kindReads: { readonly reads: RelationalReads; readonly scope: Scope; readonly kind: Kind },
  {
    input,
    tx,
  }: {
    readonly input: CommitTarget & Pick<RevisionHeader, 'mergedRevisionId'>
    readonly tx?: RelationalTx | undefined
  },
): Promise<Target> {
  const { reads, scope, kind } = kindReads
  const { projectId } = scope
  const start =
    input.revisionId === undefined
      ? undefined
      : await reads.revision(projectId, kind.family, { id: input.revisionId })
  if (input.revisionId !== undefined && start === undefined) throw notFound(kind, 'revision')
  const variantId =
    input.variantId ?? start?.variant.id ?? (await defaultVariantId({ reads, scope, kind }, input.artifactId))
  const variant =
    tx === undefined
      ? await reads.variant(projectId, kind.family, { id: variantId })
      : await tx.lockVariant(projectId, kind.family, { id: variantId })
  if (variant === undefined) throw notFound(kind, 'variant')
  refuseArchivedVariant(kind, variant)
  refuseGuarded(kind, { scope, artifact: variant.artifact })
  if (input.artifactId !== undefined && input.artifactId !== variant.artifact.id) {
    throw mismatch(
      `${kind.name}_id='${input.artifactId}' is not the ${kind.name} of the variant '${variant.id}'`,
    )
  }
  if (start !== undefined && start.artifact.id !== variant.artifact.id) {
    throw mismatch(
      `${kind.name}_revision_id='${start.id}' does not belong to the ${kind.name} of the variant`,
    )
  }
  await refuseForeignMerge(kindReads, { mergedRevisionId: input.mergedRevisionId, variant })
  return { variant, start }
}

/** A merge joins histories of one artifact. */
async function refuseForeignMerge(
  { reads, scope, kind }: KindReads,
  { mergedRevisionId: id, variant }: Pick<RevisionHeader, 'mergedRevisionId'> & { readonly variant: Variant },
): Promise<void> {
  if (id === undefined) return
  const mergedRevision = await reads.revision(scope.projectId, kind.family, { id }, { withData: false })
  if (mergedRevision === undefined) throw notFound(kind, 'revision')
  if (mergedRevision.artifact.id === variant.artifact.id) return
  throw mismatch(`merged_revision_id='${id}' does not belong to the ${kind.name} of the variant`)
}

async function defaultVariantId(
  { reads, scope, kind }: KindReads,
  artifactId: string | undefined,
): Promise<string> {
  if (artifactId === undefined) throw referenceRequired(kind, 'commit')
  const artifact = await reads.artifact(scope.projectId, kind.family, { id: artifactId })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  const variant = await reads.defaultVariant(scope.projectId, artifact.id)
  if (variant === undefined) throw notFound(kind, 'variant')
  return variant.id
}

function refuseStaleBase(input: CommitTarget, variant: Variant): void {
  if (input.baseRevisionId === undefined || input.baseRevisionId === variant.headRevisionId) return
  const head =
    variant.headVersion === undefined
      ? 'the variant has no revision'
      : `the head is version ${variant.headVersion}`
  throw new AssayError('revision_conflict', {
    code: 'revision_conflict',
    message: `base_revision_id is not the head of this variant; ${head}.`,
    retryable: false,
    next_step: 'Fetch the head, apply your change to it and commit again.',
    details: {
      base_revision_id: input.baseRevisionId,
      ...(variant.headRevisionId === undefined
        ? {}
        : {
            current_revision_id: variant.headRevisionId,
            current_revision_version: String(variant.headVersion),
          }),
    },
  })
}

/**
 * An upsert of a full payload compares the content first, so that it can be repeated. A delta depends on its base,
 * which is therefore checked before it is applied.
 */
const shouldCheckBaseFirst = ({ ifChanged, delta }: PreparedInput): boolean =>
  ifChanged !== true || delta !== undefined

/** The payload of a request. */
const payloadOf =
  (engine: Engine, kind: Kind, input: Pick<CommitInput, 'data' | 'delta' | 'loc'>): Prepare =>
  async (context) => {
    const rules = engine.payloads[kind.family]
    const { data, delta } = input
    if (data !== undefined) return rules.prepare({ ...context, loc: [...input.loc, 'data'] }, data)
    if (delta !== undefined && rules.prepareDelta !== undefined) {
      return rules.prepareDelta({ ...context, loc: [...input.loc, 'delta'] }, delta)
    }
    if (rules.isRequired || context.head?.dataText !== undefined) {
      throw new AssayError('data_or_delta', 'Provide either data or delta for a commit.')
    }
    return withoutPayload(rules.flags(context.flags, undefined))
  }

function refuseDataAndDelta(input: Pick<CommitInput, 'data' | 'delta'>): void {
  if (input.data === undefined || input.delta === undefined) return
  throw new AssayError('data_or_delta', 'Provide either data or delta for a commit, not both.')
}

const creationFields = (createdAt: string, createdById: string) => ({
  createdAt,
  createdById,
  updatedAt: undefined,
  updatedById: undefined,
  deletedAt: undefined,
  deletedById: undefined,
})

/** Writes the next revision of a variant that the transaction has locked. */
export async function appendRevision(
  { engine, scope, tx, kind }: TransactionContext,
  {
    variant,
    entry,
  }: { readonly variant: Variant; readonly entry: RevisionHeader & { readonly prepared: PreparedPayload } },
): Promise<Revision> {
  const { header, prepared } = entry
  await prepared.store?.(tx)
  const date = engine.clock.now()
  const revision = {
    id: engine.clock.id(),
    family: kind.family,
    name: header.name,
    description: header.description,
    flags: prepared.flags,
    tags: header.tags,
    meta: header.meta,
    version: variant.headVersion === undefined ? 0 : variant.headVersion + 1,
    author: scope.actorId,
    date,
    message: entry.message,
    dataText: prepared.dataText,
    contentHash: prepared.contentHash,
    touchedArtifactIds: prepared.touchedArtifactIds,
    originRevisionId: undefined,
    mergedRevisionId: entry.mergedRevisionId,
  }
  const slug = await insertWithSlug(
    { clock: engine.clock, kind, id: revision.id, slug: header.slug, name: undefined },
    (slug) =>
      tx.insertRevision(scope.projectId, {
        ...revision,
        slug,
        artifactId: variant.artifact.id,
        variantId: variant.id,
      }),
  )
  if (prepared.uses !== undefined && prepared.uses.length > 0) {
    await tx.putUses(scope.projectId, 'revision', revision.id, prepared.uses)
  }
  return {
    ...revision,
    ...creationFields(date, scope.actorId),
    slug,
    artifact: variant.artifact,
    variant: { id: variant.id, slug: variant.slug, deletedAt: variant.deletedAt },
  }
}

const headOf = async ({ reads, scope, kind }: KindReads, variant: Variant): Promise<Revision | undefined> =>
  variant.headRevisionId === undefined
    ? undefined
    : reads.revision(scope.projectId, kind.family, { id: variant.headRevisionId })

/** Commits the result of `prepare` to a variant that is locked and writable. */
export async function commitPayload(
  transaction: TransactionContext,
  {
    target: { variant, start },
    input,
    payload,
  }: {
    readonly target: Target
    readonly input: PreparedInput
    readonly payload: { readonly prepare: Prepare; readonly prefetched?: PrefetchedPayload | undefined }
  },
): Promise<CommitResult> {
  if (shouldCheckBaseFirst(input)) refuseStaleBase(input, variant)
  const head = await headOf(
    { reads: transaction.tx, scope: transaction.scope, kind: transaction.kind },
    variant,
  )
  const context: CommitContext = {
    ...withinTransaction(transaction.tx),
    scope: transaction.scope,
    artifact: variant.artifact,
    start: start ?? head,
    head,
    flags: input.header.flags ?? {},
    loc: [],
  }
  const prepared = await usePrefetched(context, payload)
  const { warnings } = prepared
  const isEqual = head !== undefined && head.contentHash === prepared.contentHash
  if (isEqual && input.ifChanged === true) {
    // A payload that was prepared before the transaction is discarded after it.
    if (payload.prefetched === undefined) await prepared.discard?.()
    return { revision: head, isNew: false, status: 'no_change', warnings }
  }
  refuseStaleBase(input, variant)
  const revision = await appendRevision(transaction, { variant, entry: { ...input, prepared } })
  return { revision, isNew: true, status: isEqual ? 'no_change' : 'committed', warnings }
}

/** Commits to a variant that is locked and writable. */
export const commitOnVariant = (
  transaction: TransactionContext,
  {
    variant,
    input,
  }: {
    readonly variant: Variant
    readonly input: Omit<CommitInput, 'artifactId' | 'variantId' | 'revisionId'>
  },
): Promise<CommitResult> =>
  commitPayload(transaction, {
    target: { variant, start: undefined },
    input,
    payload: { prepare: payloadOf(transaction.engine, transaction.kind, input) },
  })

/** Prepares everything about a commit that is known before its transaction. */
async function prefetch(
  kindContext: { readonly engine: Engine; readonly scope: Scope; readonly kind: Kind },
  { input, prepare }: { readonly input: PreparedInput; readonly prepare: Prepare },
): Promise<PrefetchedPayload> {
  const { scope, kind } = kindContext
  const { read } = scope.store
  const { variant, start } = await targetOf({ reads: read, scope, kind }, { input })
  if (shouldCheckBaseFirst(input)) refuseStaleBase(input, variant)
  const head = await headOf({ reads: read, scope, kind }, variant)
  const startOrHead = start ?? head
  const preparedPayload = await prepare({
    ...beforeTransaction(scope),
    scope,
    artifact: variant.artifact,
    start: startOrHead,
    head,
    flags: input.header.flags ?? {},
    loc: [],
  })
  return { prepared: preparedPayload, startId: startOrHead?.id }
}

/** Commits the result of `prepare`, prepared before the transaction if the family does so. */
export const commitPrepared = (
  { engine, scope, kind }: KindContext,
  { input, prepare }: { readonly input: PreparedInput; readonly prepare: Prepare },
): Promise<CommitResult> => {
  const { preparesEarly } = engine.payloads[kind.family]
  return withPrefetch(
    preparesEarly ? () => prefetch({ engine, scope, kind }, { input, prepare }) : undefined,
    async (prefetched) => {
      const outcome = await scope.store.write(async (tx) => {
        const target = await targetOf({ reads: tx, scope, kind }, { input, tx })
        const result = await commitPayload(
          { engine, scope, tx, kind },
          { target, input, payload: { prepare, prefetched } },
        )
        scope.recordResource(recordKey(kind, 'revision'), result.revision.id)
        return result
      })
      if (!outcome.isNew) await prefetched?.prepared.discard?.()
      return outcome
    },
  )
}

/** A delta without a message gets the default message of its family. */
async function withDeltaHeader(
  { engine, scope, kind }: KindContext,
  input: CommitInput,
): Promise<CommitInput> {
  const { deltaHeader } = engine.payloads[kind.family]
  if (input.delta === undefined || deltaHeader === undefined) return input
  const { read } = scope.store
  const { variant, start } = await targetOf({ reads: read, scope, kind }, { input })
  const defaults = deltaHeader(start ?? (await headOf({ reads: read, scope, kind }, variant)))
  return {
    ...input,
    message: input.message ?? defaults.message,
    header: { ...input.header, description: input.header.description ?? defaults.description },
  }
}

export async function commit(context: KindContext, input: CommitInput): Promise<CommitResult> {
  refuseDataAndDelta(input)
  const inputWithHeader = await withDeltaHeader(context, input)
  return commitPrepared(context, {
    input: inputWithHeader,
    prepare: payloadOf(context.engine, context.kind, input),
  })
}

function refuseExisting(variant: Variant): void {
  if (variant.headRevisionId === undefined) return
  throw new AssayError('initial_revision_exists', {
    message: `The variant has a revision already; its head is version ${variant.headVersion}.`,
    details: { current_revision_id: variant.headRevisionId },
  })
}

/** Version 0 of a variant without revisions, usually without a payload. */
export function createInitialRevision(
  { engine, scope, kind }: KindContext,
  request: CommitInput,
): Promise<Revision> {
  const rules = engine.payloads[kind.family]
  const input = { ...request, revisionId: undefined, baseRevisionId: undefined, message: 'Initial revision' }
  const { data } = input
  const prepare: Prepare = async (context) =>
    data === undefined
      ? withoutPayload(rules.flags(context.flags, undefined))
      : rules.prepare({ ...context, loc: [...input.loc, 'data'] }, data)
  return withPrefetch(
    rules.preparesEarly ? () => prefetch({ engine, scope, kind }, { input, prepare }) : undefined,
    (prefetched) =>
      scope.store.write(async (tx) => {
        const target = await targetOf({ reads: tx, scope, kind }, { input, tx })
        refuseExisting(target.variant)
        const context: TransactionContext = { engine, scope, tx, kind }
        const { revision } = await commitPayload(context, {
          target,
          input,
          payload: { prepare, prefetched },
        })
        scope.recordResource(recordKey(kind, 'revision'), revision.id)
        return revision
      }),
  )
}
