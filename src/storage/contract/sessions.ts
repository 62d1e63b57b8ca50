// Sessions of people who signed in to the pages with a key: each stands for that key and ends with it.
import type { Key, Project } from './access.ts'

/** A session without its token, of which only a SHA-256 hash is kept. */
export interface Session {
  readonly id: string
  readonly projectId: string
  readonly keyId: string
  readonly createdAt: string
  readonly lastUsedAt: string
}

export interface SessionReads {
  /** The session with this hash, with its key and project, unless the key is revoked. Time limits are for the caller to judge. */
  sessionByHash(
    hash: string,
  ): Promise<{ readonly session: Session; readonly key: Key; readonly project: Project } | undefined>
  /** Of keys that are not revoked, oldest first. */
  sessions(projectId: string): Promise<readonly (Session & { readonly key: Key })[]>
}

export interface SessionWrites {
  insertSession(session: Session & { readonly hash: string }): Promise<void>
  touchSessions(uses: readonly { readonly id: string; readonly at: string }[]): Promise<void>
  /** False: there was none. */
  deleteSession(projectId: string, id: string): Promise<boolean>
  /** Removes those that were made before `createdBefore`, last used before `usedBefore`, or whose key is revoked. */
  deleteEndedSessions(bounds: { readonly createdBefore: string; readonly usedBefore: string }): Promise<void>
}
