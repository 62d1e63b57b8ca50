// Providers that are being edited: tests and lists of models before anything is stored, and values that stay masked.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

const key = 'sk-known-to-nobody-else'
const mask = '********'

describe.each(backends)('a provider that is being edited on %s', (backend) => {
  let api: Api
  let provider: TestServer
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    provider = await testServer()
  })
  afterAll(() => provider.close())

  const secretOf = (more: object = {}, models: readonly string[] = []) => ({
    kind: 'custom_provider',
    data: {
      kind: 'custom',
      provider: { url: provider.url, key, ...more },
      models: models.map((slug) => ({ slug })),
    },
  })
  const stored = async (): Promise<string> =>
    (await api.post('/secrets/', { header: { name: 'Ours' }, secret: secretOf() })).body.id

  test('is tested with its first model, and nothing is stored', async () => {
    provider.reply({ body: { choices: [{ message: { role: 'assistant', content: 'ok' } }] } })
    const before = (await api.get('/secrets/')).body.length
    const { body } = await api.post('/secrets/test', { secret: secretOf({}, ['small']) })
    expect(body).toMatchObject({ ok: true, model: 'small' })
    expect(provider.requests[0]).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await api.get('/secrets/')).body).toHaveLength(before)
  })

  test('lists its models, sorted', async () => {
    provider.reply({ body: { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }, {}] } })
    const { body } = await api.post('/secrets/models', { secret: secretOf() })
    expect(body).toEqual({ count: 2, models: [{ slug: 'a' }, { slug: 'b' }] })
  })

  test.each([
    ['anthropic', { 'x-api-key': key }, { data: [{ id: 'claude' }] }, ['claude']],
    [
      'gemini',
      { 'x-goog-api-key': key },
      {
        models: [
          { name: 'models/flash', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      ['flash'],
    ],
  ])('lists the models of %s in its own format', async (format, headers, body, names) => {
    provider.reply({ body })
    const listed = await api.post('/secrets/models', { secret: secretOf({ extras: { api: format } }) })
    expect(listed.body.models).toEqual(names.map((slug) => ({ slug })))
    expect(provider.requests[0]?.headers).toMatchObject(headers)
  })

  test('gives the reason when there is no list, without the key', async () => {
    provider.reply({ status: 401, body: { error: { message: `no ${key}` } } })
    const refused = await api.post('/secrets/models', { secret: secretOf() })
    expect(refused.body).toMatchObject({ count: 0, models: [] })
    expect(refused.body.message).toContain('does not accept this key')
    expect(JSON.stringify(refused.body)).not.toContain(key)
    const azure = { ...secretOf(), data: { ...secretOf().data, kind: 'azure' } }
    expect((await api.post('/secrets/models', { secret: azure })).body.message).toContain('no list of models')
  })

  test('keeps its masked values when the address is the same', async () => {
    const id = await stored()
    provider.reply({ body: { data: [] } })
    await api.post('/secrets/models', { id, secret: secretOf({ key: mask }) })
    expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const secret = secretOf({ key: mask, extras: { headers: { 'x-team': 'a' } } }, ['small'])
    expect((await api.put(`/secrets/${id}`, { secret })).status).toBe(422)
    expect((await api.put(`/secrets/${id}`, { secret, keep_values: true })).status).toBe(200)
    expect((await api.get(`/secrets/${id}`)).body.data).toMatchObject({
      provider: { key, extras: { headers: { 'x-team': 'a' } } },
      models: [{ slug: 'small' }],
    })
  })

  test('must get its key again when the address or the kind changes', async () => {
    const id = await stored()
    provider.reply({})
    const elsewhere = secretOf({ url: `${provider.url}/elsewhere`, key: mask })
    const other = { ...secretOf({ key: mask }), data: { ...secretOf({ key: mask }).data, kind: 'openai' } }
    for (const secret of [elsewhere, other]) {
      expect((await api.put(`/secrets/${id}`, { secret, keep_values: true })).status).toBe(422)
      expect((await api.post('/secrets/test', { id, secret })).status).toBe(422)
      expect((await api.post('/secrets/models', { id, secret })).status).toBe(422)
    }
    expect(provider.requests).toEqual([])
  })

  test('is refused with a mask and no stored secret', async () => {
    expect((await api.post('/secrets/test', { secret: secretOf({ key: mask }) })).status).toBe(422)
    expect((await (await api.as('viewer')).post('/secrets/test', { secret: secretOf() })).status).toBe(403)
  })
})
