import { expect, test } from 'vitest'
import { boundsOf, bucketMinutes, fixedRange } from './time-range.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test('a relative range moves with the clock, a fixed one is read back as it was written', () => {
  expect(boundsOf('24h', now)?.oldest).toBe(Date.parse('2026-11-14T12:00:00Z'))
  const fixed = { oldest: now - 1000, newest: now }
  expect(boundsOf(fixedRange(fixed), now + 99)).toEqual(fixed)
})

test('a text that is not a range is rejected', () => {
  for (const text of [
    '',
    'yesterday',
    '5x',
    `${new Date(now).toISOString()}~${new Date(now - 1).toISOString()}`,
  ]) {
    expect(boundsOf(text, now)).toBeUndefined()
  }
})

test('buckets have a width of the server, and there are about sixty', () => {
  const of = (range: string): number => bucketMinutes(boundsOf(range, now) ?? { oldest: 0, newest: 0 })
  expect(['15m', '1h', '24h', '30d'].map(of)).toEqual([1, 5, 30, 720])
})
