// Deploys: creates an environment revision whose entry points at one revision. The deployed revision never
// changes.
import { AssayError } from '../../kernel/errors.ts'
import type { Artifact, Revision, Variant } from '../../storage/contract/contract.ts'
import { commitOnVariant } from '../commit.ts'
import { insertVariant, type TransactionContext } from '../create.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedVariant,
  refuseGuarded,
  type KindContext,
} from '../engine.ts'
import { kinds, recordKey, type Kind } from '../kinds.ts'
import { completeReferences, referenceWithIdOrSlug, type References } from '../references/references.ts'
import {
  deploymentKey,
  insufficientReference,
  refuseContradiction,
  refuseOtherArtifact,
  resolveReference,
  findRevision,
  type ResolvedReference,
} from '../references/resolve-reference.ts'

const requiredError = (kind: Kind, description: string): AssayError =>
  new AssayError('reference_required', `${kind.label} deploy requires ${description} refs.`)

/** Locks the variant; an environment reference in the request must match its environment. */
async function lockEnvironmentVariant(
  transaction: TransactionContext,
  {
    key,
    references,
  }: {
    readonly key: { readonly id?: string | undefined; readonly slug?: string | undefined } | undefined
    readonly references: References
  },
): Promise<Variant> {
  const { projectId } = transaction.scope
  const variant = key && (await transaction.tx.lockVariant(projectId, transaction.kind.family, key))
  if (variant === undefined) throw notFound(transaction.kind, 'artifact')
  refuseOtherArtifact(transaction.kind, { artifact: references.artifact, revision: variant })
  return variant
}

/** Locks the default variant of an environment, or creates it. */
async function lockDefaultVariant(transaction: TransactionContext, artifact: Artifact): Promise<Variant> {
  const { tx, scope } = transaction
  const { projectId } = scope
  let existingVariant = await tx.defaultVariant(projectId, artifact.id)
  if (existingVariant === undefined) {
    // Only the first deployment into an environment without a variant gets here; the lock serializes it.
    await tx.lockArtifact(projectId, transaction.kind.family, { id: artifact.id })
    refuseArchivedArtifact(transaction.kind, artifact)
    refuseGuarded(transaction.kind, { scope, artifact })
    const concurrentVariant = await tx.defaultVariant(projectId, artifact.id)
    if (concurrentVariant === undefined) {
      return insertVariant(transaction, {
        artifactId: artifact.id,
        header: { slug: transaction.engine.clock.hex(12), name: artifact.name },
      })
    }
    existingVariant = concurrentVariant
  }
  // Also locked when another process just created it: later deployments lock the variant, not the artifact.
  return lockEnvironmentVariant(transaction, { key: { id: existingVariant.id }, references: {} })
}

/** Locks the variant of the referenced environment. References have the same precedence as in a retrieve. */
async function lockReferencedEnvironment(
  transaction: TransactionContext,
  references: References,
): Promise<Variant> {
  const { tx, kind } = transaction
  const { projectId } = transaction.scope
  const byRevision = referenceWithIdOrSlug(references.revision)
  const byVariant = referenceWithIdOrSlug(references.variant)
  const byArtifact = referenceWithIdOrSlug(references.artifact)
  if (byRevision !== undefined) {
    const lookupScope = { reads: tx, projectId, kind, part: { withData: false } }
    const revision = await findRevision(lookupScope, byRevision)
    return lockEnvironmentVariant(transaction, { key: revision && { id: revision.variant.id }, references })
  }
  if (byVariant !== undefined) {
    const { id, slug } = byVariant
    const variant = await lockEnvironmentVariant(transaction, {
      key: id === undefined ? { slug } : { id },
      references,
    })
    refuseContradiction(`${kind.name}_variant_ref`, { ref: { id, slug }, record: variant })
    return variant
  }
  if (references.variant !== undefined)
    throw insufficientReference(kind, { suffix: '_variant', neededRefs: 'an id or a slug' })
  if (byArtifact === undefined) {
    throw references.revision === undefined
      ? insufficientReference(kind, { suffix: '', neededRefs: 'an id or a slug' })
      : insufficientReference(kind, {
          suffix: '_revision',
          neededRefs: `${kind.name}_variant_ref or ${kind.name}_ref`,
        })
  }
  const { id, slug } = byArtifact
  const artifact = await tx.artifact(projectId, kind.family, id === undefined ? { slug } : { id })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  refuseContradiction(`${kind.name}_ref`, { ref: { id, slug }, record: artifact })
  return lockDefaultVariant(transaction, artifact)
}

export interface DeployInput {
  readonly references: References
  readonly environment: References | undefined
  readonly key: string | undefined
  readonly message: string | undefined
}

async function resolveDeployedRevision(
  transaction: TransactionContext,
  { kind, references }: { readonly kind: Kind; readonly references: References },
): Promise<Revision> {
  if (Object.values(references).every((reference) => reference === undefined))
    throw requiredError(kind, kind.name)
  const lookupScope = { reads: transaction.tx, projectId: transaction.scope.projectId, kind }
  const target = await resolveReference(lookupScope, { target: references, verb: 'deploy' })
  if (target === undefined) throw notFound(kind, 'revision')
  return target.revision
}

/** Deploys in the transaction of the caller. */
export async function deployRevision(
  { engine, scope, tx }: Pick<TransactionContext, 'engine' | 'scope' | 'tx'>,
  { kind, input }: { readonly kind: Kind; readonly input: DeployInput },
): Promise<ResolvedReference> {
  const environments = kinds.environment
  const context: TransactionContext = { engine, scope, tx, kind: environments }
  const revision = await resolveDeployedRevision(context, { kind, references: input.references })
  if (input.environment === undefined) throw requiredError(kind, 'environment')
  const variant = await lockReferencedEnvironment(context, input.environment)
  refuseArchivedVariant(environments, variant)
  refuseGuarded(environments, { scope, artifact: variant.artifact })
  const key = input.key ?? deploymentKey(revision.artifact.slug)
  const { revision: environment } = await commitOnVariant(context, {
    variant,
    input: {
      header: {},
      message: input.message,
      delta: { set: { [key]: completeReferences(kind.name, revision) as never } },
      loc: ['body'],
    },
  })
  scope.recordResource(recordKey(environments, 'revision'), environment.id)
  return { revision, through: { environment, key } }
}

/** Returns the deployed revision and the environment revision that now points at it. */
export const deploy = (
  { engine, scope, kind }: KindContext,
  input: DeployInput,
): Promise<ResolvedReference> =>
  scope.store.write((tx) => deployRevision({ engine, scope, tx }, { kind, input }))
