// Computes statistics of a series of values from the totals of the store.
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import type { HistogramBins, MeasureTotals } from '../../../storage/contract/contract.ts'
import { ownMember } from '../../../kernel/own.ts'

/** In the order of the store query. */
const percentileNames = [
  'p00.05',
  'p00.1',
  'p00.5',
  'p01',
  'p02.5',
  'p05',
  'p10',
  'p12.5',
  'p20',
  'p25',
  'p30',
  'p37.5',
  'p40',
  'p50',
  'p60',
  'p62.5',
  'p70',
  'p75',
  'p80',
  'p87.5',
  'p90',
  'p95',
  'p97.5',
  'p99',
  'p99.5',
  'p99.9',
  'p99.95',
] as const

export const percentiles: readonly number[] = percentileNames.map((name) => Number(name.slice(1)) / 100)

/** Ranges between percentiles, and the names of their ratios to the median. */
const ranges = [
  ['25', 'p62.5', 'p37.5'],
  ['50', 'p75', 'p25'],
  ['75', 'p87.5', 'p12.5'],
  ['80', 'p90', 'p10'],
  ['90', 'p95', 'p05'],
  ['95', 'p97.5', 'p02.5'],
  ['99', 'p99.5', 'p00.5'],
  ['99.9', 'p99.95', 'p00.05'],
] as const

/** Removes the last digit of a double, which interpolation distorts: 114.99999999999999 is 115. */
const withoutNoise = (value: number): number => Number(value.toPrecision(15))

const rounded = (share: number): number => Math.round(share * 1e5) / 1e5

/** Absent if the ratio is meaningless: values of both signs, or a median near zero. */
function spreads(
  pcts: Readonly<Record<string, number>>,
  iqrs: Readonly<Record<string, number>>,
): JsonObject | undefined {
  const percentile = (name: string): number => ownMember(pcts, name) ?? 0
  const [p01, p50, p99] = [percentile('p01'), percentile('p50'), percentile('p99')]
  if (p01 * p99 < 0 || Math.abs(p50) < Math.abs(p99) / 100 || Math.abs(p50) < Math.abs(p01) / 100)
    return undefined
  return Object.fromEntries(
    ranges.map(([name]) => [`psc${name}`, p50 === 0 ? 0 : withoutNoise((iqrs[`iqr${name}`] ?? 0) / p50)]),
  )
}

/** Count, sum and the percentiles of numbers. */
export function numericStats({ count, sum, min, max, quantiles }: MeasureTotals): JsonObject {
  const pcts = Object.fromEntries(percentileNames.map((name, i) => [name, withoutNoise(quantiles[i] ?? 0)]))
  const iqrs = Object.fromEntries(
    ranges.map(([name, high, low]) => [`iqr${name}`, withoutNoise((pcts[high] ?? 0) - (pcts[low] ?? 0))]),
  )
  const pscs = spreads(pcts, iqrs)
  return {
    count,
    sum,
    mean: sum / count,
    min,
    max,
    range: max - min,
    pcts,
    iqrs,
    ...(pscs === undefined ? {} : { pscs }),
  }
}

/** All bins of equal width. The store returns only those with values. */
export function histogramStats(totals: MeasureTotals, requestedBins: HistogramBins): readonly JsonObject[] {
  const low = requestedBins.low ?? Math.min(totals.min, requestedBins.high ?? totals.min)
  const high = requestedBins.high ?? Math.max(totals.max, low)
  const bins = high <= low ? 1 : (requestedBins.bins ?? Math.ceil(Math.sqrt(totals.count)))
  const counts = new Map(totals.bins.map(([bin, count]) => [high <= low ? 0 : bin, count]))
  const all = totals.bins.reduce((sum, [, count]) => sum + count, 0)
  const edge = (i: number): number => (i === bins ? high : low + ((high - low) * i) / bins)
  return Array.from({ length: bins }, (_, i) => {
    const count = counts.get(i) ?? 0
    return {
      bin: i + 1,
      count,
      interval: [edge(i), edge(i + 1)],
      density: all === 0 ? 0 : rounded(count / all),
    }
  })
}

const isBelow = (a: Json, b: Json): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a < b : JSON.stringify(a) < JSON.stringify(b)

/** Values by frequency, then by value. */
export function frequencyStats({ frequencies }: MeasureTotals): JsonObject {
  const all = frequencies.reduce((sum, [, count]) => sum + count, 0)
  const freq = frequencies
    .map(([text, count]) => ({ value: JSON.parse(text) as Json, count, density: rounded(count / all) }))
    .sort((a, b) => (a.count === b.count ? (isBelow(a.value, b.value) ? -1 : 1) : b.count - a.count))
  return { freq, uniq: freq.map(({ value }) => value) }
}
