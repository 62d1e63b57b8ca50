// The versioned records: artifact, variant, revision.
import type { JsonObject } from '../../kernel/json/value.ts'

/** Kinds that share one space of ids and slugs are one family. */
export type Family = 'workflow' | 'testset' | 'query' | 'environment'
export type Level = 'artifact' | 'variant' | 'revision'

export interface Flags {
  readonly [name: string]: boolean
}

/** The fields of all three levels that an edit may change. */
export interface HeaderFields {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly flags: Flags
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
}

export interface Lifecycle {
  readonly createdAt: string
  readonly createdById: string
  readonly updatedAt: string | undefined
  readonly updatedById: string | undefined
  readonly deletedAt: string | undefined
  readonly deletedById: string | undefined
}

export interface Header extends HeaderFields, Lifecycle {
  readonly id: string
  readonly family: Family
  readonly slug: string
}

export interface Artifact extends Header {
  /** Bits of the roles of the workflow family; 0 elsewhere. */
  readonly roles: number
}

/** The current artifact of a variant or revision. */
export interface ParentArtifact {
  readonly id: string
  readonly slug: string
  readonly roles: number
  readonly flags: Flags
  readonly deletedAt: string | undefined
}

export interface ParentVariant {
  readonly id: string
  readonly slug: string
  readonly deletedAt: string | undefined
}

export interface Variant extends Header {
  readonly artifact: ParentArtifact
  readonly forkedFromRevisionId: string | undefined
  /** The newest revision; both undefined while there is none. */
  readonly headRevisionId: string | undefined
  readonly headVersion: number | undefined
}

export interface Revision extends Header {
  readonly artifact: ParentArtifact
  readonly variant: ParentVariant
  readonly version: number
  readonly author: string
  readonly date: string
  readonly message: string | undefined
  /** The stored payload as JSON text, exactly as written; undefined if the revision has none. */
  readonly dataText: string | undefined
  readonly contentHash: string | undefined
  /** Environments: the artifacts whose entry differs from the previous revision. */
  readonly touchedArtifactIds: readonly string[]
  /** In a fork: the revision of which this one is a copy; after several forks, the first one. */
  readonly originRevisionId: string | undefined
  /** Of a merge: its second parent. */
  readonly mergedRevisionId: string | undefined
}

/** The part of a revision that the search for a common ancestor reads. */
export interface Ancestor {
  readonly id: string
  readonly originRevisionId: string | undefined
  readonly mergedRevisionId: string | undefined
}

export interface NewArtifact extends HeaderFields {
  readonly id: string
  readonly family: Family
  readonly slug: string
  readonly roles: number
  readonly createdAt: string
  readonly createdById: string
}

export interface NewVariant extends HeaderFields {
  readonly id: string
  readonly family: Family
  readonly slug: string
  readonly artifactId: string
  readonly forkedFromRevisionId: string | undefined
  readonly createdAt: string
  readonly createdById: string
}

export interface NewRevision extends HeaderFields {
  readonly id: string
  readonly family: Family
  readonly slug: string
  readonly artifactId: string
  readonly variantId: string
  readonly version: number
  readonly author: string
  readonly date: string
  readonly message: string | undefined
  readonly dataText: string | undefined
  readonly contentHash: string | undefined
  readonly touchedArtifactIds: readonly string[]
  readonly originRevisionId: string | undefined
  readonly mergedRevisionId: string | undefined
}

/** Id or slug; if both are given, both must match. */
export interface RecordKey {
  readonly id?: string | undefined
  readonly slug?: string | undefined
}

/** An element of a list of references; all members must match, elements are alternatives. */
export interface RefMatch extends RecordKey {
  readonly version?: number | undefined
}

export interface ListBounds {
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  /** Exclusive start: the last record already seen. */
  readonly after: { readonly createdAt: string; readonly id: string } | undefined
  readonly from: { readonly time: string; readonly inclusive: boolean } | undefined
  readonly to: { readonly time: string; readonly inclusive: boolean } | undefined
}

/** Filters of a list in the store. An undefined member and an empty list restrict nothing. */
export interface ListFilter {
  readonly family: Family
  /** Only artifacts (and records below them) with one of these role bits. */
  readonly roleMask: number | undefined
  readonly includeArchived: boolean
  readonly slugs: readonly string[] | undefined
  readonly artifactRefs: readonly RefMatch[] | undefined
  readonly variantRefs: readonly RefMatch[] | undefined
  readonly revisionRefs: readonly RefMatch[] | undefined
  /** Only revisions have authors and dates; lists of artifacts and variants ignore these filters. */
  readonly authors: readonly string[] | undefined
  readonly dates: readonly string[] | undefined
}

/** How much of a revision to read; without the payload `dataText` is undefined. */
export interface RevisionPart {
  readonly withData: boolean
}

export interface VersionReads {
  artifact(projectId: string, family: Family, key: RecordKey): Promise<Artifact | undefined>
  variant(projectId: string, family: Family, key: RecordKey): Promise<Variant | undefined>
  /** Reads of one revision return it in full unless `part` restricts it. */
  revision(
    projectId: string,
    family: Family,
    key: RecordKey,
    part?: RevisionPart,
  ): Promise<Revision | undefined>
  /** The oldest variant of an artifact, archived or not. */
  defaultVariant(projectId: string, artifactId: string): Promise<Variant | undefined>
  /** The default variants of several artifacts, in any order. */
  defaultVariants(projectId: string, artifactIds: readonly string[]): Promise<readonly Variant[]>
  revisionByVersion(
    projectId: string,
    variantId: string,
    version: number,
    part?: RevisionPart,
  ): Promise<Revision | undefined>
  /** The newest revision of the variant with this key, in one statement. */
  headOfVariant(
    projectId: string,
    family: Family,
    key: RecordKey,
    part?: RevisionPart,
  ): Promise<Revision | undefined>
  /** The newest revision on the default variant of the artifact with this key, in one statement. */
  headOfArtifact(
    projectId: string,
    family: Family,
    key: RecordKey,
    part?: RevisionPart,
  ): Promise<Revision | undefined>
  /** The parsed payload of a revision, cached for a while. It is shared and must not be changed. */
  payload(projectId: string, revisionId: string): Promise<JsonObject | undefined>
  /** Several revisions by id, in any order. */
  revisions(projectId: string, ids: readonly string[]): Promise<readonly Revision[]>
  /** Newest first, starting at `fromVersion` (default: the head), at most `depth` entries. */
  log(
    projectId: string,
    variantId: string,
    options: {
      readonly fromVersion: number | undefined
      readonly depth: number | undefined
      readonly withData: boolean
    },
  ): Promise<readonly Revision[]>
  /** The revisions of a variant up to this version, in any order. */
  ancestors(projectId: string, variantId: string, upToVersion: number): Promise<readonly Ancestor[]>
  /** Ordered by creation time, then id. A page is stable while records are added. */
  listArtifacts(projectId: string, filter: ListFilter, bounds: ListBounds): Promise<readonly Artifact[]>
  listVariants(projectId: string, filter: ListFilter, bounds: ListBounds): Promise<readonly Variant[]>
  listRevisions(
    projectId: string,
    filter: ListFilter,
    bounds: ListBounds,
    part?: RevisionPart,
  ): Promise<readonly Revision[]>
}

/** The unique key that stopped an insert: slug or id. */
export type InsertOutcome = 'inserted' | 'slug_taken' | 'id_taken'

export interface HeaderPatch extends Partial<HeaderFields> {
  readonly roles?: number
}

export interface VersionWrites {
  insertArtifact(projectId: string, artifact: NewArtifact): Promise<InsertOutcome>
  insertVariant(projectId: string, variant: NewVariant): Promise<InsertOutcome>
  /**
   * Also makes the revision the head of its variant, which the transaction must have locked. Throws if the version
   * is in use.
   */
  insertRevision(projectId: string, revision: NewRevision): Promise<InsertOutcome>
  /** The variant, locked against other writers until the transaction ends: versions then have no gaps. */
  lockVariant(projectId: string, family: Family, key: RecordKey): Promise<Variant | undefined>
  /** The artifact, locked the same way. */
  lockArtifact(projectId: string, family: Family, key: RecordKey): Promise<Artifact | undefined>
  /** Changes the given header fields and records author and time. */
  editHeader(
    level: Level,
    projectId: string,
    id: string,
    edit: { readonly patch: HeaderPatch; readonly at: string; readonly by: string },
  ): Promise<void>
  /** Archives or restores this record alone. Archiving an archived record keeps its time. */
  setArchived(
    level: Level,
    projectId: string,
    id: string,
    mark: { readonly archived: boolean; readonly at: string; readonly by: string },
  ): Promise<void>
}
