// Creates artifacts and variants.
import type { JsonObject } from '../kernel/json/value.ts'
import type { Artifact, Flags, HeaderFields, RelationalTx, Variant } from '../storage/contract/contract.ts'
import { notFound, refuseArchivedArtifact, refuseGuarded, type KindContext } from './engine.ts'
import { storedFlags, recordKey, rolesAfter, type Kind } from './kinds.ts'
import { insertWithSlug } from './slugs.ts'

/** Header fields of a new record. */
export interface NewHeader {
  readonly slug?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly flags?: Flags | undefined
  readonly tags?: JsonObject | undefined
  readonly meta?: JsonObject | undefined
}

const headerFields = (kind: Kind, header: NewHeader): HeaderFields => ({
  name: header.name,
  description: header.description,
  flags: storedFlags(kind, header.flags ?? {}),
  tags: header.tags,
  meta: header.meta,
})

export interface TransactionContext extends KindContext {
  readonly tx: RelationalTx
}

/** `id`: chosen by the client, or generated. */
export async function insertArtifact(
  { engine, scope, tx, kind }: TransactionContext,
  { header, id = engine.clock.id() }: { readonly header: NewHeader; readonly id?: string | undefined },
): Promise<Artifact> {
  const slug = await insertWithSlug(
    { clock: engine.clock, kind, id, slug: header.slug, name: header.name },
    (slug) =>
      tx.insertArtifact(scope.projectId, {
        id,
        family: kind.family,
        slug,
        ...headerFields(kind, header),
        roles: rolesAfter(kind, { current: 0, sent: header.flags ?? {} }),
        createdAt: engine.clock.now(),
        createdById: scope.actorId,
      }),
  )
  const artifact = await tx.artifact(scope.projectId, kind.family, { slug })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  return artifact
}

/** A variant without a name is named after its slug. */
export async function insertVariant(
  { engine, scope, tx, kind }: TransactionContext,
  {
    artifactId,
    header,
    forkedFromRevisionId,
  }: {
    readonly artifactId: string
    readonly header: NewHeader
    readonly forkedFromRevisionId?: string | undefined
  },
): Promise<Variant> {
  const id = engine.clock.id()
  const slug = await insertWithSlug(
    { clock: engine.clock, kind, id, slug: header.slug, name: header.name },
    (slug) =>
      tx.insertVariant(scope.projectId, {
        id,
        family: kind.family,
        slug,
        ...headerFields(kind, { ...header, name: header.name ?? slug }),
        artifactId,
        forkedFromRevisionId,
        createdAt: engine.clock.now(),
        createdById: scope.actorId,
      }),
  )
  const variant = await tx.variant(scope.projectId, kind.family, { slug })
  if (variant === undefined) throw notFound(kind, 'variant')
  return variant
}

export const createArtifact = (
  { engine, scope, kind }: KindContext,
  input: { readonly header: NewHeader; readonly id: string | undefined },
): Promise<Artifact> =>
  scope.store.write(async (tx) => {
    const artifact = await insertArtifact({ engine, scope, tx, kind }, { header: input.header, id: input.id })
    scope.recordResource(recordKey(kind, 'artifact'), artifact.id)
    return artifact
  })

export const createVariant = (
  { engine, scope, kind }: KindContext,
  input: { readonly header: NewHeader; readonly artifactId: string },
): Promise<Variant> =>
  scope.store.write(async (tx) => {
    // Locked, so that two first variants of one artifact have an order.
    const artifact = await tx.lockArtifact(scope.projectId, kind.family, { id: input.artifactId })
    if (artifact === undefined) throw notFound(kind, 'artifact')
    refuseArchivedArtifact(kind, artifact)
    refuseGuarded(kind, { scope, artifact })
    const variant = await insertVariant(
      { engine, scope, tx, kind },
      { artifactId: artifact.id, header: input.header },
    )
    scope.recordResource(recordKey(kind, 'variant'), variant.id)
    return variant
  })
