import { expect, test } from 'vitest'
import { linesOf, rowsOf, textsOf } from './text-list.ts'

const texts = { type: 'array', items: { type: 'string' } }

test('a list of texts is edited in rows; every other value stays JSON', () => {
  expect(textsOf(texts, ['a', 'b'])).toEqual(['a', 'b'])
  expect(textsOf(texts, undefined)).toEqual([])
  for (const value of [[1], 'a', ['two\nlines'], { a: 1 }]) expect(textsOf(texts, value)).toBe(undefined)
  expect(textsOf({ type: 'array', items: { type: 'object' } }, [])).toBe(undefined)
  expect(textsOf({ type: 'array' }, ['a'])).toBe(undefined)
})

test('an empty row stays while the value is the same; another value replaces the rows', () => {
  expect(rowsOf(['a', ''], ['a'])).toEqual(['a', ''])
  expect(rowsOf(['a', ''], ['b'])).toEqual(['b'])
})

test('pasted lines become rows', () => {
  expect(linesOf('one\r\n two \n\n')).toEqual(['one', 'two'])
})
