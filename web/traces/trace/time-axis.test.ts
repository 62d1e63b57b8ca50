import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundStep, stepsIn, timeTicks } from './time-axis.ts'

test('ticks are round: decimal below a minute, minutes and hours above', () => {
  expect(timeTicks(2400, 4)).toEqual([0, 1000, 2000])
  expect(timeTicks(0.9, 4)).toEqual([0, 0.25, 0.5, 0.75])
  expect(roundStep(20 * 60_000, 4)).toBe(5 * 60_000)
  expect(timeTicks(0, 4)).toEqual([])
  expect(timeTicks(-Infinity, 4)).toEqual([])
})

test('a narrow axis has fewer labels, and always one step', () => {
  expect([0, 40, 140, 400, 4000].map(stepsIn)).toEqual([1, 1, 2, 4, 4])
})

test('there are never more steps than requested, and they begin at zero', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.001, max: 1e9, noNaN: true }),
      fc.integer({ min: 1, max: 10 }),
      (length, steps) => {
        const ticks = timeTicks(length, steps)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(steps + 1)
        expect(ticks.at(-1)).toBeLessThanOrEqual(length * (1 + 1e-9))
      },
    ),
  )
})
