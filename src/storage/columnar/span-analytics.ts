// Sums over spans: series of values in buckets of time, histograms, and the activity of sessions and users.
import type {
  Activity,
  ActivityQuery,
  AnalyticsBucket,
  AnalyticsQuery,
  HistogramBins,
  Measure,
  MeasureTotals,
} from '../contract.ts'
import type { Run } from './reader.ts'

const bucketSql = `intDiv(toUnixTimestamp64Nano(start_time) - {oldest:Int64}, {interval:Int64})`

type Selection = Pick<AnalyticsQuery, 'where' | 'bounds' | 'oldest' | 'intervalNs' | 'group' | 'params'>

const paramsOf = (query: Selection) => ({
  ...query.where.params,
  ...query.bounds.params,
  ...query.params,
  oldest: query.oldest.toString(),
  interval: query.intervalNs.toString(),
})

/** The counted spans, each with its bucket and group and the columns asked for. */
const countedSpans = (query: Selection, columns: readonly string[]): string => `
  SELECT ${[`${bucketSql} AS bucket`, `${query.group ?? "''"} AS group_key`, ...columns].join(', ')}
  FROM spans FINAL
  WHERE project_id = {project:UUID} AND (${query.bounds.sql}) AND (${query.where.sql})`

/** Values of a span are lists, because one attribute may hold several; -Array aggregates run through them. */
const measureColumns = ({ numbers, values, count }: Measure, i: number): readonly string[] => [
  ...(numbers === undefined ? [] : [`${numbers} AS numbers_${i}`]),
  ...(values === undefined ? [] : [`${values} AS values_${i}`]),
  ...(count === undefined ? [] : [`${count} AS count_${i}`]),
]

function measureAggregates(
  { numbers, values, count, quantiles, histogram }: Measure,
  i: number,
): readonly string[] {
  const [n, v] = [`numbers_${i}`, `values_${i}`]
  return [
    ...(numbers === undefined
      ? []
      : [
          `countArray(${n}) AS number_count_${i}`,
          `sumKahanArray(${n}) AS sum_${i}`,
          `minArray(${n}) AS min_${i}`,
          `maxArray(${n}) AS max_${i}`,
        ]),
    ...(numbers === undefined || quantiles.length === 0
      ? []
      : [`quantilesExactInclusiveArray(${quantiles.join(', ')})(${n}) AS quantiles_${i}`]),
    ...(histogram === undefined ? [] : [`groupArrayArray(${n}) AS all_${i}`]),
    ...(values === undefined ? [] : [`sumMap(${v}, arrayMap(x -> toUInt64(1), ${v})) AS frequencies_${i}`]),
    ...(count === undefined ? [] : [`sum(count_${i}) AS value_count_${i}`]),
  ]
}

/**
 * Counts the numbers of a bucket in bins. They are gathered in the one pass over the spans, because the ends of the bins
 * are not known before: a second pass would cost as much as the first.
 */
function binsSql({ bins, low, high, edge }: HistogramBins, i: number): string {
  const lowest = low === undefined ? `min_${i}` : `toFloat64(${low})`
  const highest = high === undefined ? `max_${i}` : `toFloat64(${high})`
  const count = bins === undefined ? `ceil(sqrt(number_count_${i}))` : `${bins}`
  const inside = edge ? `all_${i}` : `arrayFilter(v -> v >= ${lowest} AND v <= ${highest}, all_${i})`
  const position = `if(${highest} <= ${lowest}, 0, floor((v - ${lowest}) / (${highest} - ${lowest}) * ${count}))`
  const numbered = `arrayMap(v -> [toUInt32(greatest(0, least(${count} - 1, ${position})))], ${inside})`
  return `arrayReduce('sumMap', ${numbered} AS numbered_${i}, arrayMap(v -> [toUInt64(1)], numbered_${i})) AS bins_${i}`
}

/** The gathered numbers stay where they are. */
function except(measures: readonly Measure[]): string {
  const gathered = measures.flatMap(({ histogram }, i) => (histogram === undefined ? [] : [`all_${i}`]))
  return gathered.length === 0 ? '' : `EXCEPT (${gathered.join(', ')})`
}

type BucketRow = Readonly<Record<string, unknown>>

function totalsOf(row: BucketRow, i: number): MeasureTotals {
  const number = (name: string): number => Number(row[`${name}_${i}`] ?? 0)
  const pairs = (name: string): readonly (readonly [string, number])[] => {
    const [keys, counts] = (row[`${name}_${i}`] ?? [[], []]) as readonly [
      readonly unknown[],
      readonly number[],
    ]
    return keys.map((key, at) => [String(key), counts[at] ?? 0] as const)
  }
  const frequencies = pairs('frequencies')
  const ofValues = frequencies.reduce((sum, [, count]) => sum + count, 0)
  return {
    count: Math.max(number('number_count'), ofValues, number('value_count')),
    sum: number('sum'),
    min: number('min'),
    max: number('max'),
    quantiles: (row[`quantiles_${i}`] ?? []) as readonly number[],
    frequencies,
    bins: pairs('bins').map(([bin, count]) => [Number(bin), count] as const),
  }
}

export async function analyticsQuery(run: Run, query: AnalyticsQuery): Promise<readonly AnalyticsBucket[]> {
  const rows = await run<BucketRow>(
    `SELECT * ${except(query.measures)} ${query.measures.map(({ histogram }, i) => (histogram === undefined ? '' : `, ${binsSql(histogram, i)}`)).join('')}
     FROM (
       SELECT ${['bucket', 'group_key', 'count() AS spans', ...query.measures.flatMap(measureAggregates)].join(', ')}
       FROM (${countedSpans(query, query.measures.flatMap(measureColumns))})
       GROUP BY bucket, group_key)
     ORDER BY bucket, group_key`,
    paramsOf(query),
  )
  return rows.map((row) => ({
    bucket: Number(row['bucket']),
    group: String(row['group_key']),
    spans: Number(row['spans']),
    measures: query.measures.map((_, i) => totalsOf(row, i)),
  }))
}

export async function activityQuery(run: Run, query: ActivityQuery): Promise<readonly Activity[]> {
  const { column, by, order, bounds, limit } = query
  const rows = await run<Activity>(
    `SELECT assumeNotNull(${column}) AS id, ${by} AS time, min(start_time) AS first, max(start_time) AS last,
       uniqExact(trace_id) AS traces, count() AS spans, ifNull(sum(spans.errors), 0) AS errors,
       ifNull(sum(spans.tokens), 0) AS tokens, ifNull(sum(spans.cost), 0) AS cost
     FROM spans FINAL
     WHERE project_id = {project:UUID} AND ${column} IS NOT NULL
     GROUP BY id HAVING ${bounds.sql}
     ORDER BY time ${order === 'descending' ? 'DESC' : 'ASC'} LIMIT {limit:UInt32} WITH TIES`,
    { ...bounds.params, limit },
  )
  const sign = order === 'descending' ? -1 : 1
  return [...rows].sort((a, b) =>
    a.time === b.time ? (a.id < b.id ? -1 : 1) : a.time < b.time ? -sign : sign,
  )
}
