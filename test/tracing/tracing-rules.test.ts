// Rules of the tracing routes that no other test covers: accepted input, ignored input, bounds of windows,
// messages of invalid filters.
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import {
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
import { play, playAll, type Scenario } from '../support/scenarios.ts'
import { storeSpans } from '../support/stored-spans.ts'

const otlpPath = '/api/otlp/v1/traces'
const json = { 'Content-Type': 'application/json' }

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  /** The stored form of one OTLP span. */
  const storedOtlp = async (over: object): Promise<Body> => {
    const sentSpan = span(over)
    const answer = await sendJson(api, sentSpan)
    expect((await waitForReceipt(api, answer)).status, JSON.stringify(answer.body)).toBe('stored')
    return (await spansOf(api, sentSpan.traceId)).get(sentSpan.spanId)
  }

  /** The stored form of one record. */
  const storedRecord = async (over: object): Promise<Body> => {
    const record = { trace_id: traceId(), span_id: spanId(), ...over }
    await storeSpans(api, [record])
    return (await api.get(`/spans/${record.trace_id}/${record.span_id}`)).body.span
  }

  describe('OTLP', () => {
    test.each([
      'application/protobuf',
      'application/octet-stream',
      'application/x-protobuf; charset=utf-8',
      'APPLICATION/JSON; charset=utf-8',
    ])('is accepted as %s', async (type) => {
      const isJson = /json/i.test(type)
      const one = JSON.stringify(requestOf(span()))
      const answer = await sendBytes(api, otlpPath, isJson ? one : new Uint8Array(), { 'Content-Type': type })
      expect([answer.status, answer.body.count]).toEqual([202, isJson ? 1 : 0])
    })

    test('an unknown key is refused before the body is read, whatever its size', async () => {
      const large = Buffer.alloc(11 * 1024 * 1024)
      const unauthorizedAnswer = await sendBytes({ ...api, key: 'nobody' }, otlpPath, large, json)
      expect(unauthorizedAnswer).toMatchObject({
        status: 401,
        body: { code: 'unauthorized', detail: { message: 'Unauthorized' } },
      })
      const viewer = await sendBytes(await api.as('viewer'), otlpPath, large, json)
      expect(viewer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    })

    test('a body that is too large or of another type is answered with a Status on the standard path', async () => {
      const large = await sendBytes(api, '/v1/traces', Buffer.alloc(11 * 1024 * 1024), json)
      expect(large).toMatchObject({ status: 413, body: { code: 8 } })
      const type = await sendBytes(api, '/v1/traces', '{}', { ...json, 'Content-Encoding': 'br' })
      expect(type).toMatchObject({ status: 415, body: { code: 3 } })
    })

    test('JSON may be in snake case, with enums by name and integers as numbers', async () => {
      const [trace_id, span_id] = [traceId(), spanId()]
      const one = {
        trace_id,
        span_id,
        parent_span_id: '0000000000000000',
        name: 'snake',
        kind: 'SPAN_KIND_PRODUCER',
        start_time_unix_nano: 1_794_733_200_000_000_000,
        end_time_unix_nano: '1794733201000000000',
        status: { code: 'STATUS_CODE_ERROR', message: 'no' },
        attributes: [{ key: 'n', value: { int_value: 7 } }],
        colour: 'green',
      }
      const body = { resource_spans: [{ scope_spans: [{ spans: [one] }] }], more: 1 }
      const answer = await sendBytes(api, otlpPath, JSON.stringify(body), json)
      expect(answer.body.links).toEqual([{ trace_id, span_id }])
      await waitForReceipt(api, answer)
      const storedSpan = (await spansOf(api, trace_id)).get(span_id)
      expect(storedSpan).toMatchObject({
        span_kind: 'SPAN_KIND_PRODUCER',
        status_code: 'STATUS_CODE_ERROR',
        status_message: 'no',
        start_time: '2026-11-15T09:00:00.000000Z',
        attributes: { n: 7 },
      })
      expect(storedSpan.parent_id).toBe(null)
    })

    test('an unknown kind or status becomes the first enum value, and its number is stored separately', async () => {
      const storedSpan = await storedOtlp({ kind: 9, status: { code: 7 } })
      expect(storedSpan).toMatchObject({
        span_kind: 'SPAN_KIND_UNSPECIFIED',
        status_code: 'STATUS_CODE_UNSET',
        attributes: { ag: { unsupported: { span: { span_kind: 9, status_code: 7 } } } },
      })
    })

    test('other members of a span are kept', async () => {
      const storedSpan = await storedOtlp({
        traceState: 'a=b',
        flags: 257,
        droppedAttributesCount: 1,
        droppedEventsCount: 2,
        droppedLinksCount: 3,
        events: [{ name: 'e', timeUnixNano: '1794733200000000005', attributes: [text('a.b', 'flat')] }],
        links: [{ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), attributes: [text('a.b', 'nested')] }],
      })
      expect(storedSpan).toMatchObject({
        attributes: {
          otel: {
            trace_state: 'a=b',
            flags: 257,
            dropped_attributes_count: 1,
            dropped_events_count: 2,
            dropped_links_count: 3,
            resource: { service: { name: 'support-api' } },
            scope: { name: 'shop', version: '1.2.0' },
          },
        },
        events: [{ name: 'e', timestamp: '2026-11-15T09:00:00.000000005Z', attributes: { 'a.b': 'flat' } }],
        links: [{ trace_id: 'c'.repeat(32), span_id: 'd'.repeat(16), attributes: { a: { b: 'nested' } } }],
      })
    })

    test('values of every type are kept', async () => {
      const { attributes } = await storedOtlp({
        attributes: [
          { key: 'list', value: { arrayValue: { values: [{ intValue: '1' }, { boolValue: true }, {}] } } },
          { key: 'map', value: { kvlistValue: { values: [{ key: 'a.b', value: { doubleValue: 0.5 } }] } } },
          { key: 'bytes', value: { bytesValue: 'AQID' } },
          { key: 'nothing', value: {} },
          { key: 'nan', value: { doubleValue: 'NaN' } },
          { key: 'far', value: { doubleValue: '-Infinity' } },
        ],
      })
      expect(attributes).toMatchObject({
        list: [1, true, null],
        map: { 'a.b': 0.5 },
        bytes: 'AQID',
        nothing: null,
        nan: 'NaN',
        far: '-Infinity',
      })
    })

    test('a missing start time becomes the end time or the time of storage, a missing name the id', async () => {
      const timelessSpan = await storedOtlp({ startTimeUnixNano: '0', name: '' })
      expect(timelessSpan.start_time).toBe(timelessSpan.end_time)
      expect(timelessSpan.span_name).toBe(timelessSpan.span_id.slice(0, 12))
      const zeroTimesSpan = await storedOtlp({ startTimeUnixNano: '0', endTimeUnixNano: '0' })
      expect([zeroTimesSpan.start_time, zeroTimesSpan.end_time]).toEqual([
        zeroTimesSpan.created_at,
        zeroTimesSpan.created_at,
      ])
    })

    test('an unknown receipt is not found; rejections are listed newest first, page by page', async () => {
      expect((await api.get(`/otlp/receipts/${crypto.randomUUID()}`)).body).toEqual({ count: 0 })
      expect((await api.get('/otlp/receipts/x')).status).toBe(422)
      const project = await newProject(api.url, { seedDefaults: false })
      const invalidSpans = [span({ spanId: 'a1' }), span({ spanId: 'a2' }), span({ spanId: 'a3' })]
      for (const one of invalidSpans)
        await sendBytes(project, '/v1/traces', JSON.stringify(requestOf(one)), json)
      const firstPage = await project.post('/otlp/rejections/query', { windowing: { limit: 2 } })
      const nextPage = await project.post('/otlp/rejections/query', { windowing: firstPage.body.windowing })
      const ids = [...firstPage.body.rejections, ...nextPage.body.rejections].map(
        (item: Body) => item.span_id,
      )
      expect(ids).toEqual(['a3', 'a2', 'a1'])
      expect(nextPage.body).not.toHaveProperty('windowing')
      expect(firstPage.body.rejections[0]).toEqual({
        id: expect.any(String) as string,
        receipt_id: expect.any(String) as string,
        index: 0,
        trace_id: invalidSpans[2]?.traceId,
        span_id: 'a3',
        reason: 'span_id has 1 bytes; 8 are needed',
        received_at: expect.any(String) as string,
      })
      const [newest, , oldest] = [...firstPage.body.rejections, ...nextPage.body.rejections] as Body[]
      const window = { oldest: oldest.received_at, newest: newest.received_at }
      const within = await project.post('/otlp/rejections/query', { windowing: window })
      expect(within.body.rejections.map((one: Body) => one.span_id)).toEqual(['a2', 'a1'])
      const retry = { rejection_ids: [crypto.randomUUID()] }
      expect((await project.post('/otlp/rejections/retry', retry)).status).toBe(404)
      const retryRequest = { rejection_ids: Array<string>(10_001).fill(oldest.id) }
      expect((await project.post('/otlp/rejections/retry', retryRequest)).body).toMatchObject({
        code: 'limit_exceeded',
        detail: [{ loc: ['body', 'rejection_ids'], ctx: { limit: 10_000, setting: 'page_size_max' } }],
      })
    })
  })

  describe('records', () => {
    test('members of the wrong type are stored separately, and the span is kept', async () => {
      const unknownRecord = {
        span_name: 7,
        span_kind: 'SIDEWAYS',
        status_code: 2,
        start_time: 'yesterday',
        end_time: '2026-11-15T09:00:00Z',
        attributes: ['a'],
        links: 'none',
        session_id: 5,
      }
      const record = await storedRecord(unknownRecord)
      expect(record).toMatchObject({
        span_kind: 'SPAN_KIND_UNSPECIFIED',
        status_code: 'STATUS_CODE_UNSET',
        start_time: '2026-11-15T09:00:00.000000Z',
      })
      expect(record.span_name).toBe(record.span_id.slice(0, 12))
      const { end_time: _, ...unknownMembers } = unknownRecord
      expect(record.attributes.ag.unsupported.span).toEqual(unknownMembers)
    })

    test.each([
      [1_794_733_200, '2026-11-15T09:00:00.000000Z'],
      ['1794733200123', '2026-11-15T09:00:00.123000Z'],
      [1_794_733_200_123_456, '2026-11-15T09:00:00.123456Z'],
      ['1794733200123456789', '2026-11-15T09:00:00.123456789Z'],
      ['2026-11-15T10:00:00+01:00', '2026-11-15T09:00:00.000000Z'],
      ['2026-11-15T09:00:00.5', '2026-11-15T09:00:00.500000Z'],
    ])('a time may be %s', async (start_time, expected) => {
      expect((await storedRecord({ start_time, end_time: '2027-01-01T00:00:00Z' })).start_time).toBe(expected)
    })

    test('dotted keys at the top are split, nested ones are not, and the nested form wins', async () => {
      const { attributes } = await storedRecord({
        attributes: {
          'ag.tags.a': 'flat',
          ag: { tags: { a: 'nested', 'x.y': 1 } },
          'shop.order': 1,
          shop: { city: 'Bern' },
        },
      })
      expect(attributes.ag.tags).toEqual({ a: 'nested', 'x.y': 1 })
      expect(attributes.shop).toEqual({ order: 1, city: 'Bern' })
    })

    test('members beside the attributes are written into the attributes unless these are set', async () => {
      const record = await storedRecord({
        trace_type: 'annotation',
        span_type: 'LLM',
        session_id: 's',
        exception: { type: 'Oops' },
        attributes: { ag: { session: { id: 'own' } } },
        references: [
          { slug: 'shop', attributes: { key: 'application' } },
          { id: 'x', attributes: { key: 'colour' } },
        ],
        hashes: [
          { id: 'mine', attributes: { key: 'other' } },
          { id: 'wrong', attributes: { key: 'indirect' } },
        ],
        created_at: '2000-01-01T00:00:00Z',
        adapters: ['mine'],
      })
      expect(record).toMatchObject({
        trace_type: 'annotation',
        span_type: 'llm',
        session_id: 'own',
        attributes: {
          ag: { exception: { type: 'Oops' }, references: { application: { slug: 'shop' } } },
        },
      })
      expect(record.created_at > '2026').toBe(true)
      expect(record).not.toHaveProperty('adapters')
      expect(record.hashes).toHaveLength(2)
      expect(record.hashes).toContainEqual({ id: 'mine', attributes: { key: 'other' } })
      expect(record.hashes.map(({ id }: Body) => id)).not.toContain('wrong')
    })

    test('ids may be UUIDs or have a prefix, in any case', async () => {
      const [trace, id] = [traceId(), spanId()]
      await storeSpans(api, [
        {
          trace_id: `${trace.slice(0, 8)}-${trace.slice(8, 12)}-${trace.slice(12, 16)}-${trace.slice(16, 20)}-${trace.slice(20)}`,
          span_id: `0x${id.toUpperCase()}`,
          parent_id: '',
        },
      ])
      expect((await spansOf(api, trace)).get(id)).toMatchObject({ trace_id: trace, span_id: id })
    })

    test('a tree with several roots, orphans and cycles is returned with every span once', async () => {
      const trace_id = traceId()
      const at = (second: number) => `2026-11-15T09:00:0${second}Z`
      const make = (n: number, parent?: number) => ({
        trace_id,
        span_id: `${n}`.repeat(16),
        ...(parent === undefined ? {} : { parent_id: `${parent}`.repeat(16) }),
        span_name: `s${n}`,
        start_time: at(n),
        end_time: at(n),
      })
      await storeSpans(api, [make(1), make(2), make(3, 9), make(4, 4), make(6, 5), make(5, 6), make(7, 6)])
      const { body } = await api.get(`/traces/${trace_id}`)
      expect(Object.keys(body.trace.spans)).toEqual(['s1', 's2', 's3', 's4', 's5'])
      expect(Object.keys(body.trace.spans.s5.spans)).toEqual(['s6'])
      expect(Object.keys(body.trace.spans.s5.spans.s6.spans)).toEqual(['s7'])
      expect(body.trace.spans.s3.parent_id).toBe('9'.repeat(16))
    })

    test('attributes deeper than the limit are refused with the path of their span', async () => {
      let deep: object = {}
      for (let i = 0; i < 140; i++) deep = { a: deep }
      const { status, body } = await api.post('/tracing/spans/ingest', {
        spans: [{ trace_id: traceId(), span_id: spanId(), attributes: deep }],
      })
      expect([status, body.code]).toEqual([422, 'validation_failed'])
      expect(body.detail[0].loc).toEqual(['body', 'spans', 0])
    })

    test('are accepted with any JSON content type and compressed; other types are refused', async () => {
      const body = JSON.stringify({ spans: [{ trace_id: traceId(), span_id: spanId() }] })
      const send = (type: string, more: object = {}) =>
        sendBytes(api, '/api/tracing/spans/ingest', 'Content-Encoding' in more ? gzipSync(body) : body, {
          'Content-Type': type,
          ...more,
        })
      expect((await send('application/json; charset=utf-8')).body.count).toBe(1)
      expect((await send('application/vnd.shop+json')).body.count).toBe(1)
      expect((await send('application/json', { 'Content-Encoding': 'gzip' })).body.count).toBe(1)
      expect((await send('text/plain')).status).toBe(415)
    })

    test('a body over the limit of ingest is refused', async () => {
      const filler = 'x'.repeat(10 * 1024 * 1024)
      const { status, body } = await api.post('/tracing/spans/ingest', { spans: [], filler })
      expect([status, body.code]).toEqual([413, 'payload_too_large'])
    })

    playAll(
      [
        {
          name: 'no traces',
          path: '/traces/ingest',
          body: { traces: [] },
          status: 400,
          part: { detail: 'Missing traces' },
        },
        { name: 'traces that are no list', path: '/traces/ingest', body: { traces: {} }, status: 422 },
        { name: 'spans that are no list', path: '/tracing/spans/ingest', body: { spans: {} }, status: 202 },
        { name: 'spans that are a number', path: '/tracing/spans/ingest', body: { spans: 5 }, status: 422 },
      ] satisfies readonly Scenario[],
      () => api,
    )
  })

  describe('single traces', () => {
    test.each(['GET', 'DELETE', 'PUT'])('%s of an invalid id is refused', async (method) => {
      for (const path of ['/traces/xyz', '/tracing/traces/xyz']) {
        await play(api, {
          name: path,
          method,
          path,
          ...(method === 'PUT' ? { body: { trace: { spans: [{}] } } } : {}),
          status: 400,
          code: 'trace_invalid',
          part: { detail: 'Invalid trace_id.' },
        })
      }
    })

    test('a trace requested twice is returned once', async () => {
      const one = await storedRecord({})
      const { body } = await api.get(`/traces/?trace_id=${one.trace_id}&trace_id=${one.trace_id}`)
      expect(body.count).toBe(1)
    })

    test('the deletion of an unknown trace deletes nothing, on both paths', async () => {
      const id = traceId()
      expect(await api.call('DELETE', `/traces/${id}`)).toMatchObject({ status: 202, body: { count: 0 } })
      const older = await api.call('DELETE', `/tracing/traces/${id}`)
      expect([older.status, older.body]).toEqual([202, { count: 0, links: [] }])
    })
  })
})
