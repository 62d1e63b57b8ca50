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
  messageLog,
  sendBytes,
  sendJson,
  sendLogs,
  waitForReceipt,
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
async function callData(api: Api, { traceId, spanId }: TestSpan): Promise<Body> {
  const record = (await spansOf(api, traceId)).get(spanId)
  return {
    data: record?.attributes.ag.data,
    events: (record?.events ?? []).map(({ name }: Body) => name as string),
  }
}

const prompt = { inputs: { prompt: [{ role: 'user', content: 'Hi' }] } }
const answeredData = { ...prompt, outputs: { completion: [{ content: 'Hello', finish_reason: 'stop' }] } }

async function receiptOf(api: Api, { headers }: Pick<Answer, 'headers'>): Promise<Body> {
  return (await api.get(`/otlp/receipts/${headers.get('X-Assay-Receipt')}`)).body.receipt
}

/** Resolves when nothing of the project is in the inbox. */
async function waitForEmptyInbox(api: Api): Promise<void> {
  const countWaiting = async (): Promise<number> => (await api.get('/otlp/health')).body.waiting.requests
  await until(async () => (await countWaiting()) === 0, 'an empty inbox')
}

describe.each(backends)('logs on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test('that arrive before their span wait for it', async () => {
    const callSpan = call()
    const logs = await sendLogs(api, messageLog('user', 'Hi', callSpan), choice('Hello', callSpan))
    expect(logs).toMatchObject({ status: 200, body: {} })
    await waitForEmptyInbox(api)
    expect(await receiptOf(api, logs)).toMatchObject({
      kind: 'logs',
      status: 'pending',
      received: 2,
      accepted: 2,
      stored: 0,
    })
    await waitForReceipt(api, await sendJson(api, callSpan))
    expect(await waitForReceipt(api, logs)).toMatchObject({ status: 'stored', stored: 2, rejected: [] })
    expect(await callData(api, callSpan)).toEqual({
      data: answeredData,
      events: ['gen_ai.user.message', 'gen_ai.choice'],
    })
  })

  test('that arrive after their span, one by one, complete it', async () => {
    const callSpan = call()
    expect(await waitForReceipt(api, await sendJson(api, callSpan))).toMatchObject({
      kind: 'spans',
      status: 'stored',
    })
    await waitForReceipt(api, await sendLogs(api, choice('Hello', callSpan)))
    await waitForReceipt(api, await sendLogs(api, messageLog('user', 'Hi', callSpan)))
    expect(await callData(api, callSpan)).toEqual({
      data: answeredData,
      events: ['gen_ai.user.message', 'gen_ai.choice'],
    })
  })

  test('that are sent again change nothing', async () => {
    const callSpan = call()
    const logs = [messageLog('user', 'Hi', callSpan), choice('Hello', callSpan)]
    await waitForReceipt(api, await sendJson(api, callSpan))
    await waitForReceipt(api, await sendLogs(api, ...logs))
    const before = (await spansOf(api, callSpan.traceId)).get(callSpan.spanId)
    const secondAnswer = await sendBytes(api, '/v1/logs', logsProtobufOf(...logs), protobuf)
    expect(await waitForReceipt(api, secondAnswer)).toMatchObject({ status: 'stored', stored: 2 })
    expect((await spansOf(api, callSpan.traceId)).get(callSpan.spanId)).toEqual(before)
  })

  test('that are sent again while they wait are stored once', async () => {
    const callSpan = call()
    const records = [
      await sendLogs(api, messageLog('user', 'Hi', callSpan)),
      await sendLogs(api, messageLog('user', 'Hi', callSpan)),
    ]
    await waitForEmptyInbox(api)
    for (const logs of records) expect(await receiptOf(api, logs)).toMatchObject({ status: 'pending' })
    await waitForReceipt(api, await sendJson(api, callSpan))
    for (const logs of records)
      expect(await waitForReceipt(api, logs)).toMatchObject({ status: 'stored', stored: 1 })
    expect(await callData(api, callSpan)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('of one request with equal content and time are all stored', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    await waitForReceipt(
      api,
      await sendLogs(api, messageLog('user', 'Hi', callSpan), messageLog('user', 'Hi', callSpan)),
    )
    expect((await callData(api, callSpan)).events).toEqual(['gen_ai.user.message', 'gen_ai.user.message'])
  })

  test('remain in a span that is sent again', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    await waitForReceipt(api, await sendLogs(api, messageLog('user', 'Hi', callSpan)))
    const renamedSpan = { ...callSpan, name: 'renamed', startTimeUnixNano: '1794733199000000001' }
    await waitForReceipt(api, await sendJson(api, renamedSpan))
    await expect
      .poll(() => callData(api, callSpan))
      .toEqual({ data: prompt, events: ['gen_ai.user.message'] })
    expect((await spansOf(api, callSpan.traceId)).get(callSpan.spanId)?.span_name).toBe('renamed')
  })

  test('remain in a span when more spans of its trace arrive, and count in its totals', async () => {
    const root = call()
    await waitForReceipt(api, await sendJson(api, root))
    await waitForReceipt(api, await sendLogs(api, messageLog('user', 'Hi', root)))
    const child = call({
      traceId: root.traceId,
      parentSpanId: root.spanId,
      attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.usage.input_tokens', '5')],
      status: { code: 2 },
    })
    await waitForReceipt(api, await sendJson(api, child))
    expect(await callData(api, root)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
    const grownSpan = (await spansOf(api, root.traceId)).get(root.spanId)
    expect(grownSpan?.attributes.ag.metrics.errors.cumulative).toBe(1)
  })

  test('are not added again to a span that a client wrote without them', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    await waitForReceipt(api, await sendLogs(api, messageLog('user', 'Hi', callSpan)))
    const storedSpan = (await spansOf(api, callSpan.traceId)).get(callSpan.spanId)
    const { trace_id, span_id, span_name, start_time, end_time } = storedSpan ?? {}
    const spanRecord = { trace_id, span_id, span_name, start_time, end_time, attributes: {} }
    const put = await api.put(`/traces/${trace_id}`, {
      trace: { trace_id, spans: { [span_name]: spanRecord } },
    })
    expect(put.status).toBe(202)
    expect(await callData(api, callSpan)).toEqual({ data: {}, events: [] })
  })

  test('are stored once if a client writes back its answer', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    const logs = [messageLog('user', 'Hi', callSpan)]
    await waitForReceipt(api, await sendLogs(api, ...logs))
    const { body } = await api.get(`/traces/${callSpan.traceId}`)
    expect((await api.put(`/traces/${callSpan.traceId}`, { trace: body.trace })).status).toBe(202)
    await waitForReceipt(api, await sendLogs(api, ...logs))
    expect(await callData(api, callSpan)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('are deleted with their trace', async () => {
    const [one, absent] = [call(), call()]
    await waitForReceipt(api, await sendJson(api, one))
    const logAnswer = await sendLogs(api, messageLog('user', 'Hi', { ...absent, traceId: one.traceId }))
    await waitForEmptyInbox(api)
    expect((await api.call('DELETE', `/traces/${one.traceId}`)).status).toBe(202)
    expect(await waitForReceipt(api, logAnswer)).toMatchObject({ status: 'stored' })
    const late = { ...absent, traceId: one.traceId }
    await waitForReceipt(api, await sendJson(api, late))
    expect(await callData(api, late)).toEqual({ data: {}, events: [] })
  })

  test('are joined to a span of their own project only', async () => {
    const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    const theirs = await sendLogs(otherProject, messageLog('user', 'Hi', callSpan))
    await waitForEmptyInbox(otherProject)
    expect(await receiptOf(otherProject, theirs)).toMatchObject({ status: 'pending' })
    expect(await callData(api, callSpan)).toEqual({ data: {}, events: [] })
    expect((await receiptOf(api, theirs)) as unknown).toBeUndefined()
  })

  test('are redacted like spans, whichever arrives first', async () => {
    const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
    const rules = [
      { kind: 'built_in', name: 'email' },
      { kind: 'path', path: 'ag.data.outputs' },
    ]
    expect((await freshProject.put('/redaction/rules/', { rules })).status).toBe(200)
    for (const logsFirst of [true, false]) {
      const callSpan = call()
      const logs = [messageLog('user', 'I am ann@example.com', callSpan), choice('Hello Ann', callSpan)]
      const sendSpan = async () => waitForReceipt(freshProject, await sendJson(freshProject, callSpan))
      if (!logsFirst) await sendSpan()
      const answer = await sendLogs(freshProject, ...logs)
      if (logsFirst) await sendSpan()
      await waitForReceipt(freshProject, answer)
      const { body } = await freshProject.get(`/traces/${callSpan.traceId}`)
      expect(JSON.stringify(body)).not.toContain('ann@')
      const { data } = await callData(freshProject, callSpan)
      expect(data.inputs.prompt[0].content).toMatch(/^I am /)
      expect(JSON.stringify(data.outputs)).not.toContain('Hello Ann')
    }
  })

  test('are accepted in every encoding, on every path of exporters', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    const paths = ['/v1/logs', '/api/v1/logs', '/api/otlp/v1/logs']
    const encodings = [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['zstd', zstdCompressSync],
    ] as const
    let recordCount = 0
    for (const path of paths) {
      for (const [encoding, compress] of encodings) {
        const log = messageLog('user', `message ${recordCount}`, callSpan, {
          timeUnixNano: `179473320000000${1000 + recordCount}`,
        })
        const isJson = recordCount % 2 === 0
        const bytes = isJson ? Buffer.from(JSON.stringify(logsRequestOf(log))) : logsProtobufOf(log)
        const headers = { ...(isJson ? json : protobuf), 'Content-Encoding': encoding }
        const answer = await sendBytes(api, path, compress(bytes), headers)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toContain(isJson ? 'json' : 'protobuf')
        await waitForReceipt(api, answer)
        recordCount += 1
      }
    }
    const { data } = await callData(api, callSpan)
    expect(data.inputs.prompt.map(({ content }: Body) => content as string)).toEqual(
      Array.from({ length: recordCount }, (_, i) => `message ${i}`),
    )
  })

  test('without a model call or a span are counted and ignored', async () => {
    const callSpan = call()
    await waitForReceipt(api, await sendJson(api, callSpan))
    const others: readonly TestLog[] = [
      { body: { stringValue: 'GET /' } },
      { ...messageLog('user', 'Hi', callSpan), eventName: 'http.request' },
      messageLog('user', 'Hi', { traceId: '', spanId: callSpan.spanId }),
      messageLog('user', 'Hi', { traceId: callSpan.traceId, spanId: '0'.repeat(16) }),
    ]
    const message = /^4 log record\(s\) ignored: only events named gen_ai\.\*/
    const mixedAnswer = await sendLogs(api, ...others, messageLog('user', 'Hi', callSpan))
    expect(mixedAnswer).toMatchObject({
      status: 200,
      body: { partialSuccess: { rejectedLogRecords: '4', errorMessage: expect.stringMatching(message) } },
    })
    expect(await waitForReceipt(api, mixedAnswer)).toMatchObject({ received: 1, stored: 1 })
    const emptyAnswer = await sendBytes(api, '/v1/logs', logsProtobufOf(...others), protobuf)
    expect(emptyAnswer.headers.get('X-Assay-Receipt')).toBeNull()
    expect(decodeMessage('Response', emptyAnswer.bytes)).toMatchObject({
      partialSuccess: { rejectedSpans: '4', errorMessage: expect.stringMatching(message) as string },
    })
    expect(await callData(api, callSpan)).toEqual({ data: prompt, events: ['gen_ai.user.message'] })
  })

  test('of a coding agent become spans, once even if they are sent repeatedly', async () => {
    const agent = recordings().find(({ name }) => name === 'claude-code')
    const bytes = agent?.bytes ?? new Uint8Array()
    const traceId = agentSpans('protobuf', bytes)[0]?.traceId ?? ''
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await sendBytes(api, '/v1/logs', bytes, protobuf)
      expect(decodeMessage('Response', answer.bytes)).toMatchObject({
        partialSuccess: { rejectedSpans: '9' },
      })
      expect(await waitForReceipt(api, answer)).toMatchObject({ kind: 'spans', received: 7, stored: 7 })
    }
    const spans = [...(await spansOf(api, traceId)).values()]
    expect(spans).toHaveLength(5)
    const root = spans.find(({ span_name }) => span_name === 'claude_code.user_prompt')
    expect(root?.attributes.ag.metrics.tokens.cumulative.total).toBe(3080)
  })

  test('are refused like spans: undecodable, unknown type, no key, a viewer', async () => {
    const invalidAnswer = await sendBytes(api, '/v1/logs', Buffer.from([0xff]), protobuf)
    expect(invalidAnswer.status).toBe(400)
    expect(decodeMessage('RpcStatus', invalidAnswer.bytes)).toMatchObject({ code: 3 })
    expect(await sendBytes(api, '/v1/logs', '{', json)).toMatchObject({ status: 400, body: { code: 3 } })
    const type = await sendBytes(api, '/v1/logs', 'x', { 'Content-Type': 'text/csv' })
    expect(type.status).toBe(415)
    const unauthorizedAnswer = await sendBytes({ ...api, key: 'nobody' }, '/v1/logs', '{}', json)
    expect(unauthorizedAnswer).toMatchObject({ status: 401, body: { code: 16 } })
    const viewer = await sendBytes(await api.as('viewer'), '/v1/logs', '{}', json)
    expect(viewer).toMatchObject({ status: 403, body: { code: 7 } })
    const empty = await sendBytes(api, '/v1/logs', '', protobuf)
    expect(empty).toMatchObject({ status: 200 })
  })

  test('are counted in the health of ingest separately from spans', async () => {
    const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
    const [one, absent] = [call(), call()]
    await waitForReceipt(freshProject, await sendJson(freshProject, one))
    await waitForReceipt(
      freshProject,
      await sendLogs(freshProject, messageLog('user', 'Hi', one), choice('Hello', one)),
    )
    await sendLogs(freshProject, messageLog('user', 'Hi', absent))
    await waitForEmptyInbox(freshProject)
    const { body } = await freshProject.get('/otlp/health')
    const total = (name: string): number =>
      body.minutes.reduce((sum: number, minute: Body) => sum + (minute[name] as number), 0)
    expect(['requests', 'received', 'stored', 'log_events'].map(total)).toEqual([1, 1, 1, 3])
    expect(body.waiting_logs).toEqual({
      events: 1,
      bytes: expect.any(Number) as number,
      oldest_received_at: expect.any(String) as string,
    })
    const { receipts } = (await freshProject.post('/otlp/receipts/query', {})).body
    expect(receipts.map(({ kind, status }: Body) => [kind, status] as unknown)).toEqual([
      ['logs', 'pending'],
      ['logs', 'stored'],
      ['spans', 'stored'],
    ])
  })

  test('may arrive concurrently with their span', async () => {
    const calls = Array.from({ length: 20 }, () => call())
    const answers = await Promise.all(
      calls.flatMap((one) => [
        sendLogs(api, messageLog('user', 'Hi', one)),
        sendBytes(api, '/v1/traces', JSON.stringify(requestOf(one)), json),
        sendLogs(api, choice('Hello', one)),
      ]),
    )
    for (const answer of answers)
      expect(await waitForReceipt(api, answer)).toMatchObject({ status: 'stored' })
    for (const one of calls) expect((await callData(api, one)).data).toEqual(answeredData)
  })
})
