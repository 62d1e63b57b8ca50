import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTimeSlices } from './time-slices.ts'

const time = fc
  .record({
    second: fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }),
    fraction: fc.integer({ min: 0, max: 999_999_999 }),
  })
  .map(({ second, fraction }) => {
    const text = new Date(second * 1000).toISOString()
    return `${text.slice(0, 10)} ${text.slice(11, 19)}.${String(fraction).padStart(9, '0')}`
  })

/** All ends of slices, with this many milliseconds per slice. */
function sliceEnds(window: Parameters<typeof createTimeSlices>[0], sliceMs: number): readonly string[] {
  let now = 0
  const next = createTimeSlices(window, () => now)
  const ends: string[] = []
  for (let end = next(undefined); end !== undefined; end = next(end)) {
    ends.push(end)
    now += sliceMs
  }
  return ends
}

test('slices follow each other in the order of the query and end within the window', () => {
  fc.assert(
    fc.property(time, time, fc.constantFrom('ascending', 'descending'), (a, b, order) => {
      const [oldest, newest] = a < b ? [a, b] : [b, a]
      const ends = sliceEnds({ oldest, newest, order }, 10)
      const ordered = ends.toSorted((x, y) => (x < y ? -1 : 1) * (order === 'ascending' ? 1 : -1))
      expect(ends).toEqual(ordered)
      expect(new Set(ends).size).toBe(ends.length)
      expect(ends.every((end) => end >= oldest && end <= newest)).toBe(true)
    }),
  )
})

test('quick slices widen and slow ones shrink', () => {
  const window = {
    oldest: '2026-01-01 00:00:00.000000000',
    newest: '2026-01-11 00:00:00.000000000',
    order: 'descending',
  } as const
  expect(sliceEnds(window, 10).length).toBeLessThan(6)
  expect(sliceEnds(window, 400)).toHaveLength(64)
  const slowSliceCount = sliceEnds(window, 900).length
  expect([slowSliceCount > 500, slowSliceCount <= 1024]).toEqual([true, true])
})
