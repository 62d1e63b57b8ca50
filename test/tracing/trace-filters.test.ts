// Filters about traces: conditions that different spans satisfy, and lists with one row for each trace.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { storeSpans } from '../support/stored-spans.ts'

const traceId = (n: number): string => `c${n}`.padEnd(32, '0')
const spanId = (n: number): string => n.toString(16).padStart(16, '0')
const at = (seconds: number): string => `2026-11-15T09:00:${String(seconds).padStart(2, '0')}.000000Z`

interface SpanFields {
  readonly trace: number
  readonly span: number
  readonly parent?: number
  readonly seconds: readonly [start: number, end: number]
  readonly failed?: true
  readonly user?: string
  readonly inputs?: string
}

const create = ({ trace, span, parent, seconds: [start, end], failed, user, inputs }: SpanFields) => ({
  trace_id: traceId(trace),
  span_id: spanId(trace * 16 + span),
  ...(parent === undefined ? {} : { parent_id: spanId(trace * 16 + parent) }),
  span_name: parent === undefined ? 'support' : 'answer',
  start_time: at(start),
  end_time: at(end),
  status_code: failed === true ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
  attributes: {
    ag: {
      type: { span: parent === undefined ? 'workflow' : 'chat' },
      data: inputs === undefined ? {} : { inputs },
      ...(user === undefined ? {} : { user: { id: user } }),
    },
  },
})

/** 0: slow, a child failed. 1: fast and failed. 2: slow and fine. 3: an annotation of trace 0. */
const spans = [
  create({ trace: 0, span: 1, seconds: [0, 9], user: 'ann' }),
  create({ trace: 0, span: 2, parent: 1, seconds: [1, 2], failed: true, inputs: 'a refund, please' }),
  create({ trace: 1, span: 1, seconds: [10, 12], user: 'bob' }),
  create({ trace: 1, span: 2, parent: 1, seconds: [10, 11], failed: true, inputs: 'a refund' }),
  create({ trace: 2, span: 1, seconds: [20, 29], user: 'ann' }),
  create({ trace: 2, span: 2, parent: 1, seconds: [20, 28], inputs: 'an invoice' }),
  {
    ...create({ trace: 3, span: 1, seconds: [30, 31] }),
    links: [{ trace_id: traceId(0), span_id: spanId(1), attributes: { key: 'invocation' } }],
  },
]

const errorSpecs = [{ type: 'numeric/continuous', path: 'attributes.ag.metrics.errors.cumulative' }] as const
const slowFilter = 'attributes.ag.metrics.duration.cumulative > 5000'
const failedFilter = 'status_code = STATUS_CODE_ERROR'

describe.each(backends)('filters about traces on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
  })

  const tracesMatching = async (body: object): Promise<readonly string[]> =>
    (await api.post('/traces/query', body)).body.traces.map((trace: Body) => trace.trace_id)
  const headsOf = async (body: object): Promise<readonly string[]> =>
    (await api.post('/spans/query', { heads: true, ...body })).body.spans.map((span: Body) => span.trace_id)

  test.each<[filter: string, traces: readonly number[]]>([
    [failedFilter, [1, 0]],
    [slowFilter, [2, 0]],
    [`${failedFilter} and ${slowFilter}`, [0]],
    [`span(${failedFilter} and ${slowFilter})`, []],
    ['user_id = ann and content contains refund', [0]],
    ['user_id = ann and refund', [0]],
    ['user_id = ann and not refund', [2]],
    ['span_type = chat and user_id != bob', [2, 0]],
    [`annotation(trace_type = annotation)`, [0]],
    [`trace_type = annotation`, [3]],
    [`user_id = ann or ${failedFilter}`, [2, 1, 0]],
  ])('%s', async (filter, expected) => {
    const ids = expected.map(traceId)
    expect(await headsOf({ filter })).toEqual(ids)
    expect(await tracesMatching({ filter })).toEqual(ids)
  })

  test('in the tree one span satisfies all conditions', async () => {
    const { filtering } = (await api.post('/spans/filter', { filter: `${failedFilter} and ${slowFilter}` }))
      .body
    expect(await tracesMatching({ filtering })).toEqual([])
  })

  test('the text of a filter on traces becomes an equivalent tree, and that tree becomes the same text', async () => {
    const filter = `status_code = "STATUS_CODE_ERROR" and ${slowFilter}`
    const { body } = await api.post('/spans/filter', { filter, focus: 'trace' })
    expect(body.filter).toBe(filter)
    expect(body.filtering).toMatchObject({ related: 'trace', where: { operator: 'and' } })
    expect(await tracesMatching({ filtering: body.filtering })).toEqual([traceId(0)])
    const back = await api.post('/spans/filter', { filtering: body.filtering, focus: 'trace' })
    expect(back.body).toEqual(body)
  })

  test('a list of heads has one row for each trace, and annotations when the filter names the type', async () => {
    expect(await headsOf({})).toEqual([2, 1, 0].map(traceId))
    expect(await headsOf({ filter: 'trace_type != unknown' })).toEqual([3, 2, 1, 0].map(traceId))
    // The type of an annotation differs from the type of its trace.
    expect(await headsOf({ filter: 'not annotation(trace_type = invocation)' })).toEqual(
      [2, 1, 0].map(traceId),
    )
  })

  test('analytics with `heads` count the rows of the list', async () => {
    for (const filter of [failedFilter, slowFilter, `${failedFilter} and ${slowFilter}`, 'refund', '']) {
      const { body } = await api.post('/spans/analytics/query', {
        heads: true,
        filter,
        oldest: at(0),
        newest: at(59),
        specs: [{ type: 'categorical/single', path: 'attributes.ag.type.trace' }],
      })
      const traceCount = body.buckets[0]?.metrics['attributes.ag.type.trace']?.count ?? 0
      expect([filter, traceCount]).toEqual([filter, (await headsOf({ filter })).length])
    }
  })

  test('a misspelled field is refused with its column and a suggestion', async () => {
    const { status, body } = await api.post('/spans/query', {
      heads: true,
      filter: `${failedFilter} and spn_name = a`,
    })
    expect(status).toBe(400)
    expect(body.detail).toBe(`Unknown field 'spn_name'. Did you mean 'span_name'? (column 37)`)
  })

  test('a filter with an extra closing parenthesis is refused', async () => {
    const { status } = await api.post('/spans/query', { heads: true, filter: 'span_type = chat) or (refund' })
    expect(status).toBe(400)
  })

  test('a trace without its root is listed by its earliest span until the root arrives', async () => {
    const freshProject = await newProject(serverOf(backend))
    const children = [
      create({ trace: 5, span: 3, parent: 1, seconds: [3, 9], failed: true, inputs: 'a refund' }),
      create({ trace: 5, span: 2, parent: 1, seconds: [2, 4] }),
    ]
    const rows = async (filter: string): Promise<readonly Body[]> =>
      (await freshProject.post('/spans/query', { heads: true, filter, fields: ['trace'] })).body.spans
    await storeSpans(freshProject, children)
    const unfinishedTrace = { span_id: spanId(82), trace: { state: 'running', duration: 7000, errors: 1 } }
    expect(await rows('')).toMatchObject([unfinishedTrace])
    for (const filter of [failedFilter, slowFilter, `refund and ${slowFilter}`, 'parent_id != null']) {
      expect([filter, await rows(filter)]).toMatchObject([filter, [unfinishedTrace]])
    }
    await storeSpans(freshProject, [
      create({ trace: 5, span: 1, seconds: [0, 12], user: 'ann' }),
      ...children,
    ])
    expect(await rows('')).toMatchObject([
      { span_id: spanId(81), trace: { state: 'finished', duration: 12_000, errors: 1 } },
    ])
    expect(await rows('parent_id != null')).toEqual([])
    // Further roots: the trace is still one row, with the totals of all of them.
    await storeSpans(freshProject, [
      create({ trace: 5, span: 4, seconds: [0, 1] }),
      create({ trace: 5, span: 5, seconds: [20, 21], failed: true }),
    ])
    const traceWithErrors = { span_id: spanId(81), trace: { state: 'finished', duration: 12_000, errors: 2 } }
    expect(await rows('')).toMatchObject([traceWithErrors])
    expect(await rows('attributes.ag.metrics.errors.cumulative = 2')).toMatchObject([traceWithErrors])
    const { buckets } = (
      await freshProject.post('/spans/analytics/query', {
        heads: true,
        oldest: at(0),
        newest: at(59),
        specs: errorSpecs,
      })
    ).body
    expect(buckets).toMatchObject([{ metrics: { [errorSpecs[0].path]: { count: 1, sum: 2 } } }])
    const { traces } = (await freshProject.post('/traces/query', { fields: ['span_name', 'trace'] })).body
    expect(JSON.stringify(traces).match(/"state":"finished"/g)).toHaveLength(1)
  })
})
