// Sessions of the pages: a token in a cookie that stands for a key. It has the project and the role of the key at every
// request, and ends with it, after twelve hours without use, or after seven days.
import { createHash, randomBytes } from 'node:crypto'
import { microsecondText, type Clock } from '../kernel/clock.ts'
import type { RunningWork } from '../kernel/running-work.ts'
import type { Key, Project, RelationalStore, RelationalTx, Session } from '../storage/contract/contract.ts'

const hour = 3_600_000
export const idleMsMax = 12 * hour
export const ageMsMax = 7 * 24 * hour
/** Uses are written at most so often; a session is kept alive to the minute. */
const touchMs = 60_000

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
const textOf = (ms: number): string => microsecondText(ms * 1000)
const msOf = (text: string): number => Date.parse(`${text.slice(0, 23)}Z`)

export interface KnownSession {
  readonly session: Session
  readonly key: Key
  readonly project: Project
}

/** A token as a cookie brings it. One under the name of another project than its own is refused: a page would show that project's data as this one's. */
export interface SessionToken {
  readonly projectId: string
  readonly token: string
}

/** When a session ends if it is not used again. */
export const expiryOf = ({ createdAt, lastUsedAt }: Session): string =>
  textOf(Math.min(msOf(createdAt) + ageMsMax, msOf(lastUsedAt) + idleMsMax))

/** Makes a session inside a transaction. The token is in the answer and nowhere else. */
export async function insertSession(
  tx: RelationalTx,
  clock: Clock,
  { key }: { readonly key: Key },
): Promise<{ readonly session: Session; readonly token: string }> {
  const now = clock.now()
  const token = randomBytes(32).toString('base64url')
  const session = { id: clock.id(), projectId: key.projectId, keyId: key.id, createdAt: now, lastUsedAt: now }
  await tx.deleteEndedSessions({
    createdBefore: textOf(msOf(now) - ageMsMax),
    usedBefore: textOf(msOf(now) - idleMsMax),
  })
  await tx.insertSession({ ...session, hash: hashOf(token) })
  return { session, token }
}

/** What tokens stand for, and that they were used. */
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
  const touched = new Map<string, number>()
  const touch = (session: Session, now: number): void => {
    const last = Math.max(touched.get(session.id) ?? 0, msOf(session.lastUsedAt))
    if (now - last < touchMs) return
    if (touched.size > 10_000) touched.clear()
    touched.set(session.id, now)
    const write = store.write((tx) => tx.touchSessions([{ id: session.id, at: textOf(now) }]))
    work.track(write).catch((error: unknown) => {
      touched.delete(session.id)
      onError(error)
    })
  }
  const look = async ({ projectId, token }: SessionToken): Promise<KnownSession | undefined> => {
    const found = await store.read.sessionByHash(hashOf(token))
    if (found === undefined || found.project.archivedAt !== undefined) return undefined
    if (found.project.id !== projectId) return undefined
    const now = clock.now()
    const { session, key } = found
    if (expiryOf(session) <= now || (key.expiresAt !== undefined && key.expiresAt <= now)) return undefined
    return found
  }
  return {
    /** The session, key and project that a token stands for; undefined: it is refused. It does not count as a use. */
    look,
    /** The same for a request, which keeps the session alive. */
    async find(token: SessionToken): Promise<KnownSession | undefined> {
      const found = await look(token)
      if (found !== undefined) touch(found.session, msOf(clock.now()))
      return found
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
