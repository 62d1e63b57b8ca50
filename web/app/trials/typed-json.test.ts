import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedObject, typedText, typedValue } from './typed-json.ts'

test('typed text is parsed as JSON, or stays text', () => {
  expect(typedValue('Hello there')).toBe('Hello there')
  expect(typedValue('{"a": 1}')).toEqual({ a: 1 })
  expect(typedValue('{"a": 1')).toBe('{"a": 1')
  expect(typedValue('42')).toBe(42)
  expect(typedValue('"42"')).toBe('42')
})

test('every value is read from its own text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const jsonValue: unknown = JSON.parse(JSON.stringify(value))
      expect(typedValue(typedText(jsonValue))).toEqual(jsonValue)
    }),
  )
})

test('only an object counts as an object', () => {
  expect(typedObject('')).toEqual({})
  expect(typedObject('{"a": 1}')).toEqual({ a: 1 })
  expect(typedObject('[1]')).toBeUndefined()
  expect(typedObject('a')).toBeUndefined()
})
