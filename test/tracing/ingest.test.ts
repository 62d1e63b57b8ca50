// Spans over every transport, and the stored result.
// Long because every entry point has the same expectations.
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeMessage } from '../../src/tracing/otlp/schema.fixture.ts'
import { backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import {
  int,
  links,
  protobufOf,
  requestOf,
  sendBytes,
  sendJson,
  waitForReceipt,
  span,
  spanId,
  spansOf,
  text,
  traceId,
} from '../support/otlp.ts'

const otlpPath = '/api/otlp/v1/traces'
const protobuf = { 'Content-Type': 'application/x-protobuf' }
const json = { 'Content-Type': 'application/json' }

const inTwoFrames = (body: Uint8Array): Uint8Array =>
  Buffer.concat([body.subarray(0, 20), body.subarray(20)].map((part) => zstdCompressSync(part)))

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  describe('OTLP at /otlp/v1/traces', () => {
    test('accepts protobuf and JSON, and stores times with nanoseconds', async () => {
      for (const encode of [
        (one: ReturnType<typeof span>) => sendBytes(api, otlpPath, protobufOf(one), protobuf),
        (one: ReturnType<typeof span>) => sendJson(api, one),
      ]) {
        const sentSpan = span({ attributes: [int('big', '9223372036854775807'), text('word', 'Grüße 👋')] })
        const answer = await encode(sentSpan)
        expect(answer).toMatchObject({ status: 202, body: { count: 1, links: links(sentSpan) } })
        expect(await waitForReceipt(api, answer)).toMatchObject({
          status: 'stored',
          received: 1,
          accepted: 1,
          stored: 1,
          rejected: [],
        })
        const response = await fetch(`${api.url}/api/traces/${sentSpan.traceId}`, {
          headers: { Authorization: api.key },
        })
        const body = await response.text()
        expect(body).toContain('"start_time":"2026-11-15T09:00:00.000000001Z"')
        expect(body).toContain('"big":9223372036854775807,"word":"Grüße 👋"')
      }
    })

    test.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['zstd', zstdCompressSync],
      ['zstd', inTwoFrames],
    ])('decompresses %s', async (encoding, compress) => {
      const sentSpan = span()
      const body = compress(protobufOf(sentSpan))
      const namedAnswer = await sendBytes(api, otlpPath, body, { ...protobuf, 'Content-Encoding': encoding })
      expect(namedAnswer.body).toEqual({ count: 1, links: links(sentSpan) })
      if (compress === deflateRawSync) return
      const untypedAnswer = await sendBytes(api, otlpPath, body, protobuf)
      expect(untypedAnswer.body).toEqual({ count: 1, links: links(sentSpan) })
    })

    test('detects JSON and protobuf in a request without a content type', async () => {
      const sentSpan = span()
      const asJson = await sendBytes(api, otlpPath, ` ${JSON.stringify(requestOf(sentSpan))}`)
      expect(asJson.body.count).toBe(1)
      const asProtobuf = await sendBytes(api, otlpPath, protobufOf(sentSpan))
      expect(asProtobuf.body.count).toBe(1)
    })

    test('an invalid span is refused with a reason, and the other spans are stored', async () => {
      const [good, other] = [span(), span()]
      const invalidSpan = span({ traceId: 'abcd' })
      const answer = await sendJson(api, good, invalidSpan, other)
      expect(answer).toMatchObject({ status: 202, body: { count: 2, links: links(good, other) } })
      const receipt = await waitForReceipt(api, answer)
      expect(receipt).toMatchObject({
        status: 'rejected',
        received: 3,
        accepted: 2,
        stored: 2,
        rejected: [
          {
            index: 1,
            trace_id: 'abcd',
            span_id: invalidSpan.spanId,
            reason: 'trace_id has 2 bytes; 16 are needed',
          },
        ],
      })
      expect((await spansOf(api, other.traceId)).size).toBe(1)
      const listAnswer = await api.post('/otlp/rejections/query', { receipt_id: receipt.id })
      expect(listAnswer.body).toMatchObject({ count: 1, rejections: [{ receipt_id: receipt.id, index: 1 }] })
      const retryAnswer = await api.post('/otlp/rejections/retry', {
        rejection_ids: [receipt.rejected[0].id],
      })
      expect(retryAnswer).toMatchObject({ status: 202, body: { count: 0, links: [] } })
      expect((await api.post('/otlp/rejections/query', { receipt_id: receipt.id })).body.count).toBe(1)
    })

    test('an id with arbitrary text is refused with a reason, and the other spans are stored', async () => {
      const validSpan = span()
      const texts = ['\u0000', '\ud800', 'x'.repeat(100_000)]
      const answer = await sendJson(api, validSpan, ...texts.map((traceId) => span({ traceId })))
      expect(answer).toMatchObject({ status: 202, body: { count: 1, links: links(validSpan) } })
      const { rejected } = await waitForReceipt(api, answer)
      expect(rejected.map((one: Body) => one.trace_id)).toEqual(['\uFFFD', '\uFFFD', 'x'.repeat(64)])
      const records = [
        { trace_id: '\u0000', span_id: spanId() },
        { trace_id: traceId(), span_id: spanId() },
      ]
      expect((await api.post('/tracing/spans/ingest', { spans: records })).body.count).toBe(1)
    })

    test('a span that cannot be stored is rejected after the answer, saved, and can be retried', async () => {
      const lateSpan = span({ startTimeUnixNano: '18446744073709551615' })
      const validSpan = span()
      const answer = await sendJson(api, lateSpan, validSpan)
      expect(answer.body.count).toBe(2)
      const receipt = await waitForReceipt(api, answer)
      expect(receipt).toMatchObject({ status: 'rejected', accepted: 2, stored: 1 })
      expect(receipt.rejected[0].reason).toContain('2262-04-11')
      const retryAnswer = await api.post('/otlp/rejections/retry', {
        rejection_ids: [receipt.rejected[0].id],
      })
      expect(retryAnswer.body).toEqual({ count: 1, links: links(lateSpan) })
      const retryReceipt = await waitForReceipt(api, retryAnswer)
      expect(retryReceipt).toMatchObject({ status: 'rejected', received: 1, accepted: 1, stored: 0 })
      const [{ id, ...rejected }] = retryReceipt.rejected
      expect(rejected).toEqual({ ...receipt.rejected[0], id: undefined, index: 0 })
      expect(id).not.toBe(receipt.rejected[0].id)
      // The retry does not change the number of stored spans of the first request.
      const { body: former } = await api.get(`/otlp/receipts/${receipt.id}`)
      expect(former.receipt).toMatchObject({ status: 'rejected', stored: 1, rejected: [] })
      const response = await api.post('/otlp/rejections/retry', { rejection_ids: [receipt.rejected[0].id] })
      expect(response.status).toBe(404)
    })

    test('rejected spans that are retried together have one receipt', async () => {
      const times = { startTimeUnixNano: '18446744073709551615' }
      const lateSpans = [span(times), span(times), span(times)]
      const receipts = [await waitForReceipt(api, await sendJson(api, ...lateSpans.slice(0, 2)))]
      receipts.push(
        await waitForReceipt(
          api,
          await sendBytes(api, otlpPath, protobufOf(...lateSpans.slice(2), span()), protobuf),
        ),
      )
      const ids = receipts.flatMap(({ rejected }: Body) => rejected.map((item: Body) => item.id))
      const retryAnswer = await api.post('/otlp/rejections/retry', { rejection_ids: [...ids, ids[0]] })
      expect(retryAnswer.body).toEqual({ count: 3, links: links(...lateSpans) })
      const retryReceipt = await waitForReceipt(api, retryAnswer)
      expect(retryReceipt).toMatchObject({ received: 3, stored: 0 })
      expect(retryReceipt.rejected.map(({ index, span_id }: Body) => [index, span_id])).toEqual(
        lateSpans.map((one, index) => [index, one.spanId]),
      )
    })

    test.each([
      [
        'a body that is not OTLP',
        Buffer.from([0xff, 0xff, 0xff]),
        protobuf,
        400,
        'Failed to parse OTLP stream.',
      ],
      ['a body that is not JSON', Buffer.from('{'), json, 400, 'Failed to parse OTLP stream.'],
      [
        'a body that is not gzip',
        Buffer.from('plain'),
        { ...json, 'Content-Encoding': 'gzip' },
        400,
        'Failed to parse OTLP stream.',
      ],
      [
        'only bad spans',
        Buffer.from(JSON.stringify(requestOf(span({ spanId: '' })))),
        json,
        400,
        'Failed to parse OTEL span.',
      ],
      ['another type', Buffer.from('x'), { 'Content-Type': 'text/csv' }, 415, "Content-Type 'text/csv'"],
      [
        'another encoding',
        Buffer.from('x'),
        { ...json, 'Content-Encoding': 'br' },
        415,
        "Content-Encoding 'br'",
      ],
      ['too much', Buffer.alloc(10 * 1024 * 1024 + 1), protobuf, 413, 'OTLP batch size exceeds 10MB limit.'],
      [
        'a body that is too large after decompression',
        gzipSync(Buffer.alloc(65 * 1024 * 1024)),
        { ...protobuf, 'Content-Encoding': 'gzip' },
        413,
        'OTLP batch size exceeds 64MB limit after decompression.',
      ],
    ])('refuses %s', async (_, body, headers, status, sentence) => {
      const answer = await sendBytes(api, otlpPath, body, headers)
      expect(answer.status).toBe(status)
      expect(answer.body.detail).toMatch(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))
    })

    test('an empty request stores nothing', async () => {
      for (const body of ['', '{}', JSON.stringify(requestOf())]) {
        const answer = await sendBytes(api, otlpPath, body, json)
        expect(answer).toMatchObject({ status: 202, body: { count: 0, links: [] } })
        expect((await waitForReceipt(api, answer)).status).toBe('stored')
      }
      expect((await api.get('/otlp/v1/traces')).body).toEqual({ status: 'ready' })
    })

    test('receipts and traces of another project are unknown', async () => {
      const sentSpan = span()
      const answer = await sendJson(api, sentSpan)
      await waitForReceipt(api, answer)
      const otherProject = await newProject(api.url, { seedDefaults: false })
      const id = answer.headers.get('X-Assay-Receipt')
      expect((await otherProject.get(`/otlp/receipts/${id}`)).body).toEqual({ count: 0 })
      expect((await otherProject.get(`/traces/${sentSpan.traceId}`)).body).toEqual({ count: 0 })
      expect((await otherProject.get(`/tracing/traces/${sentSpan.traceId}`)).body).toEqual({
        count: 0,
        traces: {},
      })
      expect((await otherProject.post('/otlp/rejections/retry', { rejection_ids: [id] })).status).toBe(404)
    })
  })

  describe('OTLP at /v1/traces', () => {
    test('answers in the encoding of the request, with and without /api', async () => {
      for (const path of ['/v1/traces', '/api/v1/traces']) {
        const inProtobuf = await sendBytes(api, path, protobufOf(span()), protobuf)
        expect(inProtobuf.status).toBe(200)
        expect(inProtobuf.headers.get('Content-Type')).toBe('application/x-protobuf')
        expect(inProtobuf.bytes).toHaveLength(0)
        const inJson = await sendBytes(api, path, JSON.stringify(requestOf(span())), json)
        expect(inJson).toMatchObject({ status: 200, body: {} })
        expect((await waitForReceipt(api, inJson)).status).toBe('stored')
      }
    })

    test('answers JSON to a JSON body without a content type', async () => {
      const answer = await sendBytes(api, '/v1/traces', ` ${JSON.stringify(requestOf(span()))}`)
      expect([answer.status, answer.body]).toEqual([200, {}])
      const gzipAnswer = await sendBytes(api, '/v1/traces', gzipSync(JSON.stringify(requestOf(span()))))
      expect([gzipAnswer.status, gzipAnswer.body]).toEqual([200, {}])
      const refusal = await sendBytes(api, '/v1/traces', '{')
      expect(refusal).toMatchObject({ status: 400, body: { code: 3 } })
      const bytes = await sendBytes(api, '/v1/traces', protobufOf(span()))
      expect(bytes.headers.get('Content-Type')).toBe('application/x-protobuf')
    })

    test('counts refused spans as partial success, even when all are refused', async () => {
      const partialAnswer = await sendBytes(
        api,
        '/v1/traces',
        JSON.stringify(requestOf(span(), span({ spanId: 'ab' }))),
        json,
      )
      expect(partialAnswer.body.partialSuccess.rejectedSpans).toBe('1')
      const completeAnswer = await sendBytes(api, '/v1/traces', protobufOf(span({ spanId: 'ab' })), protobuf)
      expect(completeAnswer.status).toBe(200)
      const { partialSuccess } = decodeMessage('Response', completeAnswer.bytes) as {
        partialSuccess: { rejectedSpans: string; errorMessage: string }
      }
      expect(partialSuccess.rejectedSpans).toBe('1')
      expect(partialSuccess.errorMessage).toContain('span_id has 1 bytes; 8 are needed')
    })

    test('failures are google.rpc.Status in the encoding of the request', async () => {
      const invalidAnswer = await sendBytes(api, '/v1/traces', Buffer.from([0xff]), protobuf)
      expect(invalidAnswer.status).toBe(400)
      expect(decodeMessage('RpcStatus', invalidAnswer.bytes)).toMatchObject({ code: 3 })
      const unauthorizedAnswer = await sendBytes({ ...api, key: 'nobody' }, '/v1/traces', '{}', json)
      expect(unauthorizedAnswer).toMatchObject({ status: 401, body: { code: 16, message: 'Unauthorized' } })
      const viewer = await sendBytes(await api.as('viewer'), '/v1/traces', '{}', json)
      expect(viewer).toMatchObject({ status: 403, body: { code: 7 } })
    })

    test('accepts metrics and stores nothing', async () => {
      for (const path of ['', '/api', '/api/otlp'].map((place) => `${place}/v1/metrics`)) {
        expect(await sendBytes(api, path, '{}', json)).toMatchObject({ status: 200, body: {} })
        expect((await request(`${api.url}${path}`, { method: 'POST' })).status).toBe(401)
      }
    })
  })

  describe('the JSON routes', () => {
    const record = (over: object = {}) => ({
      trace_id: traceId(),
      span_id: spanId(),
      span_name: 'step',
      start_time: '2026-11-15T09:00:00.000000007Z',
      end_time: '2026-11-15T09:00:01Z',
      ...over,
    })

    test('a tree is returned as the same tree', async () => {
      const trace_id = traceId()
      const tree = {
        root: {
          ...record({ trace_id }),
          span_name: undefined,
          spans: { step: [record({ trace_id }), record({ trace_id, start_time: '2026-11-15T09:00:00.5Z' })] },
        },
      }
      const answer = await sendBytes(
        api,
        '/api/traces/ingest',
        JSON.stringify({ traces: [{ trace_id, spans: tree }] }),
        json,
      )
      expect(answer).toMatchObject({ status: 202, body: { count: 3, trace_ids: [trace_id] } })
      expect(answer.headers.get('Deprecation')).toBe('true')
      expect(answer.headers.get('Link')).toBe('</api/otlp/v1/traces>; rel="successor-version"')
      await waitForReceipt(api, answer)
      const { body } = await api.get(`/traces/${trace_id}`)
      const ids = tree.root.spans.step.map(({ span_id }) => span_id)
      expect(Object.keys(body.trace.spans)).toEqual(['root'])
      expect(body.trace.spans.root.spans.step.map((one: { span_id: string }) => one.span_id)).toEqual(ids)
      expect(body.trace.spans.root.spans.step[0].parent_id).toBe(tree.root.span_id)
    })

    test('a span with an invalid id is refused alone; a span without an id refuses the request', async () => {
      const validSpan = record()
      const mixedAnswer = await api.post('/tracing/spans/ingest', {
        spans: [validSpan, record({ span_id: 'x' })],
      })
      expect(mixedAnswer).toMatchObject({ status: 202, body: { count: 1 } })
      const invalidAnswer = await api.post('/tracing/spans/ingest', {
        spans: [record({ span_id: 7 }), 5, { span_id: 'a' }],
      })
      expect(invalidAnswer.status).toBe(422)
      expect(invalidAnswer.body.detail.map((fault: { loc: unknown }) => fault.loc)).toEqual([
        ['body', 'spans', 0, 'span_id'],
        ['body', 'spans', 1],
        ['body', 'spans', 2, 'trace_id'],
      ])
    })

    test('lists missing members, accepts an empty request, and refuses a body that is not JSON', async () => {
      expect((await api.post('/traces/ingest', {})).body).toEqual({
        code: 'trace_invalid',
        detail: 'Missing traces',
      })
      expect(await api.post('/tracing/spans/ingest', {})).toMatchObject({
        status: 202,
        body: { count: 0, links: [] },
      })
      expect((await api.post('/tracing/spans/ingest', '{')).body.code).toBe('json_invalid')
      expect((await api.get('/traces/ingest')).status).toBe(405)
    })

    test('a tree of 5,000 levels is accepted', async () => {
      const trace_id = traceId()
      let body = ''
      for (let i = 0; i < 5000; i++) {
        const { span_id } = record()
        body += `"s${i}":{"trace_id":"${trace_id}","span_id":"${span_id}","spans":{`
      }
      const answer = await sendBytes(
        api,
        '/api/tracing/spans/ingest',
        `{"traces":{"${trace_id}":{"spans":{${body}${'}}'.repeat(5000)}}}}}`,
        json,
      )
      expect(answer).toMatchObject({ status: 202, body: { count: 5000 } })
      expect((await waitForReceipt(api, answer)).stored).toBe(5000)
    })
  })

  describe('traces in parts', () => {
    const tokens = (prompt: number) => [
      int('gen_ai.usage.input_tokens', prompt),
      text('gen_ai.operation.name', 'chat'),
    ]

    test('cumulative metrics are correct in any order and batches of the spans', async () => {
      const id = traceId()
      const root = span({ traceId: id, name: 'root' })
      const middle = span({ traceId: id, name: 'middle', parentSpanId: root.spanId, attributes: tokens(1) })
      const leaf = span({ traceId: id, name: 'leaf', parentSpanId: middle.spanId, attributes: tokens(10) })
      for (const one of [leaf, root, middle]) await waitForReceipt(api, await sendJson(api, one))
      const lateSpan = span({ traceId: id, name: 'late', parentSpanId: leaf.spanId, attributes: tokens(100) })
      await waitForReceipt(api, await sendJson(api, lateSpan))
      const spans = await spansOf(api, id)
      const totals = [root, middle, leaf, lateSpan].map(
        (one) => spans.get(one.spanId).attributes.ag.metrics.tokens.cumulative.total as number,
      )
      expect(totals).toEqual([111, 111, 110, 100])
    })

    test('the type of a trace depends on all its spans, including those stored before', async () => {
      const id = traceId()
      const first = span({ traceId: id })
      await waitForReceipt(api, await sendJson(api, first))
      const root = span({ traceId: id, attributes: [text('ag.type.trace', 'annotation')] })
      await waitForReceipt(api, await sendJson(api, root))
      const spans = await spansOf(api, id)
      expect([...spans.values()].map((one) => one.trace_type as string)).toEqual(['annotation', 'annotation'])
    })

    test('a span that is sent again replaces the earlier one and keeps its creation time and author', async () => {
      const sentSpan = span()
      await waitForReceipt(api, await sendJson(api, sentSpan))
      const before = (await spansOf(api, sentSpan.traceId)).get(sentSpan.spanId)
      expect(before.updated_at).toBeUndefined()
      const editor = await api.as('editor')
      const secondSpan = { ...sentSpan, name: 'again', startTimeUnixNano: '1794733100000000000' }
      await waitForReceipt(api, await sendJson(editor, secondSpan))
      const spans = await spansOf(api, sentSpan.traceId)
      expect(spans.size).toBe(1)
      const after = spans.get(sentSpan.spanId)
      expect(after).toMatchObject({
        span_name: 'again',
        created_at: before.created_at,
        created_by_id: before.created_by_id,
      })
      expect(after.updated_by_id).not.toBe(before.created_by_id)
      expect(after.updated_at > before.created_at).toBe(true)
    })
  })

  describe('settings of a project', () => {
    test('its own prices have priority over the table', async () => {
      const project = await newProject(api.url, { seedDefaults: false })
      const prices = [{ provider: 'own', model: 'house-model', input: 1000, output: 0 }]
      expect((await project.put('/prices/', { prices })).body).toEqual({ count: 1, prices })
      expect((await project.get('/prices/')).body).toEqual({ count: 1, prices })
      const sentSpan = span({
        attributes: [
          text('gen_ai.operation.name', 'chat'),
          text('gen_ai.request.model', 'house-model'),
          int('gen_ai.usage.input_tokens', 2000),
        ],
      })
      await waitForReceipt(project, await sendJson(project, sentSpan))
      const { costs } = (await spansOf(project, sentSpan.traceId)).get(sentSpan.spanId).attributes.ag.metrics
      expect(costs).toMatchObject({
        incremental: { total: 2 },
        source: 'computed',
        price: { model: 'house-model' },
      })
    })

    test('its redaction rules hide values before anything is stored', async () => {
      const project = await newProject(api.url, { seedDefaults: false })
      const rules = [
        { kind: 'built_in', name: 'email' },
        { kind: 'path', path: 'ag.data.inputs.secret', replacement: '***' },
        { kind: 'pattern', pattern: 'order \\d+', ignore_case: true },
      ]
      expect((await project.put('/redaction/rules/', { rules })).body).toEqual({ count: 3, rules })
      const sentSpan = span({
        attributes: [
          text('note', 'ann@example.org wants ORDER 17'),
          text('ag.data.inputs', '{"secret":"s3","q":1}'),
        ],
      })
      await waitForReceipt(project, await sendJson(project, sentSpan))
      const { attributes } = (await spansOf(project, sentSpan.traceId)).get(sentSpan.spanId)
      expect(attributes.note).toBe('[redacted] wants [redacted]')
      expect(attributes.ag.data.inputs).toEqual({ secret: '***', q: 1 })
      const reasons: string[] = []
      for (const some of [rules, []]) {
        await project.put('/redaction/rules/', { rules: some })
        const { rejected } = await waitForReceipt(
          project,
          await sendJson(project, span(), span({ spanId: 'ab' })),
        )
        reasons.push(rejected[0].reason)
      }
      const reason = 'span_id has 1 bytes; 8 are needed'
      expect(reasons).toEqual([`${reason}; not stored, because the project has redaction rules`, reason])
      const refusal = await project.put('/redaction/rules/', { rules: [{ kind: 'pattern', pattern: '(' }] })
      expect(refusal.status).toBe(422)
      expect(refusal.body.detail[0].loc).toEqual(['body', 'rules', 0, 'pattern'])
      expect((await (await project.as('editor')).put('/redaction/rules/', { rules: [] })).status).toBe(403)
    })
  })
})
