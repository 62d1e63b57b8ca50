// What a test call with the secret of a provider says, by what the provider does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Secret } from '../../access/secrets.ts'
import { loopback, nothingAllowed } from '../../kernel/addresses.ts'
import { testServer, type TestServer } from './clients.fixture.ts'
import { createLimiter } from './limiter.ts'
import { createOutgoing } from './outgoing.ts'
import { tryProvider } from './trial.ts'

let provider: TestServer
beforeAll(async () => {
  provider = await testServer()
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
const ours = (models: readonly string[] = [], kind = 'openai'): Secret =>
  secretOf({ kind, provider: { url: provider.url, key }, models: models.map((slug) => ({ slug })) })

const said = { choices: [{ message: { role: 'assistant', content: 'ok' } }] }

describe('a test call', () => {
  test('asks the first model that the secret lists', async () => {
    provider.reply({ body: said })
    const trial = await tryProvider(parts, ours(['small']), undefined)
    expect(trial).toMatchObject({ ok: true, status: 200, model: 'small' })
    const [asked] = provider.asked
    expect(asked).toMatchObject({ path: '/chat/completions', body: { model: 'small' } })
    expect(asked?.headers.authorization).toBe(`Bearer ${key}`)
  })

  test('asks a model that is named instead', async () => {
    provider.reply({ body: said })
    expect(await tryProvider(parts, ours(['small']), 'ours/openai/large')).toMatchObject({ model: 'large' })
  })

  test('reads the list of models where none is known', async () => {
    provider.reply({ body: { data: [] } })
    expect(await tryProvider(parts, ours(), undefined)).toMatchObject({ ok: true })
    expect(provider.asked[0]).toMatchObject({ path: '/models', body: null })
  })

  test('reads what only a good key opens at a provider whose models everybody may list', async () => {
    provider.reply({ body: {} })
    await tryProvider(parts, ours([], 'openrouter'), undefined)
    expect(provider.asked[0]).toMatchObject({ path: '/key' })
  })

  test.each([
    [401, 'does not accept this key'],
    [404, "does not know the model 'small'"],
    [429, 'too many calls'],
    [503, 'is in trouble'],
    [418, 'refused the call'],
  ])('says in words what %i means', async (status, words) => {
    provider.reply({ status, body: { error: { message: `no ${key}` } } })
    const trial = await tryProvider(parts, ours(['small']), undefined)
    expect(trial).toMatchObject({ ok: false, status })
    expect(trial.message).toContain(words)
    expect(JSON.stringify(trial)).not.toContain(key)
  })

  test('that is answered by something else than a model has failed', async () => {
    provider.reply({ body: '<html>' })
    expect(await tryProvider(parts, ours(['small']), undefined)).toMatchObject({ ok: false })
    provider.reply({ body: { hello: key } })
    const trial = await tryProvider(parts, ours(['small']), undefined)
    expect(trial).toMatchObject({ ok: false, message: 'There was an answer, but not one of a model.' })
  })

  test('goes where outgoing calls may go and nowhere else', async () => {
    provider.reply({ body: said })
    const walled = createOutgoing(nothingAllowed)
    const trial = await tryProvider({ outgoing: walled, limiter }, ours(['small']), undefined)
    expect(trial.message).toContain('ASSAY_OUTGOING_ALLOW')
    expect(provider.asked).toEqual([])
    await walled.close()
  })

  test('is not made with a secret of something else', async () => {
    const text = secretOf({ secret: { format: 'text', content: 'x' } }, 'custom_secret')
    expect(await tryProvider(parts, text, undefined)).toMatchObject({
      ok: false,
      message: 'This is no secret of a provider.',
    })
  })

  test('ends when whoever asked has gone', async () => {
    provider.reply({ silent: true })
    const gone = new AbortController()
    const trial = tryProvider({ ...parts, signal: gone.signal }, ours(['small']), undefined)
    gone.abort(new Error('gone'))
    await expect(trial).rejects.toThrow('gone')
  })
})
