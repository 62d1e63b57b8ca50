import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarked, parseWithSources } from './sources.ts'

const number = fc.oneof(
  fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? '-0' : String(value))),
  fc.bigInt().map(String),
  fc.constantFrom('0.30000000000000004', '9007199254740993', '1E400', '-0.0e-7', '1.50'),
)
const string = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"n1"', '"s"', '"\\"1\\\\"', '"\\u006e1"', '"\\ud800"', '"-7: 8"'),
)
const key = fc.oneof(string, fc.constantFrom('"__proto__"', '"7"'))
const blank = fc.constantFrom('', ' ', '\n\t\r')
const text = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    number,
    string,
    fc.constantFrom('null', 'true', 'false'),
    fc
      .array(fc.tuple(blank, tie('value'), blank), { maxLength: 5 })
      .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(blank, key, blank, tie('value')), { maxLength: 5 })
      .map(
        (members) =>
          `{${members.map(([a, name, b, value]) => `${a}${name}${b}:${a}${value}${b}`).join(',')}}`,
      ),
  ),
})).value

const withSource = (value: number, source: string): unknown => ({ value, source })

test('numbers that are marked in the text are read as by an engine that passes their source', () => {
  fc.assert(
    fc.property(text, (json) => {
      expect(parseMarked(json, withSource)).toStrictEqual(parseWithSources(json, withSource))
    }),
  )
})

test('invalid JSON is refused with the position in the text', () => {
  for (const json of ['{"a": 1, "b": }', '[1, 2', '"a', '01', '[1 2]', '']) {
    const messageOf = (parse: () => unknown): string => {
      try {
        return JSON.stringify(parse())
      } catch (error) {
        return String(error)
      }
    }
    const message = messageOf(() => parseMarked(json, withSource))
    expect(message).toContain('SyntaxError')
    expect(message).toBe(messageOf(() => JSON.parse(json)))
  }
})
