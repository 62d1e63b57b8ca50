// Callers come back many times a second with the same key: what it stands for is remembered for a moment.
import type { Clock } from '../kernel/clock.ts'
import type { AccessReads, Key, Project } from '../storage/contract/contract.ts'
import { authenticate } from './keys.ts'

export interface KnownKeys {
  /** The key and project that a secret stands for; undefined: it is refused. */
  find(secret: string): Promise<{ readonly key: Key; readonly project: Project } | undefined>
  /** To be called when keys or projects have changed: the next look-up asks the store. */
  forget(): void
}

type Found = Awaited<ReturnType<typeof authenticate>>

/**
 * Only what was found is remembered: a new key works at once. A change made by this process counts at once too, one
 * made by another after `rememberMs` at the latest.
 */
export function knownKeys(reads: AccessReads, clock: Clock, rememberMs = 50): KnownKeys {
  let known = new Map<string, NonNullable<Found>>()
  let knownUntil = 0
  return {
    async find(secret) {
      const now = performance.now()
      if (now >= knownUntil) {
        known = new Map()
        knownUntil = now + rememberMs
      }
      const remembered = known.get(secret)
      if (remembered !== undefined) return remembered
      // A look-up that a change overtakes writes into a map that nobody reads any more.
      const current = known
      const found = await authenticate(reads, clock, secret)
      if (found !== undefined) current.set(secret, found)
      return found
    },
    forget() {
      known = new Map()
    },
  }
}
