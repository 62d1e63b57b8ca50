// Secrets, such as provider keys: visible to editors, encrypted at rest, never logged.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { startModel, useModel } from '../support/model.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { aTime, anId, playAll, unknownId, type Scenario } from '../support/scenarios.ts'

const openai = { kind: 'provider_key', data: { kind: 'openai', provider: { key: 'sk-hidden-1' } } }

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('a test call reports whether the provider of a secret answers, and needs role editor', async () => {
    const model = await startModel(() => 'ok')
    const project = await newProject(serverOf(backend), { seedDefaults: false })
    await useModel(project, model)
    const [{ id }] = (await project.get('/secrets/')).body
    expect(await project.post(`/secrets/${id}/test`, {})).toMatchObject({
      status: 200,
      body: { ok: true, model: 'gpt-4o-mini', status: 200 },
    })
    expect(model.requests).toHaveLength(1)
    await model.stop()
    const { status, body } = await project.post(`/secrets/${id}/test`, { model: 'another' })
    expect([status, body.ok, body.model]).toEqual([200, false, 'another'])
    expect(body.message).toContain('cannot be reached')
    expect((await api.post(`/secrets/${id}/test`, {})).status).toBe(404)
  })

  test('a secret is created, listed, fetched by id and slug, edited and deleted', async () => {
    const answer = await api.post('/secrets/', {
      header: { name: 'OpenAI', description: null },
      secret: openai,
    })
    const secret = {
      id: anId,
      slug: expect.stringMatching(/^openai-[0-9a-f]{12}$/),
      kind: 'provider_key',
      data: openai.data,
      value_status: { configured: true },
      header: { name: 'OpenAI' },
      lifecycle: { created_at: aTime },
    }
    expect(answer.body).toEqual(secret)
    const { id, slug } = answer.body as { readonly id: string; readonly slug: string }
    expect((await api.get('/secrets/')).body).toEqual([answer.body])
    for (const name of [id, slug, id.toUpperCase()]) {
      expect((await api.get(`/secrets/${name}`)).body, name).toEqual(answer.body)
    }
    const edit = await api.put(`/secrets/${id}`, { slug, header: { description: 'for tests' } })
    expect(edit.body).toEqual({
      ...answer.body,
      header: { name: 'OpenAI', description: 'for tests' },
      lifecycle: { created_at: aTime, updated_at: aTime },
    })
    const replacement = await api.put(`/secrets/${id}`, {
      header: { name: 'Claude', description: null },
      secret: { kind: 'provider_key', data: { kind: 'anthropic', provider: { key: 'sk-hidden-2' } } },
    })
    expect(replacement.body).toMatchObject({
      id,
      slug,
      header: { name: 'Claude' },
      data: { kind: 'anthropic', provider: { key: 'sk-hidden-2' } },
    })
    expect(replacement.body.header).toEqual({ name: 'Claude' })
    expect(await api.call('DELETE', `/secrets/${id}`)).toMatchObject({ status: 204, body: '' })
    expect((await api.get('/secrets/')).body).toEqual([])
    for (const [method, body] of [
      ['DELETE', undefined],
      ['GET', undefined],
      ['PUT', {}],
    ] as const) {
      const answer = await api.call(method, `/secrets/${id}`, body)
      expect({ status: answer.status, body: answer.body }, method).toEqual({
        status: 404,
        body: { code: 'not_found', detail: 'Secret not found.' },
      })
    }
  })

  const kinds: readonly (readonly [kind: string, data: object, serverFields: object])[] = [
    ['provider_key', { kind: 'gemini', provider: { key: 'k' }, models: [{ slug: 'flash' }] }, {}],
    [
      'custom_provider',
      {
        kind: 'azure',
        provider: { url: 'https://a.example', version: '1', key: 'k', extras: { region: 'eu' } },
        models: [{ slug: 'gpt-4o', extras: { a: 1 } }, { slug: 'other' }],
      },
      {
        provider_slug: 'of-custom_provider',
        model_keys: ['of-custom_provider/azure/gpt-4o', 'of-custom_provider/azure/other'],
      },
    ],
    ['webhook_provider', { provider: { key: 'k' } }, {}],
    ['custom_secret', { secret: { format: 'text', content: 'c' } }, {}],
  ]
  test.each(kinds)('a %s is returned as sent', async (kind, data, serverFields) => {
    const body = { slug: `of-${kind}`, header: { name: kind }, secret: { kind, data } }
    const answer = await api.post('/secrets/', body)
    expect(answer.body).toMatchObject({ slug: `of-${kind}`, kind })
    expect(answer.body.data).toEqual({ ...data, ...serverFields })
    expect((await api.get(`/secrets/of-${kind}`)).body).toEqual(answer.body)
  })

  test.each<[string, string, object, object]>([
    [
      'a long key',
      'provider_key',
      { kind: 'openai', provider: { key: 'sk-0123456789abcdefWXYZ' } },
      { configured: true, preview: 'sk-…WXYZ' },
    ],
    ['a short key', 'provider_key', { kind: 'openai', provider: { key: 'sk-short' } }, { configured: true }],
    ['an empty key', 'webhook_provider', { provider: { key: '' } }, { configured: false }],
    ['no key', 'custom_provider', { kind: 'custom', provider: {}, models: [] }, { configured: false }],
    ['JSON', 'custom_secret', { secret: { format: 'json', content: {} } }, { configured: true }],
  ])(
    'the answer states whether %s has a value, with a preview of long ones',
    async (_, kind, data, status) => {
      const answer = await api.post('/secrets/', { header: { name: kind }, secret: { kind, data } })
      expect(answer.body.value_status).toEqual(status)
    },
  )

  test('the content of a JSON secret is returned unchanged', async () => {
    const data = { secret: { format: 'json', content: { user: 'u', list: [1, null], none: null } } }
    const answer = await api.post('/secrets/', {
      header: { name: 'J' },
      secret: { kind: 'custom_secret', data },
    })
    expect(answer.body.data).toEqual(data)
  })

  test.each([
    [{ kind: 'password', data: {} }, 'enum'],
    [{ data: {} }, 'missing'],
    [{ kind: null, data: {} }, 'missing'],
  ])(
    'the body %j is refused; an unknown kind and a missing kind have different errors',
    async (secret, type) => {
      const { status, body } = await api.post('/secrets/', { header: { name: 'x' }, secret })
      expect([status, body.detail]).toEqual([
        422,
        [expect.objectContaining({ type, loc: ['body', 'secret', 'kind'] })],
      ])
    },
  )

  const secretValue = 'sk-do-not-repeat'
  const invalidBodies: readonly (readonly [string, object])[] = [
    ['another kind', { secret: { kind: 'password', data: { value: secretValue } } }],
    [
      'another provider',
      { secret: { kind: 'provider_key', data: { kind: secretValue, provider: { key: secretValue } } } },
    ],
    [
      'a key that is no text',
      { secret: { kind: 'provider_key', data: { kind: 'openai', provider: { key: [secretValue] } } } },
    ],
    ['no key', { secret: { kind: 'webhook_provider', data: { provider: { other: secretValue } } } }],
    [
      'no models',
      { secret: { kind: 'custom_provider', data: { kind: 'custom', provider: {}, model: secretValue } } },
    ],
    [
      'another format',
      { secret: { kind: 'custom_secret', data: { secret: { format: secretValue, content: secretValue } } } },
    ],
    ['a name that is no text', { header: { name: [secretValue] }, secret: openai }],
  ]
  const scenarios = invalidBodies.map(([name, body]): Scenario => ({
    name: `a refusal does not repeat the input: ${name}`,
    path: '/secrets/',
    body: { header: { name: 'x' }, ...body },
    status: 422,
    code: 'validation_failed',
    forbidden: [secretValue, '"input"'],
  }))
  playAll(scenarios, () => api)

  playAll(
    [
      {
        name: 'a slug in use',
        path: '/secrets/',
        body: { slug: 'of-custom_secret', header: { name: 'x' }, secret: openai },
        status: 409,
        exact: {
          code: 'slug_conflict',
          detail: {
            message: "A secret with slug 'of-custom_secret' already exists in this project.",
            conflict: { slug: 'of-custom_secret' },
          },
        },
      },
      { name: 'an unknown slug', method: 'GET', path: '/secrets/none', status: 404, code: 'not_found' },
      { name: 'an unknown id', method: 'GET', path: `/secrets/${unknownId}`, status: 404, code: 'not_found' },
    ],
    () => api,
  )
})

/** The bytes of all files below a directory. */
function bytesBelow(directory: string): Buffer {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
  return Buffer.concat(files.map((path) => readFileSync(path)))
}

const logLines = (output: string): readonly Body[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

describe('at rest and in the log', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ env: { ASSAY_LOG_LEVEL: 'trace' } })
  })
  afterAll(() => removeDataDir(server))

  test('neither the files nor the log contain a secret or a complete key', async () => {
    const api = await newProject(server.url, { seedDefaults: false })
    const secretValue = 'sk-find-me-if-you-can-0123456789'
    const body = {
      slug: 'sealed',
      header: { name: 'Sealed' },
      secret: { kind: 'provider_key', data: { kind: 'openai', provider: { key: secretValue } } },
    }
    expect((await api.post('/secrets/', body)).status).toBe(200)
    expect((await api.post('/secrets/', body)).status).toBe(409)
    await api.post('/secrets/', `${JSON.stringify(body)} broken`)
    await api.post('/secrets/', { ...body, secret: { kind: secretValue } })
    expect((await api.get('/secrets/sealed')).body.data.provider.key).toBe(secretValue)
    await api.call('GET', '/secrets/none', undefined, { 'X-Request-Id': 'find-this-request' })
    await server.stop()
    expect(logLines(server.output()).filter((line) => line.reqId === 'find-this-request')).toMatchObject([
      { msg: 'request', method: 'GET', path: '/api/secrets/none', status: 404, key: api.key.slice(0, 8) },
    ])
    const files = bytesBelow(server.dataDir)
    expect(files.includes('sealed')).toBe(true)
    for (const secret of [secretValue, api.key, api.key.slice(9)]) {
      expect(files.includes(secret)).toBe(false)
      expect(server.output()).not.toContain(secret)
    }
    expect(server.output()).toContain('/api/secrets')
  })
})
