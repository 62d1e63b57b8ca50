import fc from 'fast-check'
import { expect, test } from 'vitest'
import { summaryOf, jsonRows, initialOpenPaths, renderRow, textLines } from './json-rows.ts'

const value = { user: { name: 'Ada', 'a/b': [1, 2] }, done: true, nothing: null }

test('the root members are rows; a collapsed branch is one row', () => {
  const rows = jsonRows(value, new Set(['']))
  expect(rows.map(({ path, depth, size }) => [path, depth, size])).toEqual([
    ['/user', 0, 2],
    ['/done', 0, undefined],
    ['/nothing', 0, undefined],
  ])
})

test('paths are JSON Pointers: slashes in names are escaped', () => {
  expect(jsonRows(value, new Set(['', '/user'])).map(({ path }) => path)).toContain('/user/a~1b')
})

test('a small value is fully expanded, a large one by its first levels', () => {
  expect([...initialOpenPaths(value)]).toEqual(['', '/user', '/user/a~1b'])
  const large = { list: Array.from({ length: 100_000 }, (_, at) => ({ at })), small: { a: 1 } }
  const openPaths = initialOpenPaths(large)
  expect([...openPaths]).toEqual(['', '/small'])
  expect(jsonRows(large, openPaths)).toHaveLength(3)
})

test('a collapsed branch has a summary', () => {
  expect(summaryOf({ a: 1, b: 2, c: 3, d: 4 })).toBe('{ a, b, c, … 4 }')
  expect([summaryOf([]), summaryOf([1]), summaryOf({})]).toEqual(['[]', '[ 1 ]', '{}'])
})

test('a long text is cut until it is expanded into rows', () => {
  const text = `${'first line '.repeat(60)}\nsecond 😀 line`
  const long = { long: text, short: 'a' }
  const closedRows = jsonRows(long, new Set([''])).map(renderRow)
  expect(closedRows.map(({ text: visibleText, fullLength }) => [visibleText.length, fullLength])).toEqual([
    [402, text.length],
    [3, undefined],
  ])
  const openRows = jsonRows(long, new Set(['', '/long'])).map(renderRow)
  expect(openRows[0]).toMatchObject({ key: 'long', text: '', isOpen: true, fullLength: text.length })
  const lines = openRows.slice(1, -1)
  expect(lines.map(({ text: visibleText }) => visibleText).join('')).toBe(text.replace('\n', ''))
  expect(lines.every(({ depth, fullLength }) => depth === 1 && fullLength === undefined)).toBe(true)
})

test('the lines of a text contain all of it and split no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), (part) => {
      const text = part.repeat(3)
      const lines = textLines(text)
      expect(lines.join('')).toBe(text.replaceAll('\n', ''))
      expect(lines.every((line) => line.isWellFormed())).toBe(true)
    }),
  )
})
