// Compares every number of analytics, sessions and users with a separate computation over generated traces. Costs,
// tokens and errors count once in sums of spans and in sums of traces.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { storeSpans } from '../support/stored-spans.ts'

interface GeneratedSpan {
  readonly trace: number
  readonly isRoot: boolean
  readonly startMs: number
  readonly durationMs: number
  readonly isFailed: boolean
  /** Set if the span called a model. */
  readonly usage: { readonly tokens: number; readonly cost: number } | undefined
  readonly record: object
}

const startOfDay = Date.parse('2026-11-15T00:00:00Z')
const window = { oldest: '2026-11-15T00:00:00Z', newest: '2026-11-16T00:00:00Z' }
const traceCount = 40
const sessionOf = (trace: number): string => `session-${trace % 6}`
const userOf = (trace: number): string => `user-${trace % 4}`

/** The same numbers in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

function makeTrace(trace: number, random: (below: number) => number): readonly GeneratedSpan[] {
  const traceId = (trace + 1).toString(16).padStart(32, 'a')
  const idOf = (n: number): string => (trace * 100 + n + 1).toString(16).padStart(16, '0')
  const from = startOfDay + random(86_000) * 1000
  const size = 3 + random(5)
  // A chain: each call is the parent of the next one, so that a sum of cumulative values would count usage repeatedly.
  return Array.from({ length: size }, (_, n): GeneratedSpan => {
    const startMs = from + n * 10
    const durationMs = 1000 - n * 20 + random(10)
    const isFailed = random(6) === 0
    const callsModel = n > 0 && random(3) > 0
    // Eighths have an exact sum in binary.
    const usage = callsModel ? { tokens: 1 + random(500), cost: (1 + random(64)) / 8 } : undefined
    return {
      trace,
      isRoot: n === 0,
      startMs,
      durationMs,
      isFailed,
      usage,
      record: {
        trace_id: traceId,
        span_id: idOf(n),
        ...(n === 0 ? {} : { parent_id: idOf(n - 1) }),
        span_name: `span-${n}`,
        start_time: new Date(startMs).toISOString(),
        end_time: new Date(startMs + durationMs).toISOString(),
        status_code: isFailed ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
        attributes: {
          ag: {
            type: { span: usage === undefined ? 'task' : 'chat' },
            ...(n === 0 ? { session: { id: sessionOf(trace) }, user: { id: userOf(trace) } } : {}),
            ...(usage === undefined
              ? {}
              : {
                  metrics: {
                    tokens: { incremental: { total: usage.tokens } },
                    costs: { incremental: { total: usage.cost } },
                  },
                }),
          },
        },
      },
    }
  })
}

const random = createRandom(7)
const spans = Array.from({ length: traceCount }, (_, trace) => makeTrace(trace, random)).flat()
const roots = spans.filter(({ isRoot }) => isRoot)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const spansOf = (trace: number): readonly GeneratedSpan[] => spans.filter((span) => span.trace === trace)
const costOf = (trace: number): number => sum(spansOf(trace).map(({ usage }) => usage?.cost ?? 0))
const tokensOf = (trace: number): number => sum(spansOf(trace).map(({ usage }) => usage?.tokens ?? 0))
const errorsOf = (trace: number): number => spansOf(trace).filter(({ isFailed }) => isFailed).length

/** Linear interpolation between order statistics. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(position)] ?? 0, sorted[Math.ceil(position)] ?? 0]
  return low + (high - low) * (position - Math.floor(position))
}

const statsOf = (values: readonly number[]) => ({
  count: values.length,
  sum: expect.closeTo(sum(values), 6),
  mean: expect.closeTo(sum(values) / values.length, 6),
  min: Math.min(...values),
  max: Math.max(...values),
  pcts: expect.objectContaining({
    p50: expect.closeTo(percentile(values, 0.5), 6),
    p95: expect.closeTo(percentile(values, 0.95), 6),
    p99: expect.closeTo(percentile(values, 0.99), 6),
  }),
})

const positive = (values: readonly number[]): readonly number[] => values.filter((value) => value > 0)
const metrics = 'attributes.ag.metrics'

describe.each(backends)('sums on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(
      api,
      spans.map(({ record }) => record),
    )
  })
  const metricsOf = async (body: object): Promise<Body> =>
    (await api.post('/spans/analytics/query', { ...window, ...body })).body.buckets[0].metrics

  test('the default statistics of traces are those of their totals', async () => {
    expect(await metricsOf({})).toMatchObject({
      [`${metrics}.duration.cumulative`]: statsOf(roots.map(({ durationMs }) => durationMs)),
      [`${metrics}.errors.cumulative`]: statsOf(positive(roots.map(({ trace }) => errorsOf(trace)))),
      [`${metrics}.costs.cumulative.total`]: statsOf(positive(roots.map(({ trace }) => costOf(trace)))),
      [`${metrics}.tokens.cumulative.total`]: statsOf(positive(roots.map(({ trace }) => tokensOf(trace)))),
    })
  })

  test('the own values of spans add up to the totals of the traces', async () => {
    const usages = spans.flatMap(({ usage }) => usage ?? [])
    const ownPaths = ['errors.incremental', 'costs.incremental.total', 'tokens.incremental.total']
    const paths = ['duration.cumulative', ...ownPaths].map((path) => `${metrics}.${path}`)
    const specs = paths.map((path) => ({ type: 'numeric/continuous', path }))
    const overSpans = await metricsOf({ focus: 'span', specs })
    expect(overSpans).toMatchObject({
      [`${metrics}.duration.cumulative`]: statsOf(spans.map(({ durationMs }) => durationMs)),
      [`${metrics}.errors.incremental`]: statsOf(spans.filter(({ isFailed }) => isFailed).map(() => 1)),
      [`${metrics}.costs.incremental.total`]: statsOf(usages.map(({ cost }) => cost)),
      [`${metrics}.tokens.incremental.total`]: statsOf(usages.map(({ tokens }) => tokens)),
    })
    const overTraces = await metricsOf({})
    for (const name of ['costs', 'tokens'] as const) {
      const [ownPath, totalPath] = [
        `${metrics}.${name}.incremental.total`,
        `${metrics}.${name}.cumulative.total`,
      ]
      expect(overSpans[ownPath].sum).toBe(overTraces[totalPath].sum)
    }
  })

  test('each hour has the sums of its own traces', async () => {
    const { body } = await api.post('/spans/analytics/query', { ...window, interval: 60 })
    const byHour = Map.groupBy(roots, ({ startMs }) => Math.floor((startMs - startOfDay) / 3_600_000))
    expect(
      body.buckets.map((bucket: Body) => [
        bucket.timestamp.slice(11, 13),
        bucket.metrics[`${metrics}.costs.cumulative.total`]?.sum ?? 0,
        bucket.metrics[`${metrics}.tokens.cumulative.total`]?.sum ?? 0,
      ]),
    ).toEqual(
      [...byHour]
        .toSorted(([a], [b]) => a - b)
        .map(([hour, hourRoots]) => [
          String(hour).padStart(2, '0'),
          sum(hourRoots.map(({ trace }) => costOf(trace))),
          sum(hourRoots.map(({ trace }) => tokensOf(trace))),
        ]),
    )
  })

  test.each(['trace', 'span'])('the deprecated path has the same sums for each %s', async (focus) => {
    const { body } = await api.post('/tracing/spans/analytics', { ...window, focus })
    const countedSpans = focus === 'trace' ? roots : spans
    expect(body.buckets[0].total).toEqual({
      count: countedSpans.length,
      duration: expect.closeTo(sum(countedSpans.map(({ durationMs }) => durationMs)), 6),
      costs: sum(spans.map(({ usage }) => usage?.cost ?? 0)),
      tokens: sum(spans.map(({ usage }) => usage?.tokens ?? 0)),
    })
  })

  test.each([
    ['sessions', sessionOf],
    ['users', userOf],
  ] as const)('%s have the sums of their traces', async (name, idOf) => {
    const { body } = await api.post(`/spans/${name}/query`, { include_totals: true })
    const traces = Map.groupBy(
      roots.map(({ trace }) => trace),
      idOf,
    )
    const totals = body[name].map(({ id, traces: count, errors, tokens, cost }: Body) => ({
      id,
      traces: count,
      errors,
      tokens,
      cost,
    }))
    expect(totals.toSorted((a: Body, b: Body) => (a.id < b.id ? -1 : 1))).toEqual(
      [...traces]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, ownTraces]) => ({
          id,
          traces: ownTraces.length,
          errors: sum(ownTraces.map(errorsOf)),
          tokens: sum(ownTraces.map(tokensOf)),
          cost: sum(ownTraces.map(costOf)),
        })),
    )
  })
})
