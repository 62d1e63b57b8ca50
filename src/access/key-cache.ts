// Caches authenticated keys for 50 ms: callers use the same key many times a second.
import type { Clock } from '../kernel/clock.ts'
import type { AccessReads, Key, Project } from '../storage/contract/contract.ts'
import type { CallKeys, CallScopedKey } from './call-keys.ts'
import { authenticate } from './keys.ts'
import type { CallerRole } from './scope.ts'

/** The key of a request: stored, or issued for a call. */
export type CallerKey = Omit<Key, 'role'> & { readonly role: CallerRole }

export interface AuthenticatedKey {
  readonly key: CallerKey
  readonly project: Project
  /** The trace of the call that the key was issued for. */
  readonly traceOfCall?: string
}

export interface KeyCache {
  /** The key and project of a secret; undefined: it is refused. */
  find(secret: string): Promise<AuthenticatedKey | undefined>
  /** Call it when keys or projects change: the next lookup reads the store. */
  clear(): void
}

type Authentication = Awaited<ReturnType<typeof authenticate>>

/** The call-scoped key with this content; undefined: its project is archived or deleted. */
async function callScopedKey(
  reads: AccessReads,
  content: CallScopedKey,
): Promise<AuthenticatedKey | undefined> {
  const project = await reads.project(content.projectId)
  if (project === undefined || project.archivedAt !== undefined) return undefined
  const { id, projectId, createdAt, expiresAt } = content
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
  return { key: { ...key, role: 'program' }, project, traceOfCall: content.traceId }
}

/**
 * Caches only successful lookups: a new key works at once. A change by this process takes effect at once; a
 * change by another process after `ttlMs` at the latest.
 */
export function createKeyCache(
  reads: AccessReads,
  {
    clock,
    options: { callKeys, ttlMs = 50 } = {},
  }: {
    readonly clock: Clock
    readonly options?: { readonly callKeys?: Pick<CallKeys, 'read'>; readonly ttlMs?: number } | undefined
  },
): KeyCache {
  let cache = new Map<string, NonNullable<Authentication>>()
  let validUntil = 0
  return {
    async find(secret) {
      const content = callKeys?.read(secret)
      if (content !== undefined) return callScopedKey(reads, content)
      const now = performance.now()
      if (now >= validUntil) {
        cache = new Map()
        validUntil = now + ttlMs
      }
      const cachedKey = cache.get(secret)
      if (cachedKey !== undefined) return cachedKey
      // A lookup that overlaps a change writes into a discarded map.
      const current = cache
      const result = await authenticate(reads, { clock, secret })
      if (result !== undefined) current.set(secret, result)
      return result
    },
    clear() {
      cache = new Map()
    },
  }
}
