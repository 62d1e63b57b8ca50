import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonTextValue, parseExact } from './exact-json.ts'
import { doubleOf, nestingLevelsMax, valueText, type Value } from './value.ts'

const exactValue = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(doubleOf),
    fc.integer(),
    fc.integer().map(doubleOf),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 53n) }),
    fc.constantFrom(true, false, null),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value')),
  ),
})).value

describe('exact JSON', () => {
  test('a written value parses back equal, including integers beyond doubles', () => {
    fc.assert(
      fc.property(exactValue, (value) => {
        const text = valueText(value)
        expect(valueText(parseExact(text))).toBe(text)
      }),
    )
  })

  test('a number beyond doubles is written as "Infinity", not as null', () => {
    expect(valueText(parseExact('[1e400,{"a":-1e400}]'))).toBe('["Infinity",{"a":"-Infinity"}]')
  })

  test('text without long integers parses as with JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}|\.0|e\+/.test(text))
        expect(parseExact(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['[9007199254740993]', [9007199254740993n]],
    ['{"a":-9223372036854775808}', { a: -9223372036854775808n }],
    ['[0.1234567890123456, 1e21, 9007199254740991]', [0.1234567890123456, 1e21, 9007199254740991]],
    ['1.0', doubleOf(1)],
    ['{"a":1.0,"b":[1,-0.0 ,2e3]}', { a: doubleOf(1), b: [1, doubleOf(-0), doubleOf(2000)] }],
    ['["1.0",1.50,{"1.0":"x, 2.0]"}]', ['1.0', 1.5, { '1.0': 'x, 2.0]' }]],
    [
      '["~number:5", 9007199254740993, "\\"9007199254740993"]',
      ['~number:5', 9007199254740993n, '"9007199254740993'],
    ],
    ['["\\\\", 9007199254740993]', ['\\', 9007199254740993n]],
  ])('%s is read without rounding', (text, expected) => {
    expect(parseExact(text)).toEqual(expected)
  })

  test.each(['{9007199254740993:1}', '[09007199254740993]', '[9007199254740993', '9007199254740993n'])(
    '%s is refused',
    (text) => {
      expect(() => parseExact(text)).toThrow(SyntaxError)
    },
  )

  test.each([
    [1, '1.0'],
    [-0, '-0.0'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [2 ** 63, '9.223372036854776e+18'],
    [1e21, '1e+21'],
    [0.1, '0.1'],
  ])('the double %d is written as %s', (number, text) => {
    expect(valueText([doubleOf(number)])).toBe(`[${text}]`)
    expect(JSON.stringify([doubleOf(number)])).toBe(`[${text}]`)
  })

  test('a text with very many whole doubles is parsed', () => {
    const value = parseExact(`[${'1.0,'.repeat(600_000)}1.0]`)
    expect(value).toHaveLength(600_001)
    expect(valueText(Array.isArray(value) ? value.slice(0, 2) : null)).toBe('[1.0,1.0]')
  })

  test('a run of a million digits stays text', () => {
    const digits = '7'.repeat(1_000_000)
    expect(parseExact(`[${digits}]`)).toEqual([digits])
  })

  test('values below the nesting limit become JSON text', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    let value = jsonTextValue(deep)
    for (let level = 0; level < nestingLevelsMax; level += 1)
      value = Array.isArray(value) ? value[0] : undefined
    expect(value).toBe('['.repeat(100_000 - nestingLevelsMax) + ']'.repeat(100_000 - nestingLevelsMax))
  })

  test('text that is not JSON returns undefined', () => {
    expect(jsonTextValue('hello')).toBeUndefined()
  })
})
