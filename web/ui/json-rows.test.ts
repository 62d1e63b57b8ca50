import { expect, test } from 'vitest'
import { glimpse, jsonRows, openedAtFirst } from './json-rows.ts'

const value = { user: { name: 'Ada', 'a/b': [1, 2] }, done: true, nothing: null }

test('the members of the top are laid out; what is closed is one row', () => {
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

test('a small value is opened whole, a large one by its first levels', () => {
  expect([...openedAtFirst(value)]).toEqual(['', '/user', '/user/a~1b'])
  const large = { list: Array.from({ length: 100_000 }, (_, at) => ({ at })), small: { a: 1 } }
  const open = openedAtFirst(large)
  expect([...open]).toEqual(['', '/small'])
  expect(jsonRows(large, open)).toHaveLength(3)
})

test('a closed branch tells what is in it', () => {
  expect(glimpse({ a: 1, b: 2, c: 3, d: 4 })).toBe('{ a, b, c, … 4 }')
  expect([glimpse([]), glimpse([1]), glimpse({})]).toEqual(['[]', '[ 1 ]', '{}'])
})
