// Pushed commits, those of their objects that cannot be derived from revisions, and the commits of projects.
import type { Family } from './versions.ts'

/** The commit of a revision that was pushed. */
export interface PushedCommit {
  readonly revisionId: string
  /** 40 hexadecimal digits. Several revisions of an artifact may have the same commit. */
  readonly commitId: string
  /** The content of the commit, byte for byte. */
  readonly bytes: Uint8Array
}

export interface StoredGitObject {
  readonly id: string
  readonly type: 'tree' | 'blob'
  readonly bytes: Uint8Array
}

/** An artifact and its project. */
export interface GitOwner {
  readonly projectId: string
  readonly artifactId: string
}

/** A commit of the branch `main` of a project. */
export interface ProjectCommit {
  /** 1, 2, 3, …: the parent of a commit is the one before it. */
  readonly seq: number
  readonly commitId: string
  /** The content of the commit, byte for byte. */
  readonly bytes: Uint8Array
  /** The entries of the project's tree that the commit changes, as JSON. */
  readonly changes: string
}

/** An artifact that has a revision on its default variant. */
export interface ArtifactHead {
  readonly artifactId: string
  readonly family: Family
  readonly slug: string
  readonly roles: number
  readonly updatedAt: string | undefined
  readonly updatedById: string | undefined
  /** Undefined: the artifact is not archived. */
  readonly deletedAt: string | undefined
  readonly deletedById: string | undefined
  /** The default variant and its newest revision. */
  readonly variantId: string
  readonly version: number
  readonly revisionId: string
}

export interface GitReads {
  /** The pushed commits of these revisions, in any order; a revision that was not pushed has none. */
  pushedCommits(owner: GitOwner, revisionIds: readonly string[]): Promise<readonly PushedCommit[]>
  gitObject(owner: GitOwner, id: string): Promise<StoredGitObject | undefined>
  /** An artifact of the project that has this object. */
  gitObjectOwner(projectId: string, id: string): Promise<string | undefined>
  /** The commits of a project after `after`, in order of `seq`. */
  projectCommits(
    projectId: string,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly ProjectCommit[]>
  /** All artifacts of a project with a revision on their default variant, archived ones included, in any order. */
  artifactHeads(projectId: string): Promise<readonly ArtifactHead[]>
}

export interface GitWrites {
  /** Records the commit of a new revision. */
  putPushedCommit(owner: GitOwner, commit: PushedCommit): Promise<void>
  /** Idempotent: a stored object with this id stays unchanged. */
  putGitObjects(owner: GitOwner, objects: readonly StoredGitObject[]): Promise<void>
  /**
   * Appends commits whose `seq` continues that of the project. False: another writer was faster; the transaction must
   * then be abandoned.
   */
  appendProjectCommits(projectId: string, commits: readonly ProjectCommit[]): Promise<boolean>
}
