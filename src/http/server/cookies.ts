// The cookie of a session. Each project has one of its own, so that a browser can be signed in to several.
import type { FastifyRequest } from 'fastify'
import { ageMsMax, type SessionToken } from '../../access/sessions.ts'

/** Behind https the browser itself holds the name to this host, this scheme and the whole path. */
const secureMark = '__Host-'
const nameStart = 'assay_session_'
const cookiesMax = 50

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

const nameOf = (projectId: string, secure: boolean): string =>
  `${secure ? secureMark : ''}${nameStart}${projectId}`

const attributes = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export interface SessionCookie {
  readonly projectId: string
  readonly secure: boolean
}

/** Lives as long as a session may; the server ends it earlier. */
export const sessionCookie = ({ projectId, secure }: SessionCookie, token: string): string =>
  `${nameOf(projectId, secure)}=${token}; Max-Age=${ageMsMax / 1000}; ${attributes(secure)}`

export const endedCookie = ({ projectId, secure }: SessionCookie): string =>
  `${nameOf(projectId, secure)}=; Max-Age=0; ${attributes(secure)}`

/** The tokens that a request carries, by project. A cookie of plain http counts for nothing behind https. */
export function sessionTokens(request: FastifyRequest, secure: boolean): ReadonlyMap<string, SessionToken> {
  const start = `${secure ? secureMark : ''}${nameStart}`
  const pairs = (request.headers.cookie ?? '').split(';').slice(0, cookiesMax)
  return new Map(
    pairs.flatMap((pair): readonly [string, SessionToken][] => {
      const [name = '', token = ''] = pair.trim().split('=', 2)
      const projectId = name.slice(start.length)
      return name.startsWith(start) && token !== '' ? [[projectId, { projectId, token }]] : []
    }),
  )
}
