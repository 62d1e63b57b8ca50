// Sessions of the pages: a cookie token that acts for a key. Each request has the current project and role of
// the key. A session ends with its key, after twelve hours without use, or after seven days.
import { createHash, randomBytes } from 'node:crypto'
import { millisecondText, type Clock } from '../kernel/clock.ts'
import type { RunningWork } from '../kernel/running-work.ts'
import type { Key, Project, RelationalStore, RelationalTx, Session } from '../storage/contract/contract.ts'

const hour = 3_600_000
export const idleMsMax = 12 * hour
export const ageMsMax = 7 * 24 * hour
/** Uses are written at most this often; the idle time is accurate to the minute. */
const touchMs = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const msOf = (text: string): number => Date.parse(`${text.slice(0, 23)}Z`)

export interface ActiveSession {
  readonly session: Session
  readonly key: Key
  readonly project: Project
}

/**
 * A token from a cookie, and the project that the page expects. A token for another project is refused; otherwise a
 * page would show the data of that project under the name of this one.
 */
export interface SessionToken {
  readonly projectId: string
  readonly token: string
}

/** The time at which a session ends if it is not used again. */
export const expiryOf = ({ createdAt, lastUsedAt }: Session): string =>
  millisecondText(Math.min(msOf(createdAt) + ageMsMax, msOf(lastUsedAt) + idleMsMax))

/** Creates a session inside a transaction. Only the result contains the token. */
export async function insertSession(
  tx: RelationalTx,
  { clock, key }: { readonly clock: Clock; readonly key: Key },
): Promise<{ readonly session: Session; readonly token: string }> {
  const now = clock.now()
  const token = randomBytes(32).toString('base64url')
  const session = { id: clock.id(), projectId: key.projectId, keyId: key.id, createdAt: now, lastUsedAt: now }
  await tx.deleteEndedSessions({
    createdBefore: millisecondText(msOf(now) - ageMsMax),
    usedBefore: millisecondText(msOf(now) - idleMsMax),
  })
  await tx.insertSession({ ...session, hash: hashOf(token) })
  return { session, token }
}

/** Looks up sessions by token and records their use. */
export function createSessions({
  store,
  clock,
  work,
  onError,
}: {
  readonly store: RelationalStore
  readonly clock: Clock
  readonly work: RunningWork
  readonly onError: (error: unknown) => void
}) {
  const lastWrites = new Map<string, number>()
  const touch = (session: Session, now: number): void => {
    const last = Math.max(lastWrites.get(session.id) ?? 0, msOf(session.lastUsedAt))
    if (now - last < touchMs) return
    if (lastWrites.size > 10_000) lastWrites.clear()
    lastWrites.set(session.id, now)
    const write = store.write((tx) => tx.touchSessions([{ id: session.id, at: millisecondText(now) }]))
    work.track(write).catch((error: unknown) => {
      lastWrites.delete(session.id)
      onError(error)
    })
  }
  const lookUp = async ({ projectId, token }: SessionToken): Promise<ActiveSession | undefined> => {
    const record = await store.read.sessionByHash(hashOf(token))
    if (record === undefined || record.project.archivedAt !== undefined) return undefined
    if (record.project.id !== projectId) return undefined
    const now = clock.now()
    const { session, key } = record
    if (expiryOf(session) <= now || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined
    return record
  }
  return {
    /** Looks up the session, key and project of a token without extending the session; undefined: it is refused. */
    peek: lookUp,
    /** Looks up the session of a request and extends it. */
    async find(token: SessionToken): Promise<ActiveSession | undefined> {
      const active = await lookUp(token)
      if (active !== undefined) touch(active.session, msOf(clock.now()))
      return active
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
