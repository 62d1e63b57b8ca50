import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactJson, jsonText, spanNumbers } from './exact-json.ts'

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(null, true, false, 0.30000000000000004, 1e16),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
})).value

test('values are read from their text as they were, with all digits', () => {
  fc.assert(
    fc.property(value, (written) => {
      // JSON has no negative zero that JSON.stringify would write.
      const expected = JSON.stringify(written, (_, member: unknown) =>
        typeof member === 'bigint' ? `${member}n` : member,
      )
      const read = exactJson(jsonText(written), spanNumbers)
      expect(
        JSON.stringify(read, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member)),
      ).toBe(expected)
    }),
  )
})

test('values that JSON lacks are written as JSON.stringify writes them', () => {
  const written = { a: undefined, b: [undefined, Number.NaN], c: new Date(0), d: { e: Infinity } }
  expect(jsonText(written)).toBe(JSON.stringify(written))
})
