// src/versioning/references: references of requests to records, by id, slug, version or environment entry.
// resolve-reference.ts finds the record of a reference.
// Imports the engine of versioning/, storage/contract and the kernel. Start here.
import type { Artifact, ParentArtifact, Revision, Variant } from '../../storage/contract/contract.ts'
import type { Kind } from '../kinds.ts'

export interface Reference {
  readonly id?: string | undefined
  readonly slug?: string | undefined
  readonly version?: string | undefined
}

/** The reference if it has an id or a slug; undefined if it is absent or has only a version. */
export const referenceWithIdOrSlug = (ref: Reference | undefined): Reference | undefined =>
  ref?.id === undefined && ref?.slug === undefined ? undefined : ref

/** Versions compare as text: only the decimal form without leading zeros can exist. */
export const versionNumber = (version: string): number | undefined =>
  /^(0|[1-9]\d{0,9})$/.test(version) ? Number(version) : undefined

export interface References {
  readonly artifact?: Reference | undefined
  readonly variant?: Reference | undefined
  readonly revision?: Reference | undefined
}

export interface Target extends References {
  readonly environment?: References | undefined
  readonly key?: string | undefined
}

export interface CompleteReferences {
  readonly [name: string]: Reference
}

export const artifactReference = (artifact: Pick<Artifact | ParentArtifact, 'id' | 'slug'>): Reference => ({
  id: artifact.id,
  slug: artifact.slug,
})

export const variantReference = (variant: Pick<Variant, 'id' | 'slug'>): Reference => ({
  id: variant.id,
  slug: variant.slug,
})

export const revisionReference = (revision: Revision): Reference => ({
  id: revision.id,
  slug: revision.slug,
  version: String(revision.version),
})

/** All three references of a revision under the names of a group: `application`, `application_variant`, … */
export const completeReferences = (name: string, revision: Revision): CompleteReferences => ({
  [name]: artifactReference(revision.artifact),
  [`${name}_variant`]: variantReference(revision.variant),
  [`${name}_revision`]: revisionReference(revision),
})

export const referencesOf = (kind: Kind, revision: Revision): CompleteReferences =>
  completeReferences(kind.name, revision)
