// How well an evaluator agrees with people on what both have judged. Verdicts and categories agree or they do not; numbers may
// be near each other, go together, or be too high throughout.
import { cohenKappa, krippendorffAlpha, type Judgement } from './agreement.ts'
import { deviationOf, exactSum, meanOf } from './descriptive.ts'
import { meanInterval, wilsonInterval, type Interval } from './intervals.ts'

export type QualityKind = 'boolean' | 'category' | 'number'

/** What the evaluator said, then what people said. */
export type JudgedPair = readonly [evaluator: Judgement, people: Judgement]

export interface Quality {
  readonly n: number
  /** The share of rows on which both say the same. */
  readonly equal: number
  /** At 95 %: of the share, or of the mean difference of numbers. */
  readonly interval?: Interval | undefined
  readonly kappa?: number | undefined
  readonly alpha?: number | undefined
  readonly correlation?: number | undefined
  /** How much more the evaluator gives than people do. */
  readonly meanDifference?: number | undefined
  /** How often which value met which: rows are the evaluator's, columns those of people, both in the order of `values`. */
  readonly values?: readonly Judgement[]
  readonly matrix?: readonly (readonly number[])[]
}

/** Texts of more values than this are no categories. */
const categoriesMax = 20

/** Pearson's; undefined when one of both always says the same. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): number | undefined {
  const [meanA, meanB] = [meanOf(pairs.map(([a]) => a)), meanOf(pairs.map(([, b]) => b))]
  const spread = Math.sqrt(
    exactSum(pairs.map(([a]) => (a - meanA) ** 2)) * exactSum(pairs.map(([, b]) => (b - meanB) ** 2)),
  )
  if (!(spread > 0)) return undefined
  return exactSum(pairs.map(([a, b]) => (a - meanA) * (b - meanB))) / spread
}

/** Yes before no; texts by the alphabet. */
const inOrder = (a: Judgement, b: Judgement): number =>
  typeof a === 'boolean' ? Number(b) - Number(a) : String(a) < String(b) ? -1 : 1

function verdictQuality(pairs: readonly JudgedPair[]): Quality | undefined {
  const values = [...new Set(pairs.flat())].sort(inOrder)
  if (values.length > categoriesMax) return undefined
  const placeOf = new Map(values.map((value, i) => [value, i]))
  const matrix = values.map(() => values.map(() => 0))
  for (const [a, b] of pairs) {
    const row = matrix[placeOf.get(a) ?? 0]
    const column = placeOf.get(b) ?? 0
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1
  }
  const equal = pairs.filter(([a, b]) => a === b).length
  return {
    n: pairs.length,
    equal: equal / pairs.length,
    interval: wilsonInterval(equal, pairs.length),
    kappa: cohenKappa(pairs),
    values,
    matrix,
  }
}

function numberQuality(pairs: readonly (readonly [number, number])[]): Quality {
  const differences = pairs.map(([a, b]) => a - b)
  const meanDifference = meanOf(differences)
  return {
    n: pairs.length,
    equal: pairs.filter(([a, b]) => a === b).length / pairs.length,
    interval: meanInterval(pairs.length, meanDifference, deviationOf(differences)),
    alpha: krippendorffAlpha(pairs, 'interval'),
    correlation: correlationOf(pairs),
    meanDifference,
  }
}

/** Undefined without pairs, and where texts are no categories. */
export function qualityOf(kind: QualityKind, pairs: readonly JudgedPair[]): Quality | undefined {
  if (pairs.length === 0) return undefined
  return kind === 'number'
    ? numberQuality(pairs.map(([a, b]) => [Number(a), Number(b)]))
    : verdictQuality(pairs)
}
