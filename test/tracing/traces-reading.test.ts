// Reading spans and traces over HTTP: by id, by query, through saved queries and the deprecated paths.
// Long because all of them read the same traces, which are sent once.
import { parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { playAll } from '../support/scenarios.ts'
import { allPages, storeSpans } from '../support/stored-spans.ts'

const traceId = (n: number): string => `a${n}`.padEnd(32, '0')
const spanId = (n: number): string => n.toString(16).padStart(16, '0')
const at = (seconds: number): string => `2026-11-15T09:00:${String(seconds).padStart(2, '0')}.000000Z`

/** Three traces of four spans: a root `support` with children `retrieve` twice and `answer`. */
const spans = [0, 1, 2].flatMap((trace) =>
  ['support', 'retrieve', 'retrieve', 'answer'].map((span_name, i) => ({
    trace_id: traceId(trace),
    span_id: spanId(trace * 4 + i + 1),
    ...(i === 0 ? {} : { parent_id: spanId(trace * 4 + 1) }),
    span_name,
    start_time: at(trace * 10 + i),
    end_time: at(trace * 10 + i + 1),
    status_code: trace === 1 && i === 3 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    attributes: {
      ag: {
        type: { span: ['workflow', 'query', 'query', 'chat'][i] },
        data: { inputs: { question: `Where is order ${trace}?` }, outputs: 'Über den Wolken' },
        tags: { team: trace === 2 ? 'sales' : 'care' },
        ...(i === 0 ? { session: { id: `sess-${trace % 2}` }, user: { id: 'u-7' } } : {}),
      },
      n: trace * 4 + i,
    },
    ...(i === 3 ? { events: [{ name: 'exception', attributes: { 'exception.type': 'KeyError' } }] } : {}),
  })),
)

const idsOf = (body: Body): readonly string[] => body.spans.map((span: Body) => span.span_id)
const tracesOf = (body: Body): readonly string[] => body.traces.map((trace: Body) => trace.trace_id)

describe.each(backends)('reading on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
  })

  describe('by id', () => {
    test('a trace is a tree keyed by name, a list where siblings share one', async () => {
      const { body } = await api.get(`/traces/${traceId(0)}`)
      expect(Object.keys(body.trace.spans)).toEqual(['support'])
      const root = body.trace.spans.support
      expect(Object.keys(root.spans)).toEqual(['retrieve', 'answer'])
      expect(root.spans.retrieve.map((span: Body) => span.span_id)).toEqual([spanId(2), spanId(3)])
      expect(root.spans.answer.span_id).toBe(spanId(4))
      expect(root.spans.answer.spans).toBeUndefined()
    })

    test('a span has only the members of its record, without internal columns', async () => {
      const { body } = await api.get(`/spans/${traceId(0)}/${spanId(4)}`)
      expect(body).toMatchObject({
        count: 1,
        span: {
          trace_id: traceId(0),
          span_id: spanId(4),
          parent_id: spanId(1),
          trace_type: 'invocation',
          span_type: 'chat',
          span_kind: 'SPAN_KIND_UNSPECIFIED',
          span_name: 'answer',
          start_time: at(3),
          status_code: 'STATUS_CODE_OK',
          attributes: { n: 3, ag: { data: { outputs: 'Über den Wolken' } } },
          events: [{ name: 'exception', attributes: { 'exception.type': 'KeyError' } }],
        },
      })
      expect(Object.keys(body.span)).not.toContain('version')
      expect(Object.keys(body.span)).not.toContain('session_id')
    })

    test('lists have the requested order, and omit unknown ids', async () => {
      const unknown = 'f'.repeat(32)
      const { body } = await api.get(`/traces/?trace_ids=${traceId(2)},${unknown}&trace_id=${traceId(0)}`)
      // trace_id is read before trace_ids.
      expect([body.count, tracesOf(body)]).toEqual([2, [traceId(0), traceId(2)]])
    })

    test('spans are found by trace ids, by span ids, and by both', async () => {
      const inTrace = await api.get(`/spans/?trace_id=${traceId(1)}`)
      expect(idsOf(inTrace.body)).toEqual([5, 6, 7, 8].map(spanId))
      const byId = await api.get(`/spans/?span_ids=${spanId(9)},${spanId(2)}`)
      expect(idsOf(byId.body)).toEqual([spanId(2), spanId(9)])
      const spanAnswer = await api.get(
        `/spans/?trace_id=${traceId(1)}&span_id=${spanId(2)}&span_id=${spanId(6)}`,
      )
      expect(idsOf(spanAnswer.body)).toEqual([spanId(6)])
    })

    test('ids are accepted in every format', async () => {
      const uuid = 'A0000000-0000-0000-0000-000000000000'
      expect((await api.get(`/spans/0x${traceId(0)}/0x${spanId(1)}`)).body.count).toBe(1)
      expect((await api.get(`/traces/?trace_id=${uuid}`)).body.count).toBe(1)
    })

    playAll(
      [
        {
          name: 'an unknown span is not an error',
          method: 'GET',
          path: `/spans/${'f'.repeat(32)}/${spanId(1)}`,
          status: 200,
          exact: { count: 0 },
        },
        {
          name: 'an invalid trace id is refused',
          method: 'GET',
          path: '/traces/?trace_id=xyz',
          status: 400,
          code: 'trace_invalid',
          part: { detail: 'Invalid trace_id.' },
        },
        {
          name: 'an invalid span id is refused',
          method: 'GET',
          path: `/spans/${traceId(0)}/xyz`,
          status: 400,
          code: 'trace_invalid',
          part: { detail: 'Invalid span_id.' },
        },
        {
          name: 'a list of traces needs an id',
          method: 'GET',
          path: '/traces/',
          status: 400,
          code: 'trace_invalid',
        },
        {
          name: 'a list of spans needs an id',
          method: 'GET',
          path: '/spans/',
          status: 400,
          code: 'trace_invalid',
        },
        { name: 'the word query is no trace id', method: 'GET', path: '/traces/query', status: 405 },
        { name: 'the word query is no span id', method: 'GET', path: '/spans/query', status: 405 },
      ],
      () => api,
    )
  })

  describe('queries', () => {
    test('an empty body returns the newest spans first', async () => {
      const { body } = await api.post('/spans/query')
      expect(idsOf(body)).toEqual(Array.from({ length: 12 }, (_, i) => spanId(12 - i)))
      expect(body.windowing).toBeUndefined()
    })

    test('the JSON form and the text form of a filter select the same', async () => {
      const json = await api.post('/spans/query', {
        filtering: { conditions: [{ field: 'span_type', operator: 'in', value: ['chat'] }] },
      })
      const text = await api.post('/spans/query', { filter: 'span_type in (chat)' })
      expect(idsOf(json.body)).toEqual([12, 8, 4].map(spanId))
      expect(text.body).toEqual(json.body)
    })

    test('a full page has the windowing of the next page', async () => {
      const { body } = await api.post('/spans/query', {
        filter: 'span_type = chat',
        windowing: { oldest: '2026-11-15T00:00:00Z', limit: 2 },
      })
      expect(body.windowing).toEqual({
        oldest: '2026-11-15T00:00:00Z',
        newest: at(13),
        next: '00000000-0000-0008-0000-000000000008',
        limit: 2,
        order: 'descending',
      })
      const nextPage = await api.post('/spans/query', {
        filter: 'span_type = chat',
        windowing: body.windowing,
      })
      expect(idsOf(nextPage.body)).toEqual([spanId(4)])
      expect(nextPage.body.windowing).toBeUndefined()
    })

    test('a trace matches by any of its spans and is answered completely, newest match first', async () => {
      const { body } = await api.post('/traces/query', { filter: 'attributes.n in [1, 4, 6]' })
      expect(tracesOf(body)).toEqual([traceId(1), traceId(0)])
      expect(body.traces[1].spans.support.spans.retrieve).toHaveLength(2)
    })

    test('the time of a trace is that of its latest match in both orders', async () => {
      // The latest match of trace 1 is the span at second 13, beyond `newest`. Its earlier matches do not count.
      const windowing = { newest: at(13), order: 'descending' }
      expect(tracesOf((await api.post('/traces/query', { windowing })).body)).toEqual([traceId(0)])
      const ascending = { oldest: at(2), newest: at(20), order: 'ascending' }
      expect(tracesOf((await api.post('/traces/query', { windowing: ascending })).body)).toEqual([
        traceId(0),
        traceId(1),
      ])
    })

    test.each(['ascending', 'descending'])('pages of traces, %s, contain each trace once', async (order) => {
      const pages = await allPages(api, '/traces/query', { windowing: { limit: 1, order } })
      const ids = pages.flatMap(tracesOf)
      const expected = [0, 1, 2].map(traceId)
      expect(ids).toEqual(order === 'ascending' ? expected : expected.reverse())
    })

    test('complete traces by id have no limit, oldest span first', async () => {
      const condition = { field: 'trace_id', operator: 'in', value: [traceId(1), traceId(0)] }
      const { body } = await api.post('/spans/query', { filtering: { conditions: [condition] } })
      expect(idsOf(body)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(spanId))
      const traces = await api.post('/traces/query', { filtering: condition })
      expect(tracesOf(traces.body)).toEqual([traceId(1), traceId(0)])
    })

    test('conditions on other spans apply to the whole trace', async () => {
      const { body } = await api.post('/spans/query', {
        filter: 'child(status_code = STATUS_CODE_ERROR) and parent_id = null',
      })
      expect(idsOf(body)).toEqual([spanId(5)])
    })

    test('traces are found by their annotations', async () => {
      const otherProject = await newProject(serverOf(backend))
      const annotationOf = (span: number, score: number) => ({
        trace_id: `b${span}`.padEnd(32, '0'),
        span_id: spanId(100 + span),
        span_name: 'quality',
        start_time: at(40),
        attributes: { ag: { data: { outputs: { score } } } },
        links: [
          { trace_id: traceId(span === 1 ? 0 : 1), span_id: spanId(span), attributes: { key: 'invocation' } },
        ],
      })
      await storeSpans(otherProject, [...spans, annotationOf(1, 1), annotationOf(5, 5)])
      const search = async (filter: string) =>
        tracesOf((await otherProject.post('/traces/query', { filter })).body)
      expect(await search('annotation(attributes.ag.data.outputs.score < 3)')).toEqual([traceId(0)])
      expect(await search('annotation(trace_type = annotation)')).toEqual([traceId(1), traceId(0)])
      expect(
        await search('trace_type = invocation and parent_id = null and not annotation(span_name = quality)'),
      ).toEqual([traceId(2)])
    })

    test('sampling keeps or omits complete traces', async () => {
      const sample = (await api.post('/traces/query', { windowing: { rate: 0.5 } })).body
      for (const trace of sample.traces) {
        expect(Number.parseInt(trace.trace_id.slice(0, 8), 16) % 100).toBeLessThan(50)
      }
      expect((await api.post('/spans/query', { windowing: { rate: 0 } })).body).toEqual({
        count: 0,
        spans: [],
      })
      expect((await api.post('/spans/query', { windowing: { rate: 1 } })).body.count).toBe(12)
    })

    test('full text finds words and phrases in values', async () => {
      const search = async (text: string) =>
        idsOf((await api.post('/spans/query', { filter: `content contains ${JSON.stringify(text)}` })).body)
      expect(await search('"order 1"')).toEqual([8, 7, 6, 5].map(spanId))
      expect(await search('über keyerror -"order 0" -"order 1"')).toEqual([spanId(12)])
      expect(await search('question')).toEqual([])
    })

    playAll(
      [
        {
          name: 'an unknown field is refused with its path',
          path: '/spans/query',
          body: { filtering: { conditions: [{ conditions: [{ field: 'colour' }] }] } },
          status: 400,
          code: 'filter_invalid',
          part: { detail: "Unknown field 'colour'. (filtering.conditions[0].conditions[0])" },
        },
        {
          name: 'an unknown operator is a field error',
          path: '/traces/query',
          body: { filtering: { conditions: [{ field: 'span_id', operator: 'near' }] } },
          status: 422,
          part: { detail: [{ type: 'enum', loc: ['body', 'filtering', 'conditions', 0, 'operator'] }] },
        },
        {
          name: 'a text that cannot be parsed is refused with the position',
          path: '/spans/query',
          body: { filter: 'span_name = a span_id = b' },
          status: 400,
          code: 'filter_invalid',
          part: { detail: "Expected 'and', 'or' or the end, but found span_id. (column 15)" },
        },
        {
          name: 'a cursor needs the time of its window',
          path: '/spans/query',
          body: { windowing: { next: spanId(1) + spanId(1) } },
          status: 400,
          code: 'cursor_unknown',
        },
        {
          name: 'a negative limit is refused',
          path: '/spans/query',
          body: { windowing: { limit: -1 } },
          status: 422,
        },
        {
          name: 'a limit above the maximum is refused',
          path: '/traces/query',
          body: { windowing: { limit: 10_001 } },
          status: 422,
          part: { code: 'limit_exceeded', detail: [{ ctx: { limit: 10_000, setting: 'page_size_max' } }] },
        },
        {
          name: 'an unknown order is refused',
          path: '/traces/query',
          body: { windowing: { order: 'up' } },
          status: 422,
        },
        {
          name: 'a rate above one is refused',
          path: '/spans/query',
          body: { windowing: { rate: 1.5 } },
          status: 422,
        },
        {
          name: 'a filter that is not an object is refused',
          path: '/spans/query',
          body: { filtering: [1] },
          status: 422,
        },
      ],
      () => api,
    )

    test('another project finds nothing', async () => {
      const otherProject = await newProject(serverOf(backend))
      expect((await otherProject.post('/spans/query')).body).toEqual({ count: 0, spans: [] })
      expect((await otherProject.get(`/spans/${traceId(0)}/${spanId(1)}`)).body).toEqual({ count: 0 })
      const relatedAnswer = await otherProject.post('/spans/query', { filter: 'any(parent_id = null)' })
      expect(relatedAnswer.body.count).toBe(0)
    })
  })

  test('an attribute of 5 MB is returned unchanged, and can be searched', async () => {
    const otherProject = await newProject(serverOf(backend))
    const large = `${'lorem ipsum '.repeat(420_000)}needle`
    await storeSpans(otherProject, [{ ...spans[0], attributes: { large } }])
    const { body } = await otherProject.post('/spans/query', {
      filter: 'attributes.large contains "m needle"',
    })
    expect(body.spans[0].attributes.large === large).toBe(true)
    expect((await otherProject.post('/spans/query', { filter: 'content contains needle' })).body.count).toBe(
      1,
    )
  })

  describe('saved queries', () => {
    const save = async (slug: string, data: object): Promise<void> => {
      const { status, body } = await api.post('/simple/queries/', { query: { slug, data } })
      expect(status, JSON.stringify(body)).toBe(200)
    }

    test('are narrowed by the conditions of the request', async () => {
      await save('chats', {
        filtering: { conditions: [{ field: 'span_type', value: 'chat' }] },
        windowing: { limit: 2 },
      })
      const { body } = await api.post('/spans/query', { query_ref: { slug: 'chats' } })
      expect([idsOf(body), body.windowing.limit]).toEqual([[12, 8].map(spanId), 2])
      const narrowedAnswer = await api.post('/spans/query', {
        query_ref: { slug: 'chats' },
        filter: 'status_code = STATUS_CODE_ERROR',
        windowing: { limit: 1 },
      })
      expect(idsOf(narrowedAnswer.body)).toEqual([spanId(8)])
    })

    test('with the other focus are refused, unknown ones find nothing', async () => {
      await save('of-spans', { formatting: { focus: 'span' } })
      const refusal = await api.post('/traces/query', { query_ref: { slug: 'of-spans' } })
      expect(refusal.status).toBe(409)
      expect(refusal.body).toMatchObject({
        code: 'focus_conflict',
        detail: {
          message: 'Query revision formatting.focus=span. Use /spans/query for this query revision.',
        },
      })
      const unknownAnswer = await api.post('/traces/query', { query_ref: { slug: 'nobody' } })
      expect([unknownAnswer.status, unknownAnswer.body]).toEqual([200, { count: 0, traces: [] }])
    })

    test('return their traces when they are retrieved', async () => {
      await save('care', {
        formatting: { focus: 'span' },
        filtering: { conditions: [{ field: 'attributes', key: 'ag.tags.team', value: 'care' }] },
      })
      const retrieve = (more: object) =>
        api.post('/queries/revisions/retrieve', { query_ref: { slug: 'care' }, ...more })
      expect((await retrieve({})).body.query_revision.data.trace_ids).toBeUndefined()
      const ids = await retrieve({ include_trace_ids: true })
      expect(ids.body.query_revision.data.trace_ids).toEqual([traceId(1), traceId(0)])
      expect(ids.body.query_revision.data.traces).toBeUndefined()
      const traces = await retrieve({ include_traces: true, windowing: { limit: 1 } })
      const { data } = traces.body.query_revision
      expect(data.trace_ids).toEqual([traceId(1)])
      expect(data.traces).toEqual((await api.get(`/traces/?trace_id=${traceId(1)}`)).body.traces)
      expect(data.filtering.conditions).toHaveLength(1)
      const next = await retrieve({ include_traces: true, windowing: traces.body.windowing })
      expect(next.body.query_revision.data.trace_ids).toEqual([traceId(0)])
    })
  })

  describe('deprecated paths', () => {
    test('return traces as a map, accept flat members, and name their successor', async () => {
      const { body, headers } = await api.post('/tracing/spans/query?limit=1&order=ascending', {
        filter: { conditions: [{ field: 'span_type', value: 'chat' }] },
      })
      expect(Object.keys(body.traces)).toEqual([traceId(0)])
      expect(body.traces[traceId(0)].spans.support.spans.answer.span_id).toBe(spanId(4))
      expect(headers.get('deprecation')).toBe('true')
      expect(headers.get('link')).toBe('</api/spans/query>; rel="successor-version"')
    })

    test('accept the filter as JSON text in the query string, and the body has priority', async () => {
      const filter = encodeURIComponent(JSON.stringify({ field: 'span_type', value: 'chat' }))
      const answer = await api.post(`/tracing/spans/query?focus=span&limit=1&filter=${filter}`, { limit: 2 })
      expect(idsOf(answer.body)).toEqual([12, 8].map(spanId))
      const traces = await api.post('/tracing/traces/query', { limit: 2, focus: 'span' })
      expect(Object.keys(traces.body.traces)).toEqual([traceId(2), traceId(1)])
    })
  })

  describe('export', () => {
    test('writes every span of a query as a line of JSON', async () => {
      const { status, headers, body } = await api.post('/spans/export', { filter: 'span_type = query' })
      expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
      const lines = (body as string)
        .trimEnd()
        .split('\n')
        .map((line): Body => JSON.parse(line))
      const queryAnswer = await api.post('/spans/query', { filter: 'span_type = query' })
      expect(lines).toEqual(queryAnswer.body.spans)
    })

    test('writes the same as a Parquet file', async () => {
      const query = { filter: 'span_type = chat or span_type = workflow' }
      const { body } = await api.post('/spans/query', query)
      const response = await fetch(`${api.url}/api/spans/export`, {
        method: 'POST',
        headers: { Authorization: api.key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...query, format: 'parquet' }),
      })
      expect(response.headers.get('content-disposition')).toContain('spans.parquet')
      const rows = await parquetReadObjects({ file: await response.arrayBuffer() })
      // Objects and lists are JSON texts there, and missing members are null.
      const membersOf = (record: object): Body =>
        Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
      const records = rows.map((row) =>
        Object.fromEntries(
          Object.entries(membersOf(row)).map(([name, value]: [string, Body]) => [
            name,
            /^[[{]/.test(value) ? JSON.parse(value) : value,
          ]),
        ),
      )
      expect(records).toEqual(body.spans.map(membersOf))
      expect(records).toHaveLength(6)
    })

    test('contains a span that was sent several times once, as lines and as Parquet', async () => {
      const freshProject = await newProject(serverOf(backend))
      // Two versions of each span, three of the first and the last one: more versions than one statement reads. The odd
      // number puts versions of one span on both sides of the boundary between two statements, in both orders.
      const largeTrace = Array.from({ length: 1_201 }, (_, i) => ({
        trace_id: traceId(i % 7),
        span_id: spanId(i + 1),
        span_name: 'again',
        start_time: `2026-11-15T09:00:00.${String(i).padStart(6, '0')}Z`,
      }))
      await storeSpans(freshProject, largeTrace)
      await storeSpans(freshProject, largeTrace)
      await storeSpans(
        freshProject,
        [largeTrace[0], largeTrace.at(-1)].filter((one) => one !== undefined),
      )
      const ids = largeTrace.map(({ span_id }) => span_id)
      for (const [order, expected] of [
        ['ascending', ids],
        ['descending', ids.toReversed()],
      ] as const) {
        const query = { filter: 'span_name = again', windowing: { order } }
        const { body } = await freshProject.post('/spans/export', query)
        const lines = (body as string).trimEnd().split('\n')
        expect(lines.map((line): Body => JSON.parse(line)).map(({ span_id }) => span_id)).toEqual(expected)
        const response = await fetch(`${freshProject.url}/api/spans/export`, {
          method: 'POST',
          headers: { Authorization: freshProject.key, 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...query, format: 'parquet' }),
        })
        const rows = await parquetReadObjects({ file: await response.arrayBuffer() })
        expect(rows.map((row) => row['span_id'])).toEqual(expected)
      }
    })

    test('refuses the same requests as a query', async () => {
      expect((await api.post('/spans/export', { filter: 'colour = red' })).status).toBe(400)
      expect((await api.post('/spans/export', { format: 'xml' })).status).toBe(422)
      const columns = ['name', 'colour']
      expect((await api.post('/spans/export', { format: 'csv', columns })).status).toBe(422)
      expect((await api.post('/spans/export', { format: 'csv', filter: 'colour = red' })).status).toBe(400)
    })
  })
})
