// Deploying: a new environment revision whose entry points at one revision. The revision itself never changes.
import { AssayError } from '../errors.ts'
import type { Scope } from '../scope.ts'
import type { Revision, Variant } from '../storage/contract.ts'
import { commitOnVariant } from './commit.ts'
import { insertVariant, type InTransaction } from './create.ts'
import {
  notFound,
  refuseArchivedArtifact,
  refuseArchivedVariant,
  refuseGuarded,
  type Engine,
} from './engine.ts'
import { kinds, recordKey, type Kind } from './kinds.ts'
import { completeReferences, named, type References } from './references.ts'
import { deploymentKey, resolveReference, type Resolved } from './resolve-reference.ts'

const required = (kind: Kind, what: string): AssayError =>
  new AssayError('reference_required', `${kind.label} deploy requires ${what} refs.`)

/** The variant of an environment that references name, made when the environment has none. */
async function environmentVariant(at: InTransaction, references: References): Promise<Variant> {
  const { tx, scope } = at
  const { projectId } = scope
  const family = at.kind.family
  const lock = (id: string) => tx.lockVariant(projectId, family, { id })
  const byRevision = named(references.revision)
  const byVariant = named(references.variant)
  const byArtifact = named(references.artifact)
  if (byRevision !== undefined) {
    const revision = await tx.revision(projectId, family, { id: byRevision.id, slug: byRevision.slug })
    const variant = revision && (await lock(revision.variant.id))
    if (variant === undefined) throw notFound(at.kind, 'artifact')
    return variant
  }
  if (byVariant !== undefined) {
    const variant = await tx.lockVariant(projectId, family, { id: byVariant.id, slug: byVariant.slug })
    if (variant === undefined) throw notFound(at.kind, 'artifact')
    return variant
  }
  const artifact =
    byArtifact && (await tx.artifact(projectId, family, { id: byArtifact.id, slug: byArtifact.slug }))
  if (artifact === undefined) throw notFound(at.kind, 'artifact')
  let existing = await tx.defaultVariant(projectId, artifact.id)
  if (existing === undefined) {
    // Only the first deployment into an environment made without a variant comes here; the lock keeps it the only one.
    await tx.lockArtifact(projectId, family, { id: artifact.id })
    refuseArchivedArtifact(at.kind, artifact)
    refuseGuarded(at.kind, scope, artifact)
    const made = await tx.defaultVariant(projectId, artifact.id)
    if (made === undefined) {
      return insertVariant(at, artifact.id, { slug: at.engine.clock.hex(12), name: artifact.name })
    }
    existing = made
  }
  // Also when it was made just now by another: later deployments hold the variant, not the artifact.
  const variant = await lock(existing.id)
  if (variant === undefined) throw notFound(at.kind, 'artifact')
  return variant
}

export interface DeployInput {
  readonly references: References
  readonly environment: References | undefined
  readonly key: string | undefined
  readonly message: string | undefined
}

async function deployedRevision(at: InTransaction, kind: Kind, references: References): Promise<Revision> {
  if (Object.values(references).every((reference) => reference === undefined)) throw required(kind, kind.name)
  const where = { reads: at.tx, projectId: at.scope.projectId, kind }
  const resolved = await resolveReference(where, references, 'deploy')
  if (resolved === undefined) throw notFound(kind, 'revision')
  return resolved.revision
}

/** Answers the deployed revision and the environment revision that now points at it. */
export const deploy = (engine: Engine, scope: Scope, kind: Kind, input: DeployInput): Promise<Resolved> =>
  scope.store.write(async (tx) => {
    const environments = kinds.environment
    const at: InTransaction = { engine, scope, tx, kind: environments }
    const revision = await deployedRevision(at, kind, input.references)
    if (input.environment === undefined) throw required(kind, 'environment')
    const variant = await environmentVariant(at, input.environment)
    refuseArchivedVariant(environments, variant)
    refuseGuarded(environments, scope, variant.artifact)
    const key = input.key ?? deploymentKey(revision.artifact.slug)
    const { revision: environment } = await commitOnVariant(at, variant, {
      header: {},
      message: input.message,
      delta: { set: { [key]: completeReferences(kind.name, revision) as never } },
      loc: ['body'],
    })
    scope.touched(recordKey(environments, 'revision'), environment.id)
    return { revision, through: { environment, key } }
  })
