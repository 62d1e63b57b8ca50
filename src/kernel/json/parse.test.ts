import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AssayError, type Fault } from '../errors.ts'
import { nestingMax, parseJson, parseJsonBytes } from './parse.ts'

function refusal(text: string): { code: string; faults: readonly Fault[] } {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof AssayError) return { code: error.code, faults: error.detail as readonly Fault[] }
    throw error
  }
  throw new Error('was accepted')
}

describe('reading JSON text', () => {
  test('any JSON value comes back by value and with its key order', () => {
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
  ])('%s names the number that a double cannot hold', (text, path) => {
    const { code, faults } = refusal(text)
    expect(code).toBe('validation_failed')
    expect(faults.map((fault) => fault.loc)).toEqual([['body', ...path]])
  })

  test.each(['9007199254740991', '1e21', '0.1234567890123456789', '"12345678901234567890"', '-0.0', 'true'])(
    '%s is accepted',
    (text) => {
      expect(parseJson(text)).toBe(JSON.parse(text))
    },
  )

  test.each([
    ['{"a":1,}', 7],
    ['{"é":1,}', 8],
    ['[1,2', 4],
    ['', 0],
  ])('%s is refused at its byte', (text, offset) => {
    expect(refusal(text)).toEqual({
      code: 'json_invalid',
      faults: [{ type: 'json_invalid', loc: ['body', offset], msg: 'JSON decode error' }],
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
    expect(() => parseJsonBytes(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(AssayError)
  })
})
