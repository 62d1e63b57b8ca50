// Commits that clients pushed, and those of their objects that cannot be derived from revisions.

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

export interface GitReads {
  /** The pushed commits of these revisions, in any order; a revision that was not pushed has none. */
  pushedCommits(owner: GitOwner, revisionIds: readonly string[]): Promise<readonly PushedCommit[]>
  gitObject(owner: GitOwner, id: string): Promise<StoredGitObject | undefined>
}

export interface GitWrites {
  /** Records the commit of a new revision. */
  putPushedCommit(owner: GitOwner, commit: PushedCommit): Promise<void>
  /** Idempotent: an object with this id stays as it is. */
  putGitObjects(owner: GitOwner, objects: readonly StoredGitObject[]): Promise<void>
}
