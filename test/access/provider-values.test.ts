// Providers that are being edited: they can be tested, and their models listed, before anything is stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

const key = 'sk-known-to-nobody-else'
const mask = '********'

describe.each(backends)('a provider that is being edited on %s', (backend) => {
  let api: Api
  let provider: TestServer
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    provider = await startTestServer()
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
  const storeSecret = async (): Promise<string> =>
    (await api.post('/secrets/', { header: { name: 'Ours' }, secret: secretOf() })).body.id

  test('is tested with its first model, and nothing is stored', async () => {
    provider.reply({ body: { choices: [{ message: { role: 'assistant', content: 'ok' } }] } })
    const countBefore = (await api.get('/secrets/')).body.length
    const { body } = await api.post('/secrets/test', { secret: secretOf({}, ['small']) })
    expect(body).toMatchObject({ ok: true, model: 'small' })
    expect(provider.requests[0]).toMatchObject({
      path: '/chat/completions',
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await api.get('/secrets/')).body).toHaveLength(countBefore)
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
    const answer = await api.post('/secrets/models', { secret: secretOf({ extras: { api: format } }) })
    expect(answer.body.models).toEqual(names.map((slug) => ({ slug })))
    expect(provider.requests[0]?.headers).toMatchObject(headers)
  })

  test('without a list of models is answered with the reason, which does not contain the key', async () => {
    provider.reply({ status: 401, body: { error: { message: `no ${key}` } } })
    const answer = await api.post('/secrets/models', { secret: secretOf() })
    expect(answer.body).toMatchObject({ count: 0, models: [] })
    expect(answer.body.message).toContain('does not accept this key')
    expect(JSON.stringify(answer.body)).not.toContain(key)
    const azure = { ...secretOf(), data: { ...secretOf().data, kind: 'azure' } }
    expect((await api.post('/secrets/models', { secret: azure })).body.message).toContain('no list of models')
  })

  test('uses stored values for masked ones if the address is unchanged', async () => {
    const id = await storeSecret()
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

  test('needs its key again if the address or the kind changes', async () => {
    const id = await storeSecret()
    provider.reply({})
    const secretWithOtherUrl = secretOf({ url: `${provider.url}/elsewhere`, key: mask })
    const secretOfOtherKind = {
      ...secretOf({ key: mask }),
      data: { ...secretOf({ key: mask }).data, kind: 'openai' },
    }
    for (const secret of [secretWithOtherUrl, secretOfOtherKind]) {
      expect((await api.put(`/secrets/${id}`, { secret, keep_values: true })).status).toBe(422)
      expect((await api.post('/secrets/test', { id, secret })).status).toBe(422)
      expect((await api.post('/secrets/models', { id, secret })).status).toBe(422)
    }
    expect(provider.requests).toEqual([])
  })

  test('is refused if it has a mask and no stored secret', async () => {
    expect((await api.post('/secrets/test', { secret: secretOf({ key: mask }) })).status).toBe(422)
    expect((await (await api.as('viewer')).post('/secrets/test', { secret: secretOf() })).status).toBe(403)
  })
})
