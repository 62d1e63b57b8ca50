import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../json/value.ts'
import { comparedMetric, type RunMetric } from './compare.ts'
import {
  binaryStatistics,
  continuousStatistics,
  deviationOf,
  discreteStatistics,
  exactSum,
  histogram,
  meanOf,
  percentile,
} from './descriptive.ts'
import { gateOf, statisticOf, type GateRule } from './gate.ts'
import { meanInterval, tQuantile95, wilsonInterval } from './intervals.ts'
import { inferredSpecs, metricPath, schemaSpecs, statisticsOf, stepMetrics } from './metrics.ts'
import { mcNemarPValue, seededRandom, signFlipPValue } from './significance.ts'

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const list = fc.array(number, { minLength: 1, maxLength: 60 })
const close = (value: number) => expect.closeTo(value, 6)

describe('numbers', () => {
  test('four durations are described as analytics do', () => {
    expect(continuousStatistics([100, 200, 300, 400])).toEqual({
      type: 'numeric/continuous',
      count: 4,
      sum: 1000,
      mean: 250,
      min: 100,
      max: 400,
      range: 300,
      pcts: {
        'p00.05': 100.15,
        'p00.1': 100.3,
        'p00.5': 101.5,
        p01: 103,
        'p02.5': 107.5,
        p05: 115,
        p10: 130,
        'p12.5': 137.5,
        p20: 160,
        p25: 175,
        p30: 190,
        'p37.5': 212.5,
        p40: 220,
        p50: 250,
        p60: 280,
        'p62.5': 287.5,
        p70: 310,
        p75: 325,
        p80: 340,
        'p87.5': 362.5,
        p90: 370,
        p95: 385,
        'p97.5': 392.5,
        p99: 397,
        'p99.5': 398.5,
        'p99.9': 399.7,
        'p99.95': 399.85,
      },
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
      pscs: {
        psc25: 0.3,
        psc50: 0.6,
        psc75: 0.9,
        psc80: 0.96,
        psc90: 1.08,
        psc95: 1.14,
        psc99: 1.188,
        'psc99.9': 1.1988,
      },
      hist: [
        { bin: 1, count: 2, interval: [100, 250], density: 0.5 },
        { bin: 2, count: 2, interval: [250, 400], density: 0.5 },
      ],
      std: close(129.0994448735806),
      ci95: [expect.closeTo(44.5739743, 4), expect.closeTo(455.4260257, 4)],
    })
  })

  test('whole numbers are counted one by one', () => {
    expect(discreteStatistics([2, 1, 2])).toMatchObject({
      type: 'numeric/discrete',
      freq: [
        { value: 2, count: 2, density: 0.66667 },
        { value: 1, count: 1, density: 0.33333 },
      ],
      uniq: [2, 1],
    })
  })

  test('values on both sides of zero have no ranges by the median', () => {
    expect(continuousStatistics([-1, 0.5, 1])).not.toHaveProperty('pscs')
    expect(continuousStatistics([0, 0, 0])).toMatchObject({ pscs: { psc50: 0 } })
  })

  test('one value has no interval', () => {
    expect(continuousStatistics([3])).toMatchObject({ count: 1, mean: 3, std: 0, hist: [{ count: 1 }] })
    expect(continuousStatistics([3])).not.toHaveProperty('ci95')
  })

  test('percentiles grow and lie between the least and the largest value', () => {
    fc.assert(
      fc.property(list, fc.double({ min: 0, max: 100, noNaN: true }), (values, percent) => {
        const sorted = values.toSorted((a, b) => a - b)
        const tolerance = 1e-4
        expect(percentile(sorted, 0)).toBeCloseTo(sorted[0] ?? 0, 4)
        expect(percentile(sorted, 100)).toBeCloseTo(sorted.at(-1) ?? 0, 4)
        expect(percentile(sorted, percent)).toBeGreaterThanOrEqual(
          percentile(sorted, percent / 2) - tolerance,
        )
      }),
    )
  })

  test('every value is in exactly one bin', () => {
    fc.assert(
      fc.property(list, (values) => {
        const bins = histogram(values.toSorted((a, b) => a - b)) as readonly { readonly count: number }[]
        expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length)
      }),
    )
  })

  test('sums keep what plain addition loses', () => {
    expect(exactSum([1e100, 1, -1e100])).toBe(1)
    expect(exactSum(Array.from({ length: 10 }, () => 0.1))).toBe(1)
  })

  test('the deviation does not depend on the order, nor on where zero is', () => {
    fc.assert(
      fc.property(list, (values) => {
        const moved = values.map((value) => value + 1000)
        expect(deviationOf(moved)).toBeCloseTo(deviationOf(values.toReversed()), 4)
      }),
    )
  })
})

describe('intervals', () => {
  test.each([
    [1, 12.7062],
    [2, 4.30265],
    [9, 2.26216],
    [30, 2.04227],
    [1000, 1.96234],
  ])("Student's t of %i degrees is %f", (degrees, expected) => {
    expect(tQuantile95(degrees)).toBeCloseTo(expected, 4)
  })

  test.each([
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [50, 100, 0.4038, 0.5962],
  ])("Wilson's interval of %i of %i", (passed, count, low, high) => {
    const [lower, upper] = wilsonInterval(passed, count)
    expect(lower).toBeCloseTo(low, 4)
    expect(upper).toBeCloseTo(high, 4)
  })

  test('they hold what they are about, and shrink with more values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 500 }), (count, some) => {
        const passed = Math.min(some, count)
        const [low, high] = wilsonInterval(passed, count)
        expect(low).toBeLessThanOrEqual(passed / count)
        expect(high).toBeGreaterThanOrEqual(passed / count)
        const [moreLow, moreHigh] = wilsonInterval(passed * 4, count * 4)
        expect(moreHigh - moreLow).toBeLessThan(high - low)
      }),
    )
    expect(meanInterval(4, 250, 129.0994448735806)?.map((bound) => Math.round(bound))).toEqual([45, 455])
  })

  test('a rate has the interval of Wilson', () => {
    expect(binaryStatistics([true, true, false, true])).toMatchObject({
      type: 'binary',
      count: 4,
      rate: 0.75,
      uniq: [true, false],
      ci95: [close(0.300642), close(0.954413)],
    })
  })
})

describe('significance', () => {
  test('sign flips: five rows in one direction are one of sixteen', () => {
    expect(signFlipPValue([1, 1, 1, 1, 1])).toBe(2 / 32)
    expect(signFlipPValue([0, 0])).toBe(1)
    expect(signFlipPValue([])).toBe(1)
  })

  test('the p-value is a share, the same for both directions and for the same rows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 25 }), (differences) => {
        const p = signFlipPValue(differences)
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(signFlipPValue(differences)).toBe(p)
        expect(Math.abs(signFlipPValue(differences.map((d) => -d)) - p)).toBeLessThan(0.03)
      }),
      { numRuns: 30 },
    )
  })

  test('a clear difference is found among many rows, none where there is none', () => {
    const random = seededRandom(7)
    const better = Array.from({ length: 100 }, () => random() - 0.3)
    expect(signFlipPValue(better)).toBeLessThan(0.001)
    const equal = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1))
    expect(signFlipPValue(equal)).toBe(1)
  })

  test.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [9, 2, 0.0654296875],
    [3, 3, 1],
  ])('McNemar: %i gained and %i lost', (gained, lost, p) => {
    expect(mcNemarPValue(gained, lost)).toBeCloseTo(p, 10)
    expect(mcNemarPValue(lost, gained)).toBeCloseTo(p, 10)
  })

  test('McNemar holds for many rows', () => {
    expect(mcNemarPValue(3000, 3000)).toBe(1)
    expect(mcNemarPValue(3200, 2800)).toBeLessThan(1e-6)
  })
})

describe('metrics of a step', () => {
  const span = (outputs: JsonObject, duration: number): JsonObject => ({
    attributes: { ag: { data: { outputs }, metrics: { duration: { cumulative: duration } } } },
  })
  const schema = {
    properties: {
      score: { type: 'number' },
      n: { type: 'integer' },
      ok: { type: ['boolean', 'null'] },
      tone: { type: 'string', enum: ['a', 'b'] },
      tags: { type: 'array', items: { enum: ['x', 'y'] } },
      why: { type: 'string' },
      raw: { type: 'object' },
      deep: { type: 'object', properties: { in: { type: 'boolean' } } },
    },
  }

  test('a schema says how its leaves are counted', () => {
    const short = schemaSpecs(schema).map(({ path, type }) => [
      path.replace('attributes.ag.data.outputs.', ''),
      type,
    ])
    expect(Object.fromEntries(short)).toEqual({
      score: 'numeric/continuous',
      n: 'numeric/discrete',
      ok: 'binary',
      tone: 'categorical/single',
      tags: 'categorical/multiple',
      why: 'string',
      raw: 'json',
      'deep.in': 'binary',
    })
  })

  test('without a schema the values say it', () => {
    const outputs: readonly Json[] = [
      { a: 1, b: true, c: 'x', d: 0.5 },
      { a: 2, b: null, c: 'y', d: 1, e: ['x'] },
    ]
    expect(inferredSpecs(outputs).map(({ type }) => type)).toEqual([
      'numeric/discrete',
      'binary',
      'string',
      'numeric/continuous',
      'categorical/multiple',
    ])
  })

  test('what was measured counts always, outputs only of what succeeded', () => {
    const metrics = stepMetrics({
      spans: [
        { span: span({ ok: true }, 10), succeeded: true },
        { span: span({ ok: false }, 30), succeeded: false },
      ],
      outputs: { schema },
    })
    expect(Object.keys(metrics)).toEqual([
      'attributes.ag.metrics.duration.cumulative',
      'attributes.ag.data.outputs.ok',
    ])
    expect(metrics['attributes.ag.metrics.duration.cumulative']).toMatchObject({ count: 2, mean: 20 })
    expect(metrics['attributes.ag.data.outputs.ok']).toMatchObject({ count: 1, rate: 1 })
  })

  test('invocations have no outputs counted', () => {
    const spans = [{ span: span({ ok: true }, 10), succeeded: true }]
    expect(Object.keys(stepMetrics({ spans, outputs: undefined }))).toHaveLength(1)
  })

  test('several values of a list count each, the list once', () => {
    expect(statisticsOf('categorical/multiple', [['x', 'y'], ['x']])).toEqual({
      type: 'categorical/multiple',
      count: 2,
      freq: [
        { value: 'x', count: 2, density: 0.66667 },
        { value: 'y', count: 1, density: 0.33333 },
      ],
      uniq: ['x', 'y'],
    })
  })

  test('values of another type are passed over', () => {
    expect(statisticsOf('numeric/continuous', ['a', null])).toBeUndefined()
    expect(statisticsOf('string', ['a', 1])).toEqual({ type: 'string', count: 1 })
  })
})

describe('comparison', () => {
  const run = (runId: string, values: readonly (number | boolean)[], repeats = 1): RunMetric => ({
    runId,
    rows: new Map(values.map((value, i) => [`row ${i}`, Array.from({ length: repeats }, () => value)])),
  })

  test('booleans are compared by McNemar', () => {
    const baseline = run('a', [false, false, false, false, false, false, true])
    const better = run('b', [true, true, true, true, true, true, true])
    const compared = comparedMetric({ evaluator: 'e', path: 'success', runs: [baseline, better] })
    expect(compared).toMatchObject({
      type: 'binary',
      runs: [
        { run_id: 'a', count: 7, mean: close(1 / 7) },
        { run_id: 'b', mean: 1 },
      ],
      differences: [
        {
          run_id: 'b',
          mean: close(6 / 7),
          p_value: 0.03125,
          test: 'mcnemar_exact',
          n: 7,
          wins: 6,
          losses: 0,
          ties: 1,
          significant: true,
        },
      ],
    })
  })

  test('numbers, and booleans with repeats, are compared by sign flips', () => {
    const test = (runs: readonly RunMetric[]) =>
      (comparedMetric({ evaluator: 'e', path: 'p', runs })['differences'] as readonly JsonObject[])[0]?.[
        'test'
      ]
    expect(test([run('a', [1, 2]), run('b', [1, 3])])).toBe('sign_flip_permutation')
    expect(test([run('a', [true, false], 2), run('b', [true, true], 2)])).toBe('sign_flip_permutation')
  })

  test('only rows that both have are compared', () => {
    const compared = comparedMetric({ evaluator: 'e', path: 'p', runs: [run('a', [1, 2, 3]), run('b', [5])] })
    expect(compared['differences']).toMatchObject([{ n: 1, mean: 4, wins: 1, significant: false }])
    const none = comparedMetric({ evaluator: 'e', path: 'p', runs: [run('a', [1]), run('b', [])] })
    expect(none['differences']).toEqual([
      {
        run_id: 'b',
        n: 0,
        wins: 0,
        losses: 0,
        ties: 0,
        p_value: 1,
        significant: false,
        test: 'sign_flip_permutation',
      },
    ])
  })

  test('a run does not differ from itself, and the other way round wins are losses', () => {
    fc.assert(
      fc.property(list, list, (a, b) => {
        const differences = (one: readonly number[], two: readonly number[]): JsonObject =>
          (
            comparedMetric({ evaluator: 'e', path: 'p', runs: [run('a', one), run('b', two)] })[
              'differences'
            ] as readonly JsonObject[]
          )[0] ?? {}
        expect(differences(a, a)).toMatchObject({ mean: 0, wins: 0, losses: 0, p_value: 1 })
        const there = differences(a, b)
        const back = differences(b, a)
        expect([there['wins'], there['losses']]).toEqual([back['losses'], back['wins']])
      }),
      { numRuns: 30 },
    )
  })
})

describe('the gate', () => {
  const rule: GateRule = { evaluator: 'e', path: 'score', statistic: 'mean' }
  const gate = (
    more: Partial<GateRule>,
    metric: { value?: number; baseline?: number; significant?: boolean },
  ) =>
    gateOf({
      status: 'success',
      rules: [{ ...rule, ...more }],
      metric: () => ({
        statistics: metric.value === undefined ? undefined : { mean: metric.value },
        baseline: metric.baseline === undefined ? undefined : { mean: metric.baseline },
        significant: metric.significant ?? false,
      }),
    })

  test.each<[string, Partial<GateRule>, Parameters<typeof gate>[1], string]>([
    ['within bounds', { min: 0.5, max: 1 }, { value: 0.5 }, 'pass'],
    ['below the least', { min: 0.5 }, { value: 0.4 }, 'fail'],
    ['above the most', { max: 0.5 }, { value: 0.6 }, 'fail'],
    ['no such statistic', { min: 0 }, {}, 'fail'],
    ['a small drop', { max_drop: 0.1 }, { value: 0.85, baseline: 0.9 }, 'pass'],
    ['a large drop', { max_drop: 0.1 }, { value: 0.5, baseline: 0.9 }, 'fail'],
    ['a drop by chance', { max_drop: 0.1, significant_only: true }, { value: 0.5, baseline: 0.9 }, 'pass'],
    [
      'a drop that is none',
      { max_drop: 0.1, significant_only: true },
      { value: 0.5, baseline: 0.9, significant: true },
      'fail',
    ],
    ['no baseline to drop from', { max_drop: 0.1 }, { value: 0.5 }, 'fail'],
  ])('%s', (_, more, metric, verdict) => {
    expect(gate(more, metric)['verdict']).toBe(verdict)
  })

  test('says why', () => {
    expect(gate({ max_drop: 0.1 }, { value: 0.5, baseline: 0.9 })['rules']).toEqual([
      {
        ...rule,
        max_drop: 0.1,
        value: 0.5,
        baseline: 0.9,
        passed: false,
        reason: 'It dropped by 0.4, more than 0.1.',
      },
    ])
  })

  test('a run that did not end well fails', () => {
    const input = { rules: [], metric: () => ({ statistics: undefined }) }
    expect(gateOf({ ...input, status: 'errors' })['verdict']).toBe('fail')
    expect(gateOf({ ...input, status: 'success' })['verdict']).toBe('pass')
  })

  test('statistics are found by name, the mean of booleans is their rate', () => {
    const numbers = continuousStatistics([100, 200, 300, 400])
    expect(
      ['mean', 'max', 'p50', 'median', 'p95', 'count'].map((name) => statisticOf(numbers, name)),
    ).toEqual([250, 400, 250, 250, 385, 4])
    expect(statisticOf(numbers, 'p85')).toBeCloseTo(355)
    expect(statisticOf(binaryStatistics([true, false]), 'mean')).toBe(0.5)
    expect(statisticOf(numbers, 'rate')).toBe(250)
    expect(statisticOf(numbers, 'mode')).toBeUndefined()
  })
})

test('metrics are named by a short path or in full', () => {
  expect(metricPath('score')).toBe('attributes.ag.data.outputs.score')
  expect(metricPath('attributes.ag.metrics.duration.cumulative')).toBe(
    'attributes.ag.metrics.duration.cumulative',
  )
})

test('the mean lies between the least and the largest value', () => {
  fc.assert(
    fc.property(list, (values) => {
      expect(meanOf(values)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
      expect(meanOf(values)).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
    }),
  )
})
