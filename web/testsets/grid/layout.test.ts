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
const many = layoutOf(
  Array.from({ length: 1000 }, (_, at) => column(String(at), at === 7)),
  50,
)

test('pinned columns come first', () => {
  expect(many.columns.slice(0, 3).map(({ id }) => id)).toEqual(['7', '0', '1'])
  expect(many.starts.slice(0, 3)).toEqual([50, 150, 250])
  expect(many.widthPx).toBe(100_050)
})

test('of a thousand columns only those on the screen are rendered', () => {
  const span = visibleColumns(many, { left: 50_000, widthPx: 1000 })
  expect(span.end - span.first).toBeLessThan(14)
  // The first column covers the edge of the pinned ones, and the last one covers the right edge of the view.
  expect(many.starts[span.first]).toBeLessThanOrEqual(50_000 + 150)
  expect((many.starts[span.end - 1] ?? 0) + 100).toBeGreaterThanOrEqual(51_000)
})

test('the first and the last column are rendered at the ends', () => {
  expect(visibleColumns(many, { left: 0, widthPx: 400 }).first).toBe(1)
  expect(visibleColumns(many, { left: 99_650, widthPx: 400 }).end).toBe(1000)
})

test('a column scrolls into view from either side, next to the pinned ones', () => {
  const view = { left: 5000, widthPx: 1000 }
  expect(scrollLeftFor(many, { index: 0, ...view })).toBeUndefined()
  expect(scrollLeftFor(many, { index: 20, ...view })).toBe(1900)
  expect(scrollLeftFor(many, { index: 55, ...view })).toBeUndefined()
  expect(scrollLeftFor(many, { index: 80, ...view })).toBe((many.starts[80] ?? 0) + 100 - 1000)
})

test('text columns share the unused width, except those that the user resized', () => {
  const columns = [column('a'), column('b'), { ...column('n'), type: 'number' as const }, column('own')]
  const widths = fillWidth(columns, { roomPx: 600, isResized: (id) => id === 'own' }).map(
    ({ widthPx }) => widthPx,
  )
  expect(widths).toEqual([200, 200, 100, 100])
  const [narrow, wide] = fillWidth([column('a'), { ...column('b'), widthPx: 300 }], {
    roomPx: 800,
    isResized: () => false,
  })
  expect([narrow?.widthPx, wide?.widthPx]).toEqual([200, 600])
  expect(fillWidth(columns, { roomPx: 300, isResized: () => false })).toBe(columns)
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
