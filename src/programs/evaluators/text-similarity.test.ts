import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cosine,
  levenshteinDistance,
  levenshteinSimilarity,
  sharedWords,
  wordCosine,
} from './text-similarity.ts'

/** The definition, without any shortcut. */
function slowDistance(a: readonly string[], b: readonly string[]): number {
  const memo = new Map<string, number>()
  const prefixDistance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j
    const key = `${i},${j}`
    const memoizedDistance = memo.get(key)
    if (memoizedDistance !== undefined) return memoizedDistance
    const exchange = prefixDistance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
    const minimum = Math.min(prefixDistance(i - 1, j) + 1, prefixDistance(i, j - 1) + 1, exchange)
    memo.set(key, minimum)
    return minimum
  }
  return prefixDistance(a.length, b.length)
}

// Few letters and short texts: common prefixes and suffixes are frequent.
const text = fc.string({ unit: fc.constantFrom('a', '😀'), maxLength: 6 })

describe('Levenshtein distance', () => {
  test('matches its definition, in code points', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(levenshteinDistance(a, b)).toBe(slowDistance(Array.from(a), Array.from(b)))
      }),
    )
  })

  test('is symmetric, and 0 exactly for equal texts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(levenshteinDistance(a, b)).toBe(levenshteinDistance(b, a))
        expect(levenshteinDistance(a, b) === 0).toBe(a === b)
      }),
    )
  })

  test('is correct across bands of 32 characters', () => {
    const longText = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 20, maxLength: 110 })
    fc.assert(
      fc.property(longText, longText, (a, b) => {
        expect(levenshteinDistance(a, b)).toBe(slowDistance(Array.from(a), Array.from(b)))
      }),
      { numRuns: 40 },
    )
  })

  test('a common prefix and suffix do not overlap', () => {
    expect(levenshteinDistance('aa', 'a')).toBe(1)
    expect(levenshteinDistance('abab', 'ab')).toBe(2)
  })

  test('of kitten and sitting is three', () => {
    expect(levenshteinDistance('kitten', 'sitting')).toBe(3)
    expect(levenshteinSimilarity('😀', '😀x')).toBe(0.5)
  })
})

test('all similarities lie between 0 and 1, and equal texts have 1', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      for (const similarity of [levenshteinSimilarity, sharedWords, wordCosine]) {
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0)
        expect(similarity(a, b)).toBeLessThanOrEqual(1)
        expect(similarity(a, a)).toBeCloseTo(1)
      }
    }),
  )
})

test('the cosine of a zero vector is 0', () => {
  expect(cosine([0, 0], [1, 1])).toBe(0)
})
