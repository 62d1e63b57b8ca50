// A new project on a running server, and a small client for it.
import { inject } from 'vitest'
import type { Role } from '../../src/storage/contract/contract.ts'
import { noteAnswer } from './patience.ts'
import { adminKey } from './process.ts'
import { isDeep } from './tier.ts'

// Tests read answers of every type.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export interface Api {
  readonly url: string
  readonly projectId: string
  readonly key: string
  /** `path` is below /api. A string body is sent as it is. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  /** The same project with a new key of this role. */
  as(role: Role): Promise<Api>
}

/** Both databases, for tests of SQL, locks, leases and migrations. */
export const bothBackends = ['sqlite', 'postgres'] as const
export type Backend = (typeof bothBackends)[number]

/** For promises that do not depend on the database: SQLite in `npm test`, both in the deep tier. */
export const backends: readonly Backend[] = isDeep ? bothBackends : ['sqlite']

export const serverOf = (backend: Backend): string =>
  inject(backend === 'sqlite' ? 'sqliteServer' : 'postgresServer')

export async function request(
  url: string,
  options: {
    readonly method: string
    readonly authorization?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  },
): Promise<Answer> {
  const { body } = options
  const response = await fetch(url, {
    method: options.method,
    headers: {
      ...(options.authorization === undefined ? {} : { Authorization: options.authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  noteAnswer(`${options.method} ${url}`, `${response.status} ${text}`)
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const answer = {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
  checkErrorDetail(answer)
  return answer
}

/** Every test checks that the detail of a 422 is a list, because generated clients read it as one. */
function checkErrorDetail({ status, body }: Answer): void {
  if (status !== 422 || typeof body !== 'object' || !('detail' in body)) return
  if (!Array.isArray(body.detail)) throw new Error(`a 422 has no list: ${JSON.stringify(body)}`)
}

/** The answer to every refused key. */
export const unauthorized = { code: 'unauthorized', detail: { message: 'Unauthorized' } }

/** The project of this authorization header. */
export const currentProject = (url: string, authorization?: string): Promise<Answer> =>
  request(`${url}/api/projects/current`, {
    method: 'GET',
    ...(authorization === undefined ? {} : { authorization }),
  })

export const admin = (url: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  request(`${url}/api/admin${path}`, { method, authorization: `Access ${adminKey}`, body })

export function apiOf(url: string, projectId: string, key: string): Api {
  const call: Api['call'] = (method, path, body, headers) =>
    request(`${url}/api${path}`, {
      method,
      authorization: `ApiKey ${key}`,
      body,
      ...(headers === undefined ? {} : { headers }),
    })
  return {
    url,
    projectId,
    key,
    call,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    put: (path, body) => call('PUT', path, body),
    as: async (role) => apiOf(url, projectId, await newKey(url, projectId, role)),
  }
}

/** The same project and key through another server over the same database. */
export const throughServer = ({ projectId, key }: Api, url: string): Api => apiOf(url, projectId, key)

async function newKey(url: string, projectId: string, role: Role): Promise<string> {
  const { body } = await admin(url, 'POST', `/projects/${projectId}/keys/`, { key: { role } })
  return body.key.secret as string
}

let projectCount = 0

/** A new project with an admin key. */
export async function newProject(
  url: string,
  options: { readonly seedDefaults?: boolean } = {},
): Promise<Api> {
  const { body } = await admin(url, 'POST', '/projects/', {
    project: { name: `test ${process.pid} ${projectCount++}`, seed_defaults: options.seedDefaults ?? true },
  })
  const id = body.project.id as string
  return apiOf(url, id, await newKey(url, id, 'admin'))
}

/** A new project with an application `bot`, whose payload is long enough to be compressed. */
export async function projectWithBot(
  url: string,
): Promise<{ readonly api: Api; readonly applicationId: string }> {
  const api = await newProject(url)
  const { body } = await api.post('/simple/applications/', {
    application: { slug: 'bot', name: 'Bot', data: { parameters: { text: 'x'.repeat(2000) } } },
  })
  return { api, applicationId: body.application.id as string }
}
