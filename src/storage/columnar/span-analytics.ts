// Aggregates spans in time buckets: numeric series with their distribution, and frequencies of values.
import type {
  AnalyticsBucket,
  AnalyticsQuery,
  GroupKey,
  HistogramBins,
  Measure,
  MeasureTotals,
  TopGroups,
} from '../contract/contract.ts'
import { selected, withAnnotations, type Column } from './analytics-annotations.ts'
import type { BucketCache, CachedBucket } from './bucket-cache.ts'
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
  /** Whether the buckets have a fingerprint. */
  readonly hasFingerprint: boolean
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
  const { groups, measures, top, sharded, hasFingerprint } = query
  const columns = [
    ['bucket', bucketSql] as const,
    ...(hasFingerprint ? [['span_version', 'version'] as const] : []),
    ...measures.flatMap(measureColumns),
  ]
  if (groups === undefined) return withAnnotations(spansWith([...columns, ...ids], query), columns, query)
  const names = [...columns, ['group_key', ''] as const]
  const spans = withAnnotations(groupedSpans(columns, groups, query), names, query)
  if (top === undefined) return spans
  const isTop = `group_key ${sharded ? 'GLOBAL ' : ''}IN (${topGroupsSql(groups, top, query)})`
  return `SELECT * REPLACE (if(${isTop}, group_key, '') AS group_key) FROM (${spans})`
}

/** Aggregates over lists of numbers: a span may have several annotations. */
const listOf = (annotations: Measure['annotations']): string => (annotations === undefined ? '' : 'Array')

/** The bins of a measure with a histogram. */
const histogramOf = (distribution: Measure['distribution']): HistogramBins | undefined =>
  distribution === 'quantiles' ? undefined : distribution

/** The quantiles between the smallest and the greatest number. */
const quantiles = (combinator: string, query: AnalyticsQuery): string =>
  `quantilesExactInclusive${combinator}(${[0, ...query.quantiles, 1].join(', ')})`

/**
 * Every change of a span gives its row a greater version. Spans of one batch have the same version, so the id is part of
 * the hash: a filter may count another span of the batch instead.
 */
const spanHash = 'cityHash64(span, span_version)'

const fingerprintSql = (count: string, checksum: string): string =>
  `concat(toString(${count}), '-', toString(${checksum})) AS fingerprint`

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
    ...(distribution !== 'quantiles'
      ? []
      : [`${quantiles(`${listOf(annotations)}State`, query)}(number_${i}) AS quantiles_${i}`]),
    ...(histogramOf(distribution) === undefined
      ? []
      : [`groupArray${listOf(annotations)}State(number_${i}) AS all_${i}`]),
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
    number === undefined ? 0 : `ifNull(sumKahan${listOf(annotations)}Merge(sum_${i}), 0)`,
    distribution !== 'quantiles'
      ? '[]'
      : `${quantiles(`${listOf(annotations)}Merge`, query)}(quantiles_${i})`,
    histogram === undefined ? '[]' : `groupArray${listOf(annotations)}Merge(all_${i})`,
    values === undefined ? '([], [])' : `sumMap(values_${i}, arrayMap(v -> spans_alike, values_${i}))`,
    bins,
    low,
    high,
    edge,
  ].join(', ')})`
}

/** The columns of a bucket besides its totals. */
const bucketColumns = (query: Asked): readonly string[] => [
  ...keysOf(query),
  ...(query.hasFingerprint ? ['fingerprint'] : []),
]

/** Each measure of a bucket becomes a row, so that the following steps exist once for all measures. */
function bucketTotals(query: Asked): string {
  const keys = keysOf(query)
  const tuples = query.measures.map((_, i) => totalsSql(i, query))
  const totals = `CAST([${tuples.join(', ')}], 'Array(${totalsType})')`
  const columns = [
    ...keys,
    ...(query.hasFingerprint ? [fingerprintSql('sum(spans_alike)', 'sum(checksum)')] : []),
    `arrayJoin(${totals}) AS totals`,
  ]
  return `${select(columns, likeSpans(query))} GROUP BY ${keys.join(', ')}`
}

/**
 * The sorted numbers, and the bin of each, after a first 0: bins count from 1, and 0 is outside. They are
 * collected in the single scan over the spans, because the bounds of the bins are unknown before. Only measures with
 * a histogram collect any: a million numbers take longer to sort and place than to compute their quantiles.
 */
function placedNumbers(query: Asked): string {
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
    [...keys, 'totals', 'numbers', `arrayPushFront(arrayMap(v -> toUInt32(${bin}), numbers), 0) AS placed`],
    sortedGroups,
  )
}

/** Collected numbers give their quantiles, too: a second collection would double the memory of the statement. */
const quantilesOfAll = (query: Asked): string =>
  `if(empty(numbers), totals.quantiles, arrayReduce('${quantiles('', query)}', numbers)) AS quantiles`

/** Numbers of one bin are adjacent: the bin is identified by the position of its first number. */
const binColumns: readonly string[] = [
  'arrayFilter((bin, step) -> step != 0, placed, arrayDifference(placed)) AS bins',
  'arrayFilter((place, step) -> step != 0, arrayEnumerate(placed), arrayDifference(placed)) AS firsts',
]

function analyticsSql(query: Asked): string {
  const keys = keysOf(query)
  const hasHistogram = query.measures.some(({ distribution }) => histogramOf(distribution) !== undefined)
  const columns = [
    ...bucketColumns(query),
    ...['measure', 'count', 'sum', 'frequencies'].map((name) => `totals.${name} AS ${name}`),
    ...(hasHistogram ? [quantilesOfAll(query), ...binColumns] : ['totals.quantiles AS quantiles']),
  ]
  const rows = hasHistogram ? placedNumbers(query) : bucketTotals(query)
  return `${select(columns, rows)} ORDER BY ${keys.join(', ')}, measure`
}

interface TotalsRow {
  readonly bucket: number
  readonly group_key?: string
  readonly fingerprint?: string
  readonly count: number
  readonly sum: number
  readonly frequencies: readonly [texts: readonly string[], counts: readonly number[]]
  /** The smallest number, the quantiles, the greatest number; without numbers null or nothing. */
  readonly quantiles: readonly (number | null)[]
  readonly bins?: readonly number[]
  readonly firsts?: readonly number[]
}

function totalsOf({ bins = [], firsts = [], ...row }: TotalsRow): MeasureTotals {
  const [min = 0, ...rest] = row.quantiles.map((number) => number ?? 0)
  const max = rest.pop() ?? 0
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
    quantiles: rest,
    frequencies,
    bins: bins
      .map((bin, i) => [bin - 1, (firsts[i + 1] ?? end) - (firsts[i] ?? end)] as const)
      .filter(([bin]) => bin >= 0),
  }
}

/** Counts the spans of a bucket like a measure: each contributes one. */
const spansCounted: Measure = { count: 'toUInt64(1)' }

interface ComputedBucket extends CachedBucket {
  readonly bucket: number
}

async function computedBuckets(run: Run, query: Asked): Promise<readonly ComputedBucket[]> {
  const rows = await run<TotalsRow>(analyticsSql(query), paramsOf(query))
  return chunks(rows, query.measures.length).map(([spans, ...measures]) => ({
    bucket: spans?.bucket ?? 0,
    fingerprint: spans?.fingerprint ?? '',
    totals: {
      group: spans?.group_key ?? '',
      spans: spans?.count ?? 0,
      measures: measures.map(totalsOf),
    },
  }))
}

/** The cache is used for several buckets only. Groups and annotations depend on more spans than those of a bucket. */
const isCacheable = ({ groups, measures, oldest, newest, intervalNs }: AnalyticsQuery): boolean =>
  groups === undefined &&
  measures.every(({ annotations }) => annotations === undefined) &&
  newest - oldest >= 2n * intervalNs

/** Identifies everything that the totals of a bucket depend on besides its spans. */
const statementKey = (projectId: string, { where, measures, params, quantiles }: AnalyticsQuery): string =>
  JSON.stringify([projectId, where.sql, where.params, measures, params, quantiles])

/** The window of a bucket. The last one may be shorter. */
function windowOf({ oldest, newest, intervalNs }: AnalyticsQuery, bucket: number): readonly [bigint, bigint] {
  const start = oldest + BigInt(bucket) * intervalNs
  return [start, start + intervalNs < newest ? start + intervalNs : newest]
}

const windowKey = (query: AnalyticsQuery, bucket: number): string => windowOf(query, bucket).join('-')

interface Fingerprint {
  readonly bucket: number
  readonly fingerprint: string
}

/** Reads few columns, which takes a tenth of the time of the sums. */
function fingerprints(run: Run, query: Asked): Promise<readonly Fingerprint[]> {
  const columns = [
    ['bucket', bucketSql] as const,
    ['span', 'span_id'] as const,
    ['span_version', 'version'] as const,
  ]
  const sql = select(
    ['bucket', fingerprintSql('count()', `sum(${spanHash})`)],
    spansWith(columns, { ...query, columns: [] }),
  )
  return run<Fingerprint>(`${sql} GROUP BY bucket ORDER BY bucket`, paramsOf(query))
}

/** More ranges than this are read as one. */
const rangesMax = 16

function rangesOf(buckets: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const ranges: [first: number, last: number][] = []
  for (const bucket of buckets) {
    const range = ranges.at(-1)
    if (range?.[1] === bucket - 1) range[1] = bucket
    else ranges.push([bucket, bucket])
  }
  return ranges.length <= rangesMax ? ranges : [[buckets[0] ?? 0, buckets.at(-1) ?? 0]]
}

/** The query for these buckets alone. */
function restrictedTo(query: Asked, buckets: readonly number[]): Asked {
  const time = (ns: bigint): string => `fromUnixTimestamp64Nano(${ns}, 'UTC')`
  const tests = rangesOf(buckets).map(
    ([first, last]) =>
      `start_time >= ${time(windowOf(query, first)[0])} AND start_time < ${time(windowOf(query, last)[1])}`,
  )
  return { ...query, bounds: { ...query.bounds, sql: `(${query.bounds.sql}) AND (${tests.join(' OR ')})` } }
}

/** Computes the buckets whose spans have changed and takes the others from the cache. */
async function cachedBuckets(
  run: Run,
  { query, cache, projectId }: CacheOptions & { readonly query: Asked },
): Promise<readonly ComputedBucket[]> {
  const key = statementKey(projectId, query)
  const storedBuckets = cache.get(key)
  const currentFingerprints = storedBuckets === undefined ? [] : await fingerprints(run, query)
  const unchangedBuckets = currentFingerprints.flatMap(
    ({ bucket, fingerprint }): readonly ComputedBucket[] => {
      const entry = storedBuckets?.get(windowKey(query, bucket))
      return entry?.fingerprint === fingerprint ? [{ bucket, ...entry }] : []
    },
  )
  if (storedBuckets !== undefined && unchangedBuckets.length === currentFingerprints.length)
    return unchangedBuckets
  const unchangedNumbers = new Set(unchangedBuckets.map(({ bucket }) => bucket))
  const changedNumbers = currentFingerprints
    .map(({ bucket }) => bucket)
    .filter((bucket) => !unchangedNumbers.has(bucket))
  const newBuckets = await computedBuckets(
    run,
    unchangedNumbers.size === 0 ? query : restrictedTo(query, changedNumbers),
  )
  const byBucket = new Map([...unchangedBuckets, ...newBuckets].map((bucket) => [bucket.bucket, bucket]))
  const buckets = [...byBucket.values()].toSorted((a, b) => a.bucket - b.bucket)
  cache.set(
    key,
    new Map(
      buckets.map(({ bucket, fingerprint, totals }) => [windowKey(query, bucket), { fingerprint, totals }]),
    ),
  )
  return buckets
}

interface CacheOptions {
  readonly cache: BucketCache
  readonly projectId: string
}

export async function analyticsQuery(
  run: Run,
  asked: AnalyticsQuery,
  { sharded, tableFor, ...options }: Pick<Asked, 'sharded' | 'tableFor'> & CacheOptions,
): Promise<readonly AnalyticsBucket[]> {
  const hasFingerprint = isCacheable(asked)
  const query = { ...asked, sharded, tableFor, hasFingerprint, measures: [spansCounted, ...asked.measures] }
  const buckets = await (hasFingerprint
    ? cachedBuckets(run, { query, ...options })
    : computedBuckets(run, query))
  return buckets.map(({ bucket, totals }) => ({ bucket, ...totals }))
}
