// The wire format of each provider: requests as the provider documents them, and its recorded responses. One file,
// because all providers share the stand-in server and the helpers around it.
import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { loopback } from '../../../kernel/addresses.ts'
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { ChatDelta } from '../../prompts/chat.ts'
import { failureOf } from '../../evaluators/evaluators.fixture.ts'
import { completeChat, embedTexts } from '../chat.ts'
import { startTestServer, type RecordedRequest, type Reply, type TestServer } from '../clients.fixture.ts'
import { createOutgoing } from '../outgoing.ts'
import { endpointFor } from '../providers.ts'

let server: TestServer
const outgoing = createOutgoing(loopback)
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await outgoing.close()
  await server.close()
})

interface Provider {
  readonly kind: string
  readonly provider: JsonObject
  readonly model: string
}

const endpointOf = ({ kind, provider, model }: Provider) =>
  endpointFor(
    [
      {
        id: '1',
        slug: 'ours',
        kind: 'custom_provider',
        data: { kind, provider: { url: server.url, ...provider }, models: [] },
        name: undefined,
        description: undefined,
        createdAt: '1',
        updatedAt: undefined,
      },
    ],
    model,
    'ours',
  )

const tools = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather in Paris?' },
]
const conversation = [
  ...messages,
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
]

const call = (provider: Provider, body: JsonObject = {}) =>
  completeChat({ outgoing, endpoint: endpointOf(provider) }, { model: provider.model, messages, ...body })

async function stream(provider: Provider, body: JsonObject = {}) {
  const deltas: ChatDelta[] = []
  const answer = await completeChat(
    { outgoing, endpoint: endpointOf(provider), onDelta: (delta) => deltas.push(delta) },
    { model: provider.model, messages, ...body },
  )
  return { deltas, answer }
}

const request = (): RecordedRequest => server.requests.at(-1) ?? expect.fail('no request')
const events = (...data: readonly unknown[]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  chunks: data.map((item) => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`),
})
const textOf = (deltas: readonly ChatDelta[]): readonly (string | undefined)[] =>
  deltas.filter(({ content }) => content !== undefined).map(({ content }) => content)

const chatMessage = { role: 'assistant', content: 'Sunny.', unknown_member: 1 }
const chatCompletion = {
  id: 'x',
  model: 'answered',
  choices: [{ index: 0, message: chatMessage, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
}
const chunk = (delta: JsonObject, finish: string | null = null) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'answered',
  choices: [{ index: 0, delta, finish_reason: finish }],
})

const streamUsage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
/** The last chunks: Mistral and Groq report usage with the finish reason, the others after it. */
function endOf({ kind }: Provider): readonly JsonObject[] {
  const end = chunk({}, 'tool_calls')
  if (kind === 'mistral') return [{ ...end, usage: streamUsage }]
  if (kind === 'groq') return [{ ...end, x_groq: { id: 'x', usage: streamUsage } }]
  return [end, { ...end, choices: [], usage: streamUsage }]
}

const chatProviders: readonly (readonly [string, Provider, string, JsonObject])[] = [
  [
    'OpenAI',
    { kind: 'openai', provider: { key: 'k' }, model: 'gpt' },
    '/chat/completions',
    { authorization: 'Bearer k' },
  ],
  ['Ollama', { kind: 'custom', provider: {}, model: 'llama3.2:3b' }, '/chat/completions', {}],
  [
    'vLLM',
    { kind: 'custom', provider: { key: 'k' }, model: 'org/model' },
    '/chat/completions',
    { authorization: 'Bearer k' },
  ],
  [
    'LiteLLM with headers',
    { kind: 'custom', provider: { key: 'k', extras: { headers: { 'x-team': 'a' } } }, model: 'any' },
    '/chat/completions',
    { authorization: 'Bearer k', 'x-team': 'a' },
  ],
  [
    'OpenRouter',
    { kind: 'openrouter', provider: { key: 'k' }, model: 'a/b' },
    '/chat/completions',
    { authorization: 'Bearer k' },
  ],
  [
    'Mistral',
    { kind: 'mistral', provider: { key: 'k', extras: { api: 'mistral' } }, model: 'small' },
    '/chat/completions',
    { authorization: 'Bearer k' },
  ],
  [
    'Groq',
    { kind: 'groq', provider: { key: 'k', extras: { api: 'groq' } }, model: 'llama' },
    '/chat/completions',
    { authorization: 'Bearer k' },
  ],
  [
    'Azure with a deployment',
    { kind: 'azure', provider: { key: 'k', version: '2024-10-21' }, model: 'my-deployment' },
    '/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21',
    { 'api-key': 'k' },
  ],
]

describe.each(chatProviders)('%s', (_, provider, path, headers) => {
  test('receives the request unchanged, and its message is returned unchanged', async () => {
    server.reply({ body: chatCompletion })
    const freeMessages = [{ role: 'narrator', content: 'any role' }, ...conversation]
    const body = { messages: freeMessages, tools, min_p: 0.1, custom: { deep: [1] } }
    const answer = await call(provider, body)
    expect(request()).toMatchObject({ path, headers })
    expect(request().body).toEqual({ ...body, model: provider.model })
    expect(answer).toEqual({
      message: chatMessage,
      model: 'answered',
      finishReason: 'stop',
      usage: { prompt: 3, completion: 2, total: 5 },
    })
  })

  test('streams text, tool calls and usage', async () => {
    const toolCall = { index: 0, id: 'c1', type: 'function', function: { name: 'weather', arguments: '' } }
    server.reply(
      events(
        chunk({ role: 'assistant', content: 'Sun' }),
        chunk({ content: 'ny.' }),
        chunk({
          tool_calls: [{ ...toolCall, function: { name: 'weather', arguments: '{"city":"Paris"}' } }],
        }),
        ...endOf(provider),
        '[DONE]',
      ),
    )
    const { deltas, answer } = await stream(provider, { tools, custom: 1 })
    expect(request().body).toMatchObject({ messages, tools, custom: 1, stream: true })
    expect(textOf(deltas)).toEqual(['Sun', 'ny.'])
    expect(answer).toMatchObject({
      message: {
        role: 'assistant',
        content: 'Sunny.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
        ],
      },
      model: 'answered',
      usage: { prompt: 3, completion: 2, total: 5 },
    })
    const calls = deltas.flatMap(({ tool_calls: toolCalls }) => toolCalls ?? [])
    expect(calls[0]).toMatchObject({ index: 0, id: 'c1', type: 'function', function: { name: 'weather' } })
    expect(calls.map((call) => call.function.arguments).join('')).toBe('{"city":"Paris"}')
  })
})

test('a provider that answers a request for a stream at once gives one delta', async () => {
  server.reply({ headers: { 'content-type': 'application/json' }, body: chatCompletion })
  const { deltas, answer } = await stream({ kind: 'custom', provider: {}, model: 'm' })
  expect(deltas).toEqual([{ content: 'Sunny.' }])
  expect(answer.message).toEqual(chatMessage)
})

test('Azure without a date as version has the path of the v1 interface', async () => {
  server.reply({ body: chatCompletion })
  await call({ kind: 'azure', provider: { url: `${server.url}/openai/v1`, key: 'k' }, model: 'd' })
  expect(request().path).toBe('/openai/v1/chat/completions')
})

describe("OpenAI's responses", () => {
  const provider: Provider = {
    kind: 'openai',
    provider: { key: 'k', extras: { api: 'responses' } },
    model: 'gpt-5',
  }

  test('receives its own request format, and tool calls are returned in the chat format', async () => {
    server.reply({
      body: {
        id: 'r1',
        created_at: 1,
        model: 'gpt-5-2025',
        output: [
          { type: 'function_call', id: 'f1', call_id: 'c1', name: 'weather', arguments: '{"city":"Paris"}' },
        ],
        usage: { input_tokens: 4, output_tokens: 3 },
      },
    })
    const answer = await call(provider, { tools, reasoning_effort: 'low', truncation: 'auto' })
    expect(request()).toMatchObject({ path: '/responses', headers: { authorization: 'Bearer k' } })
    expect(request().body).toMatchObject({
      model: 'gpt-5',
      reasoning: { effort: 'low' },
      truncation: 'auto',
      tools: [{ type: 'function', name: 'weather' }],
    })
    expect(answer).toMatchObject({
      message: {
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'weather', arguments: '{"city":"Paris"}' } }],
      },
      model: 'gpt-5-2025',
      usage: { prompt: 4, completion: 3, total: 7 },
    })
  })
})

describe('Anthropic', () => {
  const provider: Provider = {
    kind: 'anthropic',
    provider: { key: 'k', extras: { api: 'anthropic' } },
    model: 'claude-sonnet-4-5',
  }

  test('receives its own headers, system prompt, tools, thinking and cache points', async () => {
    server.reply({
      body: {
        type: 'message',
        id: 'm1',
        model: 'claude-answered',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
          { type: 'text', text: 'Sunny.' },
          { type: 'tool_use', id: 'c2', name: 'weather', input: { city: 'Rome' } },
        ],
        stop_reason: 'tool_use',
        usage: {
          input_tokens: 5,
          output_tokens: 6,
          cache_read_input_tokens: 2,
          cache_creation_input_tokens: 1,
        },
      },
    })
    const cachedContent = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }]
    const answer = await call(provider, {
      messages: [{ role: 'system', content: cachedContent }, ...conversation.slice(1)],
      tools,
      max_tokens: 2000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
    })
    expect(request()).toMatchObject({ path: '/messages', headers: { 'x-api-key': 'k' } })
    expect(request().headers['anthropic-version']).toBeDefined()
    expect(request().body).toMatchObject({
      model: 'claude-sonnet-4-5',
      max_tokens: 2000,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Weather in Paris?' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Paris' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
      ],
      tools: [{ name: 'weather', input_schema: { type: 'object' } }],
    })
    expect(answer).toMatchObject({
      message: {
        role: 'assistant',
        content: 'Sunny.',
        reasoning_content: 'Hm.',
        tool_calls: [{ id: 'c2', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
      model: 'claude-answered',
      finishReason: 'tool_use',
      usage: { prompt: 8, completion: 6, cacheRead: 2, cacheWrite: 1 },
    })
    // The signed reasoning goes back unchanged when the conversation continues.
    server.reply({
      body: {
        type: 'message',
        id: 'm2',
        model: 'c',
        role: 'assistant',
        content: [{ type: 'text', text: 'Ok' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    })
    await call(provider, {
      messages: [...messages, answer.message, { role: 'tool', tool_call_id: 'c2', content: 'rain' }],
    })
    expect(JSON.stringify(request().body)).toContain('"signature":"sig"')
  })

  test('streams', async () => {
    const event = (type: string, members: JsonObject) => ({ type, ...members })
    server.reply(
      events(
        event('message_start', {
          message: {
            id: 'm',
            type: 'message',
            role: 'assistant',
            model: 'c',
            content: [],
            usage: { input_tokens: 5, output_tokens: 1 },
          },
        }),
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Sun' } }),
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'ny.' } }),
        event('content_block_stop', { index: 0 }),
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } }),
        event('message_stop', {}),
      ),
    )
    const { deltas, answer } = await stream(provider)
    expect(textOf(deltas)).toEqual(['Sun', 'ny.'])
    expect(answer).toMatchObject({
      message: { content: 'Sunny.' },
      finishReason: 'end_turn',
      usage: { total: 9 },
    })
  })

  test('with a url and without its own wire format it gets the chat format', async () => {
    server.reply({ body: chatCompletion })
    await call({ kind: 'anthropic', provider: { key: 'k' }, model: 'claude' })
    expect(request()).toMatchObject({ path: '/chat/completions', headers: { authorization: 'Bearer k' } })
  })
})

const geminiAnswer = (text: string) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 3, totalTokenCount: 7 },
  modelVersion: 'gemini-answered',
})

describe('Gemini', () => {
  const provider: Provider = {
    kind: 'gemini',
    provider: { key: 'k', extras: { api: 'gemini' } },
    model: 'gemini-2.5-flash',
  }

  test('receives requests with its own path, header and settings', async () => {
    server.reply({ body: geminiAnswer('Sunny.') })
    const answer = await call(provider, {
      messages: conversation,
      temperature: 0.5,
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
    })
    expect(request()).toMatchObject({
      path: '/models/gemini-2.5-flash:generateContent',
      headers: { 'x-goog-api-key': 'k' },
      body: {
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        generationConfig: { temperature: 0.5, thinkingConfig: { thinkingBudget: 0 } },
      },
    })
    expect(answer).toMatchObject({
      message: { content: 'Sunny.' },
      usage: { prompt: 4, completion: 3, total: 7 },
    })
  })

  test('streams', async () => {
    server.reply(events(geminiAnswer('Sun'), geminiAnswer('ny.')))
    const { deltas, answer } = await stream(provider)
    expect(request().path).toBe('/models/gemini-2.5-flash:streamGenerateContent?alt=sse')
    expect(textOf(deltas)).toEqual(['Sun', 'ny.'])
    expect(answer.message['content']).toBe('Sunny.')
  })

  test('returns embeddings', async () => {
    server.reply({ body: { embeddings: [{ values: [1, 2] }, { values: [3, 4] }] } })
    const { vectors } = await embedTexts({ outgoing, endpoint: endpointOf(provider) }, ['a', 'b'])
    expect(vectors).toEqual([
      [1, 2],
      [3, 4],
    ])
  })
})

describe('Vertex', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const providerOf = (model: string): Provider => ({
    kind: 'vertex_ai',
    provider: {
      extras: {
        vertex_ai_location: 'europe-west1',
        vertex_ai_credentials: JSON.stringify({
          client_email: `${model}@project.example`,
          private_key: privateKey,
          project_id: 'project',
          token_uri: `${server.url}/token`,
        }),
      },
    },
    model,
  })

  test('exchanges a signed assertion for a token once, and calls the project', async () => {
    server.reply({ body: { access_token: 'token-1', expires_in: 3600 } }, { body: geminiAnswer('Sunny.') })
    const provider = providerOf('gemini-2.5-pro')
    expect((await call(provider)).message['content']).toBe('Sunny.')
    await call(provider)
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/token',
      ...Array<string>(2).fill(
        '/v1/projects/project/locations/europe-west1/publishers/google/models/gemini-2.5-pro:generateContent',
      ),
    ])
    expect(request().headers.authorization).toBe('Bearer token-1')
    const assertion = new URLSearchParams(server.requests[0]?.text).get('assertion') ?? ''
    const [header = '', claims = '', signature = ''] = assertion.split('.')
    const signedBytes = Buffer.from(`${header}.${claims}`)
    expect(verify('RSA-SHA256', signedBytes, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'gemini-2.5-pro@project.example',
      aud: `${server.url}/token`,
    })
  })

  test('calls models of Anthropic at their own path', async () => {
    server.reply(
      { body: { access_token: 'token-2' } },
      {
        body: {
          type: 'message',
          id: 'm',
          model: 'c',
          role: 'assistant',
          content: [{ type: 'text', text: 'Hi' }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      },
    )
    expect((await call(providerOf('claude-sonnet-4-5'))).message['content']).toBe('Hi')
    expect(request().path).toBe(
      '/v1/projects/project/locations/europe-west1/publishers/anthropic/models/claude-sonnet-4-5:rawPredict',
    )
  })

  test('reports an unusable key file', async () => {
    const provider = providerOf('gemini-2.5-pro')
    const extras = { vertex_ai_credentials: '{"client_email": "x"}' }
    const failure = await failureOf(call({ ...provider, provider: { extras } }))
    expect(failure.message).toContain('private_key')
  })
})

/** A message of an AWS event stream: lengths, headers, payload, checksums. */
function awsEvent(type: string, payload: JsonObject): Uint8Array {
  const header = (name: string, value: string): Buffer => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(Buffer.byteLength(value))
    return Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name),
      Buffer.from([7]),
      length,
      Buffer.from(value),
    ])
  }
  const headers = Buffer.concat([header(':message-type', 'event'), header(':event-type', type)])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8)
  const message = Buffer.concat([prelude, headers, body])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(message))
  return Buffer.concat([message, checksum])
}

/** The signature (SigV4) that AWS would compute for a request. */
function expectedSignature({ headers, path, text }: RecordedRequest, secret: string): string {
  const authorization = headers.authorization ?? ''
  const signedHeaders = /SignedHeaders=([^,]+)/.exec(authorization)?.[1] ?? ''
  const scope = /Credential=[^/]+\/([^,]+)/.exec(authorization)?.[1] ?? ''
  const sha = (value: string): string => createHash('sha256').update(value).digest('hex')
  const canonicalPath = path
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/')
  const canonicalText = [
    'POST',
    canonicalPath,
    '',
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    sha(text),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha(canonicalText)].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer | string>((k, part) => createHmac('sha256', k).update(part).digest(), `AWS4${secret}`)
  return createHmac('sha256', key).update(toSign).digest('hex')
}

describe('Bedrock', () => {
  const secret = 'of-aws'
  const extras = { aws_region_name: 'eu-west-1', aws_access_key_id: 'AKID', aws_secret_access_key: secret }
  const provider: Provider = {
    kind: 'bedrock',
    provider: { extras },
    model: 'anthropic.claude-3-haiku-20240307-v1:0',
  }

  test('receives a signed request of its converse interface', async () => {
    server.reply({
      body: {
        output: {
          message: {
            role: 'assistant',
            content: [
              { text: 'Sunny.' },
              { toolUse: { toolUseId: 'c1', name: 'weather', input: { city: 'Rome' } } },
            ],
          },
        },
        stopReason: 'tool_use',
        usage: { inputTokens: 4, outputTokens: 3, totalTokens: 7 },
      },
    })
    const answer = await call(provider, { tools, max_tokens: 100, top_k: 5, custom_field: 1 })
    expect(request().body).toMatchObject({
      system: [{ text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Weather in Paris?' }] }],
      inferenceConfig: { maxTokens: 100 },
      additionalModelRequestFields: { custom_field: 1 },
      toolConfig: { tools: [{ toolSpec: { name: 'weather' } }] },
    })
    expect(decodeURIComponent(request().path)).toBe('/model/anthropic.claude-3-haiku-20240307-v1:0/converse')
    const { authorization = '' } = request().headers
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/bedrock\/aws4_request/,
    )
    expect(authorization).toContain(`Signature=${expectedSignature(request(), secret)}`)
    expect(answer).toMatchObject({
      message: {
        content: 'Sunny.',
        tool_calls: [{ id: 'c1', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
      finishReason: 'tool_use',
      usage: { prompt: 4, completion: 3, total: 7 },
    })
  })

  test('accepts an API key instead of a signature', async () => {
    server.reply({
      body: {
        output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      },
    })
    await call({ ...provider, provider: { key: 'bearer-key', extras: { aws_region_name: 'eu-west-1' } } })
    expect(request().headers.authorization).toBe('Bearer bearer-key')
  })

  test('streams events of AWS', async () => {
    server.reply({
      headers: { 'content-type': 'application/vnd.amazon.eventstream' },
      chunks: [
        awsEvent('messageStart', { role: 'assistant' }),
        awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Sun' } }),
        awsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'ny.' } }),
        awsEvent('contentBlockStop', { contentBlockIndex: 0 }),
        awsEvent('messageStop', { stopReason: 'end_turn' }),
        awsEvent('metadata', { usage: { inputTokens: 4, outputTokens: 3, totalTokens: 7 } }),
      ],
    })
    const { deltas, answer } = await stream(provider)
    expect(decodeURIComponent(request().path)).toMatch(/converse-stream$/)
    expect(textOf(deltas)).toEqual(['Sun', 'ny.'])
    expect(answer).toMatchObject({ message: { content: 'Sunny.' }, usage: { total: 7 } })
  })

  test('without credentials it is not runnable, whatever the server itself may use', async () => {
    process.env['AWS_BEARER_TOKEN_BEDROCK'] = 'of-the-operator'
    onTestFinished(() => void delete process.env['AWS_BEARER_TOKEN_BEDROCK'])
    server.reply({})
    const failure = await failureOf(
      call({ ...provider, provider: { extras: { aws_region_name: 'eu-west-1' } } }),
    )
    expect(failure.code).toBe('not_runnable')
    expect(server.requests).toEqual([])
  })
})

const streamedAnswers: readonly (readonly [string, Provider, readonly unknown[]])[] = [
  ['OpenAI-compatible', { kind: 'custom', provider: {}, model: 'm' }, [chunk({ content: 'Sun' })]],
  [
    'Gemini',
    { kind: 'gemini', provider: { key: 'k', extras: { api: 'gemini' } }, model: 'gemini-2.5-flash' },
    [{ ...geminiAnswer('Sun'), candidates: [{ content: { role: 'model', parts: [{ text: 'Sun' }] } }] }],
  ],
  [
    'Anthropic',
    { kind: 'anthropic', provider: { key: 'k', extras: { api: 'anthropic' } }, model: 'claude-sonnet-4-5' },
    [
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'c',
          content: [],
          usage: { input_tokens: 5, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Sun' } },
    ],
  ],
]

describe.each(streamedAnswers)('a stream of %s', (_, provider, data) => {
  test('is aborted at the provider when it is cancelled half way', async () => {
    server.reply({ ...events(...data), isEndless: true })
    const cancel = new AbortController()
    const firstDelta = Promise.withResolvers<ChatDelta>()
    const callPromise = completeChat(
      { outgoing, endpoint: endpointOf(provider), signal: cancel.signal, onDelta: firstDelta.resolve },
      { model: provider.model, messages },
    )
    callPromise.catch(() => undefined)
    expect(await firstDelta.promise).toEqual({ content: 'Sun' })
    cancel.abort(new Error('cancelled'))
    await expect(callPromise).rejects.toThrow('cancelled')
    await request().aborted
  })
})

test('a stream without events for too long is a timeout that is not retried after its first delta', async () => {
  server.reply({ ...events(chunk({ content: 'Sun' })), isEndless: true })
  const endpoint = endpointOf({ kind: 'custom', provider: {}, model: 'm' })
  const failure = await failureOf(
    completeChat(
      {
        outgoing,
        endpoint,
        timeoutMs: 100,
        retries: { retriesMax: 2, delayMs: 1 },
        onDelta: () => undefined,
      },
      { messages },
    ),
  )
  expect(failure).toMatchObject({ code: 'timeout', attempts: 1 })
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['anthropic', 'anthropic'],
  ['gemini', 'gemini'],
])('a refusal by %s is reported with its status and message', async (kind, api) => {
  server.reply({ status: 429, headers: { 'retry-after': '3' }, body: { error: { message: 'slow down' } } })
  const failure = await failureOf(call({ kind, provider: { key: 'k', extras: { api } }, model: 'm' }))
  expect(failure).toMatchObject({
    code: 'rate_limited',
    upstreamStatus: 429,
    retryAfterMs: 3000,
    upstreamMessage: 'slow down',
  })
})

test('a request that the format of a provider cannot express is refused before the call', async () => {
  server.reply({})
  const provider = {
    kind: 'anthropic',
    provider: { key: 'k', extras: { api: 'anthropic' } },
    model: 'claude',
  }
  const failure = await failureOf(call(provider, { messages: [{ role: 'narrator', content: 'x' }] }))
  expect(failure).toMatchObject({ code: 'not_runnable', message: "This provider has no role 'narrator'." })
  expect(server.requests).toEqual([])
})
