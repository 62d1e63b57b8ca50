// The logic of a comparison: which metrics became worse, by how much, and whether that is significant.
import { meanIntervalCountMin, outputsPath } from '../run-model.ts'

export interface EvaluationGateRule {
  readonly evaluator: string
  readonly path: string
  readonly statistic: string
  readonly min?: number
  readonly max?: number
  readonly max_drop?: number
  readonly significant_only?: boolean
}

export interface Difference {
  readonly run_id: string
  readonly mean?: number
  readonly ci95?: readonly number[]
  readonly p_value: number
  readonly n: number
  readonly wins: number
  readonly losses: number
  readonly ties: number
  readonly significant: boolean
}

export interface ComparedMetric {
  readonly evaluator: string
  readonly path: string
  readonly type: string
  readonly runs: readonly {
    readonly run_id: string
    readonly count: number
    readonly mean?: number
    readonly std?: number
    readonly ci95?: readonly number[]
  }[]
  readonly differences: readonly Difference[]
}

export const shortPath = (path: string): string =>
  path.startsWith(outputsPath) ? path.slice(outputsPath.length) : path

export const metricName = ({ evaluator, path }: Pick<ComparedMetric, 'evaluator' | 'path'>): string =>
  `${evaluator} ${shortPath(path)}`

/** Metrics that are better when they are lower, by their usual names. */
const lowerIsBetterNames =
  /(^|[._])(difference|distance|duration_ms|latency|cost|costs|errors?|tokens|toxicity|length)$/

/** The metrics that a user marked, by name. */
export interface Preferences {
  readonly less?: readonly string[]
  readonly more?: readonly string[]
}

/** True if lower values are better: as the user marked the metric, or else by its name. */
export function isBetterWhenLower(
  metric: Pick<ComparedMetric, 'evaluator' | 'path'>,
  preferences: Preferences,
): boolean {
  const name = metricName(metric)
  if (preferences.less?.includes(name) === true) return true
  return preferences.more?.includes(name) === true ? false : lowerIsBetterNames.test(metric.path)
}

export type Verdict = 'worse' | 'better' | 'same'

/** Only a significant difference is better or worse. */
export function verdictOf(difference: Difference | undefined, isLowerBetter: boolean): Verdict {
  if (difference?.mean === undefined || !difference.significant) return 'same'
  return difference.mean < 0 === isLowerBetter ? 'better' : 'worse'
}

/**
 * The harm of a change: large for a clear regression, below 0 for an improvement. Differences are measured in half
 * widths of their confidence interval.
 */
export function harmOf(difference: Difference | undefined, isLowerBetter: boolean): number {
  if (difference?.mean === undefined) return -Infinity
  const [low, high] = difference.ci95 ?? []
  const half = low === undefined || high === undefined ? 0 : (high - low) / 2
  const worsening = isLowerBetter ? difference.mean : -difference.mean
  const size = half > 0 ? worsening / half : Math.sign(worsening) * 100
  return verdictOf(difference, isLowerBetter) === 'same' ? Math.max(-0.99, Math.min(0.99, size / 100)) : size
}

/** A metric with its difference between the baseline and one run. */
export interface MetricChange {
  readonly metric: ComparedMetric
  readonly difference: Difference | undefined
  readonly isLowerBetter: boolean
  readonly verdict: Verdict
}

/** The metrics with the difference of one run, the most harmful first. */
export function byHarm(
  metrics: readonly ComparedMetric[],
  { runId, ...preferences }: Preferences & { readonly runId: string },
): readonly MetricChange[] {
  return metrics
    .map((metric) => {
      const difference = metric.differences.find(({ run_id }) => run_id === runId)
      const isLowerBetter = isBetterWhenLower(metric, preferences)
      return { metric, difference, isLowerBetter, verdict: verdictOf(difference, isLowerBetter) }
    })
    .toSorted((a, b) => harmOf(b.difference, b.isLowerBetter) - harmOf(a.difference, a.isLowerBetter))
}

/** The distance of a difference from 0, in half widths of its interval. */
function distanceOf(difference: Difference | undefined): number {
  if (difference?.mean === undefined || difference.mean === 0) return 0
  const [low, high] = difference.ci95 ?? []
  const half = low === undefined || high === undefined ? 0 : (high - low) / 2
  return half > 0 ? Math.abs(difference.mean) / half : 100
}

/** The metric that differs most; of equals the most harmful one. */
export const mostDifferent = (changes: readonly MetricChange[]): MetricChange | undefined =>
  changes.reduce<MetricChange | undefined>(
    (largest, change) =>
      largest === undefined || distanceOf(change.difference) > distanceOf(largest.difference)
        ? change
        : largest,
    undefined,
  )

/**
 * The interval of a difference, limited to possible values: a share is between 0 and 1. Undefined for fewer numbers
 * than `meanIntervalCountMin`: their interval would be too wide.
 */
export function boundedInterval({ metric, difference }: Pick<MetricChange, 'metric' | 'difference'>) {
  const [low, high] = difference?.ci95 ?? []
  if (difference === undefined || low === undefined || high === undefined) return undefined
  const baseMean = metric.runs[0]?.mean
  if (!isShare(metric)) return difference.n < meanIntervalCountMin ? undefined : ([low, high] as const)
  if (baseMean === undefined) return [low, high] as const
  return [Math.max(low, -baseMean), Math.min(high, 1 - baseMean)] as const
}

/** The scale of the interval drawing: the largest distance from 0. */
export const reachOf = ({ mean = 0, ci95 = [] }: Pick<Difference, 'mean' | 'ci95'>): number =>
  Math.max(...[mean, ...ci95].map((value) => Math.abs(value))) || 1

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export const isShare = ({ type }: Pick<ComparedMetric, 'type'>): boolean => type === 'binary'

export const formatMean = (value: number | undefined, isPercentage: boolean): string =>
  value === undefined ? '–' : isPercentage ? `${plain.format(value * 100)}%` : plain.format(value)

/** A number with its sign; shares in percentage points. */
export function formatChange(value: number | undefined, isPercentage: boolean): string {
  if (value === undefined) return '–'
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±'
  const size = Math.abs(value)
  return `${sign}${isPercentage ? `${plain.format(size * 100)} pt` : plain.format(size)}`
}

export const formatP = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3))

/** One value per row: the mean of repeats; booleans count as 1 and 0. */
export function rowValue(value: unknown): number | string | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  if (!Array.isArray(value) || value.length === 0) return undefined
  const numbers = value.flatMap((one: unknown) =>
    typeof one === 'number' || typeof one === 'boolean' ? [Number(one)] : [],
  )
  return numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
