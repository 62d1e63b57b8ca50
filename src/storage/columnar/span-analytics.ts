// Runs the statements of analytics (analytics-sql.ts). A long series is read in parts, so that the memory of a
// statement is bounded, and buckets whose spans are unchanged come from a cache (bucket-cache.ts).
import type {
  AnalyticsBucket,
  AnalyticsQuery,
  Measure,
  MeasureTotals,
  QueryBudget,
} from '../contract/contract.ts'
import {
  analyticsSql,
  bucketRowsSql,
  fingerprintsSql,
  paramsOf,
  topGroupsSql,
  type AnalyticsStatement,
  type TimeRange,
} from './analytics-sql.ts'
import type { BucketCache, CachedBucket, CachedBuckets } from './bucket-cache.ts'
import type { Run } from './reader.ts'
import { chunks } from '../../kernel/chunks.ts'

interface TotalsRow {
  readonly bucket: number
  readonly group_key?: string
  readonly fingerprint?: string
  readonly count: number
  readonly sum: number
  readonly frequencies: readonly [texts: readonly string[], counts: readonly number[]]
  /** The smallest number, the quantiles, the greatest number; without numbers null or nothing. */
  readonly quantiles: readonly (number | null)[]
  /** The non-empty bins from 1 on (0: outside), and the position of the first number of each. */
  readonly bins?: readonly number[]
  readonly firsts?: readonly number[]
}

function totalsOf({ bins = [], firsts = [], ...row }: TotalsRow): MeasureTotals {
  const [min = 0, ...rest] = row.quantiles.map((number) => number ?? 0)
  const max = rest.pop() ?? 0
  const [texts, counts] = row.frequencies
  const frequencies = texts.map((text, i) => [text, counts[i] ?? 0] as const).filter(([text]) => text !== '')
  // Positions count from 1, and position 1 is a 0 before the numbers (binColumns in analytics-sql.ts).
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
const spanCount: Measure = { count: 'toUInt64(1)' }

interface SeriesStatement extends AnalyticsStatement {
  readonly budget: QueryBudget
}

interface ComputedBucket extends CachedBucket {
  readonly bucket: number
}

async function computeBuckets(run: Run, query: AnalyticsStatement): Promise<readonly ComputedBucket[]> {
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

const isSeries = ({ oldest, newest, intervalNs }: AnalyticsQuery): boolean =>
  newest - oldest >= 2n * intervalNs

/** The cache is used for several buckets only. Groups and annotations depend on more spans than those of a bucket. */
const isCacheable = (query: AnalyticsQuery): boolean =>
  isSeries(query) &&
  query.groups === undefined &&
  query.measures.every(({ annotations }) => annotations === undefined)

/** Identifies everything that the totals of a bucket depend on besides its spans. */
const statementKey = (projectId: string, { where, measures, params, quantiles }: AnalyticsQuery): string =>
  JSON.stringify([projectId, where.sql, where.params, measures, params, quantiles])

/** The window of a bucket. The last one may be shorter. */
function windowOf({ oldest, newest, intervalNs }: AnalyticsQuery, bucket: number): TimeRange {
  const start = oldest + BigInt(bucket) * intervalNs
  return [start, start + intervalNs < newest ? start + intervalNs : newest]
}

const windowKey = (query: AnalyticsQuery, bucket: number): string => windowOf(query, bucket).join('-')

/** More ranges than this are read as one. */
const rangesMax = 16

function rangesOf(query: AnalyticsQuery, buckets: readonly number[]): readonly TimeRange[] {
  const ranges: [first: number, last: number][] = []
  for (const bucket of buckets) {
    const range = ranges.at(-1)
    if (range?.[1] === bucket - 1) range[1] = bucket
    else ranges.push([bucket, bucket])
  }
  const outerRange = [buckets[0] ?? 0, buckets.at(-1) ?? 0] as const
  return (ranges.length <= rangesMax ? ranges : [outerRange]).map(
    ([first, last]) => [windowOf(query, first)[0], windowOf(query, last)[1]] as const,
  )
}

interface BucketRows {
  readonly bucket: number
  readonly rows: number
}

/** The memory of a counted span for each measure, with a histogram and its sorted copies. */
const measureBytes = 256

/** Consecutive buckets, as many as one statement has memory for. */
function partsOf(
  buckets: readonly BucketRows[],
  { budget, measures }: SeriesStatement,
): readonly (readonly number[])[] {
  const rowsMax = budget.analyticsRowsMax ?? budget.memoryBytesMax / (measureBytes * measures.length)
  const parts: number[][] = []
  let partRows = rowsMax
  for (const { bucket, rows } of buckets) {
    partRows += rows
    if (partRows > rowsMax) {
      parts.push([])
      partRows = rows
    }
    parts.at(-1)?.push(bucket)
  }
  return parts
}

/** Computes these buckets one part after the other. */
async function computeParts(
  run: Run,
  { query, buckets }: { readonly query: SeriesStatement; readonly buckets: readonly BucketRows[] },
): Promise<readonly ComputedBucket[]> {
  const computedBuckets: ComputedBucket[] = []
  for (const part of partsOf(buckets, query)) {
    computedBuckets.push(...(await computeBuckets(run, { ...query, ranges: rangesOf(query, part) })))
  }
  return computedBuckets
}

/** Computes all buckets of the window. */
async function computeWindow(run: Run, query: SeriesStatement): Promise<readonly ComputedBucket[]> {
  if (!isSeries(query)) return computeBuckets(run, query)
  const buckets = await run<BucketRows>(bucketRowsSql(query), paramsOf(query))
  return partsOf(buckets, query).length <= 1
    ? computeBuckets(run, query)
    : computeParts(run, { query, buckets })
}

interface Fingerprint {
  readonly bucket: number
  readonly fingerprint: string
}

/** A fingerprint begins with the number of spans. */
const rowsOf = ({ bucket, fingerprint }: Fingerprint): BucketRows => ({
  bucket,
  rows: Number.parseInt(fingerprint, 10),
})

/** Takes the buckets whose spans are unchanged from the cache and computes the others. */
async function updateBuckets(
  run: Run,
  query: SeriesStatement,
  storedBuckets: CachedBuckets,
): Promise<readonly ComputedBucket[]> {
  const fingerprints = await run<Fingerprint>(fingerprintsSql(query), paramsOf(query))
  const unchangedBuckets = fingerprints.flatMap(({ bucket, fingerprint }): readonly ComputedBucket[] => {
    const entry = storedBuckets.get(windowKey(query, bucket))
    return entry?.fingerprint === fingerprint ? [{ bucket, ...entry }] : []
  })
  const unchangedNumbers = new Set(unchangedBuckets.map(({ bucket }) => bucket))
  const changedBuckets = fingerprints.filter(({ bucket }) => !unchangedNumbers.has(bucket))
  const newBuckets = await computeParts(run, { query, buckets: changedBuckets.map(rowsOf) })
  // Ranges may contain unchanged buckets, which were computed again.
  const byBucket = new Map([...unchangedBuckets, ...newBuckets].map((bucket) => [bucket.bucket, bucket]))
  return [...byBucket.values()].toSorted((a, b) => a.bucket - b.bucket)
}

interface CacheOptions {
  readonly cache: BucketCache
  readonly projectId: string
}

async function cachedBuckets(
  run: Run,
  { query, cache, projectId }: CacheOptions & { readonly query: SeriesStatement },
): Promise<readonly ComputedBucket[]> {
  const key = statementKey(projectId, query)
  const storedBuckets = cache.get(key)
  const buckets = await (storedBuckets === undefined
    ? computeWindow(run, query)
    : updateBuckets(run, query, storedBuckets))
  cache.set(
    key,
    new Map(
      buckets.map(({ bucket, fingerprint, totals }) => [windowKey(query, bucket), { fingerprint, totals }]),
    ),
  )
  return buckets
}

/** The top groups are determined once, because each part of the window would determine others. */
async function withTopGroups(run: Run, query: SeriesStatement): Promise<SeriesStatement> {
  const { groups, top } = query
  if (groups === undefined || top === undefined) return query
  const rows = await run<{ readonly group_key: string }>(
    topGroupsSql({ groups, top, query }),
    paramsOf(query),
  )
  return { ...query, topGroups: rows.map(({ group_key }) => group_key) }
}

export async function readAnalytics(
  run: Run,
  request: AnalyticsQuery,
  {
    sharded,
    tableFor,
    budget,
    ...options
  }: Pick<SeriesStatement, 'sharded' | 'tableFor' | 'budget'> & CacheOptions,
): Promise<readonly AnalyticsBucket[]> {
  const hasFingerprint = isCacheable(request)
  const measures = [spanCount, ...request.measures]
  const query = await withTopGroups(run, { ...request, sharded, tableFor, budget, hasFingerprint, measures })
  const buckets = await (hasFingerprint
    ? cachedBuckets(run, { query, ...options })
    : computeWindow(run, query))
  return buckets.map(({ bucket, totals }) => ({ bucket, ...totals }))
}
