// Deploys: creates an environment revision whose entry points at one revision. The deployed revision never
// changes.
import { AssayError } from '../../kernel/errors.ts'
import type { Artifact, Revision, Variant } from '../../storage/contract/contract.ts'
import { commitOnVariant } from '../commit.ts'
import { insertVariant, type InTransaction } from '../create.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedVariant,
  refuseGuarded,
  type OfKind,
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
  at: InTransaction,
  {
    key,
    references,
  }: {
    readonly key: { readonly id?: string | undefined; readonly slug?: string | undefined } | undefined
    readonly references: References
  },
): Promise<Variant> {
  const { projectId } = at.scope
  const variant = key && (await at.tx.lockVariant(projectId, at.kind.family, key))
  if (variant === undefined) throw notFound(at.kind, 'artifact')
  refuseOtherArtifact(at.kind, { artifact: references.artifact, revision: variant })
  return variant
}

/** Locks the default variant of an environment, or creates it. */
async function lockDefaultVariant(at: InTransaction, artifact: Artifact): Promise<Variant> {
  const { tx, scope } = at
  const { projectId } = scope
  let existingVariant = await tx.defaultVariant(projectId, artifact.id)
  if (existingVariant === undefined) {
    // Only the first deployment into an environment without a variant gets here; the lock serializes it.
    await tx.lockArtifact(projectId, at.kind.family, { id: artifact.id })
    refuseArchivedArtifact(at.kind, artifact)
    refuseGuarded(at.kind, { scope, artifact })
    const concurrentVariant = await tx.defaultVariant(projectId, artifact.id)
    if (concurrentVariant === undefined) {
      return insertVariant(at, {
        artifactId: artifact.id,
        header: { slug: at.engine.clock.hex(12), name: artifact.name },
      })
    }
    existingVariant = concurrentVariant
  }
  // Also locked when another process just created it: later deployments lock the variant, not the artifact.
  return lockEnvironmentVariant(at, { key: { id: existingVariant.id }, references: {} })
}

/** Locks the variant of the referenced environment. References have the same precedence as in a retrieve. */
async function lockReferencedEnvironment(at: InTransaction, references: References): Promise<Variant> {
  const { tx, kind } = at
  const { projectId } = at.scope
  const byRevision = referenceWithIdOrSlug(references.revision)
  const byVariant = referenceWithIdOrSlug(references.variant)
  const byArtifact = referenceWithIdOrSlug(references.artifact)
  if (byRevision !== undefined) {
    const where = { reads: tx, projectId, kind, part: { withData: false } }
    const revision = await findRevision(where, byRevision)
    return lockEnvironmentVariant(at, { key: revision && { id: revision.variant.id }, references })
  }
  if (byVariant !== undefined) {
    const { id, slug } = byVariant
    const variant = await lockEnvironmentVariant(at, {
      key: id === undefined ? { slug } : { id },
      references,
    })
    refuseContradiction(`${kind.name}_variant_ref`, { ref: { id, slug }, record: variant })
    return variant
  }
  if (references.variant !== undefined)
    throw insufficientReference(kind, { suffix: '_variant', give: 'an id or a slug' })
  if (byArtifact === undefined) {
    throw references.revision === undefined
      ? insufficientReference(kind, { suffix: '', give: 'an id or a slug' })
      : insufficientReference(kind, {
          suffix: '_revision',
          give: `${kind.name}_variant_ref or ${kind.name}_ref`,
        })
  }
  const { id, slug } = byArtifact
  const artifact = await tx.artifact(projectId, kind.family, id === undefined ? { slug } : { id })
  if (artifact === undefined) throw notFound(kind, 'artifact')
  refuseContradiction(`${kind.name}_ref`, { ref: { id, slug }, record: artifact })
  return lockDefaultVariant(at, artifact)
}

export interface DeployInput {
  readonly references: References
  readonly environment: References | undefined
  readonly key: string | undefined
  readonly message: string | undefined
}

async function resolveDeployed(
  at: InTransaction,
  { kind, references }: { readonly kind: Kind; readonly references: References },
): Promise<Revision> {
  if (Object.values(references).every((reference) => reference === undefined))
    throw requiredError(kind, kind.name)
  const where = { reads: at.tx, projectId: at.scope.projectId, kind }
  const target = await resolveReference(where, { target: references, verb: 'deploy' })
  if (target === undefined) throw notFound(kind, 'revision')
  return target.revision
}

/** Deploys in the transaction of the caller. */
export async function deployRevision(
  { engine, scope, tx }: Pick<InTransaction, 'engine' | 'scope' | 'tx'>,
  { kind, input }: { readonly kind: Kind; readonly input: DeployInput },
): Promise<ResolvedReference> {
  const environments = kinds.environment
  const context: InTransaction = { engine, scope, tx, kind: environments }
  const revision = await resolveDeployed(context, { kind, references: input.references })
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
export const deploy = ({ engine, scope, kind }: OfKind, input: DeployInput): Promise<ResolvedReference> =>
  scope.store.write((tx) => deployRevision({ engine, scope, tx }, { kind, input }))
