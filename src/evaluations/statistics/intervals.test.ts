import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binaryStatistics } from './descriptive.ts'
import { meanInterval, tQuantile95, wilsonInterval } from './intervals.ts'

const close = (value: number) => expect.closeTo(value, 6)

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
  ])("Wilson's interval of %i of %i", (passes, count, low, high) => {
    const [lower, upper] = wilsonInterval(passes, count)
    expect(lower).toBeCloseTo(low, 4)
    expect(upper).toBeCloseTo(high, 4)
  })

  test('contain the estimate, and shrink with more values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 500 }), (count, successes) => {
        const passes = Math.min(successes, count)
        const [low, high] = wilsonInterval(passes, count)
        expect(low).toBeLessThanOrEqual(passes / count)
        expect(high).toBeGreaterThanOrEqual(passes / count)
        const [moreLow, moreHigh] = wilsonInterval(passes * 4, count * 4)
        expect(moreHigh - moreLow).toBeLessThan(high - low)
      }),
    )
    expect(meanInterval(4, 250, 129.0994448735806)?.map((bound) => Math.round(bound))).toEqual([45, 455])
  })

  test("rates have Wilson's interval", () => {
    expect(binaryStatistics([true, true, false, true])).toMatchObject({
      type: 'binary',
      count: 4,
      rate: 0.75,
      uniq: [true, false],
      ci95: [close(0.300642), close(0.954413)],
    })
  })
})
