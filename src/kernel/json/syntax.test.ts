import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { atOnce } from '../sliced.ts'
import { syntaxErrorAt } from './syntax.ts'

describe('the position of the first JSON syntax error', () => {
  const positions: readonly (readonly [string, number])[] = [
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['{"a": }', 6],
    ['{"a" 1}', 5],
    ['{a: 1}', 1],
    ['{"a": 1,}', 8],
    ['[1, 2', 5],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['1 2', 2],
    ['nope', 0],
    ['"abc', 4],
    ['"a\\x"', 3],
    ['"a\\u12g4"', 3],
    ['"a\nb"', 2],
    ['01', 1],
    ['[}', 1],
  ]
  test.each(positions)('%j: %i', (text, position) => {
    expect(atOnce(syntaxErrorAt(text))).toBe(position)
  })

  test('is the last token of a truncated text, and the inserted character of a corrupted one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const text = JSON.stringify([value])
        const cutLength = at % text.length
        const position = atOnce(syntaxErrorAt(text.slice(0, cutLength)))
        // An escape is the longest token that can be truncated and still be valid up to its end.
        expect(position).toBeGreaterThan(cutLength - '\\u0000'.length)
        expect(position).toBeLessThanOrEqual(cutLength)
        expect(atOnce(syntaxErrorAt(`${text} #`))).toBe(text.length + 1)
      }),
    )
  })
})
