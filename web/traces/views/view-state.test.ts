import { expect, test } from 'vitest'
import { columnsDefault } from '../../app/trace-list/column-list.ts'
import { tracesSearch } from '../../app/trace-list/url-state.ts'
import { isSameView, layoutOf, stateOf } from './view-state.ts'

test('a view keeps filter, focus, time range, order, sort and columns with their width, and not its name', () => {
  const view = tracesSearch({
    view: 'slow',
    filter: 'span_type = tool',
    focus: 'spans',
    range: '7d',
    order: 'ascending',
    sort: 'cost',
    columns: 'name~300,cost',
  })
  const { filter, focus } = view
  expect(tracesSearch({ ...layoutOf(view), filter, focus })).toEqual(stateOf(view))
  expect(stateOf(view)).not.toHaveProperty('view')
})

test('a written-out default changes nothing; any other value does', () => {
  expect(isSameView({}, { range: '24h', columns: columnsDefault })).toBe(true)
  expect(isSameView({ view: 'a' }, { view: 'b' })).toBe(true)
  for (const other of [
    { filter: 'span_name = a' },
    { focus: 'spans' },
    { range: '7d' },
    { order: 'ascending' },
    { sort: 'cost' },
    { columns: `${columnsDefault}~120` },
    { columns: 'input,name' },
  ] as const) {
    expect(isSameView({}, other)).toBe(false)
  }
})
