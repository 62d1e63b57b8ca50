// Callers come back many times a second with the same key: what it stands for is remembered for a moment.
import type { Clock } from '../kernel/clock.ts'
import type { AccessReads, Key, Project } from '../storage/contract/contract.ts'
import type { CallKeys, LentKey } from './call-keys.ts'
import { authenticate } from './keys.ts'
import type { CallerRole } from './scope.ts'

/** A key as a request brings it: one that is stored, or one that was lent for a call. */
export type CallerKey = Omit<Key, 'role'> & { readonly role: CallerRole }

export interface FoundKey {
  readonly key: CallerKey
  readonly project: Project
  /** Of the call that it was lent for. */
  readonly traceOfCall?: string
}

export interface KnownKeys {
  /** The key and project that a secret stands for; undefined: it is refused. */
  find(secret: string): Promise<FoundKey | undefined>
  /** To be called when keys or projects have changed: the next look-up asks the store. */
  forget(): void
}

type Found = Awaited<ReturnType<typeof authenticate>>

/** The key of a program, in a project that is still open. */
async function lentKey(reads: AccessReads, lent: LentKey): Promise<FoundKey | undefined> {
  const project = await reads.project(lent.projectId)
  if (project === undefined || project.archivedAt !== undefined) return undefined
  const { id, projectId, createdAt, expiresAt } = lent
  const key = {
    id,
    projectId,
    createdAt,
    expiresAt,
    prefix: 'program',
    name: undefined,
    lastUsedAt: undefined,
    readsSecrets: false,
  }
  return { key: { ...key, role: 'program' }, project, traceOfCall: lent.traceId }
}

/**
 * Only what was found is remembered: a new key works at once. A change made by this process counts at once too, one
 * made by another after `rememberMs` at the latest.
 */
export function knownKeys(
  reads: AccessReads,
  clock: Clock,
  {
    callKeys,
    rememberMs = 50,
  }: { readonly callKeys?: Pick<CallKeys, 'read'>; readonly rememberMs?: number } = {},
): KnownKeys {
  let known = new Map<string, NonNullable<Found>>()
  let knownUntil = 0
  return {
    async find(secret) {
      const lent = callKeys?.read(secret)
      if (lent !== undefined) return lentKey(reads, lent)
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
