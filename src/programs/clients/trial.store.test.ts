// Results of a test call with a provider secret, by the behaviour of the provider.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Secret } from '../../access/secrets.ts'
import { loopback, emptyAllowList } from '../../kernel/addresses.ts'
import { startTestServer, type TestServer } from './clients.fixture.ts'
import { createLimiter } from './limiter.ts'
import { createOutgoing } from './outgoing.ts'
import { tryProvider } from './trial.ts'

let provider: TestServer
beforeAll(async () => {
  provider = await startTestServer()
})
afterAll(() => provider.close())

const outgoing = createOutgoing(loopback)
const limiter = createLimiter({ inFlightMax: 4 })
const parts = { outgoing, limiter }

const secretOf = (data: object, kind = 'custom_provider'): Secret => ({
  id: '1',
  slug: 'ours',
  kind,
  data: data as Secret['data'],
  name: undefined,
  description: undefined,
  createdAt: '2026-01-01T00:00:00.000000Z',
  updatedAt: undefined,
})

const key = 'sk-known-to-nobody-else'
const customSecret = (models: readonly string[] = [], kind = 'openai'): Secret =>
  secretOf({ kind, provider: { url: provider.url, key }, models: models.map((slug) => ({ slug })) })

const completion = { choices: [{ message: { role: 'assistant', content: 'ok' } }] }

describe('a test call', () => {
  test('calls the first model that the secret lists', async () => {
    provider.reply({ body: completion })
    const trial = await tryProvider(parts, customSecret(['small']), undefined)
    expect(trial).toMatchObject({ ok: true, status: 200, model: 'small' })
    const [request] = provider.requests
    expect(request).toMatchObject({ path: '/chat/completions', body: { model: 'small' } })
    expect(request?.headers.authorization).toBe(`Bearer ${key}`)
  })

  test('calls the requested model instead', async () => {
    provider.reply({ body: completion })
    expect(await tryProvider(parts, customSecret(['small']), 'ours/openai/large')).toMatchObject({
      model: 'large',
    })
  })

  test('lists the models when none is known', async () => {
    provider.reply({ body: { data: [] } })
    expect(await tryProvider(parts, customSecret(), undefined)).toMatchObject({ ok: true })
    expect(provider.requests[0]).toMatchObject({ path: '/models', body: null })
  })

  test('reads a protected path at a provider with a public model list', async () => {
    provider.reply({ body: {} })
    await tryProvider(parts, customSecret([], 'openrouter'), undefined)
    expect(provider.requests[0]).toMatchObject({ path: '/key' })
  })

  test.each([
    [401, 'does not accept this key'],
    [404, "does not know the model 'small'"],
    [429, 'too many calls'],
    [503, 'has an error'],
    [418, 'refused the call'],
  ])('explains status %i in a sentence', async (status, words) => {
    provider.reply({ status, body: { error: { message: `no ${key}` } } })
    const trial = await tryProvider(parts, customSecret(['small']), undefined)
    expect(trial).toMatchObject({ ok: false, status })
    expect(trial.message).toContain(words)
    expect(JSON.stringify(trial)).not.toContain(key)
  })

  test('fails when the response is not from a model', async () => {
    provider.reply({ body: '<html>' })
    expect(await tryProvider(parts, customSecret(['small']), undefined)).toMatchObject({ ok: false })
    provider.reply({ body: { hello: key } })
    const trial = await tryProvider(parts, customSecret(['small']), undefined)
    expect(trial).toMatchObject({ ok: false, message: 'The response is not that of a model.' })
  })

  test('follows the policy for outgoing calls', async () => {
    provider.reply({ body: completion })
    const restrictedOutgoing = createOutgoing(emptyAllowList)
    const trial = await tryProvider(
      { outgoing: restrictedOutgoing, limiter },
      customSecret(['small']),
      undefined,
    )
    expect(trial.message).toContain('ASSAY_OUTGOING_ALLOW')
    expect(provider.requests).toEqual([])
    await restrictedOutgoing.close()
  })

  test('is refused with a secret that is not of a provider', async () => {
    const text = secretOf({ secret: { format: 'text', content: 'x' } }, 'custom_secret')
    expect(await tryProvider(parts, text, undefined)).toMatchObject({
      ok: false,
      message: 'This is not a provider secret.',
    })
  })

  test('ends when the client disconnects', async () => {
    provider.reply({ isSilent: true })
    const connection = new AbortController()
    const trial = tryProvider({ ...parts, signal: connection.signal }, customSecret(['small']), undefined)
    connection.abort(new Error('gone'))
    await expect(trial).rejects.toThrow('gone')
  })
})
