// Descriptive statistics of values, in the shapes of trace analytics, with the deviation and a confidence interval.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { meanInterval, wilsonInterval } from './intervals.ts'
import { ownMember } from '../../kernel/own.ts'

/** Compensated summation (Neumaier): small numbers beside large ones are not lost. */
export function exactSum(values: readonly number[]): number {
  let sum = 0
  let compensation = 0
  for (const value of values) {
    const next = sum + value
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + compensation
}

export const meanOf = (values: readonly number[]): number => exactSum(values) / values.length

/** The sample deviation (divided by n − 1); 0 for a single value. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = meanOf(values)
  return Math.sqrt(exactSum(values.map((value) => (value - mean) ** 2)) / (values.length - 1))
}

/** Twelve digits: beyond them, binary fractions are noise. */
const rounded = (value: number): number => Number(value.toPrecision(12))

/** Linear interpolation between order statistics; `sorted` ascending and not empty, `percent` 0..100. */
export function percentile(sorted: readonly number[], percent: number): number {
  const position = ((sorted.length - 1) * percent) / 100
  const low = sorted[Math.floor(position)] ?? 0
  const high = sorted[Math.ceil(position)] ?? 0
  return rounded(low + (high - low) * (position - Math.floor(position)))
}

const percents = [
  0.05, 0.1, 0.5, 1, 2.5, 5, 10, 12.5, 20, 25, 30, 37.5, 40, 50, 60, 62.5, 70, 75, 80, 87.5, 90, 95, 97.5, 99,
  99.5, 99.9, 99.95,
] as const

/** `p00.05`, `p05`, `p50`, `p99.95`. */
export const percentileName = (percent: number): string => `p${percent < 10 ? '0' : ''}${percent}`

/** Interquantile ranges by their share of the values: the percentiles on both sides. */
const interquantileRanges: readonly (readonly [share: string, low: number, high: number])[] = [
  ['25', 37.5, 62.5],
  ['50', 25, 75],
  ['75', 12.5, 87.5],
  ['80', 10, 90],
  ['90', 5, 95],
  ['95', 2.5, 97.5],
  ['99', 0.5, 99.5],
  ['99.9', 0.05, 99.95],
]

type Percentiles = Readonly<Record<string, number>>

const percentileAt = (pcts: Percentiles, percent: number): number =>
  ownMember(pcts, percentileName(percent)) ?? Number.NaN

/** Ranges relative to the median; absent where the median is too small for a meaningful ratio. */
function relativeRanges(pcts: Percentiles, iqrs: Percentiles): { readonly pscs?: Percentiles } {
  const [p01, p50, p99] = [percentileAt(pcts, 1), percentileAt(pcts, 50), percentileAt(pcts, 99)]
  const isSmall = Math.abs(p50) < Math.abs(p99) / 100 || Math.abs(p50) < Math.abs(p01) / 100
  if (p01 * p99 < 0 || isSmall) return {}
  return {
    pscs: Object.fromEntries(
      interquantileRanges.map(([share]) => [
        `psc${share}`,
        p50 === 0 ? 0 : rounded((ownMember(iqrs, `iqr${share}`) ?? 0) / p50),
      ]),
    ),
  }
}

const share = (count: number, total: number): number => Number((count / total).toFixed(5))

/** Equal bins between the smallest and the largest value; the upper edge belongs to the last bin. */
export function histogram(sorted: readonly number[]): readonly JsonObject[] {
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const bins = min === max ? 1 : Math.ceil(Math.sqrt(sorted.length))
  const width = (max - min) / bins
  const counts = Array.from({ length: bins }, () => 0)
  for (const value of sorted) {
    const bin = width === 0 ? 0 : Math.min(bins - 1, Math.floor((value - min) / width))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  return counts.map((count, i) => ({
    bin: i + 1,
    count,
    interval: [rounded(min + i * width), i === bins - 1 ? max : rounded(min + (i + 1) * width)],
    density: share(count, sorted.length),
  }))
}

type Scalar = string | number | boolean

const compareScalars = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0)

/** The frequency of each value, the most frequent first. */
export function frequencies(values: readonly Scalar[]): JsonObject {
  const counts = new Map<Scalar, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const freq = [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || compareScalars(a, b))
    .map(([value, count]) => ({ value, count, density: share(count, values.length) }))
  return { freq, uniq: freq.map(({ value }) => value) }
}

/** The mean of a single value has no interval: its spread is unknown. */
const interval = (values: readonly number[]): JsonObject => {
  const bounds = meanInterval(values.length, meanOf(values), deviationOf(values))
  return bounds === undefined ? {} : { ci95: [...bounds] }
}

function numericStatistics(
  type: string,
  values: readonly number[],
  rest: (sorted: readonly number[]) => JsonObject,
): JsonObject {
  const sorted = values.toSorted((a, b) => a - b)
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0]
  const pcts = Object.fromEntries(
    percents.map((percent) => [percentileName(percent), percentile(sorted, percent)]),
  )
  const iqrs = Object.fromEntries(
    interquantileRanges.map(([name, low, high]) => [
      `iqr${name}`,
      rounded(percentileAt(pcts, high) - percentileAt(pcts, low)),
    ]),
  )
  return {
    type,
    count: values.length,
    sum: exactSum(values),
    mean: meanOf(values),
    min,
    max,
    range: rounded(max - min),
    pcts,
    iqrs,
    ...relativeRanges(pcts, iqrs),
    ...rest(sorted),
    std: deviationOf(values),
    ...interval(values),
  }
}

export const continuousStatistics = (values: readonly number[]): JsonObject =>
  numericStatistics('numeric/continuous', values, (sorted) => ({ hist: histogram(sorted) }))

export const discreteStatistics = (values: readonly number[]): JsonObject =>
  numericStatistics('numeric/discrete', values, frequencies)

export function binaryStatistics(values: readonly boolean[]): JsonObject {
  const trueCount = values.filter(Boolean).length
  return {
    type: 'binary',
    count: values.length,
    ...frequencies(values),
    rate: trueCount / values.length,
    ci95: [...wilsonInterval(trueCount, values.length)],
  }
}

export const categoricalStatistics = (
  type: string,
  values: readonly Scalar[],
  count: number,
): JsonObject => ({
  type,
  count,
  ...frequencies(values),
})

export const countOnly = (type: string, values: readonly Json[]): JsonObject => ({
  type,
  count: values.length,
})
