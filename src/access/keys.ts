// Projects, keys, roles, secrets and the audit log. May import storage/contract/contract.ts and the kernel.
// keys.ts creates and checks keys, projects.ts creates projects, secrets.ts encrypts provider keys, audit.ts
// records writes, call-keys.ts issues keys to programs that we call.
import { createHash, randomBytes } from 'node:crypto'
import { millisecondText, type Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { OperatorTrail } from './audit.ts'
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

const prefixCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
// 248 is the largest multiple of 62 below 256; bytes above it would favour the first characters.
const randomPrefix = (): string => {
  let prefix = ''
  while (prefix.length < 8) {
    for (const byte of randomBytes(16))
      if (byte < 248 && prefix.length < 8) prefix += prefixCharacters[byte % 62]
  }
  return prefix
}

export interface KeyRequest {
  readonly projectId: string
  readonly name?: string | undefined
  readonly role: Role
  readonly expiresAt?: string | undefined
  /** Whether the key may read values of secrets. Default: true. */
  readonly readsSecrets?: boolean | undefined
  /** A secret from the settings; its first eight characters become the prefix. */
  readonly secret?: string | undefined
}

/** Creates a key inside a transaction. Only the result contains the secret. */
export async function insertKey(
  tx: RelationalTx,
  { clock, request }: { readonly clock: Clock; readonly request: KeyRequest },
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

/** Creates a key at the request of the operator. */
export const createKey = (
  trail: OperatorTrail,
  { clock, request }: { readonly clock: Clock; readonly request: KeyRequest },
) =>
  trail.store.write(async (tx) => {
    const newKey = await insertKey(tx, { clock, request })
    trail.recordResource('key', newKey.key.id)
    return newKey
  })

/** Refuses a request for a key with more rights than the caller's key. */
export function refuseMoreRights(
  callerKey: Pick<Key, 'role' | 'readsSecrets'>,
  request: Pick<Key, 'role' | 'readsSecrets'>,
): void {
  if (request.readsSecrets && !callerKey.readsSecrets) {
    throw new AssayError(
      'forbidden',
      'This key does not read secrets: it can only create keys with `secrets: "none"`.',
    )
  }
  if (roleReaches(callerKey.role, request.role)) return
  throw new AssayError(
    'forbidden',
    `A key with role ${callerKey.role} cannot create one with role ${request.role}.`,
  )
}

export interface KeyTarget {
  readonly projectId: string
  readonly prefix: string
}

/** Revokes a key inside a transaction; an unknown one is refused. */
export async function revokeKeyIn(
  tx: RelationalTx,
  { clock, target }: { readonly clock: Clock; readonly target: KeyTarget },
): Promise<Key> {
  const key = await tx.revokeKey(target.projectId, target.prefix, clock.now())
  if (key === undefined) throw new AssayError('not_found', 'API key not found.')
  return key
}

export const revokeKey = (
  trail: OperatorTrail,
  { clock, target }: { readonly clock: Clock; readonly target: KeyTarget },
): Promise<Key> =>
  trail.store.write(async (tx) => {
    const key = await revokeKeyIn(tx, { clock, target })
    trail.recordResource('key', key.id)
    return key
  })

/** The key and project of a secret; undefined: unknown, revoked, expired, or of an archived project. */
export async function authenticate(
  reads: AccessReads,
  { clock, secret }: { readonly clock: Clock; readonly secret: string },
): Promise<{ readonly key: Key; readonly project: Project } | undefined> {
  const record = await reads.keyByHash(hashOf(secret))
  if (record === undefined || record.project.archivedAt !== undefined) return undefined
  const { expiresAt } = record.key
  return expiresAt !== undefined && expiresAt <= clock.now() ? undefined : record
}

/** Collects uses in memory and writes them once a minute: `last_used_at` is accurate to the minute. */
export function createKeyUses(
  store: RelationalStore,
  {
    onError,
    everyMs = 60_000,
  }: { readonly onError: (error: unknown) => void; readonly everyMs?: number | undefined },
) {
  const uses = new Map<string, number>()
  const flush = async (): Promise<void> => {
    if (uses.size === 0) return
    const pendingUses = new Map(uses)
    uses.clear()
    const batch = [...pendingUses].map(([id, at]) => ({ id, at: millisecondText(at) }))
    try {
      await store.write((tx) => tx.touchKeys(batch))
    } catch (error) {
      // The next flush retries, unless the key was used again since.
      for (const [id, at] of pendingUses) if (!uses.has(id)) uses.set(id, at)
      throw error
    }
  }
  let lastFlush: Promise<void> = Promise.resolve()
  /** Runs one flush at a time, so that the last one ends after all others. */
  const flushNext = (): Promise<void> => {
    lastFlush = lastFlush.then(flush).catch(onError)
    return lastFlush
  }
  const timer = setInterval(() => void flushNext(), everyMs)
  timer.unref()
  return {
    record: (keyId: string): void => {
      uses.set(keyId, Date.now())
    },
    /** The latest use of a key that is not written yet. */
    lastUse: (keyId: string): string | undefined => {
      const lastUse = uses.get(keyId)
      return lastUse === undefined ? undefined : millisecondText(lastUse)
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      // An unavailable store must not block the shutdown.
      await flushNext()
    },
  }
}
export type KeyUses = ReturnType<typeof createKeyUses>
