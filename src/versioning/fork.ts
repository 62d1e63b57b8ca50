// Forks: creates a variant with a copy of the history up to one revision. The source is unchanged.
import { AssayError } from '../kernel/errors.ts'
import type { Revision, Variant } from '../storage/contract/contract.ts'
import { insertVariant, type TransactionContext, type NewHeader } from './create.ts'
import { notFound, refuseArchivedArtifact, refuseGuarded, type KindContext } from './engine.ts'
import { recordKey } from './kinds.ts'
import { referenceWithIdOrSlug, type References } from './references/references.ts'
import { resolveReference } from './references/resolve-reference.ts'

const hexOf = (variantId: string): string => variantId.replaceAll('-', '')

/** `<source slug>_<32 hex of the new variant>`; replaces the suffix of an earlier fork. */
const copySlug = (sourceSlug: string, variantId: string): string =>
  `${sourceSlug.replace(/_[0-9a-f]{32}$/, '')}_${hexOf(variantId)}`

async function copyHistory(
  { engine, scope, tx, kind }: TransactionContext,
  { variant, history }: { readonly variant: Variant; readonly history: readonly Revision[] },
): Promise<void> {
  for (const [version, source] of history.entries()) {
    const copy = {
      ...source,
      id: engine.clock.id(),
      artifactId: variant.artifact.id,
      variantId: variant.id,
      version,
      author: scope.actorId,
      date: engine.clock.now(),
      originRevisionId: source.originRevisionId ?? source.id,
    }
    const insert = (slug: string) => tx.insertRevision(scope.projectId, { ...copy, slug })
    if ((await insert(copySlug(source.slug, variant.id))) !== 'inserted') {
      // A client's own slug may look like the suffix of a fork; then the full slug is kept.
      const outcome = await insert(`${source.slug}_${hexOf(variant.id)}`)
      if (outcome !== 'inserted')
        throw new Error(`the copy of revision ${source.id} was not written: ${outcome}`)
    }
    if (kind.hasEmbeds) await tx.copyUses(scope.projectId, source.id, copy.id)
  }
}

async function sourceOf({ scope, tx, kind }: TransactionContext, references: References): Promise<Revision> {
  const lookupScope = { reads: tx, projectId: scope.projectId, kind }
  const source = await resolveReference(lookupScope, { target: references, verb: 'fork' })
  if (source !== undefined) return source.revision
  const variant = await findVariant({ scope, tx, kind }, references)
  if (variant !== undefined && variant.headRevisionId === undefined) {
    throw new AssayError('fork_source_empty', `The variant '${variant.slug}' has no revision to fork.`)
  }
  throw notFound(kind, references.revision === undefined ? 'variant' : 'revision')
}

/** The source variant, if the references name no revision. */
async function findVariant(
  { scope, tx, kind }: Pick<TransactionContext, 'scope' | 'tx' | 'kind'>,
  references: References,
): Promise<Variant | undefined> {
  if (referenceWithIdOrSlug(references.revision) !== undefined) return undefined
  const byVariant = referenceWithIdOrSlug(references.variant)
  if (byVariant !== undefined) {
    return tx.variant(scope.projectId, kind.family, { id: byVariant.id, slug: byVariant.slug })
  }
  const byArtifact = referenceWithIdOrSlug(references.artifact)
  const artifact =
    byArtifact &&
    (await tx.artifact(scope.projectId, kind.family, { id: byArtifact.id, slug: byArtifact.slug }))
  return artifact && tx.defaultVariant(scope.projectId, artifact.id)
}

/** Forks a revision in the transaction of the caller. */
export async function forkRevision(
  transaction: TransactionContext,
  { source, header }: { readonly source: Revision; readonly header: NewHeader },
): Promise<Variant> {
  const { scope, tx, kind } = transaction
  refuseArchivedArtifact(kind, source.artifact)
  refuseGuarded(kind, { scope, artifact: source.artifact })
  const newestFirst = await tx.log(scope.projectId, source.variant.id, {
    fromVersion: source.version,
    depth: undefined,
    withData: true,
  })
  const history = newestFirst
    .filter((revision) => revision.id === source.id || revision.deletedAt === undefined)
    .reverse()
  const variant = await insertVariant(transaction, {
    artifactId: source.artifact.id,
    header,
    forkedFromRevisionId: source.id,
  })
  await copyHistory(transaction, { variant, history })
  return variant
}

export const fork = (
  { engine, scope, kind }: KindContext,
  input: { readonly references: References; readonly header: NewHeader },
): Promise<Variant> =>
  scope.store.write(async (tx) => {
    const context: TransactionContext = { engine, scope, tx, kind }
    const source = await sourceOf(context, input.references)
    const variant = await forkRevision(context, { source, header: input.header })
    scope.recordResource(recordKey(kind, 'variant'), variant.id)
    return variant
  })
