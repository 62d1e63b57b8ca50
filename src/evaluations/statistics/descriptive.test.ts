import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  continuousStatistics,
  deviationOf,
  discreteStatistics,
  exactSum,
  histogram,
  meanOf,
  percentile,
} from './descriptive.ts'

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const list = fc.array(number, { minLength: 1, maxLength: 60 })
const close = (value: number) => expect.closeTo(value, 6)

describe('numbers', () => {
  test('four durations have the same statistics as in analytics', () => {
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

  test('integers have frequencies', () => {
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

  test('percentiles increase and lie between the smallest and the largest value', () => {
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

  test('sums keep small numbers that plain addition loses', () => {
    expect(exactSum([1e100, 1, -1e100])).toBe(1)
    expect(exactSum(Array.from({ length: 10 }, () => 0.1))).toBe(1)
  })

  test('the deviation does not depend on the order or on an offset', () => {
    fc.assert(
      fc.property(list, (values) => {
        const shiftedValues = values.map((value) => value + 1000)
        expect(deviationOf(shiftedValues)).toBeCloseTo(deviationOf(values.toReversed()), 4)
      }),
    )
  })
})

test('the mean lies between the smallest and the largest value', () => {
  fc.assert(
    fc.property(list, (values) => {
      expect(meanOf(values)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
      expect(meanOf(values)).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
    }),
  )
})
