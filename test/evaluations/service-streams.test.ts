// Runs of built-ins as streams of events, over HTTP and with the SDK.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Assay } from '../../sdk/client.ts'
import { startTestServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

const chunk = (delta: object, finish: string | null = null, members: object = {}): string =>
  `data: ${JSON.stringify({ id: 'x', model: 'answered', choices: [{ index: 0, delta, finish_reason: finish }], ...members })}\n\n`
const sse = { 'content-type': 'text/event-stream' }
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }

const body = {
  data: {
    parameters: {
      prompt: {
        messages: [{ role: 'user', content: 'Weather?' }],
        llm_config: { model: 'ours/custom/small' },
      },
    },
    inputs: {},
  },
}

describe.each(backends)('a run as a stream of events on %s', (backend) => {
  let api: Api
  let model: TestServer
  let assay: Assay
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    model = await startTestServer()
    assay = new Assay({ url: api.url, key: api.key })
    const data = { kind: 'custom', provider: { url: `${model.url}/v1` }, models: [{ slug: 'small' }] }
    await api.post('/secrets/', {
      slug: 'ours',
      header: { name: 'Ours' },
      secret: { kind: 'custom_provider', data },
    })
  })
  afterAll(() => model.close())

  const invoke = (options: RequestInit = {}): Promise<Response> =>
    fetch(`${api.url}/api/services/completion/v0/invoke`, {
      method: 'POST',
      headers: {
        Authorization: `ApiKey ${api.key}`,
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
      },
      body: JSON.stringify(body),
      ...options,
    })

  test('has the parts of the message, then the JSON answer, and its trace has the time to the first part', async () => {
    model.reply({
      headers: sse,
      chunks: [
        chunk({ content: 'Sun' }),
        chunk({ content: 'ny.' }),
        chunk({}, 'stop', { usage }),
        'data: [DONE]\n\n',
      ],
    })
    const events = await Array.fromAsync(assay.services.invokeEvents('completion', 'v0', body))
    expect(events.map(({ event, data }) => ({ event, data }))).toEqual([
      { event: 'call', data: { call: 0, model: 'ours/custom/small' } },
      { event: 'delta', data: { call: 0, content: 'Sun' } },
      { event: 'delta', data: { call: 0, content: 'ny.' } },
      {
        event: 'answer',
        data: {
          version: '2025.07.14',
          status: { code: 200, message: 'OK' },
          data: { outputs: 'Sunny.' },
          trace_id: expect.any(String),
          span_id: expect.any(String),
        },
      },
    ])
    const { trace_id: traceId } = (events.at(-1)?.data ?? {}) as { trace_id?: string }
    const { body: spansAnswer } = await api.post('/spans/query', {
      filtering: { conditions: [{ field: 'trace_id', operator: 'is', value: traceId }] },
    })
    const { attributes } = spansAnswer.spans.find(
      ({ span_type: type }: { span_type: string }) => type === 'chat',
    )
    expect(attributes.ag.meta).toMatchObject({
      request: { streaming: true },
      response: { ms_to_first_chunk: expect.any(Number) },
    })
    expect(attributes.ag.metrics.tokens.incremental).toMatchObject({ total: 5 })
  })

  test('reports tool calls part by part, and the answer has them', async () => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"a":1}' } }
    model.reply({ headers: sse, chunks: [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls', { usage })] })
    const events = await Array.fromAsync(assay.services.invokeEvents('completion', 'v0', body))
    const deltas = events.filter(({ event }) => event === 'delta').map(({ data }) => data)
    expect(deltas[0]).toMatchObject({
      call: 0,
      tool_calls: [{ index: 0, id: 'c1', function: { name: 'weather' } }],
    })
    const { index: _, ...fullCall } = call
    expect(events.at(-1)).toMatchObject({
      event: 'answer',
      data: { data: { outputs: { role: 'assistant', content: null, tool_calls: [fullCall] } } },
    })
  })

  test('that fails has the failed answer as its last event', async () => {
    model.reply({ status: 429, body: { error: { message: 'slow down' } } })
    const events = await Array.fromAsync(assay.services.invokeEvents('completion', 'v0', body))
    expect(events.at(-1)).toMatchObject({
      event: 'answer',
      data: {
        status: { code: 502, type: 'rate_limited', upstream_status: 429 },
        trace_id: expect.any(String),
      },
    })
  })

  test('of an unknown service is refused', async () => {
    const response = await fetch(`${api.url}/api/services/nothing/v0/invoke`, {
      method: 'POST',
      headers: { Authorization: `ApiKey ${api.key}`, Accept: 'text/event-stream' },
    })
    expect(response.status).toBe(404)
  })

  test('is aborted at the provider when the client disconnects', async () => {
    model.reply({ headers: sse, chunks: [chunk({ content: 'Sun' })], isEndless: true })
    const cancel = new AbortController()
    const response = await invoke({ signal: cancel.signal })
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.includes('"content":"Sun"')) break
    }
    cancel.abort()
    await model.requests[0]?.aborted
    expect(model.requests).toHaveLength(1)
  })

  test('is not requested again by the SDK when the connection breaks', async () => {
    model.reply({ headers: sse, chunks: [chunk({ content: 'Sun' })], isEndless: true })
    const cancel = new AbortController()
    const reading = (async () => {
      for await (const { event } of assay.services.invokeEvents('completion', 'v0', body, {
        signal: cancel.signal,
      })) {
        if (event === 'delta') cancel.abort()
      }
    })()
    await expect(reading).rejects.toThrow()
    await model.requests[0]?.aborted
    expect(model.requests).toHaveLength(1)
  })
})
