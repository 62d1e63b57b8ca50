// From the Authorization header to a caller. A failure never says which of missing, malformed, unknown, revoked or
// expired it was.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { KeyUses } from '../../access/keys.ts'
import type { FoundKey, KnownKeys } from '../../access/known-keys.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { Caller, Route } from '../route.ts'
import { isSecure, sessionTokens } from './cookies.ts'

/** What turns a key, or the cookie of a session, into a caller. */
export interface KeyParts {
  readonly store: RelationalStore
  readonly keys: KnownKeys
  readonly keyUses: KeyUses
  readonly sessions: Sessions
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

function asCaller(
  { store, keyUses }: KeyParts,
  { key, project, traceOfCall }: FoundKey,
  isLetIn: Caller['isLetIn'],
): Caller {
  if (key.role !== 'program') keyUses.used(key.id)
  return {
    key,
    project,
    isLetIn,
    scope: {
      projectId: project.id,
      actorId: key.id,
      role: key.role,
      traceOfCall,
      store,
      touched: () => undefined,
    },
  }
}

export async function callerOf(parts: KeyParts, authorization: string | undefined): Promise<Caller> {
  const secret = projectSecret(authorization)
  const found = secret === undefined ? undefined : await parts.keys.find(secret)
  if (secret === undefined || found === undefined) throw unauthorized()
  return asCaller(parts, found, async () => (await parts.keys.find(secret)) !== undefined)
}

const projectHeader = 'x-assay-project'

/** The one token that the request means: that of the project it names, or the only one. */
function meantToken(request: FastifyRequest, tokens: ReadonlyMap<string, string>): string | undefined {
  const named = request.headers[projectHeader]
  if (named !== undefined) return tokens.get(String(named))
  return tokens.size === 1 ? tokens.values().next().value : undefined
}

/**
 * A page of another origin can make a browser send a request, but neither this header nor our own origin with it. The
 * cookie is not sent with such requests either (SameSite); this is the second wall.
 */
function refuseForeignPages(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin } = request.headers
  if (request.headers['x-assay-session'] === '1' && origin === new URL(publicUrl).origin) return
  throw new AssayError(
    'forbidden',
    'A request with a session that changes something needs the header X-Assay-Session: 1 and the origin of this server.',
  )
}

/** The caller by the cookie of a session; undefined: there is none that the route takes. */
async function sessionCaller(
  parts: KeyParts,
  request: FastifyRequest,
  publicUrl: string,
): Promise<Caller | undefined> {
  const token = meantToken(request, sessionTokens(request, isSecure(publicUrl)))
  const found = token === undefined ? undefined : await parts.sessions.find(token)
  if (token === undefined || found === undefined) return undefined
  refuseForeignPages(request, publicUrl)
  const isLetIn = async (): Promise<boolean> => (await parts.sessions.look(token)) !== undefined
  return { ...asCaller(parts, found, isLetIn), session: found.session }
}

/** The caller of a request: by its Authorization header, else by the cookie of a session. */
export async function requestCaller(
  parts: KeyParts,
  request: FastifyRequest,
  { route, publicUrl }: { readonly route: Route; readonly publicUrl: string },
): Promise<Caller> {
  const { authorization } = request.headers
  if (authorization === undefined && route.sessions) {
    const caller = await sessionCaller(parts, request, publicUrl)
    if (caller !== undefined) return caller
  }
  return callerOf(parts, authorization)
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
