// Authentication: reads the Authorization header or the session cookie and returns the caller. A failure never
// reveals whether the key is missing, malformed, unknown, revoked or expired.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AssayError } from '../../kernel/errors.ts'
import type { KeyUses } from '../../access/keys.ts'
import type { AuthenticatedKey, KeyCache } from '../../access/key-cache.ts'
import type { Sessions, SessionToken } from '../../access/sessions.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import type { Caller, Route } from '../route.ts'
import { isSecure, sessionTokens } from './cookies.ts'
import type { LoginThrottle } from './login-throttle.ts'

/** Dependencies of authentication. */
export interface KeyParts {
  readonly store: RelationalStore
  readonly keys: KeyCache
  readonly keyUses: KeyUses
  readonly sessions: Sessions
  /** Limits wrong keys, over all ports. */
  readonly loginThrottle: LoginThrottle
}

const unauthorized = (): AssayError =>
  new AssayError('unauthorized', { message: 'Unauthorized' }, { headers: { 'WWW-Authenticate': 'ApiKey' } })

/** Accepts `ApiKey <key>`, `Bearer <key>` or the bare key. The scheme is not case-sensitive. */
function projectSecret(header: string | undefined): string | undefined {
  const parts = (header ?? '').trim().split(/\s+/)
  const [firstPart = '', secondPart] = parts
  if (parts.length === 1) return firstPart === '' ? undefined : firstPart
  return parts.length === 2 && /^(apikey|bearer)$/i.test(firstPart) ? secondPart : undefined
}

function asCaller(
  { store, keyUses }: KeyParts,
  {
    authenticatedKey: { key, project, traceOfCall },
    hasAccess,
  }: { readonly authenticatedKey: AuthenticatedKey; readonly hasAccess: Caller['hasAccess'] },
): Caller {
  if (key.role !== 'program') keyUses.record(key.id)
  return {
    key,
    project,
    hasAccess,
    scope: {
      projectId: project.id,
      actorId: key.id,
      role: key.role,
      traceOfCall,
      store,
      recordResource: () => undefined,
    },
  }
}

/** The key from HTTP Basic: the password, or the user name if there is no password. Other schemes work as usual. */
function basicSecret(header: string | undefined): string | undefined {
  const credentials = /^basic\s+(\S+)$/i.exec((header ?? '').trim())?.[1]
  if (credentials === undefined) return projectSecret(header)
  const text = Buffer.from(credentials, 'base64').toString()
  const colon = text.indexOf(':')
  const [user, password] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  return password || user || undefined
}

/** A 401 that makes clients like Git ask for a key. */
const askForBasic = (error: unknown): never => {
  throw error instanceof AssayError && error.code === 'unauthorized'
    ? new AssayError(
        'unauthorized',
        { message: 'Unauthorized' },
        { headers: { 'WWW-Authenticate': 'Basic realm="Assay"' } },
      )
    : error
}

/** Authenticates by key; `address` is the client's. */
export async function callerOf(
  parts: KeyParts,
  { authorization, address }: { readonly authorization: string | undefined; readonly address: string },
): Promise<Caller> {
  return callerBySecret(parts, { secret: projectSecret(authorization), address })
}

async function callerBySecret(
  parts: KeyParts,
  { secret, address }: { readonly secret: string | undefined; readonly address: string },
): Promise<Caller> {
  if (secret === undefined) throw unauthorized()
  const keyRecord = await parts.loginThrottle.check({ address, secret }, () => parts.keys.find(secret))
  if (keyRecord === undefined) throw unauthorized()
  return asCaller(parts, {
    authenticatedKey: keyRecord,
    hasAccess: async () => (await parts.keys.find(secret)) !== undefined,
  })
}

const projectHeader = 'x-assay-project'

/** The session token for this request: the token of the project in the header, else the only one. */
function tokenFor(
  request: FastifyRequest,
  tokens: ReadonlyMap<string, SessionToken>,
): SessionToken | undefined {
  const projectId = request.headers[projectHeader]
  if (projectId !== undefined) return tokens.get(String(projectId))
  return tokens.size === 1 ? tokens.values().next().value : undefined
}

/**
 * CSRF check. A page of another origin can make a browser send a request, but it can send neither this header
 * nor our own origin. SameSite already keeps the cookie out of such requests; this check is the second layer.
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

/** Authenticates by session cookie; undefined when the request has no valid session. */
async function sessionCaller(
  parts: KeyParts,
  { request, publicUrl }: { readonly request: FastifyRequest; readonly publicUrl: string },
): Promise<Caller | undefined> {
  const token = tokenFor(request, sessionTokens(request, isSecure(publicUrl)))
  if (token === undefined) return undefined
  const attempt = { address: request.ip, secret: token.token }
  const session = await parts.loginThrottle.check(attempt, () => parts.sessions.find(token))
  if (session === undefined) return undefined
  refuseForeignPages(request, publicUrl)
  const hasAccess = async (): Promise<boolean> => (await parts.sessions.peek(token)) !== undefined
  return { ...asCaller(parts, { authenticatedKey: session, hasAccess }), session: session.session }
}

/** Authenticates a request by its Authorization header, else by its session cookie. */
export async function requestCaller(
  parts: KeyParts,
  {
    request,
    route,
    publicUrl,
  }: { readonly request: FastifyRequest; readonly route: Route; readonly publicUrl: () => string },
): Promise<Caller> {
  const { authorization } = request.headers
  if (authorization === undefined && route.sessions) {
    const caller = await sessionCaller(parts, { request, publicUrl: publicUrl() })
    if (caller !== undefined) return caller
  }
  if (route.basic) {
    return callerBySecret(parts, { secret: basicSecret(authorization), address: request.ip }).catch(
      askForBasic,
    )
  }
  return callerOf(parts, { authorization, address: request.ip })
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Admits only the admin key. Without a configured admin key these routes answer 404. */
export async function requireOperator(
  { loginThrottle }: Pick<KeyParts, 'loginThrottle'>,
  { adminKey, request }: { readonly adminKey: string | undefined; readonly request: FastifyRequest },
): Promise<void> {
  if (adminKey === undefined) throw new AssayError('route_not_found', 'Not Found')
  const secret = /^\s*access\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  if (secret === undefined) throw unauthorized()
  // The prefix separates the two kinds: a project key sent here counts as wrong, even if it was accepted
  // elsewhere.
  const attempt = { address: request.ip, secret: `access ${secret}` }
  const match = await loginThrottle.check(attempt, async () =>
    timingSafeEqual(digest(secret), digest(adminKey)) ? adminKey : undefined,
  )
  if (match === undefined) throw unauthorized()
}
