// Browser sessions of people who signed in with a key: each acts for that key and ends with it.
import type { Key, Project } from './access.ts'

/** A session without its token, of which only a SHA-256 hash is stored. */
export interface Session {
  readonly id: string
  readonly projectId: string
  readonly keyId: string
  readonly createdAt: string
  readonly lastUsedAt: string
}

export interface SessionReads {
  /**
   * The session with this hash, with its key and project, unless the key is revoked. The caller checks time
   * limits.
   */
  sessionByHash(
    hash: string,
  ): Promise<{ readonly session: Session; readonly key: Key; readonly project: Project } | undefined>
  /** Sessions of keys that are not revoked, oldest first. */
  sessions(projectId: string): Promise<readonly (Session & { readonly key: Key })[]>
}

export interface SessionWrites {
  insertSession(session: Session & { readonly hash: string }): Promise<void>
  touchSessions(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>
  /** False: it did not exist. */
  deleteSession(projectId: string, id: string): Promise<boolean>
  /**
   * Deletes sessions that were created before `createdBefore`, last used before `usedBefore`, or whose key is
   * revoked.
   */
  deleteEndedSessions(bounds: { readonly createdBefore: string; readonly usedBefore: string }): Promise<void>
}
