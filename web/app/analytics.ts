// Numbers over time, as Home and Analytics show them: one question to the server gives all of a window's plots.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { boundsOf, bucketMinutes, type Bounds } from '../ui/time-range.ts'
import type { Api } from './api.ts'
import { rootsFilter } from '../../sdk/asking/traces.ts'
import { timeMs } from './span.ts'

export interface Window {
  readonly focus?: 'spans' | undefined
  readonly filter?: string | undefined
  readonly range: string
}

interface Stats {
  readonly count?: number
  readonly sum?: number
  readonly mean?: number
  readonly pcts?: Readonly<Record<string, number>>
  readonly freq?: readonly { readonly value: unknown; readonly count: number }[]
}

interface Bucket {
  readonly timestamp: string
  readonly group?: unknown
  readonly metrics?: Readonly<Record<string, Stats>>
}

export interface Overview {
  readonly bounds: Bounds
  readonly minutes: number
  readonly times: readonly number[]
  readonly totals: readonly number[]
  readonly errors: readonly number[]
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly costs: readonly number[]
  readonly tokens: readonly number[]
  /** Of the whole window. */
  readonly sums: Sums
}

export interface Sums {
  readonly total: number
  readonly errors: number
  readonly p50: number | undefined
  readonly p95: number | undefined
  readonly cost: number
  readonly tokens: number
}

type Focus = Window['focus']

/**
 * The attributes that are added up. A trace counts with the totals of its root. A span counts with its own values: the
 * cumulative ones of a parent contain those of its children.
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

const specsOf = (focus: Focus) => {
  const paths = metricPaths(focus)
  return [
    { type: 'categorical/single' as const, path: paths.type },
    // Own errors may be 0: the number of each count tells those apart.
    { type: 'numeric/discrete' as const, path: paths.errors },
    ...[paths.duration, paths.cost, paths.tokens].map((path) => ({
      type: 'numeric/continuous' as const,
      path,
      bins: 1,
    })),
  ]
}

const statsOf = (bucket: Bucket | undefined, path: string): Stats => bucket?.metrics?.[path] ?? {}

const failedOf = ({ freq = [] }: Stats): number =>
  freq.reduce(
    (failed, { value, count }) => (typeof value === 'number' && value > 0 ? failed + count : failed),
    0,
  )

function sumsOf(bucket: Bucket | undefined, focus: Focus): Sums {
  const paths = metricPaths(focus)
  const durations = statsOf(bucket, paths.duration)
  return {
    total: statsOf(bucket, paths.type).count ?? 0,
    errors: failedOf(statsOf(bucket, paths.errors)),
    p50: durations.pcts?.['p50'],
    p95: durations.pcts?.['p95'],
    cost: statsOf(bucket, paths.cost).sum ?? 0,
    tokens: statsOf(bucket, paths.tokens).sum ?? 0,
  }
}

const bodyOf = ({ focus, filter }: Window, { oldest, newest }: Bounds) => ({
  focus: focus === 'spans' ? ('span' as const) : ('trace' as const),
  oldest: new Date(oldest).toISOString(),
  newest: new Date(newest).toISOString(),
  ...(focus === 'spans' ? (filter === undefined ? {} : { filter }) : { filter: rootsFilter(filter).text }),
  specs: specsOf(focus),
})

export const boundsOfRange = (range: string): Bounds =>
  boundsOf(range, Date.now()) ?? { oldest: Date.now() - 86_400_000, newest: Date.now() }

export const overviewQuery = (api: Api, projectId: string, window: Window) =>
  queryOptions({
    queryKey: [projectId, 'analytics', 'overview', window.focus, window.filter, window.range],
    queryFn: async ({ signal }): Promise<Overview> => {
      const exact = boundsOfRange(window.range)
      const minutes = bucketMinutes(exact, 48)
      const width = minutes * 60_000
      const bounds = { oldest: Math.floor(exact.oldest / width) * width, newest: exact.newest }
      const body = bodyOf(window, bounds)
      const [inTime, whole] = await Promise.all([
        api.analytics.query({ ...body, interval: minutes }, { signal }),
        api.analytics.query(body, { signal }),
      ])
      const buckets: readonly Bucket[] = inTime.buckets
      const sums = buckets.map((bucket) => sumsOf(bucket, window.focus))
      return {
        bounds,
        minutes,
        times: buckets.map(({ timestamp }) => timeMs(timestamp) / 1000),
        totals: sums.map(({ total }) => total),
        errors: sums.map(({ errors }) => errors),
        p50: sums.map(({ p50 }) => p50 ?? null),
        p95: sums.map(({ p95 }) => p95 ?? null),
        costs: sums.map(({ cost }) => cost),
        tokens: sums.map(({ tokens }) => tokens),
        sums: sumsOf(whole.buckets[0], window.focus),
      }
    },
    placeholderData: keepPreviousData,
  })

export interface Group extends Sums {
  readonly value: string
}

/** The window split by the values of an attribute, most of them first. */
export const breakdownQuery = (api: Api, projectId: string, window: Window, by: string) =>
  queryOptions({
    queryKey: [projectId, 'analytics', 'breakdown', window.focus, window.filter, window.range, by],
    queryFn: async ({ signal }): Promise<readonly Group[]> => {
      const body = bodyOf(window, boundsOfRange(window.range))
      const { buckets } = await api.analytics.query({ ...body, group_by: by }, { signal })
      return buckets
        .map((bucket: Bucket) => ({ value: valueText(bucket.group), ...sumsOf(bucket, window.focus) }))
        .toSorted((a, b) => b.total - a.total)
    },
    placeholderData: keepPreviousData,
  })

const valueText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
