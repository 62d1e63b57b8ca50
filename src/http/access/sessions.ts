// Routes of sessions: sign in to the pages with a key, and sign out. Another route lists the names of keys, which the
// pages display as authors.
import { withExample } from '../examples.ts'
import { sessionExample } from './examples.ts'
import { z } from 'zod'
import { authorsOf } from '../../access/authors.ts'
import {
  expiryOf,
  insertSession,
  type ActiveSession,
  type Sessions,
  type SessionToken,
} from '../../access/sessions.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { uuid } from '../../kernel/validation.ts'
import { openRoute, projectRoute, storedKey, type Route } from '../route.ts'
import { expiredCookie, isSecure, sessionCookie, sessionTokens } from '../server/cookies.ts'
import type { LoginThrottle } from '../server/login-throttle.ts'
import { role } from './access.ts'

export interface SessionParts {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly loginThrottle: LoginThrottle
}

const wireSession = ({ session, key, project }: ActiveSession) => ({
  id: session.id,
  project: { id: project.id, slug: project.slug, name: project.name, is_default: project.isDefault },
  key: { id: key.id, prefix: key.prefix, name: key.name ?? null, role: key.role },
  created_at: session.createdAt,
  expires_at: expiryOf(session),
})

/** A project as its members see it. */
export const projectName = withExample(
  z.object({ id: z.guid(), slug: z.string(), name: z.string() }).meta({ id: 'ProjectName' }),
  { id: '01a1e279-0751-7e62-ad16-5dbd0996a4eb', slug: 'demo', name: 'Demo' },
)

const sessionAnswer = withExample(
  z
    .object({
      id: z.guid(),
      project: projectName.extend({ is_default: z.boolean() }).meta({ id: 'SessionProject' }),
      key: z
        .object({ id: z.guid(), prefix: z.string(), name: z.string().nullable(), role })
        .meta({ id: 'SessionKey' }),
      created_at: z.string(),
      expires_at: z.string(),
    })
    .meta({ id: 'Session' }),
  sessionExample,
)

/** The valid sessions of a browser; invalid cookies are skipped. */
async function sessionsOf(
  { sessions, loginThrottle }: SessionParts,
  { address, tokens }: { readonly address: string; readonly tokens: Iterable<SessionToken> },
): Promise<readonly ActiveSession[]> {
  const results = await Promise.all(
    [...tokens].map((token) =>
      loginThrottle.check({ address, secret: token.token }, () => sessions.find(token)),
    ),
  )
  return results.filter((session) => session !== undefined)
}

const createSessionRoute = (parts: SessionParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/session',
    operationId: 'create_session',
    examples: { answer: { session: sessionExample } },
    sdkName: 'session.create',
    summary: 'Sign in: the answer sets a session cookie for the key of this request.',
    access: 'viewer',
    writes: true,
    sessions: false,
    answer: z.object({ session: sessionAnswer }),
    handle: async ({ publicUrl, reply }, { scope, project, ...caller }) => {
      const key = storedKey(caller)
      const { session, token } = await scope.store.write(async (tx) => {
        const newSession = await insertSession(tx, { clock: parts.clock, key })
        scope.recordResource('session', newSession.session.id)
        return newSession
      })
      const cookie = { projectId: project.id, secure: isSecure(publicUrl) }
      void reply.header('Set-Cookie', sessionCookie(cookie, token)).header('Cache-Control', 'no-store')
      return { session: wireSession({ session, key, project }) }
    },
  })

const listOwnSessionsRoute = (parts: SessionParts): Route =>
  openRoute({
    method: 'GET',
    path: '/session',
    operationId: 'list_own_sessions',
    sdkName: 'session.list',
    summary: 'The projects that this browser is signed in to.',
    access: 'public',
    answer: z.object({ count: z.int(), sessions: z.array(sessionAnswer) }),
    handle: async ({ request, reply, publicUrl }) => {
      void reply.header('Cache-Control', 'no-store')
      const tokens = sessionTokens(request, isSecure(publicUrl)).values()
      const ownSessions = await sessionsOf(parts, { address: request.ip, tokens })
      return { count: ownSessions.length, sessions: ownSessions.map(wireSession) }
    },
  })

const deleteOwnSessionRoute = (): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/session',
    operationId: 'delete_own_session',
    sdkName: 'session.end',
    summary: 'Sign out: the session of this request ends.',
    refuses: 'A request by key has no session to end.',
    access: 'viewer',
    writes: true,
    status: 204,
    answer: z.undefined(),
    handle: async ({ publicUrl, reply }, { scope, session, project }) => {
      if (session === undefined) {
        throw new AssayError('validation_failed', [
          { type: 'value_error', loc: ['header', 'cookie'], msg: 'This request has no session to end.' },
        ])
      }
      scope.recordResource('session', session.id)
      await scope.store.write((tx) => tx.deleteSession(scope.projectId, session.id))
      void reply.header('Set-Cookie', expiredCookie({ projectId: project.id, secure: isSecure(publicUrl) }))
    },
  })

const ownRoutes = (parts: SessionParts): readonly Route[] => [
  createSessionRoute(parts),
  listOwnSessionsRoute(parts),
  deleteOwnSessionRoute(),
]

const listRoutes: readonly Route[] = [
  projectRoute({
    method: 'GET',
    path: '/keys/sessions',
    operationId: 'list_sessions',
    sdkName: 'keys.sessions',
    summary: 'The sessions of the pages of this project, with their keys.',
    access: 'admin',
    answer: z.object({
      count: z.int(),
      sessions: z.array(
        withExample(sessionAnswer.extend({ last_used_at: z.string() }).meta({ id: 'UsedSession' }), {
          ...sessionExample,
          last_used_at: '2026-11-16T03:27:45.703301Z',
        }),
      ),
    }),
    handle: async (_, { scope, project }) => {
      const sessions = (await scope.store.read.sessions(scope.projectId)).map((session) => ({
        ...wireSession({ session, key: session.key, project }),
        last_used_at: session.lastUsedAt,
      }))
      return { count: sessions.length, sessions }
    },
  }),
  projectRoute({
    method: 'DELETE',
    path: '/keys/sessions/{session_id}',
    operationId: 'delete_session',
    examples: { answer: { count: 1 } },
    sdkName: 'keys.endSession',
    errors: ['not_found'],
    summary: 'End a session. Its cookie is refused from now on.',
    access: 'admin',
    writes: true,
    params: z.object({ session_id: uuid }),
    answer: z.object({ count: z.int() }),
    handle: async ({ params }, { scope }) => {
      scope.recordResource('session', params.session_id)
      const isDeleted = await scope.store.write((tx) => tx.deleteSession(scope.projectId, params.session_id))
      if (!isDeleted) throw new AssayError('not_found', 'Session not found.')
      return { count: 1 }
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/keys/names',
    operationId: 'list_key_names',
    sdkName: 'keys.names',
    summary: 'The names of all keys of this project, revoked ones included, to display authors.',
    description: 'An imported project also has the keys of its former server.',
    access: 'viewer',
    answer: z.object({
      count: z.int(),
      keys: z.array(
        withExample(
          z.object({ id: z.guid(), prefix: z.string(), name: z.string().nullable() }).meta({ id: 'KeyName' }),
          { id: '01a1e265-899e-724d-a482-75895066b778', prefix: 'VzQ73R9e', name: null },
        ),
      ),
    }),
    handle: async (_, { scope }) => {
      const keys = [...(await authorsOf(scope.store.read, scope.projectId))]
      return { count: keys.length, keys }
    },
  }),
]

export const sessionRoutes = (parts: SessionParts): readonly Route[] => [...ownRoutes(parts), ...listRoutes]
