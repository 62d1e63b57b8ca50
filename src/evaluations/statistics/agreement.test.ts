import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, cohenKappa, krippendorffAlpha, type ItemRatings, type Rating } from './agreement.ts'

const times = (count: number, pair: readonly [Rating, Rating]) => Array.from({ length: count }, () => pair)

describe("Cohen's kappa", () => {
  test('matches a two-by-two table computed by hand', () => {
    // 35 of 50 equal; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5; (0.7 - 0.5) / 0.5
    const pairs = [
      ...times(20, ['yes', 'yes']),
      ...times(5, ['yes', 'no']),
      ...times(10, ['no', 'yes']),
      ...times(15, ['no', 'no']),
    ]
    expect(cohenKappa(pairs)).toBeCloseTo(0.4, 12)
  })

  test('matches a three-by-three table computed by hand', () => {
    // 7 of 9 equal; by chance (3*4 + 3*3 + 3*2) / 81 = 1/3; (7/9 - 1/3) / (2/3)
    const pairs = [
      ...times(3, ['a', 'a']),
      ...times(1, ['b', 'a']),
      ...times(2, ['b', 'b']),
      ...times(1, ['c', 'b']),
      ...times(2, ['c', 'c']),
    ]
    expect(cohenKappa(pairs)).toBeCloseTo(2 / 3, 12)
  })

  test('is negative when two raters contradict each other more often than by chance', () => {
    expect(cohenKappa([...times(3, [true, false]), ...times(3, [false, true])])).toBe(-1)
  })

  test('is undefined when only one value occurs', () => {
    expect(cohenKappa(times(4, ['a', 'a']))).toBeUndefined()
    expect(cohenKappa([])).toBeUndefined()
  })
})

const _ = undefined
/** Krippendorff's own worked example: four observers, twelve units, missing values. */
const observers: readonly ItemRatings[] = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
  [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
const units = observers[0]?.map((__, i) => observers.map((row) => row[i])) ?? []

describe("Krippendorff's alpha", () => {
  test.each([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ] as const)('on a %s scale matches the published value: %f', (scale, expected) => {
    expect(krippendorffAlpha(units, scale)).toBeCloseTo(expected, 3)
  })

  test('of two raters of booleans matches the value computed by hand', () => {
    // 10 things, 4 pairs differ, of 20 values 14 are false and 6 true: 1 - 19 * 8 / (2 * 14 * 6)
    const [f, t] = [false, true]
    const first = [f, t, f, f, f, f, f, f, t, f]
    const secondRater = [t, t, t, f, f, t, f, f, f, f]
    const ratings = first.map((value, i) => [value, secondRater[i]])
    expect(krippendorffAlpha(ratings, 'nominal')).toBeCloseTo(1 - (19 * 8) / 168, 12)
  })

  test('ignores items with one rating', () => {
    expect(krippendorffAlpha([...units, [7, _, _, _], [_, _, _, _]], 'interval')).toBe(
      krippendorffAlpha(units, 'interval'),
    )
  })

  test('is 1 for full agreement on several values, on any scale', () => {
    const ratings = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 4 })), {
      minLength: 2,
    })
    fc.assert(
      fc.property(ratings, fc.constantFrom('nominal', 'ordinal', 'interval'), (items, scale) => {
        fc.pre(new Set(items.map(([value]) => value)).size > 1)
        const repeatedValues = items.map(([value, count]) => Array.from({ length: count }, () => value))
        expect(krippendorffAlpha(repeatedValues, scale)).toBe(1)
      }),
    )
  })
})

describe('agreement', () => {
  test('of two raters of categories is kappa over their common items', () => {
    const ratings = [
      [true, true],
      [true, false],
      [false, false],
      [false, false],
      [true, _],
      [_, _],
    ]
    expect(agreementOf(ratings, 'nominal')).toEqual({
      measure: 'cohen_kappa',
      value: 0.5,
      items: 4,
      raters: 2,
      observed: 0.75,
    })
  })

  test('of several raters, and of numbers, is alpha', () => {
    expect(agreementOf(units, 'nominal')).toMatchObject({
      measure: 'krippendorff_alpha',
      items: 11,
      raters: 4,
    })
    expect(
      agreementOf(
        [
          [1, 2],
          [3, 3],
        ],
        'interval',
      )?.measure,
    ).toBe('krippendorff_alpha')
  })

  test('is undefined without items of two raters, and has no value when all ratings are equal', () => {
    expect(
      agreementOf(
        [
          [true, _],
          [_, false],
        ],
        'nominal',
      ),
    ).toBeUndefined()
    expect(
      agreementOf(
        [
          ['a', 'a'],
          ['a', 'a'],
        ],
        'nominal',
      ),
    ).toMatchObject({ value: undefined, observed: 1 })
  })
})
