// The dependencies of every operation of the engine, and the refusals that they share.
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { Scope } from '../access/scope.ts'
import type {
  Artifact,
  ParentArtifact,
  Family,
  Flags,
  Level,
  RelationalReads,
  Revision,
  ParentVariant,
} from '../storage/contract/contract.ts'
import { guardFlag, recordLabel, type Kind } from './kinds.ts'
import type { PayloadRules } from './payload.ts'
import { ownMember } from '../kernel/own.ts'

export interface Engine {
  readonly clock: Clock
  readonly payloads: Readonly<Record<Family, PayloadRules>>
}

/** A caller, and the kind of the records that it reads. */
export interface KindScope {
  readonly scope: Scope
  readonly kind: Kind
}

/** The reads of a store or of a transaction, and the kind and scope of the records. */
export interface KindReads extends KindScope {
  readonly reads: RelationalReads
}

/** The dependencies of an operation on the records of one kind in one project. */
export interface KindContext extends KindScope {
  readonly engine: Engine
}

export const notFound = (kind: Kind, level: Level): AssayError =>
  new AssayError('not_found', `${recordLabel(kind, level)} not found.`)

const archivedError = (kind: Kind, level: Level): AssayError =>
  new AssayError('archived', `${recordLabel(kind, level)} not found: it is archived.`)

/** Refuses a change of an archived artifact. */
export function refuseArchivedArtifact(kind: Kind, artifact: Pick<ParentArtifact, 'deletedAt'>): void {
  if (artifact.deletedAt !== undefined) throw archivedError(kind, 'artifact')
}

/** Refuses a change of, or below, an archived variant or one below an archived artifact. */
export function refuseArchivedVariant(
  kind: Kind,
  variant: Pick<ParentVariant, 'deletedAt'> & { readonly artifact: Pick<ParentArtifact, 'deletedAt'> },
): void {
  refuseArchivedArtifact(kind, variant.artifact)
  if (variant.deletedAt !== undefined) throw archivedError(kind, 'variant')
}

export function refuseArchivedRevision(kind: Kind, revision: Revision): void {
  refuseArchivedArtifact(kind, revision.artifact)
  if (revision.variant.deletedAt !== undefined) throw archivedError(kind, 'variant')
  if (revision.deletedAt !== undefined) throw archivedError(kind, 'revision')
}

/** Refuses writes below a guarded artifact to every role but admin. */
export function refuseGuarded(
  kind: Kind,
  {
    scope,
    artifact,
  }: { readonly scope: Scope; readonly artifact: Pick<Artifact, 'slug'> & { readonly flags: Flags } },
): void {
  const flag = guardFlag[kind.family]
  if (flag === undefined || ownMember(artifact.flags, flag) !== true || scope.role === 'admin') return
  throw new AssayError(
    'environment_guarded',
    `${kind.label} '${artifact.slug}' is guarded: only a key with role admin may change it; this key has role ${scope.role}.`,
  )
}
