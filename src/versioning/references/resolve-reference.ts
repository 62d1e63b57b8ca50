// Resolves references to a revision. Precedence: revision, variant, environment, artifact. `resolveReference`
// lists the rules in order; test/versioning/versioning-retrieve.test.ts covers all of them.
import { AssayError } from '../../kernel/errors.ts'
import type {
  ParentArtifact,
  RelationalReads,
  Revision,
  RevisionPart,
} from '../../storage/contract/contract.ts'
import { entriesIn, environmentEntry } from './environment-entry.ts'
import { kinds, recordKey, recordLabel, type Kind } from '../kinds.ts'
import {
  referenceWithIdOrSlug,
  versionNumber,
  type Reference,
  type References,
  type Target,
} from './references.ts'

export interface ResolvedReference {
  readonly revision: Revision
  /** The environment revision and key of a resolution through an environment. */
  readonly through: { readonly environment: Revision; readonly key: string } | undefined
}

interface LookupScope {
  readonly reads: RelationalReads
  readonly projectId: string
  readonly kind: Kind
  /** Absent: the full revision is read. */
  readonly part?: RevisionPart
}

/** `suffix` is that of the reference that has only a version: '', '_variant' or '_revision'. */
export const insufficientReference = (
  kind: Kind,
  { suffix, neededRefs }: { readonly suffix: string; readonly neededRefs: string },
): AssayError =>
  new AssayError(
    'reference_insufficient',
    `${kind.name}${suffix}_ref has only version: give ${neededRefs} too.`,
  )

export const referenceRequired = (kind: Kind, verb: string): AssayError =>
  new AssayError('reference_required', `${kind.label} ${verb} requires ${kind.name} refs.`)

/** Returns undefined when the identified record does not exist. */
export async function resolveReference(
  scope: LookupScope,
  { target, verb }: { readonly target: Target; readonly verb: string },
): Promise<ResolvedReference | undefined> {
  const { artifact, variant, revision, environment, key } = target
  const { kind } = scope
  const byRevision = referenceWithIdOrSlug(revision)
  const byVariant = referenceWithIdOrSlug(variant)
  const byArtifact = referenceWithIdOrSlug(artifact)
  if (byRevision !== undefined)
    return checkArtifact(scope, { artifact, revision: await findRevision(scope, byRevision) })
  if (variant !== undefined && byVariant === undefined) {
    throw insufficientReference(kind, { suffix: '_variant', neededRefs: `an id or a slug` })
  }
  if (byVariant !== undefined) {
    const version = revision === undefined ? byVariant.version : revision.version
    return checkArtifact(scope, {
      artifact,
      revision: await revisionOnRecord(scope, { level: 'variant', ref: byVariant, version }),
    })
  }
  if (revision !== undefined) {
    if (byArtifact !== undefined)
      return resolveDirectly(
        await revisionOnRecord(scope, { level: 'artifact', ref: byArtifact, version: revision.version }),
      )
    throw insufficientReference(kind, {
      suffix: '_revision',
      neededRefs: `${kind.name}_variant_ref or ${kind.name}_ref`,
    })
  }
  if (environment !== undefined) return resolveThroughEnvironment(scope, { environment, artifact, key })
  if (key !== undefined) {
    throw new AssayError('key_required', 'key is given without environment_ref: give environment_ref too.')
  }
  if (byArtifact !== undefined)
    return resolveDirectly(
      await revisionOnRecord(scope, { level: 'artifact', ref: byArtifact, version: byArtifact.version }),
    )
  if (artifact !== undefined) throw insufficientReference(kind, { suffix: '', neededRefs: `an id or a slug` })
  throw referenceRequired(kind, verb)
}

const resolveDirectly = (revision: Revision | undefined): ResolvedReference | undefined =>
  revision && { revision, through: undefined }

/** An artifact reference in the request must match the artifact of the result. */
function checkArtifact(
  scope: LookupScope,
  {
    artifact,
    revision,
  }: { readonly artifact: Reference | undefined; readonly revision: Revision | undefined },
): ResolvedReference | undefined {
  if (revision === undefined) return undefined
  refuseOtherArtifact(scope.kind, { artifact, revision })
  return { revision, through: undefined }
}

/** Refuses an artifact reference that does not match the result. */
export function refuseOtherArtifact(
  kind: Kind,
  {
    artifact,
    revision,
  }: {
    readonly artifact: Reference | undefined
    readonly revision: { readonly artifact: Pick<ParentArtifact, 'id' | 'slug'> }
  },
): void {
  for (const member of ['id', 'slug'] as const) {
    const expectedValue = artifact?.[member]
    if (expectedValue !== undefined && expectedValue !== revision.artifact[member]) {
      throw new AssayError(
        'reference_mismatch',
        `${kind.name}_ref.${member}='${expectedValue}' does not match resolved revision's ` +
          `artifact_${member}='${revision.artifact[member]}'`,
      )
    }
  }
}

/** All members of one reference must identify the same record. */
export function refuseContradiction(
  name: string,
  { ref, record }: { readonly ref: Reference; readonly record: Reference },
): void {
  for (const member of ['id', 'slug', 'version'] as const) {
    const expectedValue = ref[member]
    const actual = record[member]
    if (expectedValue !== undefined && actual !== undefined && expectedValue !== actual) {
      throw new AssayError(
        'reference_mismatch',
        `${name}.${member}='${expectedValue}' does not match the ${member} of the record found: '${actual}'`,
      )
    }
  }
}

/** The revision of a reference with an id or a slug. */
export async function findRevision(scope: LookupScope, ref: Reference): Promise<Revision | undefined> {
  const { reads, projectId, kind, part } = scope
  const key = ref.id === undefined ? { slug: ref.slug } : { id: ref.id }
  const revision = await reads.revision(projectId, kind.family, key, part)
  if (revision !== undefined) {
    refuseContradiction(`${kind.name}_revision_ref`, {
      ref,
      record: { ...revision, version: String(revision.version) },
    })
    return revision
  }
  if (ref.id !== undefined || ref.slug === undefined || ref.version === undefined) return undefined
  // The slug belongs to no revision, and there is a version: it is the slug of a variant, else of an artifact.
  const variant = await reads.variant(projectId, kind.family, { slug: ref.slug })
  if (variant !== undefined) return revisionAtVersion(scope, { variantId: variant.id, version: ref.version })
  return revisionOnRecord(scope, { level: 'artifact', ref: { slug: ref.slug }, version: ref.version })
}

const headMethods = { variant: 'headOfVariant', artifact: 'headOfArtifact' } as const

/** The requested version, else the head, of the referenced variant or of the artifact's default variant. */
async function revisionOnRecord(
  scope: LookupScope,
  {
    level,
    ref,
    version,
  }: {
    readonly level: 'variant' | 'artifact'
    readonly ref: Reference
    readonly version: string | undefined
  },
): Promise<Revision | undefined> {
  const { reads, projectId, kind, part } = scope
  const name = `${recordKey(kind, level)}_ref`
  const key = ref.id === undefined ? { slug: ref.slug } : { id: ref.id }
  if (version === undefined) {
    const head = await reads[headMethods[level]](projectId, kind.family, key, part)
    if (head !== undefined) refuseContradiction(name, { ref, record: head[level] })
    return head
  }
  const record = await reads[level](projectId, kind.family, key)
  if (record === undefined) return undefined
  refuseContradiction(name, { ref: { id: ref.id, slug: ref.slug }, record })
  const variant = level === 'variant' ? record : await reads.defaultVariant(projectId, record.id)
  return variant && revisionAtVersion(scope, { variantId: variant.id, version })
}

async function revisionAtVersion(
  scope: LookupScope,
  { variantId, version }: { readonly variantId: string; readonly version: string },
): Promise<Revision | undefined> {
  const number = versionNumber(version)
  if (number === undefined) return undefined
  return scope.reads.revisionByVersion(scope.projectId, variantId, number, scope.part)
}

async function resolveThroughEnvironment(
  scope: LookupScope,
  {
    environment,
    artifact,
    key,
  }: {
    readonly environment: References
    readonly artifact: Reference | undefined
    readonly key: string | undefined
  },
): Promise<ResolvedReference> {
  // Reads only the header: the parsed payload is cached, so the text of 100 entries, 29 kB, is not needed.
  const header = { ...scope, kind: kinds.environment, part: { withData: false } }
  const deployment = await resolveReference(header, { target: environment, verb: 'retrieve' })
  if (deployment === undefined) {
    throw new AssayError('not_deployed', `${recordLabel(kinds.environment, 'artifact')} not found.`)
  }
  const entryKey = key ?? (await artifactKey(scope, artifact))
  const entries = entriesIn(await scope.reads.payload(scope.projectId, deployment.revision.id))
  const { slug } = deployment.revision.artifact
  const entry = environmentEntry(scope.kind, { environment: { slug, entries }, key: entryKey })
  const revision =
    entry.revisionId === undefined
      ? undefined
      : await scope.reads.revision(scope.projectId, scope.kind.family, { id: entry.revisionId })
  if (revision === undefined) throw notDeployedError(scope.kind)
  refuseOtherArtifact(scope.kind, { artifact, revision })
  return { revision, through: { environment: deployment.revision, key: entry.key } }
}

const notDeployedError = (kind: Kind): AssayError =>
  new AssayError(
    'not_deployed',
    `Environment revision does not contain ${kind.name} references for the requested key.`,
  )

/** The key that a deployment of an artifact uses: its slug, looked up if only its id is given. */
async function artifactKey(scope: LookupScope, artifact: Reference | undefined): Promise<string | undefined> {
  if (referenceWithIdOrSlug(artifact) === undefined) return undefined
  if (artifact?.slug !== undefined) return deploymentKey(artifact.slug)
  const record = await scope.reads.artifact(scope.projectId, scope.kind.family, { id: artifact?.id })
  if (record === undefined) throw notDeployedError(scope.kind)
  return deploymentKey(record.slug)
}

export const deploymentKey = (artifactSlug: string): string => `${artifactSlug}.revision`
