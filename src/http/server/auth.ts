// From the Authorization header to a caller. A failure never says which of missing, malformed, unknown, revoked or
// expired it was.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { KeyUses } from '../../access/keys.ts'
import type { KnownKeys } from '../../access/known-keys.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { Caller } from '../route.ts'

/** What turns a key into a caller. */
export interface KeyParts {
  readonly store: RelationalStore
  readonly keys: KnownKeys
  readonly keyUses: KeyUses
}

const unauthorized = (): AssayError =>
  new AssayError('unauthorized', { message: 'Unauthorized' }, { headers: { 'WWW-Authenticate': 'ApiKey' } })

/** `ApiKey <key>`, `Bearer <key>` or the bare key; scheme words in any case. */
function projectSecret(header: string | undefined): string | undefined {
  const words = (header ?? '').trim().split(/\s+/)
  const [first = '', second] = words
  if (words.length === 1) return first === '' ? undefined : first
  return words.length === 2 && /^(apikey|bearer)$/i.test(first) ? second : undefined
}

export async function callerOf(
  { store, keys, keyUses }: KeyParts,
  authorization: string | undefined,
): Promise<Caller> {
  const secret = projectSecret(authorization)
  const found = secret === undefined ? undefined : await keys.find(secret)
  if (found === undefined) throw unauthorized()
  const { key, project } = found
  keyUses.used(key.id)
  return {
    key,
    project,
    scope: { projectId: project.id, actorId: key.id, role: key.role, store, touched: () => undefined },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Refuses everybody but the holder of the admin key; without one the routes do not exist. */
export function operatorCheck(adminKey: string | undefined): (request: FastifyRequest) => void {
  return (request) => {
    if (adminKey === undefined) throw new AssayError('route_not_found', 'Not Found')
    const match = /^\s*access\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')
    if (match === null || !timingSafeEqual(digest(match[1] ?? ''), digest(adminKey))) throw unauthorized()
  }
}

/** At most so many requests per key and minute; 0 sets no limit. */
export function requestLimit(perMinute: number): (keyId: string) => void {
  if (perMinute === 0) return () => undefined
  let minute = 0
  const counts = new Map<string, number>()
  return (keyId) => {
    const now = Date.now()
    const current = Math.floor(now / 60_000)
    if (current !== minute) {
      minute = current
      counts.clear()
    }
    const count = (counts.get(keyId) ?? 0) + 1
    counts.set(keyId, count)
    if (count > perMinute) {
      throw new AssayError(
        'too_many_requests',
        `More than ${perMinute} requests in a minute (setting requests_per_minute_max).`,
        {
          headers: { 'Retry-After': String(60 - Math.floor((now % 60_000) / 1000)) },
        },
      )
    }
  }
}
