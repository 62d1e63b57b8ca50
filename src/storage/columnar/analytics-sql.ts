// The statements of analytics: they aggregate spans in time buckets, as numeric series with their distribution and as
// frequencies of values. span-analytics.ts runs them.
import type { AnalyticsQuery, GroupKey, HistogramBins, Measure, TopGroups } from '../contract/contract.ts'
import { selectList, withAnnotations, type Column } from './analytics-annotations.ts'
import type { Summaries } from './summaries.ts'

const bucketSql = `intDiv(toUnixTimestamp64Nano(start_time) - {oldest:Int64}, {interval:Int64})`

export const paramsOf = (statement: AnalyticsStatement) => ({
  ...statement.where.params,
  ...statement.bounds.params,
  ...statement.params,
  oldest: statement.oldest.toString(),
  interval: statement.intervalNs.toString(),
  ...(statement.topGroups === undefined ? {} : { top_groups: statement.topGroups }),
})

const select = (columns: readonly string[], from: string): string =>
  `SELECT ${columns.join(', ')} FROM (${from})`

export interface AnalyticsStatement extends AnalyticsQuery {
  /** Whether the spans of a project are spread over several machines. */
  readonly sharded: boolean
  readonly tableFor: Summaries['tableFor']
  /** Whether the buckets have a fingerprint. */
  readonly hasFingerprint: boolean
  /** The parts of the window that the statement reads, from a time up to another. Absent: the window. */
  readonly ranges?: readonly TimeRange[]
  /** The groups that stay separate. Absent: all. */
  readonly topGroups?: readonly string[]
}

export type TimeRange = readonly [start: bigint, end: bigint]

/**
 * The columns that separate buckets. Grouping by a number alone is fast, so there is no group column unless
 * requested.
 */
const keysOf = ({ groups }: AnalyticsQuery): readonly string[] =>
  groups === undefined ? ['bucket'] : ['bucket', 'group_key']

function tableOf({ where, columns, tableFor }: AnalyticsStatement): string {
  return where.isOfHeads === true ? tableFor(where.columns && [...where.columns, ...columns]) : 'spans'
}

const int64Max = 2n ** 63n - 1n

function timeSql(ns: bigint): string {
  const clampedNs = ns > int64Max ? int64Max : ns < -int64Max ? -int64Max : ns
  return `fromUnixTimestamp64Nano(${clampedNs}, 'UTC')`
}

const timeRangeSql = ([start, end]: TimeRange): string =>
  `start_time >= ${timeSql(start)} AND start_time < ${timeSql(end)}`

const andInRanges = (ranges: readonly TimeRange[] | undefined): string =>
  ranges === undefined ? '' : ` AND (${ranges.map(timeRangeSql).join(' OR ')})`

/** The spans of the window with these columns. */
function spansWith(columns: readonly Column[], query: AnalyticsStatement): string {
  const { bounds, where } = query
  return `SELECT ${selectList(columns)} FROM ${tableOf(query)} FINAL
    WHERE project_id = {project:UUID} AND (${bounds.sql})${andInRanges(query.ranges)} AND (${where.sql})`
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
function rootsJoin(groups: readonly GroupKey[], query: AnalyticsStatement): string {
  const { sharded, rootsAroundNs, ranges = [[query.oldest, query.newest]] } = query
  const values = groups.flatMap(({ sql, inherits }, i) =>
    inherits ? [`argMin(${sql}, (start_time, span_id)) AS root_${i}`] : [],
  )
  if (values.length === 0) return ''
  const rootRanges = ranges.map(([start, end]) => [start - rootsAroundNs, end + rootsAroundNs] as const)
  return `${sharded ? 'GLOBAL ' : ''}ANY LEFT JOIN (
    SELECT trace_id AS root_trace, ${values.join(', ')} FROM spans FINAL
    WHERE project_id = {project:UUID} AND is_root = 1${andInRanges(rootRanges)} GROUP BY root_trace
  ) AS roots ON trace = root_trace`
}

/** The spans with their group. Columns are read before the join, which then has no other columns. */
function groupedSpans(
  columns: readonly Column[],
  groups: readonly GroupKey[],
  query: AnalyticsStatement,
): string {
  const ownGroups = groups.map(({ sql }, i) => [`group_${i}`, sql] as const)
  const values = groups.map(({ inherits }, i) =>
    inherits ? `if(group_${i} = '', root_${i}, group_${i})` : `group_${i}`,
  )
  const key = `concat('[', arrayStringConcat(arrayMap(v -> if(v = '', 'null', v), [${values.join(', ')}]), ','), ']')`
  const spans = spansWith([...columns, ...ids, ...ownGroups], query)
  return `SELECT ${[...columns, ...ids].map(([name]) => name).join(', ')}, ${key} AS group_key
    FROM (${spans}) AS counted ${rootsJoin(groups, query)}`
}

/** The groups with the greatest weight in the full window. */
export function topGroupsSql({
  groups,
  top: { limit, weight },
  query,
}: {
  readonly groups: readonly GroupKey[]
  readonly top: TopGroups
  readonly query: AnalyticsStatement
}): string {
  const columns = weight === undefined ? [] : [['weight', weight] as const]
  const order = weight === undefined ? '' : 'sum(weight) DESC, '
  return `${select(['group_key'], groupedSpans(columns, groups, query))}
    GROUP BY group_key ORDER BY ${order}count() DESC, group_key LIMIT ${limit}`
}

/** The counted spans with bucket, group and their contribution to the measures. */
function countedSpans(query: AnalyticsStatement): string {
  const { groups, measures, topGroups, hasFingerprint } = query
  const columns = [
    ['bucket', bucketSql] as const,
    ...(hasFingerprint ? [['span_version', 'version'] as const] : []),
    ...measures.flatMap(measureColumns),
  ]
  if (groups === undefined) return withAnnotations(spansWith([...columns, ...ids], query), columns, query)
  const names = [...columns, ['group_key', ''] as const]
  const spans = withAnnotations(groupedSpans(columns, groups, query), names, query)
  if (topGroups === undefined) return spans
  return `SELECT * REPLACE (if(group_key IN {top_groups:Array(String)}, group_key, '') AS group_key) FROM (${spans})`
}

/** The suffix of an aggregate over lists of numbers: a span may have several annotations. */
const listSuffix = (annotations: Measure['annotations']): string => (annotations === undefined ? '' : 'Array')

/** The bins of a measure with a histogram. */
const histogramOf = (distribution: Measure['distribution']): HistogramBins | undefined =>
  distribution === 'quantiles' ? undefined : distribution

/** The quantiles between the smallest and the greatest number. */
const quantilesFunction = (combinator: string, query: AnalyticsQuery): string =>
  `quantilesExactInclusive${combinator}(${[0, ...query.quantiles, 1].join(', ')})`

/**
 * Every change of a span gives its row a greater version. Spans of one batch have the same version, so the id is part
 * of the hash: a filter may count another span of the batch instead.
 */
const spanHash = 'cityHash64(span, span_version)'

const fingerprintSql = (count: string, checksum: string): string =>
  `concat(toString(${count}), '-', toString(${checksum})) AS fingerprint`

/**
 * Groups spans with equal values first: the frequency of a value is then a sum over few rows. Counting the
 * values of each span in a map took twice as long.
 */
function groupEqualSpans(query: AnalyticsStatement): string {
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
          `sumKahan${listSuffix(annotations)}State(number_${i}) AS sum_${i}`,
        ]),
    ...(distribution !== 'quantiles'
      ? []
      : [`${quantilesFunction(`${listSuffix(annotations)}State`, query)}(number_${i}) AS quantiles_${i}`]),
    ...(histogramOf(distribution) === undefined
      ? []
      : [`groupArray${listSuffix(annotations)}State(number_${i}) AS all_${i}`]),
    ...(count === undefined ? [] : [`sum(count_${i}) AS counts_${i}`]),
  ])
  const checksum = query.hasFingerprint ? [`sum(${spanHash}) AS checksum`] : []
  const columns = [...keys, 'count() AS spans_alike', ...checksum, ...sums]
  return `${select(columns, countedSpans(query))} GROUP BY ${keys.join(', ')}`
}

const totalsType = `Tuple(measure UInt32, count UInt64, sum Float64, quantiles Array(Float64), all Array(Float64),
  frequencies Tuple(Array(String), Array(UInt64)),
  bins Nullable(Float64), low Nullable(Float64), high Nullable(Float64), edge Bool)`

function totalsSql(i: number, query: AnalyticsQuery): string {
  const { number, values, count, distribution, annotations } = query.measures[i] ?? {}
  const histogram = histogramOf(distribution)
  const { bins = 'NULL', low = 'NULL', high = 'NULL', edge = false } = histogram ?? {}
  return `(${[
    i,
    number === undefined ? (count === undefined ? 0 : `sum(counts_${i})`) : `sum(numbers_${i})`,
    number === undefined ? 0 : `ifNull(sumKahan${listSuffix(annotations)}Merge(sum_${i}), 0)`,
    distribution !== 'quantiles'
      ? '[]'
      : `${quantilesFunction(`${listSuffix(annotations)}Merge`, query)}(quantiles_${i})`,
    histogram === undefined ? '[]' : `groupArray${listSuffix(annotations)}Merge(all_${i})`,
    values === undefined ? '([], [])' : `sumMap(values_${i}, arrayMap(v -> spans_alike, values_${i}))`,
    bins,
    low,
    high,
    edge,
  ].join(', ')})`
}

/** The columns of a bucket besides its totals. */
const bucketColumns = (query: AnalyticsStatement): readonly string[] => [
  ...keysOf(query),
  ...(query.hasFingerprint ? ['fingerprint'] : []),
]

/** Each measure of a bucket becomes a row, so that the following steps exist once for all measures. */
function bucketTotals(query: AnalyticsStatement): string {
  const keys = keysOf(query)
  const tuples = query.measures.map((_, i) => totalsSql(i, query))
  const totals = `CAST([${tuples.join(', ')}], 'Array(${totalsType})')`
  const columns = [
    ...keys,
    ...(query.hasFingerprint ? [fingerprintSql('sum(spans_alike)', 'sum(checksum)')] : []),
    `arrayJoin(${totals}) AS totals`,
  ]
  return `${select(columns, groupEqualSpans(query))} GROUP BY ${keys.join(', ')}`
}

/**
 * The sorted numbers, and the bin of each, after a first 0: bins count from 1, and 0 is outside. They are
 * collected in the single scan over the spans, because the bounds of the bins are unknown before. Only measures with
 * a histogram collect any: a million numbers take longer to sort and place than to compute their quantiles.
 */
function numbersWithBins(query: AnalyticsStatement): string {
  const keys = bucketColumns(query)
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
    [
      ...keys,
      'totals',
      'numbers',
      `arrayPushFront(arrayMap(v -> toUInt32(${bin}), numbers), 0) AS number_bins`,
    ],
    sortedGroups,
  )
}

/** Collected numbers give their quantiles, too: a second collection would double the memory of the statement. */
const quantilesOfAll = (query: AnalyticsStatement): string =>
  `if(empty(numbers), totals.quantiles, arrayReduce('${quantilesFunction('', query)}', numbers)) AS quantiles`

/** Numbers of one bin are adjacent: the bin is identified by the position of its first number. */
const binColumns: readonly string[] = [
  'arrayFilter((bin, step) -> step != 0, number_bins, arrayDifference(number_bins)) AS bins',
  'arrayFilter((place, step) -> step != 0, arrayEnumerate(number_bins), arrayDifference(number_bins)) AS firsts',
]

export function analyticsSql(query: AnalyticsStatement): string {
  const keys = keysOf(query)
  const hasHistogram = query.measures.some(({ distribution }) => histogramOf(distribution) !== undefined)
  const columns = [
    ...bucketColumns(query),
    ...['measure', 'count', 'sum', 'frequencies'].map((name) => `totals.${name} AS ${name}`),
    ...(hasHistogram ? [quantilesOfAll(query), ...binColumns] : ['totals.quantiles AS quantiles']),
  ]
  const rows = hasHistogram ? numbersWithBins(query) : bucketTotals(query)
  return `${select(columns, rows)} ORDER BY ${keys.join(', ')}, measure`
}

/** The fingerprints of the buckets. Reads few columns, which takes a tenth of the time of the sums. */
export function fingerprintsSql(query: AnalyticsStatement): string {
  const columns = [
    ['bucket', bucketSql] as const,
    ['span', 'span_id'] as const,
    ['span_version', 'version'] as const,
  ]
  const spans = spansWith(columns, { ...query, columns: [] })
  const fingerprint = fingerprintSql('count()', `sum(${spanHash})`)
  return `${select(['bucket', fingerprint], spans)} GROUP BY bucket ORDER BY bucket`
}

/**
 * The stored rows of the buckets, including replaced and deleted ones and those that the filter rejects: an upper bound
 * of their spans that one narrow column gives.
 */
export const bucketRowsSql = (query: AnalyticsStatement): string =>
  `SELECT ${bucketSql} AS bucket, count() AS rows FROM ${tableOf(query)}
    WHERE project_id = {project:UUID} AND (${query.bounds.sql}) GROUP BY bucket ORDER BY bucket`
