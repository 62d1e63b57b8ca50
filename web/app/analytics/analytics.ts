// web/app/analytics: numbers over time for Home and the Analytics page.
// analytics.ts requests them, plots.tsx renders the four plots.
//
// One request returns the numbers for all plots of a time range.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { nowMs } from '../../ui/time/clock.ts'
import { boundsOf, bucketsOf, type Bounds, type BucketSize } from '../../ui/time/time-range.ts'
import type { Api } from '../api.ts'
import { listRequest } from '../../../sdk/shared/traces.ts'
import { timeMs } from '../spans/span.ts'

export interface Window {
  readonly focus?: 'spans' | undefined
  readonly filter?: string | undefined
  readonly range: string
  /** The width of a bucket; absent: about 48 buckets. */
  readonly bucket?: BucketSize | undefined
  /** An additional measure: `annotation.helpful.score`, or the path of an attribute. */
  readonly measure?: string | undefined
  readonly stat?: Stat | undefined
}

/** The statistics of a measure besides its mean. */
export const stats = ['p50', 'p95', 'count'] as const
export type Stat = (typeof stats)[number]

interface Stats {
  readonly count?: number
  readonly sum?: number
  readonly mean?: number
  readonly pcts?: Readonly<Record<string, number>>
  readonly freq?: readonly { readonly value: unknown; readonly count: number }[]
}

interface Bucket {
  readonly timestamp: string
  readonly interval: number
  readonly group?: unknown
  readonly rest?: boolean
  readonly metrics?: Readonly<Record<string, Stats>>
}

interface Timeline {
  /** The window, from the start of its first bucket. */
  readonly bounds: Bounds
  readonly minutes: number
  /** The starts of the buckets in seconds since 1970. */
  readonly times: readonly number[]
}

export interface Overview extends Timeline {
  readonly totals: readonly number[]
  readonly errors: readonly number[]
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly costs: readonly number[]
  readonly tokens: readonly number[]
  readonly measureValues: readonly (number | null)[]
  /** The sums of the window. */
  readonly sums: Sums
}

export interface Sums {
  readonly total: number
  readonly errors: number
  readonly p50: number | undefined
  readonly p95: number | undefined
  readonly cost: number
  readonly tokens: number
  /** The statistic of the measure. */
  readonly measured?: number | undefined
}

type Focus = Window['focus']

/**
 * The attributes of the sums. A trace counts with the totals of its root. A span counts with its own values: the
 * cumulative ones of a parent include its children.
 */
export function metricPaths(focus: Focus) {
  const view = focus === 'spans' ? 'incremental' : 'cumulative'
  return {
    type: 'attributes.ag.type.trace',
    duration: 'attributes.ag.metrics.duration.cumulative',
    errors: `attributes.ag.metrics.errors.${view}`,
    cost: `attributes.ag.metrics.costs.${view}.total`,
    tokens: `attributes.ag.metrics.tokens.${view}.total`,
  } as const
}

const specsOf = ({ focus, measure }: Window) => {
  const paths = metricPaths(focus)
  const basePaths = [paths.duration, paths.cost, paths.tokens]
  return [
    { type: 'categorical/single' as const, path: paths.type },
    // Spans without errors have the value 0, so the frequencies are needed.
    { type: 'numeric/discrete' as const, path: paths.errors },
    ...[...new Set([...basePaths, ...(measure === undefined ? [] : [measure])])].map((path) => ({
      type: 'numeric/continuous' as const,
      path,
      bins: 1,
    })),
  ]
}

const statsOf = (bucket: Bucket | undefined, path: string): Stats => bucket?.metrics?.[path] ?? {}

const errorCountOf = ({ freq = [] }: Stats): number =>
  freq.reduce(
    (errors, { value, count }) => (typeof value === 'number' && value > 0 ? errors + count : errors),
    0,
  )

function statOf({ count, mean, pcts }: Stats, stat: Stat | undefined): number | undefined {
  if (stat === undefined) return mean
  return stat === 'count' ? count : pcts?.[stat]
}

function sumsOf(bucket: Bucket | undefined, { focus, measure, stat }: Window): Sums {
  const paths = metricPaths(focus)
  const durations = statsOf(bucket, paths.duration)
  return {
    total: statsOf(bucket, paths.type).count ?? 0,
    errors: errorCountOf(statsOf(bucket, paths.errors)),
    p50: durations.pcts?.['p50'],
    p95: durations.pcts?.['p95'],
    cost: statsOf(bucket, paths.cost).sum ?? 0,
    tokens: statsOf(bucket, paths.tokens).sum ?? 0,
    ...(measure === undefined ? {} : { measured: statOf(statsOf(bucket, measure), stat) }),
  }
}

const bodyOf = (window: Window, { oldest, newest }: Bounds) => ({
  ...focusAndFilter(window),
  oldest: new Date(oldest).toISOString(),
  newest: new Date(newest).toISOString(),
  specs: specsOf(window),
})

const focusAndFilter = ({ focus, filter }: Window) => ({
  focus: focus === 'spans' ? ('span' as const) : ('trace' as const),
  ...listRequest(filter, focus),
})

/** Joins conditions by `and`, with parentheses around those that contain `or`. */
export const joinConditions = (...conditions: readonly (string | undefined)[]): string =>
  conditions
    .filter((condition) => condition !== undefined && condition !== '')
    .map((condition, _, all) =>
      all.length > 1 && /\bor\b/i.test(condition ?? '') ? `(${condition})` : condition,
    )
    .join(' and ')

export const boundsOfRange = (range: string): Bounds =>
  boundsOf(range, nowMs()) ?? { oldest: nowMs() - 86_400_000, newest: nowMs() }

const keyOfWindow = ({ focus, filter, range, bucket, measure, stat }: Window) => [
  focus,
  filter,
  range,
  bucket,
  measure,
  stat,
]

export const overviewQuery = (api: Api, window: Window) =>
  queryOptions({
    queryKey: [api.projectId, 'analytics', 'overview', ...keyOfWindow(window)],
    queryFn: async ({ signal }): Promise<Overview> => {
      const exactBounds = boundsOfRange(window.range)
      const { bounds, minutes } = bucketsOf(exactBounds, window.bucket)
      const [timeline, total] = await Promise.all([
        api.analytics.query({ ...bodyOf(window, bounds), interval: minutes }, { signal }),
        // The exact range, as in the list to which a number links.
        api.analytics.query(bodyOf(window, exactBounds), { signal }),
      ])
      const buckets: readonly Bucket[] = timeline.buckets
      const sums = buckets.map((bucket) => sumsOf(bucket, window))
      return {
        bounds,
        minutes: buckets[0]?.interval ?? minutes,
        times: buckets.map(({ timestamp }) => timeMs(timestamp) / 1000),
        totals: sums.map(({ total }) => total),
        errors: sums.map(({ errors }) => errors),
        p50: sums.map(({ p50 }) => p50 ?? null),
        p95: sums.map(({ p95 }) => p95 ?? null),
        costs: sums.map(({ cost }) => cost),
        tokens: sums.map(({ tokens }) => tokens),
        measureValues: sums.map(({ measured }) => measured ?? null),
        sums: sumsOf(total.buckets[0], window),
      }
    },
    placeholderData: keepPreviousData,
  })

/** The sums of the exact range, as in the list of traces with the same filter and range. */
export const sumsQuery = (api: Api, window: Window) =>
  queryOptions({
    queryKey: [api.projectId, 'analytics', 'sums', ...keyOfWindow(window)],
    queryFn: async ({ signal }): Promise<Sums> => {
      const { buckets } = await api.analytics.query(bodyOf(window, boundsOfRange(window.range)), { signal })
      return sumsOf(buckets[0], window)
    },
  })

/** Sums of the previous period of the same length. */
export const previousSumsQuery = (api: Api, window: Window) =>
  queryOptions({
    queryKey: [api.projectId, 'analytics', 'previous', ...keyOfWindow(window)],
    queryFn: async ({ signal }): Promise<Sums> => {
      const { oldest, newest } = boundsOfRange(window.range)
      // The minutes after now do not count.
      const length = Math.min(newest, nowMs()) - oldest
      const { buckets } = await api.analytics.query(
        bodyOf(window, { oldest: oldest - length, newest: oldest }),
        { signal },
      )
      return sumsOf(buckets[0], window)
    },
    placeholderData: keepPreviousData,
  })

/** The sums of the spans or traces with the same values of the group fields. */
export interface Group extends Sums {
  /** The values of the group fields, null for a missing one; undefined: the sum of all other groups. */
  readonly values: readonly unknown[] | undefined
}

export interface Grouping {
  /** Field names of the server: `model`, `attributes.team`. */
  readonly by: readonly string[]
  readonly limit: number
  /** The largest groups by this number are listed, the rest is summed. */
  readonly order: 'total' | 'cost' | 'tokens'
}

const groupedBody = (window: Window, bounds: Bounds, { by, limit, order }: Grouping) => ({
  ...bodyOf(window, bounds),
  group_by: [...by],
  group_limit: limit,
  ...(order === 'total' ? {} : { group_order: metricPaths(window.focus)[order] }),
})

const groupOf = (bucket: Bucket, window: Window): Group => ({
  values: bucket.rest === true ? undefined : (bucket.group as readonly unknown[]),
  ...sumsOf(bucket, window),
})

/** The sums of the window by group. */
export const groupsQuery = (api: Api, window: Window, grouping: Grouping) =>
  queryOptions({
    queryKey: [api.projectId, 'analytics', 'groups', ...keyOfWindow(window), grouping],
    queryFn: async ({ signal }): Promise<readonly Group[]> => {
      const body = groupedBody(window, boundsOfRange(window.range), grouping)
      const { buckets } = await api.analytics.query(body, { signal })
      return buckets.map((bucket: Bucket) => groupOf(bucket, window))
    },
    placeholderData: keepPreviousData,
  })

export interface GroupedTimeline extends Timeline {
  readonly groups: readonly {
    readonly values: Group['values']
    /** The sums at each time; undefined where the group has no data. */
    readonly sums: readonly (Sums | undefined)[]
  }[]
}

/** The sums per bucket and group, with the same groups in every bucket. */
export const groupedTimelineQuery = (api: Api, window: Window, grouping: Grouping) =>
  queryOptions({
    queryKey: [api.projectId, 'analytics', 'grouped timeline', ...keyOfWindow(window), grouping],
    queryFn: async ({ signal }): Promise<GroupedTimeline> => {
      const { bounds, minutes } = bucketsOf(boundsOfRange(window.range), window.bucket)
      const { buckets } = await api.analytics.query(
        { ...groupedBody(window, bounds, grouping), interval: minutes },
        { signal },
      )
      return { bounds, minutes: buckets[0]?.interval ?? minutes, ...timelineOf(buckets, window) }
    },
    placeholderData: keepPreviousData,
  })

function timelineOf(buckets: readonly Bucket[], window: Window): Pick<GroupedTimeline, 'times' | 'groups'> {
  const times = [...new Set(buckets.map(({ timestamp }) => timeMs(timestamp) / 1000))]
  const indexByTime = new Map(times.map((time, i) => [time, i]))
  const groups = new Map<string, { readonly values: Group['values']; readonly sums: (Sums | undefined)[] }>()
  for (const bucket of buckets) {
    const { values, ...sums } = groupOf(bucket, window)
    const key = JSON.stringify(values ?? 'rest')
    const group = groups.get(key) ?? { values, sums: times.map(() => undefined) }
    group.sums[indexByTime.get(timeMs(bucket.timestamp) / 1000) ?? 0] = sums
    groups.set(key, group)
  }
  return { times, groups: [...groups.values()] }
}
