import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, cohenKappa, krippendorffAlpha, type Judged, type Judgement } from './agreement.ts'

const times = (count: number, pair: readonly [Judgement, Judgement]) =>
  Array.from({ length: count }, () => pair)

describe("Cohen's kappa", () => {
  test('is what a table of two by two gives by hand', () => {
    // 35 of 50 equal; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5; (0.7 - 0.5) / 0.5
    const pairs = [
      ...times(20, ['yes', 'yes']),
      ...times(5, ['yes', 'no']),
      ...times(10, ['no', 'yes']),
      ...times(15, ['no', 'no']),
    ]
    expect(cohenKappa(pairs)).toBeCloseTo(0.4, 12)
  })

  test('is what a table of three by three gives by hand', () => {
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

  test('is below 0 when two contradict each other more often than chance would', () => {
    expect(cohenKappa([...times(3, [true, false]), ...times(3, [false, true])])).toBe(-1)
  })

  test('says nothing where only one value was ever given', () => {
    expect(cohenKappa(times(4, ['a', 'a']))).toBeUndefined()
    expect(cohenKappa([])).toBeUndefined()
  })
})

/** The example that Krippendorff works by hand: four observers, twelve units, missing values. */
const _ = undefined
const observers: readonly Judged[] = [
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
  ] as const)('on a %s scale is what was worked by hand: %f', (scale, expected) => {
    expect(krippendorffAlpha(units, scale)).toBeCloseTo(expected, 3)
  })

  test('of two who judge booleans is what is worked by hand', () => {
    // 10 things, 4 pairs differ, of 20 values 14 are false and 6 true: 1 - 19 * 8 / (2 * 14 * 6)
    const [f, t] = [false, true]
    const first = [f, t, f, f, f, f, f, f, t, f]
    const second = [t, t, t, f, f, t, f, f, f, f]
    const judged = first.map((value, i) => [value, second[i]])
    expect(krippendorffAlpha(judged, 'nominal')).toBeCloseTo(1 - (19 * 8) / 168, 12)
  })

  test('what only one judged changes nothing', () => {
    expect(krippendorffAlpha([...units, [7, _, _, _], [_, _, _, _]], 'interval')).toBe(
      krippendorffAlpha(units, 'interval'),
    )
  })

  test('is 1 for those who always agree on several values, whatever the scale', () => {
    const judged = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 2, max: 4 })), {
      minLength: 2,
    })
    fc.assert(
      fc.property(judged, fc.constantFrom('nominal', 'ordinal', 'interval'), (things, scale) => {
        fc.pre(new Set(things.map(([value]) => value)).size > 1)
        const same = things.map(([value, count]) => Array.from({ length: count }, () => value))
        expect(krippendorffAlpha(same, scale)).toBe(1)
      }),
    )
  })
})

describe('agreement', () => {
  test('of two who judged categories is kappa, over what both have judged', () => {
    const judged = [
      [true, true],
      [true, false],
      [false, false],
      [false, false],
      [true, _],
      [_, _],
    ]
    expect(agreementOf(judged, 'nominal')).toEqual({
      measure: 'cohen_kappa',
      value: 0.5,
      items: 4,
      raters: 2,
      observed: 0.75,
    })
  })

  test('of several, and of numbers, is alpha', () => {
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

  test('is none where nothing was judged by two, and has no value where all gave the same', () => {
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
