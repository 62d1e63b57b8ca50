// Scores of annotations in analytics, against a computation over the annotations that were sent.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { storeSpans } from '../support/stored-spans.ts'

const path = '/spans/analytics/query'
const window = { oldest: '2026-11-14T00:00:00Z', newest: '2026-11-16T00:00:00Z', interval: 1440 }
const helpful = 'annotation.helpful.score'

const traceId = (n: number): string => n.toString(16).padStart(32, 'c')
const spanId = (n: number): string => n.toString(16).padStart(16, '0')

/** Trace n has a root and a child; traces with odd numbers are on the second day and have another user. */
const traces = [1, 2, 3, 4, 5, 6].map((n) => ({
  n,
  day: n % 2 === 0 ? '14' : '15',
  user: n % 2 === 0 ? 'ana' : 'bo',
  root: { trace_id: traceId(n), span_id: spanId(n * 2) },
  child: { trace_id: traceId(n), span_id: spanId(n * 2 + 1) },
}))
const spans = traces.flatMap(({ day, user, root, child }) => [
  {
    ...root,
    span_name: 'answer',
    start_time: `2026-11-${day}T12:00:00Z`,
    end_time: `2026-11-${day}T12:00:05Z`,
    attributes: { ag: { user: { id: user } } },
  },
  {
    ...child,
    parent_id: root.span_id,
    span_name: 'call',
    start_time: `2026-11-${day}T12:00:01Z`,
    end_time: `2026-11-${day}T12:00:02Z`,
  },
])

interface AnnotationFields {
  readonly evaluator: string
  readonly outputs: object
  readonly links: object
}

interface LiveScore {
  readonly n: number
  readonly ofChild: boolean
  readonly score: number
}

const ofTrace = (n: number) => traces[n - 1] ?? traces[0]

/**
 * Expected values: the scores of all annotations of `helpful` that are not deleted. Trace 1 has three, trace 5 and 6
 * have none.
 */
const liveScores: readonly LiveScore[] = [
  { n: 1, ofChild: false, score: 0.25 },
  { n: 1, ofChild: false, score: 1 },
  { n: 1, ofChild: true, score: 0.5 },
  { n: 2, ofChild: false, score: 0.75 },
  { n: 3, ofChild: true, score: 0 },
  { n: 4, ofChild: false, score: 0.9 },
]

const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length

/** Linear interpolation between order statistics. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN]
  return low + (high - low) * (at - Math.floor(at))
}

const round = (value: number): number => Number(value.toPrecision(12))

const statsOf = (numbers: readonly number[]) =>
  numbers.length === 0
    ? undefined
    : {
        count: numbers.length,
        mean: round(mean(numbers)),
        p50: round(percentile(numbers, 0.5)),
        p95: round(percentile(numbers, 0.95)),
      }

const answeredStats = (stats: Body) =>
  stats === undefined
    ? undefined
    : {
        count: stats.count,
        mean: round(stats.mean),
        p50: round(stats.pcts.p50),
        p95: round(stats.pcts.p95),
      }

describe.each(backends)('scores of annotations on %s', (backend) => {
  let api: Api
  const create = async ({ evaluator, outputs, links }: AnnotationFields): Promise<string> => {
    const answer = await api.post('/annotations/', {
      annotation: { data: { outputs }, references: { evaluator: { slug: evaluator } }, links },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.annotation.trace_id
  }
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
    for (const { n, ofChild, score } of liveScores) {
      const { root, child } = ofTrace(n) ?? { root: {}, child: {} }
      const id = await create({
        evaluator: 'helpful',
        outputs: { score: n === 4 ? 0.1 : score, isGood: score > 0.4 },
        links: { invocation: ofChild ? child : root },
      })
      if (n !== 4) continue
      const annotation = { data: { outputs: { score, isGood: true } } }
      expect((await api.call('PATCH', `/annotations/${id}`, { annotation })).status).toBe(200)
    }
    const deletedId = await create({
      evaluator: 'helpful',
      outputs: { score: 100, isGood: false },
      links: { invocation: ofTrace(5)?.root },
    })
    expect((await api.call('DELETE', `/annotations/${deletedId}`)).status).toBe(200)
    await create({ evaluator: 'other', outputs: { score: 7 }, links: { invocation: ofTrace(1)?.root } })
    await create({
      evaluator: 'both',
      outputs: { score: 3 },
      links: { first: ofTrace(6)?.root, second: ofTrace(6)?.child, third: ofTrace(6)?.root },
    })
  })

  const query = async (body: object): Promise<readonly Body[]> => {
    const answer = await api.post(path, { ...window, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.buckets
  }
  const continuous = (name: string) => [{ type: 'numeric/continuous', path: name }]

  test('a trace counts every score of its spans once, at the time of the trace', async () => {
    const buckets = await query({ heads: true, specs: continuous(helpful) })
    expect(
      buckets.map(({ timestamp, metrics }) => [timestamp.slice(8, 10), answeredStats(metrics[helpful])]),
    ).toEqual(
      ['14', '15'].map((day) => [
        day,
        statsOf(liveScores.filter(({ n }) => ofTrace(n)?.day === day).map(({ score }) => score)),
      ]),
    )
  })

  test('a span counts the scores of its own annotations only', async () => {
    const buckets = await query({ focus: 'span', filter: 'span_name = call', specs: continuous(helpful) })
    expect(buckets.map(({ metrics }) => answeredStats(metrics[helpful]))).toEqual([
      undefined,
      statsOf(liveScores.filter(({ ofChild }) => ofChild).map(({ score }) => score)),
    ])
  })

  test('scores are split by groups of the annotated traces, beside other measures', async () => {
    const duration = 'attributes.ag.metrics.duration.cumulative'
    const buckets = await query({
      heads: true,
      interval: 2880,
      group_by: 'user',
      group_limit: 5,
      specs: [...continuous(helpful), ...continuous(duration), ...continuous('annotation.other.score')],
    })
    const users = ['ana', 'bo']
    expect(buckets.map(({ group, metrics }) => [group, answeredStats(metrics[helpful])])).toEqual(
      users.map((user) => [
        user,
        statsOf(liveScores.filter(({ n }) => ofTrace(n)?.user === user).map(({ score }) => score)),
      ]),
    )
    expect(buckets.map(({ spans: count, metrics }) => [count, metrics[duration].count])).toEqual([
      [3, 3],
      [3, 3],
    ])
    expect(buckets.map(({ metrics }) => metrics['annotation.other.score']?.sum)).toEqual([undefined, 7])
  })

  test('an annotation that links to a trace several times counts once', async () => {
    const score = 'annotation.both.score'
    const [bucket] = await query({
      heads: true,
      filter: 'annotation.both.score exists',
      specs: continuous(score),
    })
    expect(bucket?.metrics[score]).toMatchObject({ count: 1, sum: 3 })
    const ofSpans = await query({ focus: 'span', specs: continuous(score) })
    expect(ofSpans.map(({ metrics }) => metrics[score]?.count)).toEqual([2, undefined])
  })

  test('booleans are counted, and their mean is the share of true', async () => {
    const isGood = 'annotation.helpful.isGood'
    const [, second] = await query({ heads: true, specs: continuous(isGood) })
    const goodScores = liveScores
      .filter(({ n }) => ofTrace(n)?.day === '15')
      .map(({ score }) => Number(score > 0.4))
    expect(second?.metrics[isGood]).toMatchObject({ count: goodScores.length, mean: mean(goodScores) })
    const [, counted] = await query({ heads: true, specs: [{ type: '*', path: isGood }] })
    expect(counted?.metrics[isGood]).toMatchObject({
      type: 'binary',
      freq: [
        { value: false, count: goodScores.filter((one) => one === 0).length },
        { value: true, count: goodScores.filter((one) => one === 1).length },
      ],
    })
  })

  test('a path that names no output is refused', async () => {
    const answer = await api.post(path, { specs: continuous('annotation.helpful') })
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0].loc).toEqual(['body', 'specs', 0, 'path'])
  })
})
