// Projects, keys, roles, secrets and the audit log. May import storage/contract/contract.ts and the kernel.
// keys.ts makes and checks keys, projects.ts makes projects, secrets.ts seals provider keys, audit.ts records
// writes, call-keys.ts lends keys to programs that we call.
import { createHash, randomBytes } from 'node:crypto'
import { microsecondText, type Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { Recorded } from './audit.ts'
import { roleReaches } from './scope.ts'
import type {
  AccessReads,
  Key,
  Project,
  RelationalStore,
  RelationalTx,
  Role,
} from '../storage/contract/contract.ts'

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
// 248 is the largest multiple of 62 below 256: bytes above it would favour the first letters.
const randomPrefix = (): string => {
  let prefix = ''
  while (prefix.length < 8) {
    for (const byte of randomBytes(16)) if (byte < 248 && prefix.length < 8) prefix += letters[byte % 62]
  }
  return prefix
}

export interface KeyRequest {
  readonly projectId: string
  readonly name?: string | undefined
  readonly role: Role
  readonly expiresAt?: string | undefined
  /** Absent: true. */
  readonly readsSecrets?: boolean | undefined
  /** A secret chosen by configuration; its first eight characters become the prefix. */
  readonly secret?: string | undefined
}

/** Makes a key inside a transaction. The secret is in the answer and nowhere else. */
export async function insertKey(
  tx: RelationalTx,
  clock: Clock,
  request: KeyRequest,
): Promise<{ readonly key: Key; readonly secret: string }> {
  for (;;) {
    const prefix = request.secret?.slice(0, 8) ?? randomPrefix()
    const secret = request.secret ?? `${prefix}.${randomBytes(32).toString('hex')}`
    const key = {
      id: clock.id(),
      projectId: request.projectId,
      prefix,
      name: request.name,
      role: request.role,
      createdAt: clock.now(),
      expiresAt: request.expiresAt,
      readsSecrets: request.readsSecrets ?? true,
    }
    if (await tx.insertKey({ ...key, hash: hashOf(secret) })) {
      return { key: { ...key, lastUsedAt: undefined }, secret }
    }
    if (request.secret !== undefined) {
      throw new AssayError('id_conflict', {
        message: `A key with the prefix '${prefix}' already exists.`,
        conflict: { prefix },
      })
    }
  }
}

/** Makes a key for the operator. */
export const createKey = (trail: Recorded, clock: Clock, request: KeyRequest) =>
  trail.store.write(async (tx) => {
    const made = await insertKey(tx, clock, request)
    trail.touched('key', made.key.id)
    return made
  })

/** A key may not make one that may do more than itself. */
export function refuseMoreRights(
  own: Pick<Key, 'role' | 'readsSecrets'>,
  wanted: Pick<Key, 'role' | 'readsSecrets'>,
): void {
  if (wanted.readsSecrets && !own.readsSecrets) {
    throw new AssayError(
      'forbidden',
      'This key does not read secrets: it can only create keys with `secrets: "none"`.',
    )
  }
  if (roleReaches(own.role, wanted.role)) return
  throw new AssayError('forbidden', `A key with role ${own.role} cannot make one with role ${wanted.role}.`)
}

export interface KeyTarget {
  readonly projectId: string
  readonly prefix: string
}

/** Revokes a key inside a transaction; an unknown one is refused. */
export async function revokeKeyIn(tx: RelationalTx, clock: Clock, target: KeyTarget): Promise<Key> {
  const revoked = await tx.revokeKey(target.projectId, target.prefix, clock.now())
  if (revoked === undefined) throw new AssayError('not_found', 'API key not found.')
  return revoked
}

/** Revokes a key for the operator. */
export const revokeKey = (trail: Recorded, clock: Clock, target: KeyTarget): Promise<Key> =>
  trail.store.write(async (tx) => {
    const key = await revokeKeyIn(tx, clock, target)
    trail.touched('key', key.id)
    return key
  })

/** The key and project that a secret stands for; undefined: unknown, revoked, expired, or of an archived project. */
export async function authenticate(
  reads: AccessReads,
  clock: Clock,
  secret: string,
): Promise<{ readonly key: Key; readonly project: Project } | undefined> {
  const found = await reads.keyByHash(hashOf(secret))
  if (found === undefined || found.project.archivedAt !== undefined) return undefined
  const { expiresAt } = found.key
  return expiresAt !== undefined && expiresAt <= clock.now() ? undefined : found
}

/** Remembers uses in memory and writes them once a minute: `last_used_at` is right to the minute. */
export function keyUses(store: RelationalStore, onError: (error: unknown) => void, everyMs = 60_000) {
  const uses = new Map<string, number>()
  const text = (ms: number): string => microsecondText(ms * 1000)
  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const taken = new Map(uses)
    uses.clear()
    const batch = [...taken].map(([id, at]) => ({ id, at: text(at) }))
    try {
      await store.write((tx) => tx.touchKeys(batch))
    } catch (error) {
      // Kept for the next time, unless the key was used again since.
      for (const [id, at] of taken) if (!uses.has(id)) uses.set(id, at)
      throw error
    }
  }
  let flushing: Promise<void> = Promise.resolve()
  /** One flush at a time, so that the last one ends after all others. */
  const flushNext = (): Promise<void> => {
    flushing = flushing.then(flush).catch(onError)
    return flushing
  }
  const timer = setInterval(() => void flushNext(), everyMs)
  timer.unref()
  return {
    used: (keyId: string): void => {
      uses.set(keyId, Date.now())
    },
    /** The newest use of a key that is not written yet. */
    lastUse: (keyId: string): string | undefined => {
      const at = uses.get(keyId)
      return at === undefined ? undefined : text(at)
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      // A store that is away must not keep the server from stopping in order.
      await flushNext()
    },
  }
}
export type KeyUses = ReturnType<typeof keyUses>
