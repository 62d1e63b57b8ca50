// The agreement of an evaluator with people. Verdicts and categories are equal or not; numbers may be close, correlate,
// or have a bias.
import { cohenKappa, krippendorffAlpha, type Rating } from './agreement.ts'
import { deviationOf, exactSum, meanOf } from './descriptive.ts'
import { meanInterval, wilsonInterval, type Interval } from './intervals.ts'

export type QualityKind = 'boolean' | 'category' | 'number'

/** The value of the evaluator, then the value of people. */
export type RatingPair = readonly [evaluator: Rating, people: Rating]

export interface Quality {
  readonly n: number
  /** The share of rows with equal values. */
  readonly equal: number
  /** The 95 % interval of the share, or of the mean difference for numbers. */
  readonly interval?: Interval | undefined
  readonly kappa?: number | undefined
  readonly alpha?: number | undefined
  readonly correlation?: number | undefined
  /** The mean of the evaluator's value minus that of people. */
  readonly meanDifference?: number | undefined
  /** The confusion matrix: rows are the evaluator's values, columns those of people, both in the order of `values`. */
  readonly values?: readonly Rating[]
  readonly matrix?: readonly (readonly number[])[]
}

/** Texts with more distinct values than this are not categories. */
const categoriesMax = 20

/** Pearson's correlation; undefined when one side is constant. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): number | undefined {
  const [meanA, meanB] = [meanOf(pairs.map(([a]) => a)), meanOf(pairs.map(([, b]) => b))]
  const deviationProduct = Math.sqrt(
    exactSum(pairs.map(([a]) => (a - meanA) ** 2)) * exactSum(pairs.map(([, b]) => (b - meanB) ** 2)),
  )
  if (!(deviationProduct > 0)) return undefined
  return exactSum(pairs.map(([a, b]) => (a - meanA) * (b - meanB))) / deviationProduct
}

/** True before false; texts alphabetically. */
const compareRatings = (a: Rating, b: Rating): number =>
  typeof a === 'boolean' ? Number(b) - Number(a) : String(a) < String(b) ? -1 : 1

function verdictQuality(pairs: readonly RatingPair[]): Quality | undefined {
  const values = [...new Set(pairs.flat())].sort(compareRatings)
  if (values.length > categoriesMax) return undefined
  const indexOf = new Map(values.map((value, i) => [value, i]))
  const matrix = values.map(() => values.map(() => 0))
  for (const [a, b] of pairs) {
    const row = matrix[indexOf.get(a) ?? 0]
    const column = indexOf.get(b) ?? 0
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1
  }
  const equalCount = pairs.filter(([a, b]) => a === b).length
  return {
    n: pairs.length,
    equal: equalCount / pairs.length,
    interval: wilsonInterval(equalCount, pairs.length),
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

/** Undefined without pairs, and for texts that are not categories. */
export function qualityOf(kind: QualityKind, pairs: readonly RatingPair[]): Quality | undefined {
  if (pairs.length === 0) return undefined
  return kind === 'number'
    ? numberQuality(pairs.map(([a, b]) => [Number(a), Number(b)]))
    : verdictQuality(pairs)
}
