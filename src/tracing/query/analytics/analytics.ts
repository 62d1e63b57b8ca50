// src/tracing/query/analytics: the spans of a window in time buckets, with statistics of their attributes per bucket.
// specs.ts parses the requested statistics, stats.ts computes them from the totals of the store, groups.ts splits a
// bucket by the values of an attribute, plain-analytics.ts is the older form. Imports ../../filter and the modules
// below tracing. Start at `analytics`.
import { z } from 'zod'
import type { Json, JsonObject } from '../../../kernel/json/value.ts'
import type {
  AnalyticsBucket,
  AnalyticsQuery,
  Measure,
  MeasureTotals,
  QueryScope,
  SpanQueries,
  SpanSql,
} from '../../../storage/contract/contract.ts'
import { bool, int, optional, parse } from '../../../kernel/validation.ts'
import { bothFilters, type Filter } from '../../filter/ast.ts'
import { createBinder, type Binder } from '../../filter/compile/bind.ts'
import { compileFilter } from '../../filter/compile/compile.ts'
import { boundsSql } from '../../filter/compile/compile-window.ts'
import { filterToJson } from '../../filter/tree/to-json.ts'
import { timeText } from '../../filter/values.ts'
import { parseWindowing, type Focus, type Window } from '../../filter/windowing.ts'
import { groupBySchema, groupFields, groupKey, type GroupBy } from './groups.ts'
import { headsOf } from '../heads.ts'
import { selectionOf } from '../pages.ts'
import { bothFiltersOf, flatWindowing, type Sent } from '../request.ts'
import {
  annotationsOf,
  attributePath,
  defaultSpecs,
  hasPlainHistogram,
  measureOf,
  numberSql,
  specPath,
  specSchema,
  typeCounts,
  type MeasuredType,
  type Spec,
} from './specs.ts'
import { frequencyStats, histogramStats, numericStats, percentiles } from './stats.ts'

const minuteNs = 60_000_000_000n
const dayNs = 1440n * minuteNs
const bucketsMax = 1024n
const windowDays = 30n
/** Wider intervals in minutes, used if the requested one needs too many buckets. */
const widerMinutes = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 4320, 10_080, 20_160, 43_200] as const

export interface AnalyticsRequest {
  readonly focus: Focus
  /** The filter as sent. `countedFilter` restricts it further. */
  readonly filter: Filter
  /** One span is counted per trace, as in lists of traces. */
  readonly heads: boolean
  readonly oldest: bigint
  readonly newest: bigint
  readonly intervalNs: bigint
  readonly rate: number | undefined
  readonly specs: readonly Spec[]
  readonly groupBy: GroupBy | undefined
  readonly top: { readonly limit: number; readonly by: string | undefined } | undefined
}

/** A root may have started before the window of its spans. A root further away is ignored. */
const rootsAroundNs = dayNs

export const groupLimit = int(1, 1000)

/** Each spec is measured for every interval and group. */
const specsMax = 20

const shapeOfAnalytics = z.object({
  focus: optional(z.enum(['trace', 'span'])),
  specs: optional(z.array(specSchema).max(specsMax, `At most ${specsMax} specs are summed up at once.`)),
  group_by: optional(groupBySchema),
  group_limit: optional(groupLimit),
  group_order: optional(attributePath),
  heads: optional(bool),
})

const jsonIfText = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** In a query string a field may be plain or JSON text; a list of fields is JSON text. */
const groupByIfText = (value: unknown): unknown =>
  typeof value === 'string' && /^["[]/.test(value) ? jsonIfText(value) : value

function wider(intervalNs: bigint, windowNs: bigint): bigint {
  const needed = (interval: bigint): bigint => (windowNs + interval - 1n) / interval
  if (needed(intervalNs) <= bucketsMax) return intervalNs
  const chosenMinutes = widerMinutes
    .map((minutes) => BigInt(minutes) * minuteNs)
    .find((ns) => needed(ns) <= bucketsMax)
  return chosenMinutes ?? (windowNs + bucketsMax - 1n) / bucketsMax
}

/** Parses a request. `now` determines the default window: thirty days up to the next midnight. */
export function readAnalytics(input: Sent, now: Date, root = 'body'): AnalyticsRequest {
  const shape = parse(
    shapeOfAnalytics,
    { ...input, specs: jsonIfText(input['specs']), group_by: groupByIfText(input['group_by']) },
    [root],
  )
  const heads = shape.heads ?? false
  const focus = heads ? 'trace' : (shape.focus ?? 'trace')
  const flatWindow = flatWindowing(input, root)
  const windowing = parseWindowing(flatWindow, [root])
  const interval = parse(z.object({ interval: optional(int(1)) }), flatWindow ?? {}, [root]).interval
  const midnight = BigInt(Math.floor(now.getTime() / 86_400_000) + 1) * dayNs
  const newest = windowing.newest ?? midnight
  const oldest = windowing.oldest ?? newest - windowDays * dayNs
  // A window without extent is empty. A minute is the shortest interval.
  const windowNs = newest > oldest ? newest - oldest : minuteNs
  return {
    focus,
    heads,
    filter: bothFiltersOf(input, { root, focus }),
    oldest,
    newest,
    intervalNs: interval === undefined ? windowNs : wider(BigInt(interval) * minuteNs, windowNs),
    rate: windowing.rate,
    specs: shape.specs ?? defaultSpecs,
    groupBy: shape.group_by,
    top: shape.group_limit === undefined ? undefined : { limit: shape.group_limit, by: shape.group_order },
  }
}

const isRoot: Filter = {
  kind: 'is',
  subject: { kind: 'field', field: 'parent_id' },
  value: null,
  negated: false,
}

/** The filter for counted spans: for traces their roots, or their heads if requested. */
export const countedFilter = ({
  focus,
  filter,
  heads,
}: Pick<AnalyticsRequest, 'focus' | 'filter' | 'heads'>): Filter => {
  if (heads) return headsOf(filter)
  return focus === 'trace' ? bothFilters(filter, isRoot) : filter
}

export function selectionOfAnalytics(
  queries: SpanQueries,
  request: AnalyticsRequest,
  filter: Filter = countedFilter(request),
): Omit<AnalyticsQuery, 'measures' | 'params' | 'columns'> {
  const window: Window = {
    focus: 'span',
    limit: 1,
    order: 'descending',
    oldest: request.oldest,
    newest: request.newest,
    sent: {},
    ...(request.rate === undefined ? {} : { rate: request.rate }),
  }
  const columns = { time: 'start_time', id: 'span_id' } as const
  return {
    ...selectionOf(queries, filter, window, boundsSql(window, columns)),
    rootsAroundNs,
    oldest: request.oldest,
    newest: request.newest,
    intervalNs: request.intervalNs,
    quantiles: percentiles,
  }
}

/** Finds the annotations of the specs. Lists of traces count those of all spans of a trace. */
function annotationsBy({ source, sharded }: SpanQueries, { heads }: AnalyticsRequest) {
  const conditions = new Map<string, SpanSql>()
  return {
    of: (spec: Spec): Pick<Measure, 'annotations'> => {
      const filter = annotationsOf(spec)
      if (filter === undefined) return {}
      const condition =
        conditions.get(spec.path) ??
        compileFilter(filter, { source, sharded, prefix: `a${conditions.size}_` })
      conditions.set(spec.path, condition)
      return { annotations: { where: condition.sql, ofTrace: heads } }
    },
    params: (): SpanSql['params'] =>
      Object.assign({}, ...[...conditions.values()].map(({ params }) => params)) as SpanSql['params'],
  }
}

/** Determines the types of specs without a type by the attribute values in the full window. */
async function measuredTypes(
  queries: SpanQueries,
  scope: QueryScope,
  request: AnalyticsRequest,
): Promise<readonly (MeasuredType | 'none')[]> {
  const openSpecs = request.specs.filter(({ type }) => type === '*')
  if (openSpecs.length === 0) return request.specs.map(({ type }) => (type === '*' ? 'json' : type))
  const bind = createBinder('t')
  const annotationSource = annotationsBy(queries, request)
  const measures = openSpecs.flatMap((spec) =>
    Object.values(typeCounts(specPath(spec.path), bind)).map((count: string) => ({
      count,
      ...annotationSource.of(spec),
    })),
  )
  const [bucket] = await queries.analytics(scope, {
    ...selectionOfAnalytics(queries, request),
    intervalNs: request.newest > request.oldest ? request.newest - request.oldest : 1n,
    measures,
    columns: bind.columns(),
    params: { ...bind.params(), ...annotationSource.params() },
  })
  const counts = bucket?.measures.map(({ count }) => count) ?? []
  const types = openSpecs.map((_, i) => typeOfCounts(counts.slice(i * 6, i * 6 + 6)))
  return request.specs.map((spec) =>
    spec.type === '*' ? (types[openSpecs.indexOf(spec)] ?? 'json') : spec.type,
  )
}

function typeOfCounts([booleans, integers, numbers, strings, lists, all]: readonly number[]): MeasuredType {
  if (all === undefined || all === 0) return 'json'
  if (booleans === all) return 'binary'
  if (integers === all) return 'numeric/discrete'
  if (numbers === all) return 'numeric/continuous'
  if (strings === all) return 'string'
  return lists === all ? 'categorical/multiple' : 'json'
}

function statsOf(type: MeasuredType, spec: Spec, totals: MeasureTotals): JsonObject {
  switch (type) {
    case 'numeric/continuous': {
      const bins = { ...ends(spec), edge: spec.edge ?? false }
      const counts = hasPlainHistogram(spec) ? ([[0, totals.count]] as const) : totals.bins
      return { type, ...numericStats(totals), hist: histogramStats({ ...totals, bins: counts }, bins) }
    }
    case 'numeric/discrete':
      return { type, ...numericStats(totals), ...frequencyStats(totals) }
    case 'binary':
    case 'categorical/single':
    case 'categorical/multiple':
      return { type, count: totals.count, ...frequencyStats(totals) }
    default:
      return { type, count: totals.count }
  }
}

const ends = ({ bins, vmin, vmax }: Spec) => ({
  ...(bins === undefined ? {} : { bins }),
  ...(vmin === undefined ? {} : { low: vmin }),
  ...(vmax === undefined ? {} : { high: vmax }),
})

const minutesOf = (ns: bigint): number => Number(ns) / Number(minuteNs)

/** `query` and `specs` of the response: the effective values, including defaults. */
function effectiveRequest(request: AnalyticsRequest): JsonObject {
  return {
    query: {
      formatting: { focus: request.focus },
      windowing: {
        oldest: timeText(request.oldest),
        newest: timeText(request.newest),
        interval: minutesOf(request.intervalNs),
        ...(request.rate === undefined ? {} : { rate: request.rate }),
      },
      filtering: filterToJson(request.filter),
    },
    specs: request.specs.map((spec) =>
      Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined)),
    ) as JsonObject[],
    ...(request.groupBy === undefined ? {} : { group_by: request.groupBy }),
    ...(request.top === undefined ? {} : { group_limit: request.top.limit }),
    ...(request.top?.by === undefined ? {} : { group_order: request.top.by }),
  }
}

/** The grouping of buckets for the store. */
function groupingOf({ groupBy, top, focus, heads }: AnalyticsRequest, bind: Binder) {
  if (groupBy === undefined) return {}
  const groups = groupFields(groupBy).map((field) => groupKey(field, { focus, heads }, bind))
  if (top === undefined) return { groups }
  const weight = top.by === undefined ? {} : { weight: numberSql(specPath(top.by), bind, heads) }
  return { groups, top: { limit: top.limit, ...weight } }
}

/** The group of a bucket in the response: a value for one field, a list for several. */
function wireGroup({ group, spans }: AnalyticsBucket, groupBy: GroupBy): JsonObject {
  if (group === '') return { group: null, rest: true, spans }
  const values = JSON.parse(group) as readonly Json[]
  return { group: typeof groupBy === 'string' ? (values[0] ?? null) : [...values], spans }
}

export async function analytics(
  queries: SpanQueries,
  scope: QueryScope,
  request: AnalyticsRequest,
): Promise<JsonObject> {
  const types = await measuredTypes(queries, scope, request)
  const measured = request.specs.flatMap((spec, i) => {
    const type = types[i] ?? 'json'
    return type === 'none' ? [] : [{ spec, type }]
  })
  const bind = createBinder('m')
  const annotationSource = annotationsBy(queries, request)
  const measures = measured.map(({ spec, type }) => ({
    ...(annotationsOf(spec) === undefined
      ? measureOf(spec, type, bind, request.heads)
      : bind.aside(() => measureOf(spec, type, bind, request.heads))),
    ...annotationSource.of(spec),
  }))
  const grouping = groupingOf(request, bind)
  const storedBuckets = await queries.analytics(scope, {
    ...selectionOfAnalytics(queries, request),
    ...grouping,
    measures,
    columns: bind.columns(),
    params: { ...bind.params(), ...annotationSource.params() },
  })
  const metricsOf = (bucket: AnalyticsBucket): JsonObject =>
    Object.fromEntries(
      measured.flatMap(({ spec, type }, i) => {
        const totals = bucket.measures[i]
        return totals === undefined || totals.count === 0
          ? []
          : [[spec.path, statsOf(type, spec, totals)] as const]
      }),
    )
  const buckets = storedBuckets.map((bucket) => ({
    timestamp: bucketTime(request, bucket.bucket),
    interval: minutesOf(request.intervalNs),
    ...(request.groupBy === undefined ? {} : wireGroup(bucket, request.groupBy)),
    metrics: metricsOf(bucket),
  }))
  return { count: buckets.length, buckets, ...effectiveRequest(request) }
}

export const bucketTime = ({ oldest, intervalNs }: AnalyticsRequest, bucket: number): string =>
  timeText(oldest + BigInt(bucket) * intervalNs)
