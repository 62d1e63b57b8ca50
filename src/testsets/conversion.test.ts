import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../kernel/json/value.ts'
import { columnTypes, convertValue, isColumnType, type ColumnType } from './conversion.ts'

test.each<[Json, ColumnType, Json]>([
  ['12', 'number', 12],
  [' -1.5e3 ', 'number', -1500],
  ['.5', 'number', 0.5],
  [12, 'string', '12'],
  [{ a: [1] }, 'string', '{"a":[1]}'],
  ['TRUE', 'boolean', true],
  [' false', 'boolean', false],
  ['{"a":1}', 'object', { a: 1 }],
  ['[1]', 'array', [1]],
  [true, 'string', 'true'],
  ['', 'number', ''],
  [null, 'number', null],
  [7, 'number', 7],
])('%j as %s is %j', (value, type, expected) => {
  expect(convertValue(value, type)).toEqual(expected)
})

test.each<[string, Json, ColumnType]>([
  ['words', 'n/a', 'number'],
  ['a number with its unit', '12 kg', 'number'],
  ['hexadecimal digits', '0x10', 'number'],
  ['an integer that would lose digits', '12345678901234567890', 'number'],
  ['a number that overflows', '1e999', 'number'],
  ['a boolean', true, 'number'],
  ['one', '1', 'boolean'],
  ['a list', '[1]', 'object'],
  ['an object', { a: 1 }, 'array'],
  ['truncated JSON', '{"a":', 'object'],
  ['JSON with a lone surrogate', '{"a":"\\ud800"}', 'object'],
  ['JSON with an integer that would lose digits', '[9007199254740993]', 'array'],
  ['JSON that is nested too deep', '['.repeat(129) + ']'.repeat(129), 'array'],
])('%s does not convert', (_, value, type) => {
  expect(convertValue(value, type)).toBeUndefined()
})

test('a converted value has the type or is empty, and a second conversion changes nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...columnTypes), (value, type) => {
      const convertedValue = convertValue(value as Json, type)
      if (convertedValue === undefined) return
      expect(convertValue(convertedValue, type)).toEqual(convertedValue)
    }),
  )
})

test('the name of an inherited member is not a type', () => {
  expect(isColumnType('constructor')).toBe(false)
})
