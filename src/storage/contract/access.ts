// Projects, keys, the audit log, secrets and settings of the store itself.

import type { Family } from './versions.ts'

export type Role = 'viewer' | 'editor' | 'admin'

export interface Project {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** True for the first project of the store. */
  readonly isDefault: boolean
  readonly createdAt: string
  readonly archivedAt: string | undefined
  /** The project whose share of the server this one uses: itself, or the project whose key created it. */
  readonly shareId: string
}

/** A new project. Without `shareId` it has its own share. */
export type NewProject = Omit<Project, 'isDefault' | 'shareId'> & Partial<Pick<Project, 'shareId'>>

/** A key without its secret, of which only a SHA-256 hash is stored. */
export interface Key {
  readonly id: string
  readonly projectId: string
  readonly prefix: string
  readonly name: string | undefined
  readonly role: Role
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
  readonly expiresAt: string | undefined
  /** Whether the key receives the values of secrets, if its role may read secrets. */
  readonly readsSecrets: boolean
}

export interface NewKey {
  readonly id: string
  readonly projectId: string
  readonly prefix: string
  readonly hash: string
  readonly name: string | undefined
  readonly role: Role
  readonly createdAt: string
  readonly expiresAt: string | undefined
  /** Default: true. */
  readonly readsSecrets?: boolean
}

export interface AuditEntry {
  readonly id: string
  readonly timestamp: string
  readonly actorId: string
  readonly actorPrefix: string
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly resourceKind: string | undefined
  readonly resourceId: string | undefined
  readonly statusCode: number
  readonly remoteAddress: string
  readonly requestId: string
}

export interface AuditFilter {
  readonly actorId: string | undefined
  readonly method: string | undefined
  readonly path: string | undefined
  readonly resourceKind: string | undefined
  readonly resourceId: string | undefined
}

export interface AuditBounds {
  readonly order: 'ascending' | 'descending'
  readonly limit: number
  readonly after: { readonly timestamp: string; readonly id: string } | undefined
  readonly from: { readonly time: string; readonly inclusive: boolean } | undefined
  readonly to: { readonly time: string; readonly inclusive: boolean } | undefined
}

/** A stored secret. `sealed` is ciphertext, decrypted only in access/secrets.ts. */
export interface SealedSecret {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly sealed: string
  readonly createdAt: string
  readonly updatedAt: string | undefined
}

export interface RecordCount {
  readonly family: Family
  readonly artifacts: number
  readonly revisions: number
}

export interface AccessReads {
  project(id: string): Promise<Project | undefined>
  projectBySlug(slug: string): Promise<Project | undefined>
  /** Oldest first. */
  projects(options: { readonly includeArchived: boolean }): Promise<readonly Project[]>
  /**
   * The key with this hash and its project, unless revoked. The caller checks expiry and archived projects.
   */
  keyByHash(hash: string): Promise<{ readonly key: Key; readonly project: Project } | undefined>
  /** Not revoked, oldest first. */
  keys(projectId: string): Promise<readonly Key[]>
  /**
   * All keys ever created for people and programs, including revoked ones: authors of records keep their
   * names.
   */
  keyNames(projectId: string): Promise<readonly Pick<Key, 'id' | 'prefix' | 'name'>[]>
  secrets(projectId: string): Promise<readonly SealedSecret[]>
  secret(
    projectId: string,
    key: { readonly id?: string; readonly slug?: string },
  ): Promise<SealedSecret | undefined>
  auditEntry(projectId: string, id: string): Promise<AuditEntry | undefined>
  audit(projectId: string, filter: AuditFilter, bounds: AuditBounds): Promise<readonly AuditEntry[]>
  /**
   * The number of records per family of a project, archived ones included; families without records are
   * omitted.
   */
  recordCounts(projectId: string): Promise<readonly RecordCount[]>
  /** A setting that belongs to the store, not to the process. */
  storeSetting(name: string): Promise<string | undefined>
}

export interface AccessWrites {
  /** The first project of the store becomes the default project. False: the slug is in use. */
  insertProject(project: NewProject): Promise<boolean>
  setProjectArchived(id: string, archivedAt: string | undefined): Promise<void>
  /** The slug never changes: URLs and clients name the project by it. */
  renameProject(id: string, name: string): Promise<void>
  /** False: the prefix is in use. */
  insertKey(key: NewKey): Promise<boolean>
  /** The revoked key; undefined: no such key. */
  revokeKey(projectId: string, prefix: string, at: string): Promise<Key | undefined>
  touchKeys(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>
  insertAudit(projectId: string, entry: AuditEntry): Promise<void>
  setAuditStatus(projectId: string, id: string, statusCode: number): Promise<void>
  /** Deletes at most `limit` entries before this time, oldest first. Returns their number. */
  expireAudit(projectId: string, page: { readonly before: string; readonly limit: number }): Promise<number>
  /** False: the slug is in use. */
  insertSecret(projectId: string, secret: SealedSecret): Promise<boolean>
  updateSecret(projectId: string, secret: SealedSecret): Promise<void>
  /** Replaces only the ciphertext. False: the stored ciphertext is no longer `from`. */
  resealSecret(
    projectId: string,
    change: { readonly id: string; readonly from: string; readonly to: string },
  ): Promise<boolean>
  /** False: it did not exist. */
  deleteSecret(projectId: string, id: string): Promise<boolean>
  /** Sets the value unless it is set; returns the value in force. */
  initStoreSetting(name: string, value: string): Promise<string>
  /** Sets the value in any case. */
  setStoreSetting(name: string, value: string): Promise<void>
  /** Records a health check; returns the value that is then read. */
  markChecked(at: string): Promise<string>
}
