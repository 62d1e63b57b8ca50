// Log records of model calls become part of their span, before or after it. The answer counts ignored records.
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'
import { agentSpans } from '../../src/tracing/otlp/agent-logs.ts'
import { backends, newProject, serverOf, type Answer, type Api, type Body } from '../support/api.ts'
import {
  logsProtobufOf,
  logsRequestOf,
  requestOf,
  saidBy,
  sendBytes,
  sendJson,
  sendLogs,
  settled,
  span,
  spansOf,
  text,
  type TestLog,
  type TestSpan,
} from '../support/otlp.ts'
import { recordings } from '../support/recordings.ts'
import { until } from '../support/eventually.ts'

const json = { 'Content-Type': 'application/json' }
const protobuf = { 'Content-Type': 'application/x-protobuf' }

const call = (over: Partial<TestSpan> = {}): TestSpan =>
  span({ attributes: [text('gen_ai.operation.name', 'chat')], ...over })

const choice = (content: string, about: TestSpan): TestLog => ({
  traceId: about.traceId,
  spanId: about.spanId,
  eventName: 'gen_ai.choice',
  timeUnixNano: '1794733201000000005',
  body: {
    kvlistValue: {
      values: [
        { key: 'message', value: { kvlistValue: { values: [text('content', content)] } } },
        text('finish_reason', 'stop'),
      ],
    },
  },
})

/** The data of the call and the events of a span. */
async function told(api: Api, { traceId, spanId }: TestSpan): Promise<Body> {
  const record = (await spansOf(api, traceId)).get(spanId)
  return {
    data: record?.attributes.ag.data,
    events: (record?.events ?? []).map(({ name }: Body) => name as string),
  }
}

const prompt = { inputs: { prompt: [{ role: 'user', content: 'Hi' }] } }
const answered = { ...prompt, outputs: { completion: [{ content: 'Hello', finish_reason: 'stop' }] } }

async function receiptOf(api: Api, { headers }: Pick<Answer, 'headers'>): Promise<Body> {
  return (await api.get(`/otlp/receipts/${headers.get('X-Assay-Receipt')}`)).body.receipt
}

/** Resolves when nothing of the project is in the inbox. */
async function caughtUp(api: Api): Promise<void> {
  const waiting = async (): Promise<number> => (await api.get('/otlp/health')).body.waiting.requests
  await until(async () => (await waiting()) === 0, 'an empty inbox')
}

describe.each(backends)('logs on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('that come before their span wait for it', async () => {
    const one = call()
    const logs = await sendLogs(api, saidBy('user', 'Hi', one), choice('Hello', one))
    expect(logs).toMatchObject({ status: 200, body: {} })
    await caughtUp(api)
    expect(await receiptOf(api, logs)).toMatchObject({
      kind: 'logs',
      status: 'pending',
      received: 2,
      accepted: 2,
      stored: 0,
    })
    await settled(api, await sendJson(api, one))
    expect(await settled(api, logs)).toMatchObject({ status: 'stored', stored: 2, rejected: [] })
    expect(await told(api, one)).toEqual({
      data: answered,
      events: ['gen_ai.user.message', 'gen_ai.choice'],
    })
  })

  test('that come after their span, one by one, complete it', async () => {
    const one = call()
    expect(await settled(api, await sendJson(api, one))).toMatchObject({ kind: 'spans', status: 'stored' })
    await settled(api, await sendLogs(api, choice('Hello', one)))
    await settled(api, await sendLogs(api, saidBy('user', 'Hi', one)))
    expect(await told(api, one)).toEqual({
      data: answered,
      events: ['gen_ai.user.message', 'gen_ai.choice'],
    })
  })

  test('that are sent again change nothing', async () => {
    const one = call()
    const logs = [saidBy('user', 'Hi', one), choice('Hello', one)]
    await settled(api, await sendJson(api, one))
    await settled(api, await sendLogs(api, ...logs))
    const before = (await spansOf(api, one.traceId)).get(one.spanId)
    const again = await sendBytes(api, '/v1/logs', logsProtobufOf(...logs), protobuf)
    expect(await settled(api, again)).toMatchObject({ status: 'stored', stored: 2 })
    expect((await spansOf(api, one.traceId)).get(one.spanId)).toEqual(before)
  })

  test('that are sent again while they wait are taken once', async () => {
    const one = call()
    const records = [
      await sendLogs(api, saidBy('user', 'Hi', one)),
      await sendLogs(api, saidBy('user', 'Hi', one)),
    ]
    await caughtUp(api)
    for (const logs of records) expect(await receiptOf(api, logs)).toMatchObject({ status: 'pending' })
    await settled(api, await sendJson(api, one))
    for (const logs of records)
      expect(await settled(api, logs)).toMatchObject({ status: 'stored', stored: 1 })
    expect(await told(api, one)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('of one request that say the same at the same time are as many as were sent', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    await settled(api, await sendLogs(api, saidBy('user', 'Hi', one), saidBy('user', 'Hi', one)))
    expect((await told(api, one)).events).toEqual(['gen_ai.user.message', 'gen_ai.user.message'])
  })

  test('stay with a span that is sent again', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    await settled(api, await sendLogs(api, saidBy('user', 'Hi', one)))
    const renamed = { ...one, name: 'renamed', startTimeUnixNano: '1794733199000000001' }
    await settled(api, await sendJson(api, renamed))
    await expect
      .poll(() => told(api, one), { timeout: 30_000 })
      .toEqual({ data: prompt, events: ['gen_ai.user.message'] })
    expect((await spansOf(api, one.traceId)).get(one.spanId)?.span_name).toBe('renamed')
  })

  test('stay with a span whose trace grows, and count for its roll-up', async () => {
    const root = call()
    await settled(api, await sendJson(api, root))
    await settled(api, await sendLogs(api, saidBy('user', 'Hi', root)))
    const child = call({
      traceId: root.traceId,
      parentSpanId: root.spanId,
      attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.usage.input_tokens', '5')],
      status: { code: 2 },
    })
    await settled(api, await sendJson(api, child))
    expect(await told(api, root)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
    const grown = (await spansOf(api, root.traceId)).get(root.spanId)
    expect(grown?.attributes.ag.metrics.errors.cumulative).toBe(1)
  })

  test('do not come back to a span that a client wrote without them', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    await settled(api, await sendLogs(api, saidBy('user', 'Hi', one)))
    const read = (await spansOf(api, one.traceId)).get(one.spanId)
    const { trace_id, span_id, span_name, start_time, end_time } = read ?? {}
    const spanRecord = { trace_id, span_id, span_name, start_time, end_time, attributes: {} }
    const put = await api.put(`/traces/${trace_id}`, {
      trace: { trace_id, spans: { [span_name]: spanRecord } },
    })
    expect(put.status).toBe(202)
    expect(await told(api, one)).toEqual({ data: {}, events: [] })
  })

  test('are stored once if a client writes back its answer', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    const logs = [saidBy('user', 'Hi', one)]
    await settled(api, await sendLogs(api, ...logs))
    const { body } = await api.get(`/traces/${one.traceId}`)
    expect((await api.put(`/traces/${one.traceId}`, { trace: body.trace })).status).toBe(202)
    await settled(api, await sendLogs(api, ...logs))
    expect(await told(api, one)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('of a trace that is removed are gone with it', async () => {
    const [one, absent] = [call(), call()]
    await settled(api, await sendJson(api, one))
    const waiting = await sendLogs(api, saidBy('user', 'Hi', { ...absent, traceId: one.traceId }))
    await caughtUp(api)
    expect((await api.call('DELETE', `/traces/${one.traceId}`)).status).toBe(202)
    expect(await settled(api, waiting)).toMatchObject({ status: 'stored' })
    const late = { ...absent, traceId: one.traceId }
    await settled(api, await sendJson(api, late))
    expect(await told(api, late)).toEqual({ data: {}, events: [] })
  })

  test('find the span of their own project only', async () => {
    const other = await newProject(serverOf(backend), { seedDefaults: false })
    const one = call()
    await settled(api, await sendJson(api, one))
    const theirs = await sendLogs(other, saidBy('user', 'Hi', one))
    await caughtUp(other)
    expect(await receiptOf(other, theirs)).toMatchObject({ status: 'pending' })
    expect(await told(api, one)).toEqual({ data: {}, events: [] })
    expect((await receiptOf(api, theirs)) as unknown).toBeUndefined()
  })

  test('are redacted as spans are, whichever comes first', async () => {
    const own = await newProject(serverOf(backend), { seedDefaults: false })
    const rules = [
      { kind: 'built_in', name: 'email' },
      { kind: 'path', path: 'ag.data.outputs' },
    ]
    expect((await own.put('/redaction/rules/', { rules })).status).toBe(200)
    for (const logsFirst of [true, false]) {
      const one = call()
      const logs = [saidBy('user', 'I am ann@example.com', one), choice('Hello Ann', one)]
      const sendSpan = async () => settled(own, await sendJson(own, one))
      if (!logsFirst) await sendSpan()
      const answer = await sendLogs(own, ...logs)
      if (logsFirst) await sendSpan()
      await settled(own, answer)
      const { body } = await own.get(`/traces/${one.traceId}`)
      expect(JSON.stringify(body)).not.toContain('ann@')
      const { data } = await told(own, one)
      expect(data.inputs.prompt[0].content).toMatch(/^I am /)
      expect(JSON.stringify(data.outputs)).not.toContain('Hello Ann')
    }
  })

  test('are taken in every encoding, on every path of exporters', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    const paths = ['/v1/logs', '/api/v1/logs', '/api/otlp/v1/logs']
    const encodings = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
    ] as const
    let recordCount = 0
    for (const path of paths) {
      for (const [encoding, compress] of encodings) {
        const log = saidBy('user', `message ${recordCount}`, one, {
          timeUnixNano: `179473320000000${1000 + recordCount}`,
        })
        const isJson = recordCount % 2 === 0
        const bytes = isJson ? Buffer.from(JSON.stringify(logsRequestOf(log))) : logsProtobufOf(log)
        const headers = { ...(isJson ? json : protobuf), 'Content-Encoding': encoding }
        const answer = await sendBytes(api, path, compress(bytes), headers)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toContain(isJson ? 'json' : 'protobuf')
        await settled(api, answer)
        recordCount += 1
      }
    }
    const { data } = await told(api, one)
    expect(data.inputs.prompt.map(({ content }: Body) => content as string)).toEqual(
      Array.from({ length: recordCount }, (_, i) => `message ${i}`),
    )
  })

  test('without a model call or a span are counted and ignored', async () => {
    const one = call()
    await settled(api, await sendJson(api, one))
    const others: readonly TestLog[] = [
      { body: { stringValue: 'GET /' } },
      { ...saidBy('user', 'Hi', one), eventName: 'http.request' },
      saidBy('user', 'Hi', { traceId: '', spanId: one.spanId }),
      saidBy('user', 'Hi', { traceId: one.traceId, spanId: '0'.repeat(16) }),
    ]
    const message = /^4 log record\(s\) ignored: only events named gen_ai\.\*/
    const mixed = await sendLogs(api, ...others, saidBy('user', 'Hi', one))
    expect(mixed).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedLogRecords: '4', errorMessage: expect.stringMatching(message) } },
    })
    expect(await settled(api, mixed)).toMatchObject({ received: 1, stored: 1 })
    const none = await sendBytes(api, '/v1/logs', logsProtobufOf(...others), protobuf)
    expect(none.headers.get('X-Assay-Receipt')).toBeNull()
    expect(decodeMessage('Response', none.bytes)).toMatchObject({
      partialSuccess: { rejectedSpans: '4', errorMessage: expect.stringMatching(message) as string },
    })
    expect(await told(api, one)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('of a coding agent become spans, once however often they are sent', async () => {
    const agent = recordings().find(({ name }) => name === 'claude-code')
    const bytes = agent?.bytes ?? new Uint8Array()
    const traceId = agentSpans('protobuf', bytes)[0]?.traceId ?? ''
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await sendBytes(api, '/v1/logs', bytes, protobuf)
      expect(decodeMessage('Response', answer.bytes)).toMatchObject({
        partialSuccess: { rejectedSpans: '9' },
      })
      expect(await settled(api, answer)).toMatchObject({ kind: 'spans', received: 7, stored: 7 })
    }
    const spans = [...(await spansOf(api, traceId)).values()]
    expect(spans).toHaveLength(5)
    const root = spans.find(({ span_name }) => span_name === 'claude_code.user_prompt')
    expect(root?.attributes.ag.metrics.tokens.cumulative.total).toBe(3080)
  })

  test('are refused as spans are: undecodable, unknown type, no key, a viewer', async () => {
    const bad = await sendBytes(api, '/v1/logs', Buffer.from([0xff]), protobuf)
    expect(bad.status).toBe(400)
    expect(decodeMessage('RpcStatus', bad.bytes)).toMatchObject({ code: 3 })
    expect(await sendBytes(api, '/v1/logs', '{', json)).toMatchObject({ status: 400, body: { code: 3 } })
    const type = await sendBytes(api, '/v1/logs', 'x', { 'Content-Type': 'text/csv' })
    expect(type.status).toBe(415)
    const stranger = await sendBytes({ ...api, key: 'nobody' }, '/v1/logs', '{}', json)
    expect(stranger).toMatchObject({ status: 401, body: { code: 16 } })
    const viewer = await sendBytes(await api.as('viewer'), '/v1/logs', '{}', json)
    expect(viewer).toMatchObject({ status: 403, body: { code: 7 } })
    const empty = await sendBytes(api, '/v1/logs', '', protobuf)
    expect(empty).toMatchObject({ status: 200 })
  })

  test('are counted by the health of ingest, apart from spans', async () => {
    const own = await newProject(serverOf(backend), { seedDefaults: false })
    const [one, absent] = [call(), call()]
    await settled(own, await sendJson(own, one))
    await settled(own, await sendLogs(own, saidBy('user', 'Hi', one), choice('Hello', one)))
    await sendLogs(own, saidBy('user', 'Hi', absent))
    await caughtUp(own)
    const { body } = await own.get('/otlp/health')
    const total = (name: string): number =>
      body.minutes.reduce((sum: number, minute: Body) => sum + (minute[name] as number), 0)
    expect(['requests', 'received', 'stored', 'log_events'].map(total)).toEqual([1, 1, 1, 3])
    expect(body.waiting_logs).toEqual({
      events: 1,
      bytes: expect.any(Number) as number,
      oldest_received_at: expect.any(String) as string,
    })
    const { receipts } = (await own.post('/otlp/receipts/query', {})).body
    expect(receipts.map(({ kind, status }: Body) => [kind, status] as unknown)).toEqual([
      ['logs', 'pending'],
      ['logs', 'stored'],
      ['spans', 'stored'],
    ])
  })

  test('may come in the same moment as their span, from many sides', async () => {
    const calls = Array.from({ length: 20 }, () => call())
    const answers = await Promise.all(
      calls.flatMap((one) => [
        sendLogs(api, saidBy('user', 'Hi', one)),
        sendBytes(api, '/v1/traces', JSON.stringify(requestOf(one)), json),
        sendLogs(api, choice('Hello', one)),
      ]),
    )
    for (const answer of answers) expect(await settled(api, answer)).toMatchObject({ status: 'stored' })
    for (const one of calls) expect((await told(api, one)).data).toEqual(answered)
  })
})
