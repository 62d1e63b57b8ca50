// Rules of queries over spans: bounds of windows, cursors, messages of invalid filters, payloads of saved queries,
// successors of deprecated paths.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { playAll, type Scenario } from '../support/scenarios.ts'
import { storeSpans } from '../support/stored-spans.ts'

const traceId = (n: number): string => `${n}0`.repeat(16)
const spanId = (n: number): string => n.toString(16).padStart(16, '0')
const at = (second: number): string => `2026-11-15T09:00:0${second}.000000Z`
/** Times in the past, where no other spans exist. */
const storedRecords = [1, 2, 3, 4].map((n) => ({
  trace_id: traceId(n),
  span_id: spanId(n),
  span_name: `s${n}`,
  start_time: at(n),
  end_time: at(n + 1),
  attributes: { ag: { session: { id: `sess-${n}` }, user: { id: 'u' } }, n },
}))

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, storedRecords)
  })

  const names = async (windowing: object, more: object = {}): Promise<string> => {
    const { status, body } = await api.post('/spans/query', { windowing, ...more })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.spans.map(({ span_name }: Body) => span_name).join(' ')
  }
  const traces = async (windowing: object): Promise<string> => {
    const { body } = await api.post('/traces/query', { windowing })
    return body.traces.map(({ spans }: Body) => Object.keys(spans)[0]).join(' ')
  }

  describe('windows', () => {
    test('descending they include the oldest bound and not the newest', async () => {
      expect(await names({ oldest: at(2), newest: at(4) })).toBe('s3 s2')
      expect(await traces({ oldest: at(2), newest: at(4) })).toBe('s3 s2')
    })

    test('ascending they include the newest bound and not the oldest', async () => {
      expect(await names({ oldest: at(2), newest: at(4), order: 'ascending' })).toBe('s3 s4')
      expect(await traces({ oldest: at(2), newest: at(4), order: 'ascending' })).toBe('s3 s4')
    })

    test('with a cursor they continue after it', async () => {
      const next = `00000000-0000-0003-0000-000000000003`
      expect(await names({ newest: at(3), next })).toBe('s2 s1')
      expect(await names({ oldest: at(3), next, order: 'ascending' })).toBe('s4')
      const trace = traceId(3)
      expect(await traces({ newest: at(3), next: trace })).toBe('s2 s1')
      const uuid = trace.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      expect(await traces({ oldest: at(3), next: uuid, order: 'ascending' })).toBe('s4')
    })

    test('a limit of 0 means no limit, an interval has no effect, times have any format', async () => {
      expect(await names({ limit: 0, interval: 5 })).toBe('s4 s3 s2 s1')
      expect(await names({ oldest: 1_794_733_203, newest: '2026-11-15T10:00:05+01:00' })).toBe('s4 s3')
      expect(await names({ limit: '1' })).toBe('s4')
    })

    test('a full page has the sent and the effective windowing, and the moved bound', async () => {
      const descendingPage = await api.post('/spans/query', {
        windowing: { oldest: at(1), limit: 2, rate: 1 },
      })
      expect(descendingPage.body.windowing).toEqual({
        oldest: at(1),
        newest: at(3),
        next: '00000000-0000-0003-0000-000000000003',
        limit: 2,
        order: 'descending',
        rate: 1,
      })
      const up = await api.post('/traces/query', { windowing: { limit: 1, order: 'ascending' } })
      expect(up.body.windowing).toEqual({
        oldest: at(1),
        next: traceId(1).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        limit: 1,
        order: 'ascending',
      })
      expect((await api.post('/traces/query', { windowing: { limit: 5 } })).body).not.toHaveProperty(
        'windowing',
      )
    })

    test('complete traces by id need no window, and accept one', async () => {
      const filtering = { field: 'trace_id', operator: 'in', value: [traceId(3), traceId(1)] }
      const completeAnswer = await api.post('/spans/query', { filtering: { conditions: [filtering] } })
      expect(completeAnswer.body.spans.map(({ span_name }: Body) => span_name)).toEqual(['s1', 's3'])
      expect(await names({ limit: 10 }, { filtering })).toBe('s3 s1')
    })

    playAll(
      ['/spans/query', '/traces/query'].flatMap((path): readonly Scenario[] => [
        {
          name: `${path} needs the newest bound with a cursor`,
          path,
          body: { windowing: { next: traceId(1), oldest: at(1) } },
          status: 400,
          code: 'cursor_unknown',
          part: { detail: expect.stringContaining('newest') as string },
        },
        {
          name: `${path} needs the oldest bound with a cursor, ascending`,
          path,
          body: { windowing: { next: traceId(1), newest: at(1), order: 'ascending' } },
          status: 400,
          code: 'cursor_unknown',
          part: { detail: expect.stringContaining('oldest') as string },
        },
        { name: `${path} refuses a rate below 0`, path, body: { windowing: { rate: -0.1 } }, status: 422 },
        {
          name: `${path} refuses a time that is none`,
          path,
          body: { windowing: { oldest: 'now' } },
          status: 422,
        },
        {
          name: `${path} refuses a cursor that is none`,
          path,
          body: { windowing: { next: 'x', newest: at(1) } },
          status: 422,
        },
      ]),
      () => api,
    )
  })

  describe('filters', () => {
    const refusal = (condition: object, sentence: string): Scenario => ({
      name: sentence,
      path: '/spans/query',
      body: { filtering: { conditions: [condition] } },
      status: 400,
      code: 'filter_invalid',
      part: { detail: `${sentence} (filtering.conditions[0])` },
    })
    const faulty = (name: string, filtering: unknown): Scenario => ({
      name,
      path: '/traces/query',
      body: { filtering },
      status: 422,
      code: 'validation_failed',
    })
    const nestedConditions = (levels: number): object =>
      levels === 0 ? { field: 'span_id', value: spanId(1) } : { conditions: [nestedConditions(levels - 1)] }
    const conditions = (count: number) => ({
      operator: 'or',
      conditions: Array.from({ length: count }, () => ({ field: 'span_id', value: spanId(1) })),
    })
    playAll(
      [
        refusal({ field: 'colour' }, "Unknown field 'colour'."),
        refusal(
          { field: 'trace_id', operator: 'contains', value: 'a' },
          "'trace_id' only supports comparison and list operators.",
        ),
        refusal({ operator: 'not', conditions: [] }, "'not' takes exactly one condition."),
        refusal({ field: 'attributes', value: 1 }, "'attributes' key is required and thus never null."),
        refusal(
          { field: 'links', key: 'attributes.key', operator: 'in', value: [{ trace_id: traceId(1) }] },
          "'links' key is only supported for dict operators.",
        ),
        refusal({ field: 'span_name', key: 'a', value: 'b' }, "'span_name' key is not supported."),
        refusal(
          { field: 'links', operator: 'has', key: 'trace_id', value: 'a' },
          "'links' key must start with 'attributes.'.",
        ),
        refusal(
          { field: 'links', operator: 'in', value: [{ colour: 1 }] },
          "'links' value must be one or more (possibly partial) links.",
        ),
        refusal(
          { field: 'references', operator: 'in', value: 'shop' },
          "'references' value must be one or more (possibly partial) references.",
        ),
        refusal({ field: 'span_type', value: 'x' }, "Unsupported condition value: 'x'"),
        refusal({ field: 'start_time', operator: 'gt', value: 'x' }, "Unsupported condition value: 'x'"),
        refusal({ field: 'span_id', value: 'x' }, "Unsupported condition value: 'x'"),
        refusal({ field: 'start_time', operator: 'btwn', value: [at(1)] }, "'btwn' takes [low, high]."),
        refusal({ field: 'span_name', operator: 'in', value: 'a' }, "'in' takes a list of values."),
        {
          name: 'too many conditions',
          path: '/spans/query',
          body: { filtering: conditions(1001) },
          status: 400,
          part: { detail: expect.stringMatching(/^The filter has more than 1000 conditions\./) as string },
        },
        {
          name: 'too many levels',
          path: '/spans/query',
          body: { filtering: nestedConditions(40) },
          status: 400,
          part: { detail: expect.stringMatching(/^The filter has more than 32 levels\./) as string },
        },
        {
          name: 'as many conditions as allowed',
          path: '/spans/query',
          body: { filtering: conditions(1000) },
          status: 200,
          part: { count: 1 },
        },
        {
          name: 'as many levels as allowed',
          path: '/spans/query',
          body: { filtering: nestedConditions(31) },
          status: 200,
          part: { count: 1 },
        },
        {
          name: 'an empty content',
          path: '/spans/query',
          body: { filtering: { field: 'content', operator: 'contains', value: '' } },
          status: 400,
        },
        faulty('an unknown operator', { conditions: [{ field: 'span_id', operator: 'near' }] }),
        faulty('an unknown logical operator', { operator: 'xor', conditions: [] }),
        faulty('an element that is neither', { conditions: [{ colour: 'red' }] }),
        faulty('a filter that is a text', 'span_id'),
      ],
      () => api,
    )

    test('are true or false, never null, for an absent field', async () => {
      const count = async (condition: object): Promise<number> =>
        (await api.post('/spans/query', { filtering: condition })).body.count
      const key = { field: 'attributes', key: 'missing' }
      expect(await count({ ...key, operator: 'is_not', value: 1 })).toBe(4)
      expect(await count({ ...key, operator: 'not_in', value: [1] })).toBe(4)
      expect(await count({ ...key, operator: 'neq', value: 1 })).toBe(0)
      expect(await count({ ...key, value: null })).toBe(4)
      expect(await count({ field: 'deleted_at', value: null })).toBe(4)
      expect(await count({ field: 'links', operator: 'not_exists' })).toBe(4)
      expect(await count({ field: 'span_name', operator: 'in', value: [] })).toBe(0)
      expect(await count({ field: 'span_name', operator: 'not_in', value: [] })).toBe(4)
      expect(await count({ operator: 'nor', conditions: [] })).toBe(4)
      expect(await count({ field: 'attributes', key: 'n', value: '1' })).toBe(0)
      expect(await count({ field: 'attributes', key: 'n', value: 1.0 })).toBe(1)
      expect(await count({ field: 'span_name', operator: 'like', value: 'S_' })).toBe(4)
      const caseSensitive = { case_sensitive: true, colour: 'red' }
      expect(await count({ field: 'span_name', operator: 'like', value: 'S_', options: caseSensitive })).toBe(
        0,
      )
      expect(await count({ field: 'parent_id', value: null })).toBe(4)
    })
  })

  describe('saved queries', () => {
    const commit = (name: string, data: object, over: Partial<Scenario>): Scenario => ({
      name,
      path: '/simple/queries/',
      body: { query: { slug: `q-${name.replaceAll(/\W+/g, '-')}`, data } },
      status: 200,
      ...over,
    })
    playAll(
      [
        commit(
          'a key that is none',
          { colour: 1 },
          { status: 422, part: { detail: [{ type: 'extra_forbidden' }] } },
        ),
        commit('a wrong filter', { filtering: { field: 'colour' } }, { status: 400, code: 'filter_invalid' }),
        commit('a wrong operator', { filtering: { field: 'span_id', operator: 'near' } }, { status: 422 }),
        commit('a wrong window', { windowing: { order: 'up' } }, { status: 422 }),
        commit('a wrong focus', { formatting: { focus: 'all' } }, { status: 422 }),
        commit('a format', { formatting: { focus: 'trace', format: 'opentelemetry' } }, {}),
      ],
      () => api,
    )

    test('members that retrieval adds may be sent back, and are not stored', async () => {
      const data = { filtering: { field: 'span_name', value: 's1' } }
      const { status } = await api.post('/simple/queries/', {
        query: { slug: 'sent-back', data: { ...data, trace_ids: [traceId(1)], traces: [] } },
      })
      expect(status).toBe(200)
      const { body } = await api.post('/queries/revisions/retrieve', { query_ref: { slug: 'sent-back' } })
      expect(body.query_revision.data).toEqual(data)
    })

    test('the tighter of a stored and a sent bound applies', async () => {
      await api.post('/simple/queries/', {
        query: { slug: 'bounded', data: { windowing: { oldest: at(2), newest: at(4), order: 'ascending' } } },
      })
      const query_ref = { slug: 'bounded' }
      expect(await names({}, { query_ref })).toBe('s3 s4')
      expect(await names({ oldest: at(3), newest: at(9), order: 'descending' }, { query_ref })).toBe('s4')
      expect(await names({ oldest: at(1), limit: 1 }, { query_ref })).toBe('s3')
    })

    test('without a stored window the sent one applies', async () => {
      await api.post('/simple/queries/', { query: { slug: 'unbounded', data: {} } })
      expect(await names({ order: 'ascending', limit: 2 }, { query_ref: { slug: 'unbounded' } })).toBe(
        's1 s2',
      )
    })
  })

  test('analytics return the effective query', async () => {
    const filter = encodeURIComponent(
      JSON.stringify({ conditions: [{ field: 'span_name', operator: 'in', value: ['s1', 's2'] }] }),
    )
    const { status, body } = await api.post(
      `/spans/analytics/query?focus=span&oldest=${at(0)}&newest=${at(9)}&filter=${filter}&format=agenta`,
    )
    expect(status).toBe(200)
    expect(body.query).toMatchObject({
      formatting: { focus: 'span' },
      windowing: { oldest: at(0), newest: at(9) },
      filtering: { conditions: [{ field: 'span_name', operator: 'in', value: ['s1', 's2'] }] },
    })
    expect(body.specs.map(({ path }: Body) => path)).toEqual([
      'attributes.ag.metrics.duration.cumulative',
      'attributes.ag.metrics.errors.cumulative',
      'attributes.ag.metrics.costs.cumulative.total',
      'attributes.ag.metrics.tokens.cumulative.total',
      'attributes.ag.type.trace',
      'attributes.ag.type.span',
    ])
    expect(body.buckets).toHaveLength(1)
    expect(body.buckets[0].metrics['attributes.ag.metrics.duration.cumulative'].count).toBe(2)
    expect(body.buckets[0].metrics).not.toHaveProperty('attributes.ag.metrics.costs.cumulative.total')
  })

  test('sessions and users are listed without a body, and within a window', async () => {
    expect((await api.post('/spans/sessions/query')).body).toEqual({
      count: 4,
      session_ids: ['sess-4', 'sess-3', 'sess-2', 'sess-1'],
    })
    expect((await api.post('/spans/users/query', { realtime: true })).body).toEqual({
      count: 1,
      user_ids: ['u'],
    })
    const page = await api.post('/tracing/sessions/query', { windowing: { limit: 1, order: 'ascending' } })
    expect(page.body).toEqual({
      count: 1,
      session_ids: ['sess-1'],
      windowing: { oldest: at(1), limit: 1, order: 'ascending' },
    })
    const nextPage = await api.post('/spans/sessions/query', { windowing: page.body.windowing })
    expect(nextPage.body.session_ids).toEqual(['sess-2'])
  })

  test.each([
    ['POST', '/traces/ingest', '/api/otlp/v1/traces'],
    ['POST', '/tracing/spans/ingest', '/api/otlp/v1/traces'],
    ['POST', '/tracing/traces/', '/api/traces/'],
    ['GET', `/tracing/traces/${traceId(1)}`, `/api/traces/${traceId(1)}`],
    ['PUT', `/tracing/traces/${traceId(1)}`, `/api/traces/${traceId(1)}`],
    ['DELETE', `/tracing/traces/${traceId(9)}`, `/api/traces/${traceId(9)}`],
    ['POST', '/tracing/spans/query', '/api/spans/query'],
    ['POST', '/tracing/traces/query', '/api/traces/query'],
    ['POST', '/tracing/sessions/query', '/api/spans/sessions/query'],
    ['POST', '/tracing/users/query', '/api/spans/users/query'],
    ['POST', '/tracing/analytics/query', '/api/spans/analytics/query'],
    ['POST', '/tracing/spans/analytics', '/api/spans/analytics/query'],
  ])('%s %s has the headers of a deprecated path with its successor', async (method, path, successor) => {
    const { headers } = await api.call(method, path)
    expect([headers.get('deprecation'), headers.get('link')]).toEqual([
      'true',
      `<${successor}>; rel="successor-version"`,
    ])
  })
})
