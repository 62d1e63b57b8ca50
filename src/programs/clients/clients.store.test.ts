import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Secret } from '../../access/secrets.ts'
import { loopback } from '../../kernel/addresses.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { failureOf } from '../evaluators/evaluators.fixture.ts'
import { StepFailure } from '../failure.ts'
import { completeChat, embedTexts } from './chat.ts'
import { startTestServer, type Reply, type TestServer } from './clients.fixture.ts'
import { resolveHeaders } from './headers.ts'
import { invoke, invokeUrl, type Invocation } from './invoke.ts'
import { createOutgoing } from './outgoing.ts'
import { postJson, retryAfterMs } from './post.ts'
import { defaultModelOf, endpointFor, type Endpoint } from './providers.ts'
import { pauseMs, defaultRetries, withRetries, type RetryEnvironment } from './retry.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A clock that advances instantly and records pauses. */
function instantRetries(): RetryEnvironment & { readonly pauses: number[] } {
  const pauses: number[] = []
  return { pauses, sleep: async (ms) => void pauses.push(ms), random: () => 1 }
}

const outgoing = createOutgoing(loopback)
afterAll(() => outgoing.close())

const call = (overrides: Partial<Invocation> = {}): Invocation => ({
  outgoing,
  url: server.url,
  span: { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) },
  references: { application_revision: { id: '1' } },
  inputs: { country: 'France' },
  retryEnvironment: instantRetries(),
  ...overrides,
})

const validReply: Reply = { body: { version: '2025.07.14', data: { outputs: 'Paris' } } }

describe('invoking', () => {
  test('sends the protocol request and reads the response', async () => {
    server.reply({
      body: {
        status: { code: 200, message: 'OK' },
        data: { outputs: { a: 1 } },
        trace_id: '5F1D2C3B-4A59-6877-8695-0A1B2C3D4E5F',
        span_id: 'a1b2c3d4e5f60718',
      },
    })
    const headers = { 'x-own': 'yes' }
    const testcase = { id: 't', data: { country: 'France' } }
    const invocation = await invoke(
      call({ headers, authorization: 'ApiKey k', testcase, parameters: { p: 1 } }),
    )
    expect(invocation).toEqual({
      outputs: { a: 1 },
      traceId: '5f1d2c3b4a59687786950a1b2c3d4e5f',
      spanId: 'a1b2c3d4e5f60718',
    })
    expect(server.requests).toMatchObject([
      {
        path: '/invoke',
        headers: {
          'content-type': 'application/json',
          traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
          authorization: 'ApiKey k',
          'x-own': 'yes',
        },
        body: {
          version: '2025.07.14',
          references: { application_revision: { id: '1' } },
          data: { inputs: { country: 'France' }, testcase, parameters: { p: 1 } },
        },
      },
    ])
    expect(Object.keys(server.requests[0]?.body as JsonObject)).not.toContain('links')
  })

  test("the revision's own authorization takes precedence over ours", async () => {
    server.reply(validReply)
    await invoke(call({ headers: { Authorization: 'mine' }, authorization: 'ApiKey k' }))
    expect(server.requests[0]?.headers.authorization).toBe('mine')
  })

  test.each([
    ['http://h', 'http://h/invoke'],
    ['http://h/', 'http://h/invoke'],
    ['http://h/x/invoke', 'http://h/x/invoke'],
  ])('%s is called at %s', (url, expected) => {
    expect(invokeUrl(url)).toBe(expected)
  })

  test('an output of null is an output', async () => {
    server.reply({ body: { data: { outputs: null } } })
    expect(await invoke(call())).toEqual({ outputs: null })
  })

  test.each<[string, Reply, string, number]>([
    ['a 400 at once', { status: 400, body: { detail: 'bad city' } }, 'http_status', 1],
    ['a redirect at once', { status: 302, headers: { location: '/x' } }, 'http_status', 1],
    ['a 500 after retries', { status: 500 }, 'http_status', 4],
    ['a 408 after retries', { status: 408 }, 'http_status', 4],
    ['a 429 after retries', { status: 429 }, 'rate_limited', 4],
    ['a cut connection after retries', { isCut: true }, 'unreachable', 4],
    ['text at once', { body: 'hello' }, 'malformed_answer', 1],
    ['a list at once', { body: [1] }, 'malformed_answer', 1],
    [
      'a response with too many values',
      { body: { data: { outputs: Array.from({ length: 100_000 }, () => 1) } } },
      'malformed_answer',
      1,
    ],
    ['an answer without outputs at once', { body: { data: {} } }, 'malformed_answer', 1],
    [
      'a status of 422 in the body at once',
      { body: { status: { code: 422, message: 'no' } } },
      'http_status',
      1,
    ],
    ['a status of 503 in the body after retries', { body: { status: { code: 503 } } }, 'http_status', 4],
  ])('%s is a failure', async (_, reply, code, attempts) => {
    server.reply(reply)
    const failure = await failureOf(invoke(call({ retries: { retriesMax: 3, delayMs: 1000 } })))
    expect({ code: failure.code, attempts: failure.attempts }).toEqual({ code, attempts })
    expect(server.requests).toHaveLength(attempts)
  })

  test('a missing response is a timeout', async () => {
    server.reply({ isSilent: true })
    const failure = await failureOf(invoke(call({ timeoutMs: 50 })))
    expect(failure.resultError).toEqual({
      code: 'timeout',
      message: 'There was no response within 50 ms.',
      attempts: 1,
    })
  })

  test('a call that is aborted throws the reason and is not repeated', async () => {
    server.reply({ isSilent: true })
    const stop = new AbortController()
    const callPromise = invoke(call({ signal: stop.signal, retries: { retriesMax: 3, delayMs: 1 } }))
    stop.abort(new Error('stopped'))
    await expect(callPromise).rejects.toThrow('stopped')
  })

  test('the error message of the server is kept', async () => {
    server.reply({ status: 400, body: { detail: { message: 'bad city' } } })
    const failure = await failureOf(invoke(call()))
    expect([failure.message, failure.upstreamMessage]).toEqual([
      'The server responded with status 400.',
      'bad city',
    ])
  })

  test('a retry that succeeds is a success', async () => {
    server.reply({ status: 503, headers: { 'retry-after': '7' } }, { isCut: true }, validReply)
    const retryEnvironment = instantRetries()
    const invocation = await invoke(call({ retryEnvironment, retries: defaultRetries }))
    expect(invocation.outputs).toBe('Paris')
    expect(retryEnvironment.pauses).toEqual([7000, 2000])
  })
})

describe('retries', () => {
  test('the delay doubles, has jitter, and is at most a minute', () => {
    const failure = new StepFailure('timeout', 'x', { isRetryable: true })
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, chance) => {
          const fullDelayMs = Math.min(60_000, 1000 * 2 ** (attempt - 2))
          const pause = pauseMs({ retriesMax: 9, delayMs: 1000 }, attempt, failure, () => chance)
          expect(pause).toBeGreaterThanOrEqual(fullDelayMs / 2)
          expect(pause).toBeLessThanOrEqual(fullDelayMs)
        },
      ),
    )
  })

  test('other errors are not caught', async () => {
    const work = async (): Promise<never> => {
      throw new TypeError('a defect')
    }
    await expect(withRetries({ retriesMax: 5, delayMs: 0 }, work)).rejects.toThrow('a defect')
  })

  test.each([
    ['5', 5000],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
    ['soon', undefined],
    [null, undefined],
  ])('the Retry-After header %s is parsed', (value, expected) => {
    expect(retryAfterMs(value, 1000)).toBe(expected)
  })
})

test('a url without http or https is not runnable', async () => {
  const failure = await failureOf(postJson({ outgoing, url: 'file:///etc/passwd', body: {}, timeoutMs: 10 }))
  expect(failure.code).toBe('not_runnable')
})

describe('models', () => {
  const endpoint = (key?: string): Endpoint => ({
    api: 'chat',
    baseUrl: `${server.url}/v1`,
    key,
    model: 'm-1',
    provider: 'test',
    headers: {},
    extras: {},
    version: undefined,
  })
  const completion = {
    choices: [{ message: { role: 'assistant', content: 'Hi' } }],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  }

  test('a chat is posted with the key and the model of the endpoint', async () => {
    server.reply({ body: completion })
    const answer = await completeChat(
      { outgoing, endpoint: endpoint('sk') },
      { model: 'x/m-1', messages: [] },
    )
    expect(answer.usage).toEqual({ prompt: 1, completion: 2, total: 3 })
    expect(server.requests).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk' },
        body: { model: 'm-1', messages: [] },
      },
    ])
  })

  test('a call without a key has no authorization header', async () => {
    server.reply({ body: completion })
    await completeChat({ outgoing, endpoint: endpoint() }, { messages: [] })
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('a rate limit is retried', async () => {
    server.reply({ status: 429, headers: { 'retry-after': '2' } }, { body: completion })
    const retryEnvironment = instantRetries()
    await completeChat(
      { outgoing, endpoint: endpoint(), retryEnvironment, retries: { retriesMax: 1, delayMs: 10 } },
      { messages: [] },
    )
    expect(retryEnvironment.pauses).toEqual([2000])
  })

  test('embeddings are returned in the order of the texts', async () => {
    server.reply({
      body: {
        data: [
          { index: 1, embedding: [2] },
          { index: 0, embedding: [1] },
        ],
        usage: { prompt_tokens: 2, total_tokens: 2 },
      },
    })
    expect(await embedTexts({ outgoing, endpoint: endpoint() }, ['a', 'b'])).toEqual({
      vectors: [[1], [2]],
      usage: { prompt: 2, completion: 0, total: 2 },
    })
    expect(server.requests).toMatchObject([
      { path: '/v1/embeddings', body: { model: 'm-1', input: ['a', 'b'] } },
    ])
  })

  test.each<[Json]>([
    [{}],
    [{ data: [{ embedding: [1] }] }],
    [{ data: [{ embedding: [1] }, { embedding: 'x' }] }],
  ])('embeddings of %j are malformed', async (body) => {
    server.reply({ body })
    expect((await failureOf(embedTexts({ outgoing, endpoint: endpoint() }, ['a', 'b']))).code).toBe(
      'malformed_answer',
    )
  })
})

describe('the secret of a model', () => {
  let createdCount = 0
  beforeEach(() => {
    createdCount = 0
  })
  const secret = (slug: string, kind: string, data: JsonObject): Secret => {
    createdCount += 1
    return {
      id: slug,
      slug,
      kind,
      data,
      name: slug,
      description: undefined,
      createdAt: String(createdCount),
      updatedAt: undefined,
    }
  }
  const secrets = (): readonly Secret[] => [
    secret('openai-1', 'provider_key', { kind: 'openai', provider: { key: 'old' } }),
    secret('openai-2', 'provider_key', { kind: 'openai', provider: { key: 'new' } }),
    secret('claude', 'provider_key', { kind: 'anthropic', provider: { key: 'ant' } }),
    secret('gpu', 'custom_provider', {
      kind: 'custom',
      provider: { url: 'http://gpu/v1/', key: 'g' },
      models: [{ slug: 'org/llama' }],
      model_keys: ['gpu/custom/org/llama'],
    }),
    secret('nowhere', 'custom_provider', { kind: 'azure', provider: {}, models: [] }),
    secret('token', 'custom_secret', { secret: { format: 'text', content: 'tok' } }),
  ]

  test.each<[string, string | undefined, string, string, string | undefined]>([
    ['gpt-4o-mini', undefined, 'https://api.openai.com/v1', 'gpt-4o-mini', 'new'],
    ['openai/gpt-4o', undefined, 'https://api.openai.com/v1', 'gpt-4o', 'new'],
    ['anthropic/claude', undefined, 'https://api.anthropic.com/v1', 'claude', 'ant'],
    ['gpu/custom/org/llama', undefined, 'http://gpu/v1', 'org/llama', 'g'],
    ['org/llama', 'gpu', 'http://gpu/v1', 'org/llama', 'g'],
    ['gpt-4o', 'openai-1', 'https://api.openai.com/v1', 'gpt-4o', 'old'],
  ])('the model %s with the connection %s has its endpoint', (model, connection, baseUrl, bare, key) => {
    expect(endpointFor(secrets(), model, connection)).toMatchObject({ baseUrl, model: bare, key })
  })

  test.each<[string, string | undefined, RegExp]>([
    ['groq/x', undefined, /provider 'groq'/],
    ['gpt-4o', 'none', /no provider secret 'none'/],
    ['gpt-4o', 'token', /no provider secret 'token'/],
    ['gpt-4o', 'nowhere', /has no url/],
  ])('the model %s with the connection %s has no endpoint', async (model, connection, message) => {
    const failure = await failureOf((async () => endpointFor(secrets(), model, connection))())
    expect(failure).toMatchObject({ code: 'not_runnable', status: 424 })
    expect(failure.message).toMatch(message)
  })

  test('the default model is the first one that the newest provider lists', () => {
    expect(defaultModelOf(secrets())).toBe('gpu/custom/org/llama')
    const groq = secret('groq-1', 'provider_key', { kind: 'groq', provider: {}, models: [{ slug: 'llama' }] })
    expect(defaultModelOf([...secrets(), { ...groq, createdAt: '99' }])).toBe('groq/llama')
    expect(defaultModelOf([])).toBeUndefined()
  })

  test('a header that references a secret has its value', () => {
    expect(resolveHeaders({ a: 'x', b: { slug: 'token' } }, secrets())).toEqual({ a: 'x', b: 'tok' })
    expect(() => resolveHeaders({ b: { slug: 'openai-1' } }, secrets())).toThrow(/no secret 'openai-1'/)
    expect(() => resolveHeaders({ b: 'a\r\nx: y' }, secrets())).toThrow(/cannot be sent/)
  })
})
