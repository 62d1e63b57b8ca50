import { expect, test } from 'vitest'
import {
  closeRow,
  hideColumn,
  openRow,
  toggleOnly,
  togglePin,
  withConditions,
  withFind,
} from './view-changes.ts'

test('a column is pinned and unpinned; without pins the URL has no member', () => {
  const pinned = togglePin(togglePin({}, 'a'), 'b')
  expect(pinned).toEqual({ pinned: ['a', 'b'] })
  expect(togglePin(togglePin(pinned, 'a'), 'b')).toEqual({})
})

test('hidden columns add up', () => {
  expect(hideColumn(hideColumn({}, 'a'), 'b')).toEqual({ hidden: ['a', 'b'] })
})

test('the end of a search lists all rows again', () => {
  expect(withFind({ find: 'x', only: true, row: 3 }, '  ')).toEqual({ row: 3 })
  expect(withFind({ find: 'x', only: true }, ' y ')).toEqual({ find: 'y', only: true })
  expect(withFind({}, 'y')).toEqual({ find: 'y' })
})

test('without conditions the URL has no member', () => {
  const condition = { column: 'a', operator: 'exists' } as const
  expect(withConditions({ row: 1 }, [condition])).toEqual({ row: 1, where: [condition] })
  expect(withConditions({ row: 1, where: [condition] }, [])).toEqual({ row: 1 })
})

test('a list of other rows closes the open row', () => {
  expect(toggleOnly({ find: 'x', row: 3, open: true })).toEqual({ find: 'x', only: true })
  expect(toggleOnly({ find: 'x', only: true })).toEqual({ find: 'x' })
})

test('a row opens with or without a column, and closes', () => {
  expect(openRow({ column: 'a' }, { row: 2 })).toEqual({ column: 'a', row: 2, open: true })
  expect(openRow({ column: 'a' }, { row: 2, column: 'b' })).toEqual({ column: 'b', row: 2, open: true })
  expect(closeRow({ row: 2, open: true })).toEqual({ row: 2 })
})
