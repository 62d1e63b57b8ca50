// Signing in to the pages: the rights of a session cookie, and the end of the session.
import { describe, expect, test } from 'vitest'
import { requestOf, span } from '../support/otlp.ts'
import { removeDataDir, startServer } from '../support/process.ts'
import { admin, bothBackends, newProject, request, serverOf, type Answer, type Api } from '../support/api.ts'

const cookieOf = ({ headers }: Answer): string => (headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''

const signIn = (api: Api, headers: Readonly<Record<string, string>> = {}) =>
  api.call('POST', '/session', undefined, headers)

interface Browser {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

/** Sends requests like the pages of this server. */
const browser = ({ url }: Api, cookie: string): Browser => ({
  call: (method, path, body, headers = {}) =>
    request(`${url}/api${path}`, {
      method,
      body,
      headers: { Cookie: cookie, Origin: new URL(url).origin, 'X-Assay-Session': '1', ...headers },
    }),
})

const signedInBrowser = async (api: Api): Promise<Browser> => browser(api, cookieOf(await signIn(api)))

const newTestset = { testset: { slug: 'of-a-page', data: { testcases: [] } } }

describe.each(bothBackends)('sessions on %s', (backend) => {
  test('signing in sets a cookie that scripts cannot read and other sites do not send', async () => {
    const api = await newProject(serverOf(backend))
    const { status, headers, body } = await signIn(api)
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(
      new RegExp(
        `^assay_session_${api.projectId}=[\\w-]{43}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict$`,
      ),
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.session).toMatchObject({ project: { id: api.projectId }, key: { role: 'admin' } })
  })

  test('the cookie gives access to the project of its key, with the role of the key', async () => {
    const api = await newProject(serverOf(backend))
    const page = await signedInBrowser(await api.as('viewer'))
    const { body } = await page.call('GET', '/projects/current')
    expect(body).toMatchObject({ project_id: api.projectId, user_role: 'viewer' })
    expect((await page.call('POST', '/simple/testsets/', newTestset)).status).toBe(403)
  })

  test('writes of a session have the key as their author', async () => {
    const api = await newProject(serverOf(backend))
    const answer = await signIn(api)
    const { body } = await browser(api, cookieOf(answer)).call('POST', '/simple/testsets/', newTestset)
    expect(body.testset.created_by_id).toBe(answer.body.session.key.id)
  })

  test('each sign-in creates a new token, regardless of the cookie sent', async () => {
    const api = await newProject(serverOf(backend))
    const chosenCookie = `assay_session_${api.projectId}=${'a'.repeat(43)}`
    const first = cookieOf(await signIn(api, { Cookie: chosenCookie }))
    expect(first).not.toBe(chosenCookie)
    expect(cookieOf(await signIn(api, { Cookie: first }))).not.toBe(first)
    expect((await browser(api, chosenCookie).call('GET', '/projects/current')).status).toBe(401)
  })

  test('a token in the cookie of another project is valid for neither project', async () => {
    const [ownProject, otherProject] = await Promise.all([
      newProject(serverOf(backend)),
      newProject(serverOf(backend)),
    ])
    const token = cookieOf(await signIn(ownProject)).split('=', 2)[1] ?? ''
    const cookie = `assay_session_${otherProject.projectId}=${token}`
    const page = browser(ownProject, cookie)
    expect((await page.call('GET', '/projects/current')).status).toBe(401)
    const otherHeader = { 'X-Assay-Project': otherProject.projectId }
    expect((await page.call('GET', '/projects/current', undefined, otherHeader)).status).toBe(401)
    expect((await page.call('POST', '/simple/testsets/', newTestset, otherHeader)).status).toBe(401)
    expect((await page.call('GET', '/session')).body).toEqual({ count: 0, sessions: [] })
  })

  test('a session cannot create another one', async () => {
    const page = await signedInBrowser(await newProject(serverOf(backend)))
    expect((await page.call('POST', '/session')).status).toBe(401)
  })

  test.each([
    ['no origin', { Origin: '' }],
    ['another origin', { Origin: 'https://elsewhere.example' }],
    ['no header', { 'X-Assay-Session': '' }],
  ])('a write with %s is refused and does nothing', async (_, headers) => {
    const api = await newProject(serverOf(backend))
    const page = await signedInBrowser(api)
    const { status, body } = await page.call('POST', '/simple/testsets/', newTestset, headers)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect((await api.post('/simple/testsets/query', {})).body.count).toBe(0)
  })

  test('signing out ends the session and removes the cookie', async () => {
    const page = await signedInBrowser(await newProject(serverOf(backend)))
    const { status, headers } = await page.call('DELETE', '/session')
    expect(status).toBe(204)
    expect(headers.get('set-cookie')).toMatch(/=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await page.call('GET', '/projects/current')).status).toBe(401)
  })

  test('signing out without a session is refused', async () => {
    const api = await newProject(serverOf(backend))
    expect((await api.call('DELETE', '/session')).status).toBe(422)
  })

  test('a revoked key ends its sessions', async () => {
    const api = await newProject(serverOf(backend))
    const viewer = await api.as('viewer')
    const page = await signedInBrowser(viewer)
    await api.call('DELETE', `/keys/${viewer.key.slice(0, 8)}`)
    expect((await page.call('GET', '/projects/current')).status).toBe(401)
  })

  test('an expired key ends its sessions', async () => {
    const api = await newProject(serverOf(backend))
    const expiryTime = new Date(Date.now() + 1500).toISOString()
    const { body: key } = await api.post('/keys', {
      name: 'short',
      role: 'viewer',
      expiration_date: expiryTime,
    })
    const page = await signedInBrowser({
      ...api,
      call: (method, path, body, headers) =>
        request(`${api.url}/api${path}`, {
          method,
          authorization: `ApiKey ${key}`,
          body,
          ...(headers && { headers }),
        }),
    })
    await expect.poll(async () => (await page.call('GET', '/projects/current')).status).toBe(401)
  })

  test('an archived project ends its sessions', async () => {
    const api = await newProject(serverOf(backend))
    const page = await signedInBrowser(api)
    await admin(api.url, 'POST', `/projects/${api.projectId}/archive`)
    expect((await page.call('GET', '/projects/current')).status).toBe(401)
  })

  test('a browser that is signed in to several projects must name one of them', async () => {
    const [first, second] = [await newProject(serverOf(backend)), await newProject(serverOf(backend))]
    const page = browser(first, `${cookieOf(await signIn(first))}; ${cookieOf(await signIn(second))}`)
    const { body } = await page.call('GET', '/session')
    expect(body.sessions.map(({ project }: { project: { id: string } }) => project.id)).toEqual([
      first.projectId,
      second.projectId,
    ])
    const current = await page.call('GET', '/projects/current', undefined, {
      'X-Assay-Project': second.projectId,
    })
    expect(current.body.project_id).toBe(second.projectId)
    expect((await page.call('GET', '/projects/current')).status).toBe(401)
  })

  test('records of another project are not found with a session', async () => {
    const [ownProject, otherProject] = [
      await newProject(serverOf(backend)),
      await newProject(serverOf(backend)),
    ]
    const answer = await otherProject.post('/simple/testsets/', newTestset)
    const page = await signedInBrowser(ownProject)
    expect((await page.call('GET', `/simple/testsets/${answer.body.testset.id}`)).body.count).toBe(0)
    const otherHeader = { 'X-Assay-Project': otherProject.projectId }
    expect((await page.call('GET', '/projects/current', undefined, otherHeader)).status).toBe(401)
  })

  test.each(['/otlp/v1/traces', '/v1/traces', '/traces/ingest', '/tracing/spans/ingest'])(
    '%s accepts no cookie',
    async (path) => {
      const page = await signedInBrowser(await newProject(serverOf(backend)))
      expect((await page.call('POST', path, {})).status).toBe(401)
    },
  )

  test('an editor can import spans with a cookie; a viewer and other origins are refused', async () => {
    const api = await newProject(serverOf(backend))
    const [page, importedSpan] = [await signedInBrowser(api), span()]
    const { status, body } = await page.call('POST', '/spans/import', requestOf(importedSpan))
    expect([status, body.count]).toEqual([202, 1])
    await expect
      .poll(async () => (await api.get(`/otlp/receipts/${body.receipt_id}`)).body.receipt)
      .toMatchObject({ status: 'stored', stored: 1 })
    const viewer = await signedInBrowser(await api.as('viewer'))
    expect((await viewer.call('POST', '/spans/import', requestOf(importedSpan))).status).toBe(403)
    const foreignAnswer = await page.call('POST', '/spans/import', requestOf(importedSpan), {
      Origin: 'https://elsewhere.example',
    })
    expect(foreignAnswer.status).toBe(403)
  })

  test('routes of the operator accept no cookie', async () => {
    const page = await signedInBrowser(await newProject(serverOf(backend)))
    expect((await page.call('GET', '/admin/projects/')).status).toBe(401)
  })

  test('a key in the header takes precedence over a cookie', async () => {
    const [ownProject, otherProject] = [
      await newProject(serverOf(backend)),
      await newProject(serverOf(backend)),
    ]
    const page = await signedInBrowser(ownProject)
    const { body } = await page.call('GET', '/projects/current', undefined, {
      Authorization: `ApiKey ${otherProject.key}`,
    })
    expect(body.project_id).toBe(otherProject.projectId)
    const wrongKeyAnswer = await page.call('GET', '/projects/current', undefined, {
      Authorization: 'ApiKey wrong',
    })
    expect(wrongKeyAnswer.status).toBe(401)
  })

  test('admins can list sessions with their keys, without tokens, and end them', async () => {
    const api = await newProject(serverOf(backend))
    const viewer = await api.as('viewer')
    const answer = await signIn(viewer)
    const { body, headers } = await api.get('/keys/sessions')
    expect(body).toMatchObject({
      count: 1,
      sessions: [{ id: answer.body.session.id, key: { role: 'viewer' } }],
    })
    expect(headers.get('content-type')).toContain('json')
    expect(JSON.stringify(body)).not.toContain(cookieOf(answer).split('=')[1])
    expect((await viewer.get('/keys/sessions')).status).toBe(403)
    expect((await api.call('DELETE', `/keys/sessions/${answer.body.session.id}`)).body).toEqual({ count: 1 })
    expect((await browser(api, cookieOf(answer)).call('GET', '/projects/current')).status).toBe(401)
    expect((await api.call('DELETE', `/keys/sessions/${answer.body.session.id}`)).status).toBe(404)
  })

  test('a viewer can read the names of all keys, revoked ones included', async () => {
    const api = await newProject(serverOf(backend))
    const { body: secret } = await api.post('/keys', { name: 'Ada', role: 'editor' })
    await api.call('DELETE', `/keys/${secret.slice(0, 8)}`)
    const { body } = await (await api.as('viewer')).get('/keys/names')
    expect(body.keys).toContainEqual(expect.objectContaining({ name: 'Ada', prefix: secret.slice(0, 8) }))
    expect(Object.keys(body.keys[0])).toEqual(['id', 'prefix', 'name'])
  })
})

test('behind https the cookie is bound to this host and to https, and a cookie without that prefix is refused', async () => {
  const server = await startServer({ env: { ASSAY_PUBLIC_URL: 'https://assay.example' } })
  try {
    const api = await newProject(server.url)
    const answer = await signIn(api)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-assay_session_[\w-]+=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const secureCookie = cookieOf(answer)
    expect((await browser(api, secureCookie).call('GET', '/projects/current')).status).toBe(200)
    const plainCookie = secureCookie.replace('__Host-', '')
    expect((await browser(api, plainCookie).call('GET', '/projects/current')).status).toBe(401)
    const foreignAnswer = await browser(api, secureCookie).call('POST', '/simple/testsets/', newTestset)
    expect(foreignAnswer.status).toBe(403)
    const ownOrigin = { Origin: 'https://assay.example' }
    expect(
      (await browser(api, secureCookie).call('POST', '/simple/testsets/', newTestset, ownOrigin)).status,
    ).toBe(200)
  } finally {
    await server.stop()
    removeDataDir(server)
  }
})
