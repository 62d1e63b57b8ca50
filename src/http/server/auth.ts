// From the Authorization header to a caller. A failure never says which of missing, malformed, unknown, revoked or
// expired it was.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { KeyUses } from '../../access/keys.ts'
import type { FoundKey, KnownKeys } from '../../access/known-keys.ts'
import type { Sessions, SessionToken } from '../../access/sessions.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { Caller, Route } from '../route.ts'
import { isSecure, sessionTokens } from './cookies.ts'
import type { Guesses } from './guesses.ts'

/** What turns a key, or the cookie of a session, into a caller. */
export interface KeyParts {
  readonly store: RelationalStore
  readonly keys: KnownKeys
  readonly keyUses: KeyUses
  readonly sessions: Sessions
  /** Of wrong keys, over all ports. */
  readonly guesses: Guesses
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

/** The caller by its key; `address` is where it comes from. */
export async function callerOf(
  parts: KeyParts,
  { authorization, address }: { readonly authorization: string | undefined; readonly address: string },
): Promise<Caller> {
  const secret = projectSecret(authorization)
  if (secret === undefined) throw unauthorized()
  const found = await parts.guesses.checked({ address, secret }, () => parts.keys.find(secret))
  if (found === undefined) throw unauthorized()
  return asCaller(parts, found, async () => (await parts.keys.find(secret)) !== undefined)
}

const projectHeader = 'x-assay-project'

/** The one token that the request means: that of the project it names, or the only one. */
function meantToken(
  request: FastifyRequest,
  tokens: ReadonlyMap<string, SessionToken>,
): SessionToken | undefined {
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
  if (token === undefined) return undefined
  const guess = { address: request.ip, secret: token.token }
  const found = await parts.guesses.checked(guess, () => parts.sessions.find(token))
  if (found === undefined) return undefined
  refuseForeignPages(request, publicUrl)
  const isLetIn = async (): Promise<boolean> => (await parts.sessions.look(token)) !== undefined
  return { ...asCaller(parts, found, isLetIn), session: found.session }
}

/** The caller of a request: by its Authorization header, else by the cookie of a session. */
export async function requestCaller(
  parts: KeyParts,
  request: FastifyRequest,
  { route, publicUrl }: { readonly route: Route; readonly publicUrl: () => string },
): Promise<Caller> {
  const { authorization } = request.headers
  if (authorization === undefined && route.sessions) {
    const caller = await sessionCaller(parts, request, publicUrl())
    if (caller !== undefined) return caller
  }
  return callerOf(parts, { authorization, address: request.ip })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Refuses everybody but the holder of the admin key; without one the routes do not exist. */
export async function refuseAllButOperator(
  { guesses }: Pick<KeyParts, 'guesses'>,
  adminKey: string | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (adminKey === undefined) throw new AssayError('route_not_found', 'Not Found')
  const secret = /^\s*access\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  if (secret === undefined) throw unauthorized()
  // Marked: a key of a project that is sent here is a wrong one, however often it was let in elsewhere.
  const guess = { address: request.ip, secret: `access ${secret}` }
  const found = await guesses.checked(guess, async () =>
    timingSafeEqual(digest(secret), digest(adminKey)) ? adminKey : undefined,
  )
  if (found === undefined) throw unauthorized()
}
