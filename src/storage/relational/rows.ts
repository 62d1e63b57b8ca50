// Row readers: the only place where the text of a row becomes a typed record.
import type { Selectable } from 'kysely'
import type { JsonObject } from '../../kernel/json/value.ts'
import type {
  Artifact,
  ParentArtifact,
  AuditEntry,
  Family,
  Flags,
  Header,
  HeaderFields,
  Key,
  Project,
  Revision,
  Role,
  SealedSecret,
  Variant,
} from '../contract/contract.ts'
import type {
  ArtifactsTable,
  AuditTable,
  KeysTable,
  ProjectsTable,
  RevisionsTable,
  SecretsTable,
  VariantsTable,
} from './schema.ts'

export const orUndefined = <T>(value: T | null): T | undefined => value ?? undefined

const noFlags: Flags = {}
const readFlags = (text: string): Flags => (text === '{}' ? noFlags : (JSON.parse(text) as Flags))
export const readObject = (text: string | null): JsonObject | undefined =>
  text === null ? undefined : (JSON.parse(text) as JsonObject)
export const writeObject = (value: JsonObject | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value)

function readHeader(row: Omit<ArtifactsTable, 'roles'>): Header {
  return {
    id: row.id,
    family: row.family as Family,
    slug: row.slug,
    name: orUndefined(row.name),
    description: orUndefined(row.description),
    flags: readFlags(row.flags),
    tags: readObject(row.tags),
    meta: readObject(row.meta),
    createdAt: row.created_at,
    createdById: row.created_by_id,
    updatedAt: orUndefined(row.updated_at),
    updatedById: orUndefined(row.updated_by_id),
    deletedAt: orUndefined(row.deleted_at),
    deletedById: orUndefined(row.deleted_by_id),
  }
}

/** Columns of the parent artifact, with the names of the joins in version-reads.ts. */
interface ParentColumns {
  readonly a_slug: string
  readonly a_roles: number
  readonly a_flags: string
  readonly a_deleted_at: string | null
}

const readParentArtifact = (id: string, row: ParentColumns): ParentArtifact => ({
  id,
  slug: row.a_slug,
  roles: row.a_roles,
  flags: readFlags(row.a_flags),
  deletedAt: orUndefined(row.a_deleted_at),
})

export const readArtifact = (row: Selectable<ArtifactsTable>): Artifact => ({
  ...readHeader(row),
  roles: row.roles,
})

export const readVariant = (row: Selectable<VariantsTable> & ParentColumns): Variant => ({
  ...readHeader(row),
  artifact: readParentArtifact(row.artifact_id, row),
  forkedFromRevisionId: orUndefined(row.forked_from_revision_id),
  headRevisionId: orUndefined(row.head_revision_id),
  headVersion: orUndefined(row.head_version),
})

export type RevisionRow = Selectable<RevisionsTable> &
  ParentColumns & { readonly v_slug: string; readonly v_deleted_at: string | null }

export const readRevision = (row: RevisionRow): Revision => ({
  ...readHeader(row),
  artifact: readParentArtifact(row.artifact_id, row),
  variant: { id: row.variant_id, slug: row.v_slug, deletedAt: orUndefined(row.v_deleted_at) },
  version: row.version,
  author: row.author,
  date: row.date,
  message: orUndefined(row.message),
  dataText: orUndefined(row.data),
  contentHash: orUndefined(row.content_hash),
  touchedArtifactIds:
    row.touched_artifact_ids === null ? [] : (JSON.parse(row.touched_artifact_ids) as string[]),
  originRevisionId: orUndefined(row.origin_revision_id),
  mergedRevisionId: orUndefined(row.merged_revision_id),
})

/** The columns of header fields, for inserts. */
export const headerColumns = (fields: HeaderFields) => ({
  name: fields.name ?? null,
  description: fields.description ?? null,
  flags: JSON.stringify(fields.flags),
  tags: writeObject(fields.tags),
  meta: writeObject(fields.meta),
})

export const readProject = (row: Selectable<ProjectsTable>): Project => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  isDefault: row.is_default === 1,
  createdAt: row.created_at,
  archivedAt: orUndefined(row.archived_at),
  shareId: row.share_id ?? row.id,
})

/** The columns of a project that is joined with the alias `p`. */
export const joinedProjectColumns = [
  'p.slug as p_slug',
  'p.name as p_name',
  'p.is_default as p_is_default',
  'p.created_at as p_created_at',
  'p.archived_at as p_archived_at',
  'p.share_id as p_share_id',
] as const

interface JoinedProject {
  readonly project_id: string
  readonly p_slug: string
  readonly p_name: string
  readonly p_is_default: number
  readonly p_created_at: string
  readonly p_archived_at: string | null
  readonly p_share_id: string | null
}

export const readJoinedProject = (row: JoinedProject): Project =>
  readProject({
    id: row.project_id,
    slug: row.p_slug,
    name: row.p_name,
    is_default: row.p_is_default,
    created_at: row.p_created_at,
    archived_at: row.p_archived_at,
    share_id: row.p_share_id,
  })

export const readKey = (row: Omit<Selectable<KeysTable>, 'hash' | 'revoked_at'>): Key => ({
  id: row.id,
  projectId: row.project_id,
  prefix: row.prefix,
  name: orUndefined(row.name),
  role: row.role as Role,
  createdAt: row.created_at,
  lastUsedAt: orUndefined(row.last_used_at),
  expiresAt: orUndefined(row.expires_at),
  readsSecrets: row.reads_secrets === 1,
})

export const readAudit = (row: Selectable<AuditTable>): AuditEntry => ({
  id: row.id,
  timestamp: row.timestamp,
  actorId: row.actor_id,
  actorPrefix: row.actor_prefix,
  method: row.method,
  path: row.path,
  operation: row.operation,
  resourceKind: orUndefined(row.resource_kind),
  resourceId: orUndefined(row.resource_id),
  statusCode: row.status_code,
  remoteAddress: row.remote_address,
  requestId: row.request_id,
})

export const readSecret = (row: Selectable<SecretsTable>): SealedSecret => ({
  id: row.id,
  slug: row.slug,
  kind: row.kind,
  name: orUndefined(row.name),
  description: orUndefined(row.description),
  sealed: row.sealed,
  createdAt: row.created_at,
  updatedAt: orUndefined(row.updated_at),
})
