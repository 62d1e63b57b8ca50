// The URL state of the Analytics page.
import { stats, type Stat } from '../app/analytics/analytics.ts'
import { bucketSizes, type BucketSize } from '../ui/time/time-range.ts'

export const metrics = ['total', 'errors', 'p50', 'p95', 'tokens', 'cost', 'measured'] as const
export type Metric = (typeof metrics)[number]

export interface AnalyticsView {
  readonly focus?: 'spans'
  readonly filter?: string
  readonly range?: string
  /** The field that spans or traces are grouped by, and a second one. */
  readonly by?: string
  readonly second?: string
  readonly bucket?: BucketSize
  /** An additional measure to plot, and its statistic; absent: the mean. */
  readonly measure?: string
  readonly stat?: Stat
  /** The column by which groups are sorted; absent: the count. */
  readonly sort?: Exclude<Metric, 'total'>
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function analyticsSearch(raw: { readonly [K in keyof AnalyticsView]?: unknown }): AnalyticsView {
  const [filter, range, by] = [text(raw.filter), text(raw.range), text(raw.by)]
  const second = by === undefined ? undefined : text(raw.second)
  const bucket = bucketSizes.find((size) => size === raw.bucket)
  const measure = text(raw.measure)
  const stat = measure === undefined ? undefined : stats.find((one) => one === raw.stat)
  const sort = metrics.find((metric) => metric === raw.sort)
  return {
    ...(raw.focus === 'spans' ? { focus: 'spans' as const } : {}),
    ...(filter === undefined ? {} : { filter }),
    ...(range === undefined ? {} : { range }),
    ...(by === undefined ? {} : { by }),
    ...(second === undefined || second === by ? {} : { second }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(measure === undefined ? {} : { measure }),
    ...(stat === undefined ? {} : { stat }),
    ...(sort === undefined || sort === 'total' ? {} : { sort }),
  }
}

export const groupFieldIds = ({ by, second }: AnalyticsView): readonly string[] =>
  [by, second].filter((field) => field !== undefined)

/** The view without these members. */
export function withoutMembers(
  view: AnalyticsView,
  ...members: readonly (keyof AnalyticsView)[]
): AnalyticsView {
  const entries = Object.entries(view).filter(([name]) => !members.some((one) => one === name))
  return Object.fromEntries(entries)
}
