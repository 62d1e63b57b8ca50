import { expect, test } from 'vitest'
import { durationMs, timeMs } from './span-totals.ts'

const times = { start_time: '2026-11-15T09:00:00Z', end_time: '2026-11-15T09:00:00.000250Z' }

test('times keep fractions of a millisecond', () => {
  expect(timeMs(times.end_time) - timeMs(times.start_time)).toBeCloseTo(0.25, 3)
})

test('a duration comes from the totals of the trace, then of the span, then its metrics, then its times', () => {
  const metrics = { ag: { metrics: { duration: { cumulative: 3 } } } }
  const all = { ...times, trace: { duration: 1 }, totals: { duration: 2 }, attributes: metrics }
  expect(durationMs(all)).toBe(1)
  expect(durationMs({ ...times, totals: { duration: 2 }, attributes: metrics })).toBe(2)
  expect(durationMs({ ...times, attributes: metrics })).toBe(3)
  expect(durationMs(times)).toBeCloseTo(0.25, 3)
})

test('a span without times and totals has no duration', () => {
  expect(durationMs({ start_time: times.start_time })).toBeUndefined()
})
