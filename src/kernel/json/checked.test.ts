import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../sliced.ts'
import { parsing, type JsonFieldError } from './checked.ts'
import type { Json } from './value.ts'

interface ParseOutcome {
  readonly value?: Json
  readonly fieldErrors?: readonly JsonFieldError[]
}

const repeatedKey = 'The object has this key twice.'

/**
 * Without members: the text is not JSON. For a text with repeated keys only those are compared, because
 * parsing in parts also reports field errors of values that a later member with the same key replaces.
 */
function parseOutcome(text: string, partCharacters: number): ParseOutcome {
  try {
    const { value, fieldErrors } = atOnce(parsing(text, {}, partCharacters))
    const repeatedKeyErrors = fieldErrors.filter(({ msg }) => msg === repeatedKey)
    if (repeatedKeyErrors.length > 0) return { fieldErrors: repeatedKeyErrors }
    return fieldErrors.length > 0 ? { fieldErrors } : { value, fieldErrors }
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

const parseInOnePart = (text: string): ParseOutcome => parseOutcome(text, Number.MAX_SAFE_INTEGER)

/** JSON with long numbers, surrogates and keys that an object has twice. */
const suspiciousText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      '1',
      '12345678901234567890',
      '1e400',
      '"\\ud800"',
      '"a,b]}"',
      '"\\"[{"',
      'null',
      ' true\n',
    ),
    fc.array(tie('value'), { maxLength: 6 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', '\\udc00', 'c:,'), tie('value')), {
        maxLength: 6,
      })
      .map((members) => `{${members.map(([key, value]) => ` "${key}" : ${value}`).join(',')}}`),
  ),
})).value

const partSize = fc.integer({ min: 1, max: 40 })

describe('JSON that is parsed in parts', () => {
  test('has the same value and the same field errors as in one part', () => {
    fc.assert(
      fc.property(suspiciousText, partSize, (text, size) => {
        expect(parseOutcome(text, size)).toEqual(parseInOnePart(text))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps the order of its members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), partSize, (value, size) => {
        const text = JSON.stringify(value)
        expect(JSON.stringify(parseOutcome(text, size))).toBe(JSON.stringify(parseInOnePart(text)))
      }),
    )
  })

  test('is refused at the same position as in one part', () => {
    const damagedText = fc
      .tuple(
        suspiciousText,
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', ',', ']', '}', '[', '{', ':', '"', '1', ' '),
      )
      .map(([text, at, length, inserted]) => {
        const from = at % (text.length + 1)
        return `${text.slice(0, from)}${inserted}${text.slice(from + length)}`
      })
    fc.assert(
      fc.property(damagedText, partSize, (text, size) => {
        expect(parseOutcome(text, size)).toEqual(parseInOnePart(text))
      }),
      { numRuns: 3000 },
    )
  })

  test('pauses between its parts', () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, i) => ({ i })))
    expect([...parsing(text, {}, 100)].length).toBeGreaterThan(50)
  })

  test('lists at most a thousand field errors', () => {
    const text = `[${Array.from({ length: 5000 }, () => '12345678901234567890').join(',')}]`
    expect(parseInOnePart(text).fieldErrors).toHaveLength(1000)
  })
})
