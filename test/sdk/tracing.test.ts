// Spans of the real OpenTelemetry and model libraries, with a substitute for the models: the stored
// spans are compared field by field.
import Anthropic from '@anthropic-ai/sdk'
import { createOpenAI } from '@ai-sdk/openai'
import { OpenTelemetry } from '@ai-sdk/otel'
import { generateText } from 'ai'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModel } from '../../examples/model.js'
import { Assay } from '../../sdk/client.ts'
import { evaluate } from '../../sdk/eval/eval.ts'
import {
  aiTelemetry,
  anthropicFetch,
  FlushError,
  flush,
  init,
  observe,
  openaiFetch,
  start,
  withScope,
} from '../../sdk/tracing/tracing.ts'
import { newProject, serverOf, type Body } from '../support/api.ts'
import { runFile } from '../support/children.ts'

let assay: Assay
let model: { readonly url: string; stop(): Promise<unknown> }
let openai: OpenAI
let anthropic: Anthropic
beforeAll(async () => {
  const { url, key } = await newProject(serverOf('sqlite'))
  assay = new Assay({ url, key })
  init({ url, key, service: 'tests', resource: { 'deployment.environment.name': 'ci' } })
  model = await startModel()
  openai = new OpenAI({ apiKey: 'x', baseURL: `${model.url}/v1`, fetch: openaiFetch(), maxRetries: 0 })
  anthropic = new Anthropic({ apiKey: 'x', baseURL: model.url, fetch: anthropicFetch(), maxRetries: 0 })
})
afterAll(() => model.stop())

/** The spans of the trace, by name, once they are stored. */
async function storedSpans(traceId: string): Promise<Readonly<Record<string, Body>>> {
  for (const receipt of await flush()) expect(receipt).toMatchObject({ status: 'stored', rejected: [] })
  const spans: Body[] = []
  const filter = `trace_id = "${traceId}"`
  for await (const span of assay.spans.query({ filter })) spans.push(span)
  return Object.fromEntries(spans.map((span) => [span.span_name, span]))
}

/** A root span around `fn`, so that its trace can be found. */
async function spansByName(
  name: string,
  fn: () => Promise<unknown>,
): Promise<Readonly<Record<string, Body>>> {
  using root = start(name, { type: 'workflow' })
  await root.run(fn)
  root.end()
  return storedSpans(root.traceId)
}

describe('functions', () => {
  test('inputs, outputs, types, references, session and user of nested calls are stored', async () => {
    const lookUp = observe(async (query: { text: string }) => [`about ${query.text}`], {
      name: 'lookUp',
      type: 'query',
    })
    const answer = observe(
      async (question: string, style: string) => (await lookUp({ text: question })).join(style),
      {
        name: 'answer',
        type: 'agent',
        references: { application: { slug: 'support' }, application_revision: { version: '3' } },
        tags: { tier: 'gold' },
      },
    )
    let spans: Readonly<Record<string, Body>> = {}
    await withScope({ sessionId: 's-1', userId: 'u-1' }, async () => {
      spans = await spansByName('request', () => answer('tea', '; '))
    })
    const { request, answer: agent, lookUp: query } = spans
    expect(request).toMatchObject({
      parent_id: null,
      session_id: 's-1',
      user_id: 'u-1',
      span_type: 'workflow',
    })
    expect(agent).toMatchObject({
      parent_id: request.span_id,
      attributes: {
        ag: {
          type: { span: 'agent' },
          data: { inputs: { args: ['tea', '; '] }, outputs: 'about tea' },
          references: { application: { slug: 'support' }, application_revision: { version: '3' } },
          tags: { tier: 'gold' },
        },
        otel: { resource: { service: { name: 'tests' }, deployment: { environment: { name: 'ci' } } } },
      },
    })
    expect(query).toMatchObject({
      parent_id: agent.span_id,
      attributes: {
        ag: { type: { span: 'query' }, data: { inputs: { text: 'tea' }, outputs: ['about tea'] } },
      },
    })
  })

  test('an error is rethrown, and stored with its exception', async () => {
    const failing = observe(
      () => {
        throw new RangeError('too far')
      },
      { name: 'failing' },
    )
    const { failing: span } = await spansByName('with failure', async () => {
      expect(() => failing()).toThrow('too far')
    })
    expect(span).toMatchObject({
      status_code: 'STATUS_CODE_ERROR',
      attributes: { ag: { exception: { type: 'RangeError', message: 'too far' } } },
    })
  })

  test('a stream that is read completely ends its span with its text as output', async () => {
    const speak = observe(
      async function* speak() {
        yield 'Hel'
        yield 'lo'
      },
      { type: 'llm' },
    )
    const { speak: span } = await spansByName('streaming', async () => {
      let text = ''
      for await (const chunk of speak()) text += chunk
      expect(text).toBe('Hello')
    })
    expect(span.attributes.ag.data.outputs).toBe('Hello')
  })

  test('concurrent calls are siblings', async () => {
    const inner = observe(async (n: number) => n, { name: 'inner' })
    const outer = observe(async (n: number) => inner(n), { name: 'outer' })
    using root = start('parallel')
    await root.run(() => Promise.all([1, 2, 3].map((n) => outer(n))))
    root.end()
    await flush()
    const parents: unknown[] = []
    const filter = `trace_id = "${root.traceId}" and span_name = "outer"`
    for await (const span of assay.spans.query({ filter })) parents.push(span.parent_id)
    expect(parents).toEqual([root.spanId, root.spanId, root.spanId])
  })

  test('values that are too large, circular or not JSON are truncated and marked', async () => {
    const circle: Record<string, unknown> = { big: 1n, bytes: new Uint8Array(3), text: 'x'.repeat(200) }
    circle['self'] = circle
    const { odd } = await spansByName('odd values', async () => {
      using span = start('odd', { limits: { textMax: 100, valueMax: 500 } })
      span
        .inputs(circle)
        .outputs('y'.repeat(10_000))
        .internals({ list: Array.from({ length: 500 }, () => 'zz') })
    })
    const { inputs, outputs, internals } = odd.attributes.ag.data
    expect(inputs).toEqual({
      big: '1',
      bytes: '[3 bytes]',
      self: '[circular]',
      text: `${'x'.repeat(100)}… (100 more characters)`,
    })
    expect(outputs).toHaveLength(100 + '… (9900 more characters)'.length)
    expect(internals.beginning).toMatch(/^\{"list":\["zz",/)
  })
})

describe('models', () => {
  const ag = (span: Body): Body => span.attributes.ag

  test('OpenAI: a chat with a tool is stored', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const tools = [{ type: 'function' as const, function: { name: 'weather', parameters } }]
    const messages = [{ role: 'user' as const, content: 'How is Rome' }]
    const spans = await spansByName('openai', () =>
      openai.chat.completions.create({ model: 'gpt-4o-mini', temperature: 0, messages, tools }),
    )
    expect(ag(spans['chat gpt-4o-mini'])).toMatchObject({
      type: { span: 'chat' },
      data: {
        inputs: { messages, tools },
        parameters: { model: 'gpt-4o-mini', temperature: 0 },
        outputs: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'call_1', function: { name: 'weather', arguments: '{"city":"How is Rome"}' } }],
        },
      },
      meta: {
        provider: { name: 'openai' },
        request: { model: 'gpt-4o-mini' },
        response: { model: 'gpt-4o-mini-2024-07-18', finish_reason: 'tool_calls' },
      },
      metrics: { tokens: { incremental: { prompt: 3, completion: 0, total: 3 } } },
    })
    expect(spans['openai'].attributes.ag.metrics.tokens.cumulative).toMatchObject({ prompt: 3, total: 3 })
  })

  test('OpenAI: a stream is returned in chunks and stored completely', async () => {
    const spans = await spansByName('openai stream', async () => {
      const stream = await openai.chat.completions.create({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content: 'Hi there' }],
        stream: true,
        stream_options: { include_usage: true },
      })
      let text = ''
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe('You said: Hi there')
    })
    expect(ag(spans['chat gpt-4o-mini'])).toMatchObject({
      data: { outputs: { role: 'assistant', content: 'You said: Hi there' } },
      meta: { response: { finish_reason: 'stop' } },
      metrics: {
        tokens: { incremental: { prompt: 2, completion: 4, total: 6 } },
        costs: { source: 'computed', incremental: { total: expect.closeTo(2 * 0.15e-6 + 4 * 0.6e-6, 12) } },
      },
    })
  })

  test('OpenAI: a stream that is not read to its end is stored up to there', async () => {
    const spans = await spansByName('openai broken stream', async () => {
      const messages = [{ role: 'user' as const, content: 'one two three' }]
      const stream = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages, stream: true })
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'said: ') break
    })
    expect(ag(spans['chat gpt-4o-mini']).data.outputs.content).toMatch(/^You said: /)
  })

  test('OpenAI: responses and embeddings are stored; vectors are counted, not stored', async () => {
    const spans = await spansByName('openai more', async () => {
      await openai.responses.create({ model: 'gpt-4o-mini', input: 'Hello' })
      await openai.embeddings.create({ model: 'text-embedding-3-small', input: ['a b', 'c'] })
    })
    expect(ag(spans['responses gpt-4o-mini'])).toMatchObject({
      data: { inputs: { input: 'Hello' }, outputs: [{ role: 'assistant' }] },
      metrics: { tokens: { incremental: { prompt: 1, completion: 3, total: 9 } } },
    })
    expect(ag(spans['embeddings text-embedding-3-small'])).toMatchObject({
      type: { span: 'embedding' },
      data: { inputs: { input: ['a b', 'c'] }, outputs: { embeddings: 2 } },
      metrics: { tokens: { incremental: { prompt: 3, total: 3 } } },
    })
  })

  test('OpenAI: an error of the library is stored with its message', async () => {
    const spans = await spansByName('openai refusal', async () => {
      const call = openai.chat.completions.create({ model: 'broken', messages: [] })
      await expect(call).rejects.toThrow('The model is broken.')
    })
    expect(spans['chat broken']).toMatchObject({
      status_code: 'STATUS_CODE_ERROR',
      status_message: 'The model is broken.',
    })
  })

  test.each([false, true])('Anthropic: a message is stored, stream: %s', async (stream) => {
    const body = {
      model: 'claude-x',
      max_tokens: 9,
      messages: [{ role: 'user' as const, content: 'Good day' }],
    }
    const spans = await spansByName(`anthropic ${stream}`, async () => {
      if (!stream) return anthropic.messages.create(body)
      return anthropic.messages.stream(body).finalMessage()
    })
    expect(ag(spans['messages claude-x'])).toMatchObject({
      type: { span: 'chat' },
      data: {
        inputs: { messages: body.messages },
        parameters: { model: 'claude-x', max_tokens: 9 },
        outputs: { role: 'assistant', content: [{ type: 'text', text: 'You said: Good day' }] },
      },
      meta: {
        provider: { name: 'anthropic' },
        response: { model: 'claude-x-2024-07-18', finish_reason: 'end_turn' },
      },
      metrics: { tokens: { incremental: { prompt: 7, completion: 4, total: 11, cache_read: 5 } } },
    })
  })

  test('AI SDK: its own spans are stored below spans of observe()', async () => {
    const provider = createOpenAI({ apiKey: 'x', baseURL: `${model.url}/v1` })
    const spans = await spansByName('ai sdk', () =>
      generateText({
        model: provider.chat('gpt-4o-mini'),
        prompt: 'Hi you',
        telemetry: aiTelemetry({ functionId: 'greet', integration: OpenTelemetry }),
      }),
    )
    const message = {
      inputs: { prompt: [{ role: 'user', content: 'Hi you' }] },
      outputs: {
        completion: [{ role: 'assistant', content: 'You said: Hi you', finish_reason: 'stop' }],
      },
    }
    const tokens = { incremental: { prompt: 2, completion: 4, total: 6 } }
    const {
      'ai sdk': root,
      'invoke_agent gpt-4o-mini': agent,
      'step 1': step,
      'chat gpt-4o-mini': chat,
    } = spans
    expect([agent.parent_id, step.parent_id, chat.parent_id]).toEqual([
      root.span_id,
      agent.span_id,
      step.span_id,
    ])
    expect(ag(agent)).toMatchObject({
      type: { span: 'agent' },
      data: message,
      meta: { agent: { name: 'greet' }, provider: { name: 'openai' }, request: { model: 'gpt-4o-mini' } },
      metrics: { tokens },
    })
    expect(ag(chat)).toMatchObject({
      type: { span: 'chat' },
      data: message,
      meta: { response: { model: 'gpt-4o-mini-2024-07-18', finish_reasons: ['stop'] } },
      metrics: { tokens },
    })
    expect(ag(root).metrics.tokens.cumulative).toMatchObject({ prompt: 2, completion: 4, total: 6 })
  })
})

describe('a prompt that is fetched in an observed function', () => {
  const references = {
    application: { slug: 'linked' },
    application_revision: { version: '1' },
    environment: { slug: 'production' },
  }
  beforeAll(async () => {
    await assay.push('application', {
      slug: 'linked',
      data: {
        parameters: {
          prompt: { messages: [{ role: 'user', content: 'Hi' }], llm_config: { model: 'gpt-4o-mini' } },
        },
      },
    })
    await assay.applications.deploy({
      application_ref: { slug: 'linked' },
      environment_ref: { slug: 'production' },
    })
  })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const getPrompt = () => assay.prompts.get({ application: 'linked', environment: 'production' })

  test('is the reference of the model calls in it, and of no other call', async () => {
    const call = (model: string) => openai.chat.completions.create({ model, messages })
    const inner = observe(call, { name: 'inner' })
    const answer = observe(
      async () => {
        await call('before')
        await getPrompt()
        await inner('after')
      },
      { name: 'answer' },
    )
    const spans = await spansByName('linked', async () => {
      await answer()
      await call('outside')
    })
    expect(spans['chat after'].attributes.ag.references).toMatchObject(references)
    for (const name of ['chat before', 'chat outside', 'answer', 'inner']) {
      expect(spans[name].attributes.ag, name).not.toHaveProperty('references')
    }
  })

  test('is the reference of model calls that another instrumentation records', async () => {
    const provider = createOpenAI({ apiKey: 'x', baseURL: `${model.url}/v1` })
    const answer = observe(
      async () => {
        await getPrompt()
        await generateText({
          model: provider.chat('gpt-4o-mini'),
          prompt: 'Hi you',
          telemetry: aiTelemetry({ integration: OpenTelemetry }),
        })
      },
      { name: 'answer' },
    )
    const spans = await spansByName('linked ai sdk', answer)
    expect(spans['chat gpt-4o-mini'].attributes.ag.references).toMatchObject(references)
    expect(spans['step 1'].attributes.ag).not.toHaveProperty('references')
  })
})

test('a model stream records the time to its first chunk', async () => {
  const spans = await spansByName('first part', async () => {
    const messages = [{ role: 'user' as const, content: 'Hi' }]
    const stream = await openai.chat.completions.create({ model: 'gpt-4o-mini', messages, stream: true })
    for await (const _ of stream) continue
  })
  const { response } = spans['chat gpt-4o-mini'].attributes.ag.meta
  expect(response.ms_to_first_chunk).toBeGreaterThanOrEqual(0)
})

test('a score and feedback are annotations of the trace', async () => {
  const { judged } = await spansByName('scored', async () => start('judged').end())
  const { trace_id: traceId, span_id: spanId } = judged
  const score = await assay.score({ traceId, name: 'helpful', value: 0.8, comment: 'short' })
  expect(score).toMatchObject({
    origin: 'custom',
    channel: 'sdk',
    data: { outputs: { helpful: 0.8, comment: 'short' } },
    links: { invocation: { trace_id: traceId, span_id: judged.parent_id } },
  })
  const feedback = await assay.feedback({ traceId, spanId, value: true })
  expect(feedback).toMatchObject({
    origin: 'human',
    data: { outputs: { feedback: true } },
    links: { invocation: { trace_id: traceId, span_id: spanId } },
  })
})

test('a program that ends without a flush loses no span', async () => {
  const { url, key } = await newProject(serverOf('sqlite'))
  const program = await runFile('test/sdk/unflushed-program.ts', [], { ASSAY_URL: url, ASSAY_API_KEY: key })
  expect(program).toMatchObject({ code: 0, stderr: '' })
  const { spans } = await new Assay({ url, key }).spans.query()
  expect(spans?.map(({ span_name }) => span_name)).toEqual(['unflushed'])
})

test('spans of a task belong to the trace of the cell that called it', async () => {
  await assay.testsets.writeRows({ slug: 'one' }, [{ data: { text: 'tea' } }])
  const lookUp = observe(async (text: string) => `about ${text}`, { name: 'lookUp', type: 'query' })
  let cell = { traceId: '', spanId: '' }
  await evaluate({
    assay,
    testset: 'one',
    name: 'traced',
    task: async ({ text }, { traceId, spanId }) => {
      cell = { traceId, spanId }
      return lookUp(String(text))
    },
    evaluators: { long: ({ outputs }) => outputs.length },
    output: null,
  })
  const spans = await storedSpans(cell.traceId)
  expect(spans['lookUp'].parent_id).toBe(cell.spanId)
  expect(Object.values(spans).find(({ span_id: id }) => id === cell.spanId)).toMatchObject({
    parent_id: null,
    attributes: { ag: { data: { outputs: 'about tea' } } },
  })
})

test('flush reports spans that could not be sent, and the receipts of the others', async () => {
  const ownTracing = init({ url: 'http://127.0.0.1:9', key: 'x', retries: 0 })
  start('lost').end()
  await expect(ownTracing.flush()).rejects.toBeInstanceOf(FlushError)
})
