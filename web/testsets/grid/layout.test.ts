import { expect, test } from 'vitest'
import { columnsShown, layoutOf, scrollLeftFor, spread, type GridColumn } from './layout.ts'

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

test('of a thousand columns those on the screen are drawn', () => {
  const shown = columnsShown(many, { left: 50_000, widthPx: 1000 })
  expect(shown.end - shown.first).toBeLessThan(14)
  // What begins at the edge of the pinned ones is drawn, and what ends at the right of the view.
  expect(many.starts[shown.first]).toBeLessThanOrEqual(50_000 + 150)
  expect((many.starts[shown.end - 1] ?? 0) + 100).toBeGreaterThanOrEqual(51_000)
})

test('at both ends nothing is missing', () => {
  expect(columnsShown(many, { left: 0, widthPx: 400 }).first).toBe(1)
  expect(columnsShown(many, { left: 99_650, widthPx: 400 }).end).toBe(1000)
})

test('a column is brought into view from either side, beside the pinned ones', () => {
  const view = { left: 5000, widthPx: 1000 }
  expect(scrollLeftFor(many, 0, view)).toBeUndefined()
  expect(scrollLeftFor(many, 20, view)).toBe(1900)
  expect(scrollLeftFor(many, 55, view)).toBeUndefined()
  expect(scrollLeftFor(many, 80, view)).toBe((many.starts[80] ?? 0) + 100 - 1000)
})

test('columns of text share the room that is left, but for those that were given a width', () => {
  const columns = [column('a'), column('b'), { ...column('n'), type: 'number' as const }, column('own')]
  const widths = spread(columns, 600, (id) => id === 'own').map(({ widthPx }) => widthPx)
  expect(widths).toEqual([200, 200, 100, 100])
  expect(spread(columns, 300, () => false)).toBe(columns)
})
