// Session cookies. Each project has its own cookie, so that a browser can be signed in to several.
import type { FastifyRequest } from 'fastify'
import { ageMsMax, type SessionToken } from '../../access/sessions.ts'

/** With this prefix the browser itself ties the cookie to this host, https and the path `/`. */
const securePrefix = '__Host-'
const namePrefix = 'assay_session_'
const cookiesMax = 50

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

const nameOf = (projectId: string, secure: boolean): string =>
  `${secure ? securePrefix : ''}${namePrefix}${projectId}`

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export interface SessionCookie {
  readonly projectId: string
  readonly secure: boolean
}

/** Max-Age is the maximum age of a session; the server may end the session earlier. */
export const sessionCookie = ({ projectId, secure }: SessionCookie, token: string): string =>
  `${nameOf(projectId, secure)}=${token}; Max-Age=${ageMsMax / 1000}; ${attributes(secure)}`

export const expiredCookie = ({ projectId, secure }: SessionCookie): string =>
  `${nameOf(projectId, secure)}=; Max-Age=0; ${attributes(secure)}`

/** The session tokens of a request, by project. Behind https, cookies set over plain http are ignored. */
export function sessionTokens(request: FastifyRequest, secure: boolean): ReadonlyMap<string, SessionToken> {
  const prefix = `${secure ? securePrefix : ''}${namePrefix}`
  const pairs = (request.headers.cookie ?? '').split(';').slice(0, cookiesMax)
  return new Map(
    pairs.flatMap((pair): readonly [string, SessionToken][] => {
      const [name = '', token = ''] = pair.trim().split('=', 2)
      const projectId = name.slice(prefix.length)
      return name.startsWith(prefix) && token !== '' ? [[projectId, { projectId, token }]] : []
    }),
  )
}
