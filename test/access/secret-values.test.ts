// Values of secrets are readable by keys with role editor or admin, unless the key or the project masks them, and never
// by a page.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, request, serverOf, type Answer, type Api, type Body } from '../support/api.ts'

const value = 'sk-visible-0123456789-0123456789'
const mask = '********'
const openai = { kind: 'provider_key', data: { kind: 'openai', provider: { key: value } } }
const azure = {
  kind: 'custom_provider',
  data: {
    kind: 'azure',
    provider: { url: 'https://models.example', key: value, extras: { deep: { token: value } } },
    models: [{ slug: 'gpt', extras: { token: value } }],
  },
}
const urlPassword = 'of-the-url-0123456789'
const secretWithPassword = {
  kind: 'custom_provider',
  data: { kind: 'custom', provider: { url: `https://me:${urlPassword}@models.example` }, models: [] },
}
const json = { kind: 'custom_secret', data: { secret: { format: 'json', content: { slug: value } } } }

describe.each(backends)('values of secrets on %s', (backend) => {
  let api: Api
  let ids: readonly string[]
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    ids = await Promise.all(
      [openai, azure, json, secretWithPassword].map(
        async (secret) => (await api.post('/secrets/', { header: { name: 'of a test' }, secret })).body.id,
      ),
    )
  })

  const callWithKey =
    (key: string) =>
    (method: string, path: string, body?: unknown): Promise<Answer> =>
      request(`${api.url}/api${path}`, { method, authorization: `ApiKey ${key}`, body })
  const callWithMaskedKey = async (role: string): Promise<ReturnType<typeof callWithKey>> =>
    callWithKey((await api.post('/keys', { name: 'without', role, secrets: 'none' })).body)

  /** The text of all answers about secrets that this caller receives. */
  async function answersTo(call: (method: string, path: string, body?: unknown) => Promise<Answer>) {
    const answers = [
      await call('GET', '/secrets/'),
      ...(await Promise.all(ids.map((id) => call('GET', `/secrets/${id}`)))),
      ...(await Promise.all(ids.map((id) => call('PUT', `/secrets/${id}`, { header: { name: 'again' } })))),
      await call('POST', '/secrets/', { header: { name: 'new' }, secret: openai }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await call('DELETE', `/secrets/${answers.at(-1)?.body.id}`)
    return JSON.stringify(answers.map(({ body }) => body))
  }

  test('are readable by keys of editors and admins', async () => {
    expect(await answersTo(callWithKey(api.key))).toContain(value)
    expect(await answersTo(callWithKey((await api.as('editor')).key))).toContain(value)
  })

  test.each(['editor', 'admin'])(
    'are masked for a key of role %s that was created without the right to read them',
    async (role) => {
      const answers = await answersTo(await callWithMaskedKey(role))
      expect(answers).not.toContain(value)
      expect(answers).toContain(mask)
      expect(answers).toContain('https://models.example')
      expect(answers).not.toContain(urlPassword)
      expect(answers).toContain('https://***@models.example')
    },
  )

  test('stay masked: a key without the right to read them cannot create a key with it', async () => {
    const callMasked = await callWithMaskedKey('admin')
    const refusal = await callMasked('POST', '/keys', { name: 'more', role: 'editor', secrets: 'read' })
    expect(refusal).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const answer = await callMasked('POST', '/keys', { name: 'as much', role: 'editor' })
    expect(await answersTo(callWithKey(answer.body))).not.toContain(value)
    const { body } = await api.get('/keys')
    expect(body.find(({ name }: Body) => name === 'as much').secrets).toBe('none')
  })

  test('are never sent to a page, regardless of the rights of its key', async () => {
    const { headers } = await api.post('/session')
    const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const page = (method: string, path: string, body?: unknown): Promise<Answer> =>
      request(`${api.url}/api${path}`, {
        method,
        body,
        headers: { Cookie: cookie, Origin: new URL(api.url).origin, 'X-Assay-Session': '1' },
      })
    expect(await answersTo(page)).not.toContain(value)
  })

  test.each([
    ['a key', 0, openai],
    ['a password of a URL', 3, secretWithPassword],
  ])('are not overwritten: a mask of %s that is sent back is refused', async (_name, position, secret) => {
    const id = ids[position] ?? ''
    const callMasked = await callWithMaskedKey('editor')
    const { body } = await callMasked('GET', `/secrets/${id}`)
    const refusal = await callMasked('PUT', `/secrets/${id}`, {
      secret: { kind: body.kind, data: body.data },
    })
    expect(refusal).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'secret', 'data'] }] } })
    expect((await api.get(`/secrets/${id}`)).body.data).toMatchObject(secret.data)
  })

  test('are masked for all keys if an admin masks them for the project; every read is in the audit log', async () => {
    const project = await newProject(serverOf(backend))
    const { body: secret } = await project.post('/secrets/', { header: { name: 'one' }, secret: openai })
    const editor = await project.as('editor')
    const setting = { settings: { masked: true } }
    expect((await editor.put('/secrets/settings', setting)).status).toBe(403)
    expect((await project.put('/secrets/settings', setting)).body).toEqual({ count: 1, ...setting })
    for (const caller of [project, editor]) {
      expect(JSON.stringify((await caller.get('/secrets/')).body)).not.toContain(value)
      expect((await caller.get(`/secrets/${secret.id}`)).body.data.provider.key).toBe(mask)
    }
    await project.put('/secrets/settings', { settings: { masked: false } })
    expect((await editor.get(`/secrets/${secret.slug}`)).body.data.provider.key).toBe(value)
    const { body } = await project.post('/audit/query', { entry: { method: 'GET' } })
    const operations = body.entries.map(({ operation }: Body) => operation)
    expect(operations.filter((name: string) => name === 'list_secrets')).toHaveLength(2)
    expect(operations.filter((name: string) => name === 'fetch_secret')).toHaveLength(3)
  })
})
