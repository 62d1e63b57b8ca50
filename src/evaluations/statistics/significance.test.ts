import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mcNemarPValue, signFlipPValue } from './significance.ts'

describe('significance', () => {
  test('five rows in one direction have a p-value of one sixteenth', async () => {
    expect(await signFlipPValue([1, 1, 1, 1, 1])).toBe(2 / 32)
    expect(await signFlipPValue([0, 0])).toBe(1)
    expect(await signFlipPValue([])).toBe(1)
  })

  test('the p-value is between 0 and 1, symmetric and reproducible', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 25 }), async (differences) => {
        const p = await signFlipPValue(differences)
        expect(p).toBeGreaterThan(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(await signFlipPValue(differences)).toBe(p)
        expect(Math.abs((await signFlipPValue(differences.map((d) => -d))) - p)).toBeLessThan(0.03)
      }),
      { numRuns: 30 },
    )
  })

  test.each([8, 100, 1_500])(
    'the p-value of %i rows does not depend on the unit of their values',
    async (rows) => {
      const differences = Array.from({ length: rows }, (_, i) => ((i * 7919 + 3) % 97) / 97 - 0.42)
      const p = await signFlipPValue(differences)
      expect(p).toBeLessThan(1)
      for (const unit of [1e-300, 1e-9, 1e9, 1e300]) {
        expect(await signFlipPValue(differences.map((difference) => difference * unit))).toBe(p)
      }
    },
  )

  // The expected values come from sampling one sum after another with the same numbers.
  test.each([
    [500, 0.8468153184681532],
    [1_001, 0.5996400359964004],
    [1_033, 0.7022297770222977],
    [4_003, 0.32156784321567844],
  ])('the p-value of %i rows equals the reference value %f', async (rows, p) => {
    const differences = Array.from({ length: rows }, (_, i) => ((i * 7919 + 104_729) % 1000) / 1000 - 0.495)
    expect(await signFlipPValue(differences)).toBe(p)
  })

  test('a clear difference among many rows is significant, noise is not', async () => {
    const betterValues = Array.from({ length: 100 }, (_, i) => ((i * 37) % 100) / 100 - 0.3)
    expect(await signFlipPValue(betterValues)).toBeLessThan(0.001)
    const equalValues = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1))
    expect(await signFlipPValue(equalValues)).toBe(1)
  })

  // Sums of very many rows are normal: the p-value follows from the sum over the root of the squares.
  test.each([
    [400, 1.96, 0.05],
    [1_001, 1.96, 0.05],
    [4_003, 1.96, 0.05],
    [4_003, 0.6745, 0.5],
    [10_000, 3.29, 0.001],
  ])('%i rows whose sum is %f deviations from zero have the p-value %f', async (rows, deviations, p) => {
    const shift = deviations / Math.sqrt(rows)
    const values = Array.from({ length: rows }, (_, i) => ((i * 7919) % rows) / rows - 0.5)
    const mean = values.reduce((sum, value) => sum + value, 0) / rows
    // Variance 1 around the shift, plus the part that the shift itself adds.
    const differences = values.map((value) => (value - mean) * Math.sqrt(12) + shift)
    expect(Math.abs((await signFlipPValue(differences)) - p)).toBeLessThan(
      4 * Math.sqrt((p * (1 - p)) / 10_000) + 0.003,
    )
  })

  test('the event loop stays responsive while very many rows are flipped', async () => {
    let turns = 0
    const timer = setInterval(() => (turns += 1), 0)
    await signFlipPValue(Array.from({ length: 20_000 }, (_, i) => Math.sin(i)))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(1)
  })

  test.each([
    [0, 0, 1],
    [5, 0, 0.0625],
    [6, 0, 0.03125],
    [9, 2, 0.0654296875],
    [3, 3, 1],
  ])('McNemar: %i gained and %i lost', (gainedCount, lostCount, p) => {
    expect(mcNemarPValue(gainedCount, lostCount)).toBeCloseTo(p, 10)
    expect(mcNemarPValue(lostCount, gainedCount)).toBeCloseTo(p, 10)
  })

  test("McNemar's test works for many rows", () => {
    expect(mcNemarPValue(3000, 3000)).toBe(1)
    expect(mcNemarPValue(3200, 2800)).toBeLessThan(1e-6)
  })
})
