import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mcNemarPValue, seededRandom, signFlipPValue } from './significance.ts'

describe('significance', () => {
  test('sign flips: five rows in one direction are one of sixteen', () => {
    expect(signFlipPValue([1, 1, 1, 1, 1])).toBe(2 / 32)
    expect(signFlipPValue([0, 0])).toBe(1)
    expect(signFlipPValue([])).toBe(1)
  })

  test('the p-value is a share, the same for both directions and for the same rows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 25 }), (differences) => {
        const p = signFlipPValue(differences)
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(signFlipPValue(differences)).toBe(p)
        expect(Math.abs(signFlipPValue(differences.map((d) => -d)) - p)).toBeLessThan(0.03)
      }),
      { numRuns: 30 },
    )
  })

  test('a clear difference is found among many rows, none where there is none', () => {
    const random = seededRandom(7)
    const better = Array.from({ length: 100 }, () => random() - 0.3)
    expect(signFlipPValue(better)).toBeLessThan(0.001)
    const equal = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1))
    expect(signFlipPValue(equal)).toBe(1)
  })

  test.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [9, 2, 0.0654296875],
    [3, 3, 1],
  ])('McNemar: %i gained and %i lost', (gained, lost, p) => {
    expect(mcNemarPValue(gained, lost)).toBeCloseTo(p, 10)
    expect(mcNemarPValue(lost, gained)).toBeCloseTo(p, 10)
  })

  test('McNemar holds for many rows', () => {
    expect(mcNemarPValue(3000, 3000)).toBe(1)
    expect(mcNemarPValue(3200, 2800)).toBeLessThan(1e-6)
  })
})
