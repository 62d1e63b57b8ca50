import { expect, test } from 'vitest'
import { cut, tableOf, widthOf, wrap } from './table.ts'

test('a table cuts what may be cut to the width of the terminal, and leaves ids whole', () => {
  const text = tableOf(
    [
      { name: 'TEXT', of: (row: { readonly t: string }) => row.t },
      { name: 'ID', of: () => '0123456789abcdef', whole: true },
    ],
    [{ t: 'a long text that does not fit' }],
    { width: 30, head: (name) => name },
  )
  expect(text).toBe('TEXT          ID\na long text…  0123456789abcdef')
})

test('wide characters count as two columns', () => {
  expect([widthOf('漢字'), cut('漢字漢字', 5)]).toEqual([4, '漢字…'])
})

test('a column that can be spared is left out before others become unreadable, the least needed first', () => {
  const columns = [
    { name: 'ID', of: () => 'x'.repeat(32), whole: true },
    { name: 'NAME', of: () => 'a name of some length' },
    { name: 'COST', of: () => '$0.000001', whole: true, spare: 2 },
    { name: 'WHEN', of: () => '2026-11-16', whole: true, spare: 1 },
  ]
  const headAt = (width: number): readonly string[] =>
    (tableOf(columns, [1], { width, head: (name) => name }).split('\n')[0] ?? '').split(/ +/)
  expect(headAt(Infinity)).toEqual(['ID', 'NAME', 'COST', 'WHEN'])
  expect(headAt(60)).toEqual(['ID', 'NAME', 'WHEN'])
  expect(headAt(50)).toEqual(['ID', 'NAME'])
})

test('words stand on lines of the width, and one that is longer alone', () => {
  expect(wrap('one two three extraordinarily', 8)).toEqual(['one two', 'three', 'extraordinarily'])
  expect(wrap('one two', Infinity)).toEqual(['one two'])
})
