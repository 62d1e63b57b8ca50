// Sums over spans in buckets of time: series of numbers with their distribution, and how often values occur.
import type { AnalyticsBucket, AnalyticsQuery, Measure, MeasureTotals } from '../contract/contract.ts'
import type { Run } from './reader.ts'
import { slicesOf } from '../../kernel/slices.ts'

const bucketSql = `intDiv(toUnixTimestamp64Nano(start_time) - {oldest:Int64}, {interval:Int64})`

const paramsOf = (query: AnalyticsQuery) => ({
  ...query.where.params,
  ...query.bounds.params,
  ...query.params,
  oldest: query.oldest.toString(),
  interval: query.intervalNs.toString(),
})

const select = (columns: readonly string[], from: string): string =>
  `SELECT ${columns.join(', ')} FROM (${from})`

/** What parts buckets. Grouping by a number alone is fast, so there is no group where none is asked for. */
const keysOf = ({ group }: AnalyticsQuery): readonly string[] =>
  group === undefined ? ['bucket'] : ['bucket', 'group_key']

/** The counted spans, each with its bucket and what it brings to the measures. */
function countedSpans({ group, measures, bounds, where }: AnalyticsQuery): string {
  const keys = [`${bucketSql} AS bucket`, ...(group === undefined ? [] : [`${group} AS group_key`])]
  const brought = measures.flatMap(({ number, values, count }, i) => [
    ...(number === undefined ? [] : [`${number} AS number_${i}`]),
    ...(values === undefined ? [] : [`${values} AS values_${i}`]),
    ...(count === undefined ? [] : [`${count} AS count_${i}`]),
  ])
  return `SELECT ${[...keys, ...brought].join(', ')} FROM spans FINAL
    WHERE project_id = {project:UUID} AND (${bounds.sql}) AND (${where.sql})`
}

/**
 * Spans that have the same values, together: how often a value occurs is then a sum over few rows. Counting the values
 * of each span in a map took twice as long.
 */
function likeSpans(query: AnalyticsQuery): string {
  const { measures } = query
  const keys = [
    ...keysOf(query),
    ...measures.flatMap(({ values }, i) => (values === undefined ? [] : [`values_${i}`])),
  ]
  const sums = measures.flatMap(({ number, count, distribution }, i) => [
    ...(number === undefined
      ? []
      : [`count(number_${i}) AS numbers_${i}`, `sumKahanState(number_${i}) AS sum_${i}`]),
    ...(distribution === undefined ? [] : [`groupArrayState(number_${i}) AS all_${i}`]),
    ...(count === undefined ? [] : [`sum(count_${i}) AS counts_${i}`]),
  ])
  return `${select([...keys, 'count() AS spans_alike', ...sums], countedSpans(query))} GROUP BY ${keys.join(', ')}`
}

const totalsType = `Tuple(measure UInt32, count UInt64, sum Float64, all Array(Float64),
  frequencies Tuple(Array(String), Array(UInt64)),
  bins Nullable(Float64), low Nullable(Float64), high Nullable(Float64), edge Bool)`

function totalsSql({ number, values, count, distribution }: Measure, i: number): string {
  const { bins = 'NULL', low = 'NULL', high = 'NULL', edge = false } = distribution ?? {}
  return `(${[
    i,
    number === undefined ? (count === undefined ? 0 : `sum(counts_${i})`) : `sum(numbers_${i})`,
    number === undefined ? 0 : `ifNull(sumKahanMerge(sum_${i}), 0)`,
    distribution === undefined ? '[]' : `groupArrayMerge(all_${i})`,
    values === undefined ? '([], [])' : `sumMap(values_${i}, arrayMap(v -> spans_alike, values_${i}))`,
    bins,
    low,
    high,
    edge,
  ].join(', ')})`
}

/** Each measure of a bucket is a row: what is said about it afterwards is said once, however many measures there are. */
function bucketTotals(query: AnalyticsQuery): string {
  const keys = keysOf(query)
  const totals = `CAST([${query.measures.map(totalsSql).join(', ')}], 'Array(${totalsType})')`
  return `${select([...keys, `arrayJoin(${totals}) AS totals`], likeSpans(query))} GROUP BY ${keys.join(', ')}`
}

/**
 * The numbers in order, and for each the bin in which it lies, after a first 0: bins count from 1, and 0 is outside. They
 * are gathered in the one pass over the spans, because the ends of the bins are not known before.
 */
function placedNumbers(query: AnalyticsQuery): string {
  const keys = keysOf(query)
  const sorted = select(
    [
      ...keys,
      'totals',
      'arraySort(totals.all) AS numbers',
      'ifNull(totals.low, numbers[1]) AS low',
      'ifNull(totals.high, numbers[-1]) AS high',
      'ifNull(totals.bins, ceil(sqrt(length(numbers)))) AS bins',
    ],
    bucketTotals(query),
  )
  const bin = `multiIf(NOT totals.edge AND (v < low OR v > high), 0, high <= low, 1,
    greatest(1, least(bins, 1 + floor((v - low) / (high - low) * bins))))`
  return select(
    [...keys, 'totals', 'numbers', `arrayPushFront(arrayMap(v -> toUInt32(${bin}), numbers), 0) AS placed`],
    sorted,
  )
}

/** Numbers of one bin stand together: it is known by the place of its first. */
const distributionOf = (quantiles: readonly number[]): readonly string[] => [
  'numbers[1] AS min',
  'numbers[-1] AS max',
  `arrayReduce('quantilesExactInclusive(${quantiles.join(', ')})', numbers) AS quantiles`,
  'arrayFilter((bin, step) -> step != 0, placed, arrayDifference(placed)) AS bins',
  'arrayFilter((place, step) -> step != 0, arrayEnumerate(placed), arrayDifference(placed)) AS firsts',
]

function analyticsSql(query: AnalyticsQuery): string {
  const keys = keysOf(query)
  const hasDistribution = query.measures.some(({ distribution }) => distribution !== undefined)
  const columns = [
    ...keys,
    ...['measure', 'count', 'sum', 'frequencies'].map((name) => `totals.${name} AS ${name}`),
    ...(hasDistribution ? distributionOf(query.quantiles) : []),
  ]
  const rows = hasDistribution ? placedNumbers(query) : bucketTotals(query)
  return `${select(columns, rows)} ORDER BY ${keys.join(', ')}, measure`
}

interface TotalsRow {
  readonly bucket: number
  readonly group_key?: string
  readonly count: number
  readonly sum: number
  readonly frequencies: readonly [texts: readonly string[], counts: readonly number[]]
  readonly min?: number
  readonly max?: number
  readonly quantiles?: readonly number[]
  readonly bins?: readonly number[]
  readonly firsts?: readonly number[]
}

function totalsOf({
  min = 0,
  max = 0,
  quantiles = [],
  bins = [],
  firsts = [],
  ...row
}: TotalsRow): MeasureTotals {
  const [texts, counts] = row.frequencies
  const frequencies = texts.map((text, i) => [text, counts[i] ?? 0] as const).filter(([text]) => text !== '')
  const end = row.count + 2
  return {
    count: Math.max(
      row.count,
      frequencies.reduce((sum, [, count]) => sum + count, 0),
    ),
    sum: row.sum,
    min,
    max,
    quantiles,
    frequencies,
    bins: bins
      .map((bin, i) => [bin - 1, (firsts[i + 1] ?? end) - (firsts[i] ?? end)] as const)
      .filter(([bin]) => bin >= 0),
  }
}

/** Counts the spans of a bucket like a measure: each brings one. */
const spansCounted: Measure = { count: 'toUInt64(1)' }

export async function analyticsQuery(run: Run, asked: AnalyticsQuery): Promise<readonly AnalyticsBucket[]> {
  const query = { ...asked, measures: [spansCounted, ...asked.measures] }
  const rows = await run<TotalsRow>(analyticsSql(query), paramsOf(query))
  return slicesOf(rows, query.measures.length).map(([spans, ...measures]) => ({
    bucket: spans?.bucket ?? 0,
    group: spans?.group_key ?? '',
    spans: spans?.count ?? 0,
    measures: measures.map(totalsOf),
  }))
}
