import { expect, test } from 'vitest'
import { visibleColumns, layoutOf, scrollLeftFor, fillWidth, widthFor, type GridColumn } from './layout.ts'

const column = (id: string, isPinned = false): GridColumn => ({
  id,
  name: id,
  type: 'string',
  widthPx: 100,
  isPinned,
  isNew: false,
})
const wideLayout = layoutOf(
  Array.from({ length: 1000 }, (_, at) => column(String(at), at === 7)),
  50,
)

test('pinned columns come first', () => {
  expect(wideLayout.columns.slice(0, 3).map(({ id }) => id)).toEqual(['7', '0', '1'])
  expect(wideLayout.starts.slice(0, 3)).toEqual([50, 150, 250])
  expect(wideLayout.widthPx).toBe(100_050)
})

test('of a thousand columns only those on the screen are rendered', () => {
  const span = visibleColumns(wideLayout, { left: 50_000, widthPx: 1000 })
  expect(span.end - span.first).toBeLessThan(14)
  // The first column covers the edge of the pinned ones, and the last one covers the right edge of the view.
  expect(wideLayout.starts[span.first]).toBeLessThanOrEqual(50_000 + 150)
  expect((wideLayout.starts[span.end - 1] ?? 0) + 100).toBeGreaterThanOrEqual(51_000)
})

test('the first and the last column are rendered at the ends', () => {
  expect(visibleColumns(wideLayout, { left: 0, widthPx: 400 }).first).toBe(1)
  expect(visibleColumns(wideLayout, { left: 99_650, widthPx: 400 }).end).toBe(1000)
})

test('a column scrolls into view from either side, next to the pinned ones', () => {
  const view = { left: 5000, widthPx: 1000 }
  expect(scrollLeftFor(wideLayout, { index: 0, ...view })).toBeUndefined()
  expect(scrollLeftFor(wideLayout, { index: 20, ...view })).toBe(1900)
  expect(scrollLeftFor(wideLayout, { index: 55, ...view })).toBeUndefined()
  expect(scrollLeftFor(wideLayout, { index: 80, ...view })).toBe((wideLayout.starts[80] ?? 0) + 100 - 1000)
})

test('text columns share the unused width, except those that the user resized', () => {
  const columns = [column('a'), column('b'), { ...column('n'), type: 'number' as const }, column('own')]
  const widths = fillWidth(columns, { availablePx: 600, isResized: (id) => id === 'own' }).map(
    ({ widthPx }) => widthPx,
  )
  expect(widths).toEqual([200, 200, 100, 100])
  const [narrow, wide] = fillWidth([column('a'), { ...column('b'), widthPx: 300 }], {
    availablePx: 800,
    isResized: () => false,
  })
  expect([narrow?.widthPx, wide?.widthPx]).toEqual([200, 600])
  expect(fillWidth(columns, { availablePx: 300, isResized: () => false })).toBe(columns)
})

test('a column is as wide as nine of ten values of the first rows, within bounds', () => {
  const width = (values: readonly string[]): number =>
    widthFor({ name: 'topic' }, { values, isNarrow: false })
  const short = Array.from({ length: 19 }, () => 'ten letter')
  expect(width(short)).toBe(96)
  expect(width([...short, 'x'.repeat(300)])).toBe(width(short))
  expect(width(Array.from({ length: 20 }, () => 'x'.repeat(30)))).toBe(232)
  expect(width(Array.from({ length: 20 }, () => 'x'.repeat(3000)))).toBe(480)
  expect(width(['a line\n'.repeat(50)])).toBe(96)
  expect(width([])).toBe(96)
})
