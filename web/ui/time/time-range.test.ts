import { expect, test } from 'vitest'
import { boundsOf, bucketMinutes, fixedRange } from './time-range.ts'

const now = Date.parse('2026-11-15T12:00:00Z')

test('a relative range moves with the clock; a fixed range has the same bounds after a round trip', () => {
  expect(boundsOf('24h', now)?.oldest).toBe(Date.parse('2026-11-14T12:00:00Z'))
  const bounds = { oldest: now - 1000, newest: now }
  expect(boundsOf(fixedRange(bounds), now + 99)).toEqual(bounds)
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

test('buckets have a width that the server supports, and there are about sixty', () => {
  const minutesOf = (range: string): number => bucketMinutes(boundsOf(range, now) ?? { oldest: 0, newest: 0 })
  expect(['15m', '1h', '24h', '30d'].map(minutesOf)).toEqual([1, 5, 30, 720])
})
