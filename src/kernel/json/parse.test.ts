import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError, type FieldError } from '../errors.ts'
import { atOnce } from '../sliced.ts'
import { nestingMax, parseJson, parsingJsonBytes } from './parse.ts'

function refusal(text: string): { code: string; fieldErrors: readonly FieldError[] } {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof AssayError)
      return { code: error.code, fieldErrors: error.detail as readonly FieldError[] }
    throw error
  }
  throw new Error('was accepted')
}

describe('reading JSON text', () => {
  test('a JSON value keeps its content and its key order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/\d{16}/.test(text))
        expect(JSON.stringify(parseJson(text))).toBe(text)
      }),
    )
  })

  test('a key named __proto__ is an ordinary key', () => {
    expect(JSON.stringify(parseJson('{"__proto__":{"a":1},"constructor":2}'))).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    )
  })

  test.each([
    ['9007199254740993', []],
    ['{"a":[1,{"b":-12345678901234567890}]}', ['a', 1, 'b']],
    ['{"x":1e400}', ['x']],
    ['{"x":1e-400}', ['x']],
    ['{"x":12345678901234567890e5}', ['x']],
    ['{"x":9007199254740993.0}', ['x']],
    ['{"x":123456789012345678.5}', ['x']],
    ['9007199254740992', []],
  ])('%s names the number that a double cannot hold', (text, path) => {
    const { code, fieldErrors } = refusal(text)
    expect(code).toBe('validation_failed')
    expect(fieldErrors.map((fieldError) => fieldError.loc)).toEqual([['body', ...path]])
  })

  test.each([
    '9007199254740991',
    '1e16',
    '9007199254740992.0',
    '18446744073709551616.0',
    '1.8446744073709552e19',
    '1e300',
    '1.7976931348623157e308',
    '5e-324',
    '0e5',
    '1e21',
    '0.1234567890123456789',
    '"12345678901234567890"',
    '-0.0',
    'true',
  ])('%s is accepted', (text) => {
    expect(parseJson(text)).toBe(JSON.parse(text))
  })

  test.each([
    ['{"a":1,"a":2}', ['a']],
    ['{"\\u0061":1,"a":1}', ['a']],
    ['{"x":[{"b":1},{"b":1,"c":{"b":2,"b":3}}]}', ['x', 1, 'c', 'b']],
    ['{"a":{"b":[1]},"a":2}', ['a']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('%s names the repeated member', (text, path) => {
    const { fieldErrors } = refusal(text)
    expect(fieldErrors.map((fieldError) => fieldError.loc)).toEqual([['body', ...path]])
  })

  test('a literal with a million zeros is compared in linear time', () => {
    const zeros = '0'.repeat(1_000_000)
    expect(refusal(`9007199254740992.${zeros}1`).code).toBe('validation_failed')
    expect(parseJson(`9007199254740992.${zeros}`)).toBe(2 ** 53)
  })

  test('a repeated key is detected after a string of 20 MB', () => {
    const { fieldErrors } = refusal(`{"long":"${'x'.repeat(20_000_000)}","a":[{"b":1,"b":1}]}`)
    expect(fieldErrors.map((fieldError) => fieldError.loc)).toEqual([['body', 'a', 0, 'b']])
  })

  test('colons, quotes and brackets inside strings are ignored', () => {
    const value = { 'a:"{': ':', b: ['":', { c: '\\":' }] }
    expect(parseJson(JSON.stringify(value))).toEqual(value)
  })

  test.each([
    ['"\\ud800"', []],
    ['{"a":["\\udc00x"]}', ['a', 0]],
    ['{"k\\uD83D":1}', ['k\ufffd']],
  ])('%s names a lone surrogate', (text, path) => {
    expect(refusal(text).fieldErrors.map((fieldError) => fieldError.loc)).toEqual([['body', ...path]])
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀')
  })

  test.each([
    ['{"a":1,}', 7],
    ['{"é":1,}', 8],
    ['[1,2', 4],
    ['', 0],
  ])('%s is refused at its byte', (text, offset) => {
    expect(refusal(text)).toEqual({
      code: 'json_invalid',
      fieldErrors: [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }],
    })
  })

  test('nesting is accepted up to the limit and refused beyond', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(parseJson(nested(nestingMax))).toBeInstanceOf(Array)
    expect(refusal(nested(nestingMax + 1)).code).toBe('validation_failed')
  })

  test('brackets inside strings do not nest', () => {
    expect(parseJson(JSON.stringify('['.repeat(1000) + '"\\'))).toHaveLength(1002)
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(() => atOnce(parsingJsonBytes(Uint8Array.of(0x22, 0xff, 0x22)))).toThrow(AssayError)
  })
})
