import { expect, test } from 'vitest'
import { truncate, tableOf, widthOf, wrap } from './table.ts'

test('a table truncates texts to the width of the terminal, but not ids', () => {
  const text = tableOf(
    [
      { name: 'TEXT', of: (row: { readonly t: string }) => row.t },
      { name: 'ID', of: () => '0123456789abcdef', isFixedWidth: true },
    ],
    [{ t: 'a long text that does not fit' }],
    { width: 30, head: (name) => name },
  )
  expect(text).toBe('TEXT          ID\na long text…  0123456789abcdef')
})

test.each([1, 7, 20, 40])('no line is wider than a terminal of %i columns', (width) => {
  const columns = [
    { name: 'ID', of: () => 'x'.repeat(36), isFixedWidth: true },
    { name: 'NAME', of: () => 'a name of some length' },
    { name: 'TRACE', of: () => 'y'.repeat(32), isFixedWidth: true },
    { name: 'COST', of: () => '$0.000001', alignRight: true },
  ]
  const lines = tableOf(columns, [1, 2], { width, head: (name) => name }).split('\n')
  expect(lines.filter((line) => widthOf(line) > width)).toEqual([])
})

test('wide characters count as two columns', () => {
  expect([widthOf('漢字'), truncate('漢字漢字', 5)]).toEqual([4, '漢字…'])
})

test('a spare column is hidden before others become unreadable, the highest number first', () => {
  const columns = [
    { name: 'ID', of: () => 'x'.repeat(32), isFixedWidth: true },
    { name: 'NAME', of: () => 'a name of some length' },
    { name: 'COST', of: () => '$0.000001', isFixedWidth: true, hideOrder: 2 },
    { name: 'WHEN', of: () => '2026-11-16', isFixedWidth: true, hideOrder: 1 },
  ]
  const headAt = (width: number): readonly string[] =>
    (tableOf(columns, [1], { width, head: (name) => name }).split('\n')[0] ?? '').split(/ +/)
  expect(headAt(Infinity)).toEqual(['ID', 'NAME', 'COST', 'WHEN'])
  expect(headAt(60)).toEqual(['ID', 'NAME', 'WHEN'])
  expect(headAt(50)).toEqual(['ID', 'NAME'])
})

test('words are wrapped to the width, and a longer word gets its own line', () => {
  expect(wrap('one two three extraordinarily', 8)).toEqual(['one two', 'three', 'extraordinarily'])
  expect(wrap('one two', Infinity)).toEqual(['one two'])
})
