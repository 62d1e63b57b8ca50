// Aggregates spans in time buckets: numeric series with their distribution, and frequencies of values.
import type {
  AnalyticsBucket,
  AnalyticsQuery,
  GroupKey,
  Measure,
  MeasureTotals,
  TopGroups,
} from '../contract/contract.ts'
import { selected, withAnnotations, type Column } from './analytics-annotations.ts'
import type { Run } from './reader.ts'
import type { Summaries } from './summaries.ts'
import { chunks } from '../../kernel/chunks.ts'

const bucketSql = `intDiv(toUnixTimestamp64Nano(start_time) - {oldest:Int64}, {interval:Int64})`

const paramsOf = (query: AnalyticsQuery) => ({
  ...query.where.params,
  ...query.bounds.params,
  ...query.rootBounds.params,
  ...query.params,
  oldest: query.oldest.toString(),
  interval: query.intervalNs.toString(),
})

const select = (columns: readonly string[], from: string): string =>
  `SELECT ${columns.join(', ')} FROM (${from})`

/** The statement, and whether the spans of a project are spread over several machines. */
interface Asked extends AnalyticsQuery {
  readonly sharded: boolean
  readonly tableFor: Summaries['tableFor']
}

/**
 * The columns that separate buckets. Grouping by a number alone is fast, so there is no group column unless
 * requested.
 */
const keysOf = ({ groups }: AnalyticsQuery): readonly string[] =>
  groups === undefined ? ['bucket'] : ['bucket', 'group_key']

/** The spans of the window with these columns. */
function spansWith(columns: readonly Column[], query: Asked): string {
  const { bounds, where, tableFor } = query
  const readColumns = where.columns && [...where.columns, ...query.columns]
  const table = where.isOfHeads === true ? tableFor(readColumns) : 'spans'
  return `SELECT ${selected(columns)} FROM ${table} FINAL
    WHERE project_id = {project:UUID} AND (${bounds.sql}) AND (${where.sql})`
}

/** Identifies a span in joins. */
const ids: readonly Column[] = [
  ['trace', 'trace_id'],
  ['span', 'span_id'],
]

/** The columns of a span that a measure reads, named after its position. */
const measureColumns = ({ number, values, count, annotations }: Measure, i: number): readonly Column[] =>
  annotations !== undefined
    ? []
    : [
        ...(number === undefined ? [] : [[`number_${i}`, number] as const]),
        ...(values === undefined ? [] : [[`values_${i}`, values] as const]),
        ...(count === undefined ? [] : [[`count_${i}`, count] as const]),
      ]

/** Values of roots, for spans without their own values. */
function rootsJoin(groups: readonly GroupKey[], { rootBounds, sharded }: Asked): string {
  const values = groups.flatMap(({ sql, inherits }, i) =>
    inherits ? [`argMin(${sql}, (start_time, span_id)) AS root_${i}`] : [],
  )
  if (values.length === 0) return ''
  return `${sharded ? 'GLOBAL ' : ''}ANY LEFT JOIN (
    SELECT trace_id AS root_trace, ${values.join(', ')} FROM spans FINAL
    WHERE project_id = {project:UUID} AND is_root = 1 AND (${rootBounds.sql}) GROUP BY root_trace
  ) AS roots ON trace = root_trace`
}

/** The spans with their group. Columns are read before the join, which then has no other columns. */
function groupedSpans(columns: readonly Column[], groups: readonly GroupKey[], query: Asked): string {
  const ownGroups = groups.map(({ sql }, i) => [`group_${i}`, sql] as const)
  const values = groups.map(({ inherits }, i) =>
    inherits ? `if(group_${i} = '', root_${i}, group_${i})` : `group_${i}`,
  )
  const key = `concat('[', arrayStringConcat(arrayMap(v -> if(v = '', 'null', v), [${values.join(', ')}]), ','), ']')`
  const spans = spansWith([...columns, ...ids, ...ownGroups], query)
  return `SELECT ${[...columns, ...ids].map(([name]) => name).join(', ')}, ${key} AS group_key
    FROM (${spans}) AS counted ${rootsJoin(groups, query)}`
}

/** The groups with the greatest weight in the full window; all others are merged. */
function topGroupsSql(groups: readonly GroupKey[], { limit, weight }: TopGroups, query: Asked): string {
  const columns = weight === undefined ? [] : [['weight', weight] as const]
  const order = weight === undefined ? '' : 'sum(weight) DESC, '
  return `SELECT group_key FROM (${groupedSpans(columns, groups, query)})
    GROUP BY group_key ORDER BY ${order}count() DESC, group_key LIMIT ${limit}`
}

/** The counted spans with bucket, group and their contribution to the measures. */
function countedSpans(query: Asked): string {
  const { groups, measures, top, sharded } = query
  const columns = [['bucket', bucketSql] as const, ...measures.flatMap(measureColumns)]
  if (groups === undefined) return withAnnotations(spansWith([...columns, ...ids], query), columns, query)
  const names = [...columns, ['group_key', ''] as const]
  const spans = withAnnotations(groupedSpans(columns, groups, query), names, query)
  if (top === undefined) return spans
  const isTop = `group_key ${sharded ? 'GLOBAL ' : ''}IN (${topGroupsSql(groups, top, query)})`
  return `SELECT * REPLACE (if(${isTop}, group_key, '') AS group_key) FROM (${spans})`
}

/** Aggregates over lists of numbers: a span may have several annotations. */
const listOf = (annotations: Measure['annotations']): string => (annotations === undefined ? '' : 'Array')

/**
 * Groups spans with equal values first: the frequency of a value is then a sum over few rows. Counting the
 * values of each span in a map took twice as long.
 */
function likeSpans(query: Asked): string {
  const { measures } = query
  const keys = [
    ...keysOf(query),
    ...measures.flatMap(({ values }, i) => (values === undefined ? [] : [`values_${i}`])),
  ]
  const sums = measures.flatMap(({ number, count, distribution, annotations }, i) => [
    ...(number === undefined
      ? []
      : [
          `${annotations === undefined ? `count(number_${i})` : `sum(length(number_${i}))`} AS numbers_${i}`,
          `sumKahan${listOf(annotations)}State(number_${i}) AS sum_${i}`,
        ]),
    ...(distribution === undefined ? [] : [`groupArray${listOf(annotations)}State(number_${i}) AS all_${i}`]),
    ...(count === undefined ? [] : [`sum(count_${i}) AS counts_${i}`]),
  ])
  return `${select([...keys, 'count() AS spans_alike', ...sums], countedSpans(query))} GROUP BY ${keys.join(', ')}`
}

const totalsType = `Tuple(measure UInt32, count UInt64, sum Float64, all Array(Float64),
  frequencies Tuple(Array(String), Array(UInt64)),
  bins Nullable(Float64), low Nullable(Float64), high Nullable(Float64), edge Bool)`

function totalsSql({ number, values, count, distribution, annotations }: Measure, i: number): string {
  const { bins = 'NULL', low = 'NULL', high = 'NULL', edge = false } = distribution ?? {}
  return `(${[
    i,
    number === undefined ? (count === undefined ? 0 : `sum(counts_${i})`) : `sum(numbers_${i})`,
    number === undefined ? 0 : `ifNull(sumKahan${listOf(annotations)}Merge(sum_${i}), 0)`,
    distribution === undefined ? '[]' : `groupArray${listOf(annotations)}Merge(all_${i})`,
    values === undefined ? '([], [])' : `sumMap(values_${i}, arrayMap(v -> spans_alike, values_${i}))`,
    bins,
    low,
    high,
    edge,
  ].join(', ')})`
}

/** Each measure of a bucket becomes a row, so that the following steps exist once for all measures. */
function bucketTotals(query: Asked): string {
  const keys = keysOf(query)
  const totals = `CAST([${query.measures.map(totalsSql).join(', ')}], 'Array(${totalsType})')`
  return `${select([...keys, `arrayJoin(${totals}) AS totals`], likeSpans(query))} GROUP BY ${keys.join(', ')}`
}

/**
 * The sorted numbers, and the bin of each, after a first 0: bins count from 1, and 0 is outside. They are
 * collected in the single scan over the spans, because the bounds of the bins are unknown before.
 */
function placedNumbers(query: Asked): string {
  const keys = keysOf(query)
  const sortedGroups = select(
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
    sortedGroups,
  )
}

/** Numbers of one bin are adjacent: the bin is identified by the position of its first number. */
const distributionOf = (quantiles: readonly number[]): readonly string[] => [
  'numbers[1] AS min',
  'numbers[-1] AS max',
  `arrayReduce('quantilesExactInclusive(${quantiles.join(', ')})', numbers) AS quantiles`,
  'arrayFilter((bin, step) -> step != 0, placed, arrayDifference(placed)) AS bins',
  'arrayFilter((place, step) -> step != 0, arrayEnumerate(placed), arrayDifference(placed)) AS firsts',
]

function analyticsSql(query: Asked): string {
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

/** Counts the spans of a bucket like a measure: each contributes one. */
const spansCounted: Measure = { count: 'toUInt64(1)' }

export async function analyticsQuery(
  run: Run,
  asked: AnalyticsQuery,
  options: Pick<Asked, 'sharded' | 'tableFor'>,
): Promise<readonly AnalyticsBucket[]> {
  const query = { ...asked, ...options, measures: [spansCounted, ...asked.measures] }
  const rows = await run<TotalsRow>(analyticsSql(query), paramsOf(query))
  return chunks(rows, query.measures.length).map(([spans, ...measures]) => ({
    bucket: spans?.bucket ?? 0,
    group: spans?.group_key ?? '',
    spans: spans?.count ?? 0,
    measures: measures.map(totalsOf),
  }))
}
