// Keys for programs that we call: with one they can send spans and read records of the project while they work for us.
// A key lives as long as the calls that use it and is never listed. Calls of a project that overlap share one, because
// each key is a write.
import type { Clock } from '../kernel/clock.ts'
import { microsecondText } from '../kernel/clock.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import { insertKey } from './keys.ts'

/** A process that dies leaves a key behind; it ends by itself. */
const lifeMs = 3_600_000

interface Shared {
  readonly made: Promise<{ readonly prefix: string; readonly secret: string }>
  readonly madeAtMs: number
  users: number
}

export interface CallKeys {
  /** Runs a call with the value of an Authorization header that is good until the call ends. */
  use<T>(projectId: string, call: (authorization: string) => Promise<T>): Promise<T>
}

export interface CallKeyOptions {
  /** Told when a key has ended. */
  readonly onRevoked?: () => void
  readonly now?: () => number
}

export function createCallKeys(
  store: Pick<RelationalStore, 'write'>,
  clock: Clock,
  { onRevoked, now = Date.now }: CallKeyOptions = {},
): CallKeys {
  const shared = new Map<string, Shared>()

  const make = async (projectId: string) => {
    const { key, secret } = await store.write((tx) =>
      insertKey(tx, clock, {
        projectId,
        role: 'editor',
        expiresAt: microsecondText((now() + lifeMs) * 1000),
        hidden: true,
      }),
    )
    return { prefix: key.prefix, secret }
  }
  /** The one in use; a new one when that is half way to its end. */
  const join = (projectId: string): Shared => {
    const found = shared.get(projectId)
    const isFresh = found !== undefined && now() - found.madeAtMs < lifeMs / 2
    const joined = isFresh ? found : { made: make(projectId), madeAtMs: now(), users: 0 }
    joined.users += 1
    shared.set(projectId, joined)
    return joined
  }
  const leave = async (projectId: string, left: Shared): Promise<void> => {
    left.users -= 1
    if (left.users > 0) return
    if (shared.get(projectId) === left) shared.delete(projectId)
    const { prefix } = await left.made
    await store.write((tx) => tx.revokeKey(projectId, prefix, clock.now()))
    onRevoked?.()
  }

  return {
    async use(projectId, call) {
      const joined = join(projectId)
      let secret: string
      try {
        secret = (await joined.made).secret
      } catch (error) {
        // Nobody can use a key that could not be made: the next call tries anew.
        if (shared.get(projectId) === joined) shared.delete(projectId)
        throw error
      }
      try {
        return await call(`ApiKey ${secret}`)
      } finally {
        await leave(projectId, joined)
      }
    },
  }
}
