// Analytics over HTTP: buckets, statistics, grouping, sessions and users.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { playAll } from '../support/scenarios.ts'
import { storeSpans } from '../support/stored-spans.ts'

const path = 'attributes.n'

/** Four traces, one each hour; the second child of each fails. */
const spans = [0, 1, 2, 3].flatMap((hour) =>
  [0, 1, 2].map((i) => ({
    trace_id: `e${hour}`.padEnd(32, '0'),
    span_id: (hour * 3 + i + 1).toString(16).padStart(16, '0'),
    ...(i === 0 ? {} : { parent_id: (hour * 3 + 1).toString(16).padStart(16, '0') }),
    span_name: 'span',
    start_time: `2026-11-15T0${hour}:30:00Z`,
    end_time: `2026-11-15T0${hour}:30:0${i + 1}Z`,
    status_code: i === 2 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    attributes: {
      ag: {
        type: { span: i === 0 ? 'workflow' : i === 1 ? 'chat' : 'tool' },
        ...(i === 0 ? { session: { id: `s${hour % 2}` }, user: { id: `u${hour}` } } : {}),
        metrics:
          i === 1 ? { tokens: { incremental: { total: 10 } }, costs: { incremental: { total: 0.5 } } } : {},
      },
      ...(i === 0
        ? { n: (hour + 1) * 100, mixed: hour === 0 ? 'text' : hour, ok: hour < 3, tags: ['a', `t${hour}`] }
        : {}),
    },
  })),
)
const window = { oldest: '2026-11-15T00:00:00Z', newest: '2026-11-15T04:00:00Z' }

describe.each(backends)('analytics on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
  })
  const analytics = async (body: object): Promise<Body> => {
    const answer = await api.post('/spans/analytics/query', { ...window, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const statsOf = async (spec: object): Promise<Body> =>
    (await analytics({ specs: [{ path, ...spec }] })).buckets[0].metrics[path]

  test('tokens that two spans of a trace report are summed once', async () => {
    const freshProject = await newProject(serverOf(backend))
    const span = (n: number, parent: number | undefined, type: string, overrides: object = {}) => ({
      trace_id: 'f'.padEnd(32, '0'),
      span_id: n.toString(16).padStart(16, '0'),
      ...(parent === undefined ? {} : { parent_id: parent.toString(16).padStart(16, '0') }),
      span_name: type,
      start_time: '2026-11-15T01:00:00Z',
      end_time: '2026-11-15T01:00:01Z',
      attributes: {
        ag: {
          type: { span: type },
          metrics: { tokens: { incremental: { total: 100 } }, costs: { incremental: { total: 0.5 } } },
          meta: { request: { model: 'gpt-4o-mini' } },
        },
        ...overrides,
      },
    })
    const inclusive = { gen_ai: { operation: { name: 'invoke_agent' } } }
    await storeSpans(freshProject, [
      span(1, undefined, 'workflow'),
      span(2, 1, 'agent', inclusive),
      span(3, 2, 'chat', { otel: { scope: { name: 'client' } } }),
      span(4, 2, 'chat', { otel: { scope: { name: 'instrumentation' } } }),
    ])
    const tokens = 'attributes.ag.metrics.tokens.incremental.total'
    const { body } = await freshProject.post('/spans/analytics/query', {
      ...window,
      focus: 'span',
      specs: [{ type: 'numeric/continuous', path: tokens }],
    })
    expect(body.buckets[0].metrics[tokens]).toMatchObject({ count: 1, sum: 100 })
    const plain = await freshProject.post('/tracing/spans/analytics', { ...window, focus: 'span' })
    expect(plain.body.buckets[0].total).toMatchObject({ count: 4, tokens: 100, costs: 0.5 })
    const byTrace = await freshProject.post('/tracing/spans/analytics', { ...window, focus: 'trace' })
    expect(byTrace.body.buckets[0].total).toMatchObject({ count: 1, tokens: 100, costs: 0.5 })
    // A client may write back the value that it read: nothing changes.
    const { body: answerBefore } = await freshProject.get(`/traces/${'f'.padEnd(32, '0')}`)
    const answer = await freshProject.put(`/traces/${'f'.padEnd(32, '0')}`, { trace: answerBefore.trace })
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const { body: answerAfter } = await freshProject.get(`/traces/${'f'.padEnd(32, '0')}`)
    const withoutTimes = (trace: object) =>
      JSON.parse(
        JSON.stringify(trace, (key, value: unknown) => (key.startsWith('updated_') ? undefined : value)),
      )
    expect(withoutTimes(answerAfter.trace)).toEqual(withoutTimes(answerBefore.trace))
  })

  test('numbers have sums, percentiles between order statistics, ranges and a histogram', async () => {
    expect(await statsOf({ type: 'numeric/continuous' })).toEqual({
      type: 'numeric/continuous',
      count: 4,
      sum: 1000,
      mean: 250,
      min: 100,
      max: 400,
      range: 300,
      pcts: expect.objectContaining({
        'p00.05': 100.15,
        p05: 115,
        p25: 175,
        p50: 250,
        p90: 370,
        'p99.95': 399.85,
      }),
      iqrs: {
        iqr25: 75,
        iqr50: 150,
        iqr75: 225,
        iqr80: 240,
        iqr90: 270,
        iqr95: 285,
        iqr99: 297,
        'iqr99.9': 299.7,
      },
      pscs: expect.objectContaining({ psc25: 0.3, psc50: 0.6, psc80: 0.96 }),
      hist: [
        { bin: 1, count: 2, interval: [100, 250], density: 0.5 },
        { bin: 2, count: 2, interval: [250, 400], density: 0.5 },
      ],
    })
  })

  test('bins and bounds of a histogram can be set; values beyond the bounds count only with edge', async () => {
    const bins = { type: 'numeric/continuous', bins: 2, vmin: 200, vmax: 300 }
    const expectedBins = [
      { bin: 1, count: 1, interval: [200, 250], density: 0.5 },
      { bin: 2, count: 1, interval: [250, 300], density: 0.5 },
    ]
    expect((await statsOf(bins)).hist).toEqual(expectedBins)
    expect((await statsOf({ ...bins, edge: true })).hist.map(({ count }: Body) => count)).toEqual([2, 2])
    const reversedRange = {
      specs: [{ ...bins, path: 'attributes.ag.metrics.duration.cumulative', vmin: 400 }],
    }
    expect((await api.post('/spans/analytics/query', reversedRange)).body.detail).toMatchObject([
      { loc: ['body', 'specs', 0, 'vmax'], msg: 'vmax is below vmin.' },
    ])
    const boundedSpec = { type: 'numeric/continuous', vmin: 500 }
    const bin = { bin: 1, interval: [500, 500] }
    expect((await statsOf(boundedSpec)).hist).toEqual([{ ...bin, count: 0, density: 0 }])
    expect((await statsOf({ ...boundedSpec, edge: true })).hist).toEqual([{ ...bin, count: 4, density: 1 }])
  })

  test('the type is detected if the spec has none', async () => {
    const specsWithoutType = ['n', 'mixed', 'ok', 'tags', 'ag.type.span'].map((key) => ({
      type: '*',
      path: `attributes.${key}`,
    }))
    const { metrics } = (await analytics({ specs: specsWithoutType })).buckets[0]
    expect(specsWithoutType.map((spec) => [spec.path.slice(11), metrics[spec.path].type])).toEqual([
      ['n', 'numeric/discrete'],
      ['mixed', 'json'],
      ['ok', 'binary'],
      ['tags', 'categorical/multiple'],
      ['ag.type.span', 'string'],
    ])
    expect(metrics['attributes.ok'].freq).toEqual([
      { value: true, count: 3, density: 0.75 },
      { value: false, count: 1, density: 0.25 },
    ])
    expect(metrics['attributes.tags'].uniq).toEqual(['a', 't0', 't1', 't2', 't3'])
    expect(metrics['attributes.n'].uniq).toEqual([100, 200, 300, 400])
  })

  test('buckets start with the window, and empty buckets are omitted', async () => {
    const { buckets, query, count } = await analytics({ interval: 60, filter: 'attributes.n > 100' })
    expect([count, buckets.map(({ timestamp }: Body) => timestamp)]).toEqual([
      3,
      ['2026-11-15T01:00:00.000000Z', '2026-11-15T02:00:00.000000Z', '2026-11-15T03:00:00.000000Z'],
    ])
    expect(query).toMatchObject({ formatting: { focus: 'trace' }, windowing: { interval: 60 } })
    expect(Object.keys(buckets[0].metrics)).toContain('attributes.ag.metrics.tokens.cumulative.total')
  })

  test('a window that needs too many buckets gets wider ones', async () => {
    const { query } = await analytics({ oldest: '2026-11-01T00:00:00Z', interval: 1 })
    expect(query.windowing.interval).toBe(30)
  })

  test('traces are counted by their roots, spans one by one, and groups split both', async () => {
    const single = { specs: [{ type: 'categorical/single', path: 'attributes.ag.type.span' }], focus: 'span' }
    expect((await analytics(single)).buckets[0].metrics['attributes.ag.type.span'].count).toBe(12)
    const { buckets } = await analytics({ focus: 'span', group_by: 'attributes.ag.type.span', specs: [] })
    expect(buckets.map(({ group, spans }: Body) => [group, spans])).toEqual([
      ['chat', 4],
      ['tool', 4],
      ['workflow', 4],
    ])
  })

  test('the deprecated path fills empty buckets and sums failures separately', async () => {
    const { body, headers } = await api.post('/tracing/spans/analytics', {
      ...window,
      newest: '2026-11-15T05:00:00Z',
      interval: 60,
      focus: 'span',
    })
    expect(headers.get('deprecation')).toBe('true')
    expect(body.count).toBe(5)
    expect(body.buckets[0]).toMatchObject({
      total: { count: 3, tokens: 10, costs: 0.5 },
      errors: { count: 1 },
    })
    expect(body.buckets[4]).toEqual({
      timestamp: '2026-11-15T04:00:00.000000Z',
      interval: 60,
      total: { count: 0 },
      errors: { count: 0 },
    })
  })

  test('sessions are ordered by their first activity, with realtime by their last, and paged by time', async () => {
    const sessions = async (body?: object): Promise<Body> =>
      (await api.post('/spans/sessions/query', body)).body
    expect(await sessions()).toEqual({ count: 2, session_ids: ['s1', 's0'] })
    const page = await sessions({ realtime: true, windowing: { limit: 1 } })
    expect(page).toEqual({
      count: 1,
      session_ids: ['s1'],
      windowing: { limit: 1, order: 'descending', newest: '2026-11-15T03:30:00.000000Z' },
    })
    expect((await sessions({ realtime: true, windowing: page.windowing })).session_ids).toEqual(['s0'])
    const { users } = (
      await api.post('/spans/users/query', {
        include_totals: true,
        windowing: { order: 'ascending', limit: 1 },
      })
    ).body
    expect(users).toEqual([
      {
        id: 'u0',
        first_active: '2026-11-15T00:30:00.000000Z',
        last_active: '2026-11-15T00:30:00.000000Z',
        duration: 1000,
        traces: 1,
        failed_traces: 1,
        errors: 1,
        tokens: 10,
        cost: 0.5,
        sessions: 1,
      },
    ])
  })

  playAll(
    [
      {
        name: 'an interval of 0 is refused',
        path: '/spans/analytics/query',
        body: { interval: 0 },
        status: 422,
      },
      {
        name: 'an unknown type is refused',
        path: '/spans/analytics/query',
        body: { specs: [{ type: 'x', path }] },
        status: 422,
      },
      {
        name: 'a path outside the attributes is refused',
        path: '/spans/analytics/query',
        body: { specs: [{ type: '*', path: 'span_name' }] },
        status: 422,
      },
      {
        name: 'an unknown focus is refused with its location',
        path: '/spans/analytics/query?focus=all',
        body: { interval: 0 },
        status: 422,
        part: { detail: [{ loc: ['query', 'focus'] }] },
      },
      {
        name: 'a member of the body that overrides the query string is refused in the body',
        path: '/tracing/spans/query?limit=5&order=ascending',
        body: { limit: -1 },
        status: 422,
        part: { detail: [{ loc: ['body', 'limit'] }] },
      },
      {
        name: 'a filter in the query string that is not JSON is refused there',
        path: '/tracing/spans/query?filter=%7B',
        status: 422,
        part: { detail: [{ loc: ['query', 'filter'] }] },
      },
    ],
    () => api,
  )
})
