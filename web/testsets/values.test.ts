import { describe, expect, test } from 'vitest'
import { mainType, memberOf, isSameValue, valueAs } from './values.ts'

describe('a text becomes', () => {
  test.each([
    ['12', 'number', 12],
    [' 1.5e3 ', 'number', 1500],
    ['12 kg', 'number', '12 kg'],
    ['', 'number', ''],
    ['1e999', 'number', '1e999'],
    ['TRUE', 'boolean', true],
    ['yes', 'boolean', 'yes'],
    ['[1]', 'array', [1]],
    ['[1]', 'object', '[1]'],
    ['12', 'string', '12'],
  ] as const)('%j in a column of %ss: %j', (text, type, value) => {
    expect(valueAs(text, type)).toEqual(value)
  })
})

test('the type of a column is that of most of its values, nulls aside', () => {
  expect(mainType({ null: 900, number: 60, string: 40 })).toBe('number')
  expect(mainType({})).toBe('string')
})

test('objects are the same whatever the order of their members', () => {
  expect(isSameValue({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
  expect(isSameValue('1', 1)).toBe(false)
  expect(isSameValue(undefined, null)).toBe(false)
})

test('a row does not have a column just because every object has a member of that name', () => {
  expect(memberOf({}, 'constructor')).toBeUndefined()
})
