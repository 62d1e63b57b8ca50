import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scrollHeight, scrollPxMax, scrollTopFor, windowAt } from './virtual-rows.ts'

const extents = fc.record({
  rows: fc.integer({ min: 1, max: 5_000_000 }),
  rowPx: fc.integer({ min: 20, max: 48 }),
  viewPx: fc.integer({ min: 100, max: 2000 }),
})

test('the rendered rows cover the screen at every scroll position', () => {
  fc.assert(
    fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, share) => {
      const scrollTop = share * Math.max(0, scrollHeight(extent) - extent.viewPx)
      const { first, end, top } = windowAt(extent, scrollTop)
      const bottom = top + (end - first) * extent.rowPx
      expect(top).toBeLessThanOrEqual(scrollTop + 1e-3)
      const lastOnScreen = Math.min(scrollTop + extent.viewPx, scrollTop + extent.rows * extent.rowPx)
      expect(bottom).toBeGreaterThanOrEqual(Math.min(lastOnScreen, top + extent.rows * extent.rowPx) - 1e-3)
    }),
  )
})

test('only the visible rows and a few around them are rendered', () => {
  fc.assert(
    fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, share) => {
      const { first, end } = windowAt(extent, share * scrollHeight(extent))
      expect(end - first).toBeLessThanOrEqual(Math.ceil(extent.viewPx / extent.rowPx) + 14)
    }),
  )
})

test('scrolled to the end, the last of five million rows ends at the lower edge', () => {
  const extent = { rows: 5_000_000, rowPx: 32, viewPx: 700 }
  const scrollTop = scrollHeight(extent) - extent.viewPx
  const { first, end, top } = windowAt(extent, scrollTop)
  expect(end).toBe(extent.rows)
  expect(top + (end - first) * extent.rowPx).toBeCloseTo(scrollPxMax, 1)
})

test('a requested row is on the screen afterwards', () => {
  fc.assert(
    fc.property(
      extents,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (extent, rowShare, share) => {
        const row = Math.floor(rowShare * extent.rows)
        const before = share * Math.max(0, scrollHeight(extent) - extent.viewPx)
        const after = scrollTopFor(extent, row, before) ?? before
        const { first, end, top } = windowAt(extent, after, 0)
        expect(row).toBeGreaterThanOrEqual(first)
        expect(row).toBeLessThan(end)
        const rowTop = top + (row - first) * extent.rowPx
        expect(rowTop).toBeGreaterThanOrEqual(after - 1e-3)
      },
    ),
  )
})
