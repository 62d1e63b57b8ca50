// Committing a payload to a variant: the only way a revision comes to be.
import { AssayError } from '../errors.ts'
import type { JsonObject } from '../json/value.ts'
import type { Scope } from '../scope.ts'
import type { Flags, RelationalTx, Revision, Variant } from '../storage/contract.ts'
import type { InTransaction, NewHeader } from './create.ts'
import { notFound, refuseArchivedVariant, refuseGuarded, type Engine } from './engine.ts'
import { recordKey, type Kind } from './kinds.ts'
import { withoutPayload, type CommitContext, type Prepared, type Warning } from './payload.ts'
import { referenceRequired } from './resolve-reference.ts'
import { insertWithSlug } from './slugs.ts'

export interface CommitInput {
  readonly artifactId?: string | undefined
  readonly variantId?: string | undefined
  /** The revision that a delta starts from. */
  readonly revisionId?: string | undefined
  /** The head that the caller saw; another head refuses the commit. */
  readonly baseRevisionId?: string | undefined
  readonly header: NewHeader
  readonly message?: string | undefined
  readonly data?: JsonObject | undefined
  readonly delta?: JsonObject | undefined
  /** Where the wrapper stands in the request, for faults. */
  readonly loc: readonly (string | number)[]
}

export interface Committed {
  readonly revision: Revision
  readonly status: 'committed' | 'no_change'
  readonly warnings: readonly Warning[]
}

const mismatch = (text: string): AssayError => new AssayError('reference_mismatch', text)

/** The variant that the ids of a commit name, held against other writers; and the revision a delta starts from. */
async function lockTarget(
  { scope, tx, kind }: InTransaction,
  input: CommitInput,
): Promise<{ readonly variant: Variant; readonly start: Revision | undefined }> {
  const { projectId } = scope
  const start =
    input.revisionId === undefined
      ? undefined
      : await tx.revision(projectId, kind.family, { id: input.revisionId })
  if (input.revisionId !== undefined && start === undefined) throw notFound(kind, 'revision')
  const variantId =
    input.variantId ?? start?.variant.id ?? (await defaultVariantId(tx, scope, kind, input.artifactId))
  const variant = await tx.lockVariant(projectId, kind.family, { id: variantId })
  if (variant === undefined) throw notFound(kind, 'variant')
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
  return { variant, start }
}

async function defaultVariantId(
  tx: RelationalTx,
  scope: Scope,
  kind: Kind,
  artifactId: string | undefined,
): Promise<string> {
  if (artifactId === undefined) throw referenceRequired(kind, 'commit')
  const artifact = await tx.artifact(scope.projectId, kind.family, { id: artifactId })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  const variant = await tx.defaultVariant(scope.projectId, artifact.id)
  if (variant === undefined) throw notFound(kind, 'variant')
  return variant.id
}

function refuseStaleBase(input: CommitInput, variant: Variant): void {
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

async function preparePayload(
  at: InTransaction,
  context: CommitContext,
  input: CommitInput,
): Promise<Prepared> {
  const rules = at.engine.payloads[at.kind.family]
  const { data, delta } = input
  if (data !== undefined && delta !== undefined) {
    throw new AssayError('data_or_delta', 'Provide either data or delta for a commit, not both.')
  }
  if (data !== undefined) return rules.prepare({ ...context, loc: [...input.loc, 'data'] }, data)
  if (delta !== undefined && rules.prepareDelta !== undefined) {
    return rules.prepareDelta({ ...context, loc: [...input.loc, 'delta'] }, delta)
  }
  if (rules.required || context.head?.dataText !== undefined) {
    throw new AssayError('data_or_delta', 'Provide either data or delta for a commit.')
  }
  return withoutPayload(rules.flags(context.flags, undefined))
}

/** Writes the next revision of a variant that the transaction holds. */
export async function appendRevision(
  { engine, scope, tx, kind }: InTransaction,
  variant: Variant,
  entry: { readonly header: NewHeader; readonly message: string | undefined; readonly prepared: Prepared },
): Promise<Revision> {
  const { header, prepared } = entry
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
  return {
    ...revision,
    slug,
    artifact: variant.artifact,
    variant: { id: variant.id, slug: variant.slug, deletedAt: variant.deletedAt },
    createdAt: date,
    createdById: scope.actorId,
    updatedAt: undefined,
    updatedById: undefined,
    deletedAt: undefined,
    deletedById: undefined,
  }
}

const headOf = async (
  tx: RelationalTx,
  scope: Scope,
  kind: Kind,
  variant: Variant,
): Promise<Revision | undefined> =>
  variant.headRevisionId === undefined
    ? undefined
    : tx.revision(scope.projectId, kind.family, { id: variant.headRevisionId })

/** Commits on a variant that is held and may be written. */
export async function commitOnVariant(
  at: InTransaction,
  variant: Variant,
  input: Omit<CommitInput, 'artifactId' | 'variantId' | 'revisionId'>,
  start?: Revision,
): Promise<Committed> {
  refuseStaleBase(input, variant)
  const head = await headOf(at.tx, at.scope, at.kind, variant)
  const flags: Flags = input.header.flags ?? {}
  const prepared = await preparePayload(
    at,
    {
      scope: at.scope,
      tx: at.tx,
      artifact: variant.artifact,
      start: start ?? head,
      head,
      flags,
      loc: input.loc,
    },
    input,
  )
  const revision = await appendRevision(at, variant, {
    header: input.header,
    message: input.message,
    prepared,
  })
  const unchanged = head !== undefined && head.contentHash === prepared.contentHash
  return { revision, status: unchanged ? 'no_change' : 'committed', warnings: prepared.warnings }
}

export const commit = (engine: Engine, scope: Scope, kind: Kind, input: CommitInput): Promise<Committed> =>
  scope.store.write(async (tx) => {
    const at: InTransaction = { engine, scope, tx, kind }
    const { variant, start } = await lockTarget(at, input)
    refuseArchivedVariant(kind, variant)
    refuseGuarded(kind, scope, variant.artifact)
    const committed = await commitOnVariant(at, variant, input, start)
    scope.touched(recordKey(kind, 'revision'), committed.revision.id)
    return committed
  })

/** Version 0 of a variant that has no revision yet, usually without a payload. */
export const createInitialRevision = (
  engine: Engine,
  scope: Scope,
  kind: Kind,
  input: CommitInput,
): Promise<Revision> =>
  scope.store.write(async (tx) => {
    const at: InTransaction = { engine, scope, tx, kind }
    const { variant } = await lockTarget(at, { ...input, revisionId: undefined })
    refuseArchivedVariant(kind, variant)
    refuseGuarded(kind, scope, variant.artifact)
    if (variant.headRevisionId !== undefined) {
      throw new AssayError('initial_revision_exists', {
        message: `The variant has a revision already; its head is version ${variant.headVersion}.`,
        details: { current_revision_id: variant.headRevisionId },
      })
    }
    const rules = engine.payloads[kind.family]
    const flags = input.header.flags ?? {}
    const context: CommitContext = {
      scope,
      tx,
      artifact: variant.artifact,
      start: undefined,
      head: undefined,
      flags,
      loc: [...input.loc, 'data'],
    }
    const prepared =
      input.data === undefined
        ? withoutPayload(rules.flags(flags, undefined))
        : await rules.prepare(context, input.data)
    const revision = await appendRevision(at, variant, {
      header: input.header,
      message: 'Initial revision',
      prepared,
    })
    scope.touched(recordKey(kind, 'revision'), revision.id)
    return revision
  })
