// Do those who judged the same things say the same? The share of equal judgements alone flatters whoever gives one answer
// most of the time, so what chance would give is taken away: Cohen's kappa where two judged categories, Krippendorff's
// alpha where several did, where judgements are missing, or where values are near each other or far apart. Both are 1 when
// all agree, 0 when they agree as often as chance would have it, below 0 when they agree less often.
import { exactSum, meanOf } from './descriptive.ts'

export type Judgement = string | number | boolean

/** What a difference of two values says: nothing but that they differ, how many ranks they are apart, or how much. */
export type Scale = 'nominal' | 'ordinal' | 'interval'

/** The judgements of one thing, a place for each who judges: undefined where one has not. */
export type Judged = readonly (Judgement | undefined)[]

export interface Agreement {
  readonly measure: 'cohen_kappa' | 'krippendorff_alpha'
  /** Undefined when all judgements are one and the same value: chance would agree as well. */
  readonly value: number | undefined
  /** Things that two or more have judged; the others say nothing. */
  readonly items: number
  /** Those who judged one of these. */
  readonly raters: number
  /** The share of pairs of judgements of one thing that are equal. */
  readonly observed: number
}

const isGiven = (value: Judgement | undefined): value is Judgement => value !== undefined

const countsOf = <T>(values: readonly T[]): ReadonlyMap<T, number> => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Undefined without pairs, and when both gave one and the same value throughout. */
export function cohenKappa(pairs: readonly (readonly [Judgement, Judgement])[]): number | undefined {
  const count = pairs.length
  const [first, second] = [countsOf(pairs.map(([a]) => a)), countsOf(pairs.map(([, b]) => b))]
  const equal = pairs.filter(([a, b]) => a === b).length
  // Counts, not shares: whole numbers are exact.
  const byChance = exactSum([...first].map(([value, times]) => times * (second.get(value) ?? 0)))
  if (count === 0 || byChance === count ** 2) return undefined
  return (equal * count - byChance) / (count ** 2 - byChance)
}

/** The middle of the places that each value has among all of them. Their difference is what ordinal alpha asks for. */
function midRanks(values: readonly Judgement[]): ReadonlyMap<Judgement, number> {
  const ranks = new Map<Judgement, number>()
  let below = 0
  for (const [value, count] of [...countsOf(values)].sort(([a], [b]) => Number(a) - Number(b))) {
    ranks.set(value, below + count / 2)
    below += count
  }
  return ranks
}

/** Sum of the squared differences of all pairs, each counted in both directions. */
function squaredDifferences(numbers: readonly number[]): number {
  const mean = meanOf(numbers)
  return 2 * numbers.length * exactSum(numbers.map((number) => (number - mean) ** 2))
}

/** Pairs that differ, each counted in both directions. */
const differingPairs = (values: readonly Judgement[]): number =>
  values.length ** 2 - exactSum([...countsOf(values).values()].map((count) => count ** 2))

/** How far the values of a list are apart from each other, over all pairs. */
function apartBy(scale: Scale, all: readonly Judgement[]): (values: readonly Judgement[]) => number {
  if (scale === 'nominal') return differingPairs
  if (scale === 'interval') return (values) => squaredDifferences(values.map(Number))
  const ranks = midRanks(all)
  return (values) => squaredDifferences(values.map((value) => ranks.get(value) ?? 0))
}

/** Undefined when nothing was judged twice, and when all judgements are one and the same value. */
export function krippendorffAlpha(judged: readonly Judged[], scale: Scale): number | undefined {
  const units = judged.map((unit) => unit.filter(isGiven)).filter((unit) => unit.length > 1)
  const all = units.flat()
  const apart = apartBy(scale, all)
  const expected = apart(all)
  if (all.length === 0 || expected === 0) return undefined
  const observed = exactSum(units.map((unit) => apart(unit) / (unit.length - 1)))
  return 1 - (observed * (all.length - 1)) / expected
}

/** The share of equal pairs among all pairs of judgements of one thing. */
function equalShare(units: readonly (readonly Judgement[])[]): number {
  const pairs = exactSum(units.map(({ length }) => length * (length - 1)))
  return 1 - exactSum(units.map(differingPairs)) / pairs
}

/** Things that two or more judged; undefined when there are none. Kappa where it applies, else alpha. */
export function agreementOf(judged: readonly Judged[], scale: Scale): Agreement | undefined {
  const shared = judged.filter((unit) => unit.filter(isGiven).length > 1)
  const units = shared.map((unit) => unit.filter(isGiven))
  if (units.length === 0) return undefined
  const places = new Set(shared.flatMap((unit) => unit.flatMap((value, i) => (isGiven(value) ? [i] : []))))
  const isPair = scale === 'nominal' && places.size === 2
  return {
    measure: isPair ? 'cohen_kappa' : 'krippendorff_alpha',
    value: isPair
      ? cohenKappa(units.map((unit) => unit as unknown as readonly [Judgement, Judgement]))
      : krippendorffAlpha(units, scale),
    items: units.length,
    raters: places.size,
    observed: equalShare(units),
  }
}
