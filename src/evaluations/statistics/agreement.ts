// Inter-rater agreement. The share of equal ratings alone flatters raters who mostly give one answer, so agreement by
// chance is subtracted: Cohen's kappa for two raters of categories; Krippendorff's alpha for several raters, missing
// ratings, or values with distances. Both are 1 for full agreement, 0 for agreement by chance, and negative for less.
import { exactSum, meanOf } from './descriptive.ts'

export type Rating = string | number | boolean

/** The distance of values: 1 if they differ (`nominal`), of their ranks (`ordinal`), or of their sizes (`interval`). */
export type Scale = 'nominal' | 'ordinal' | 'interval'

/** The ratings of one item, one entry per rater; undefined where a rater has none. */
export type ItemRatings = readonly (Rating | undefined)[]

export interface Agreement {
  readonly measure: 'cohen_kappa' | 'krippendorff_alpha'
  /** Undefined when all ratings are equal: chance would agree as well. */
  readonly value: number | undefined
  /** Items with two or more ratings; others are ignored. */
  readonly items: number
  /** Raters of these items. */
  readonly raters: number
  /** The share of equal pairs among the ratings of each item. */
  readonly observed: number
}

const isRated = (value: Rating | undefined): value is Rating => value !== undefined

const countsOf = <T>(values: readonly T[]): ReadonlyMap<T, number> => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Undefined without pairs, and when both raters always gave the same value. */
export function cohenKappa(pairs: readonly (readonly [Rating, Rating])[]): number | undefined {
  const count = pairs.length
  const [firstCounts, secondCounts] = [countsOf(pairs.map(([a]) => a)), countsOf(pairs.map(([, b]) => b))]
  const equalCount = pairs.filter(([a, b]) => a === b).length
  // Counts instead of shares: integers are exact.
  const byChance = exactSum([...firstCounts].map(([value, times]) => times * (secondCounts.get(value) ?? 0)))
  if (count === 0 || byChance === count ** 2) return undefined
  return (equalCount * count - byChance) / (count ** 2 - byChance)
}

/** The mid-rank of each value among all values; ordinal alpha uses the differences of these. */
function midRanks(values: readonly Rating[]): ReadonlyMap<Rating, number> {
  const ranks = new Map<Rating, number>()
  let smallerCount = 0
  for (const [value, count] of [...countsOf(values)].sort(([a], [b]) => Number(a) - Number(b))) {
    ranks.set(value, smallerCount + count / 2)
    smallerCount += count
  }
  return ranks
}

/** Sum of the squared differences of all pairs, each counted in both directions. */
function squaredDifferences(numbers: readonly number[]): number {
  const mean = meanOf(numbers)
  return 2 * numbers.length * exactSum(numbers.map((number) => (number - mean) ** 2))
}

/** The number of differing pairs, each counted in both directions. */
const differingPairs = (values: readonly Rating[]): number =>
  values.length ** 2 - exactSum([...countsOf(values).values()].map((count) => count ** 2))

/** The distance function of a scale: the sum over all pairs of a list. */
function pairDistances(scale: Scale, all: readonly Rating[]): (values: readonly Rating[]) => number {
  if (scale === 'nominal') return differingPairs
  if (scale === 'interval') return (values) => squaredDifferences(values.map(Number))
  const ranks = midRanks(all)
  return (values) => squaredDifferences(values.map((value) => ranks.get(value) ?? 0))
}

/** Undefined when no item has two ratings, and when all ratings are equal. */
export function krippendorffAlpha(items: readonly ItemRatings[], scale: Scale): number | undefined {
  const units = items.map((unit) => unit.filter(isRated)).filter((unit) => unit.length > 1)
  const ratings = units.flat()
  const distances = pairDistances(scale, ratings)
  const expected = distances(ratings)
  if (ratings.length === 0 || expected === 0) return undefined
  const observedSum = exactSum(units.map((unit) => distances(unit) / (unit.length - 1)))
  return 1 - (observedSum * (ratings.length - 1)) / expected
}

/** The share of equal pairs among all pairs of ratings of one item. */
function equalShare(units: readonly (readonly Rating[])[]): number {
  const pairs = exactSum(units.map(({ length }) => length * (length - 1)))
  return 1 - exactSum(units.map(differingPairs)) / pairs
}

/**
 * Agreement on the items with two or more ratings; undefined when there are none. Kappa where it applies, else alpha.
 */
export function agreementOf(items: readonly ItemRatings[], scale: Scale): Agreement | undefined {
  const sharedItems = items.filter((unit) => unit.filter(isRated).length > 1)
  const units = sharedItems.map((unit) => unit.filter(isRated))
  if (units.length === 0) return undefined
  const raters = new Set(
    sharedItems.flatMap((unit) => unit.flatMap((value, i) => (isRated(value) ? [i] : []))),
  )
  const isPair = scale === 'nominal' && raters.size === 2
  return {
    measure: isPair ? 'cohen_kappa' : 'krippendorff_alpha',
    value: isPair
      ? cohenKappa(units.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b] as const])))
      : krippendorffAlpha(units, scale),
    items: units.length,
    raters: raters.size,
    observed: equalShare(units),
  }
}
