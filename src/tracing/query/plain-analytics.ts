// The older form of analytics: counts and sums of each bucket, of all spans counted and of those that failed.
import type { JsonObject } from '../../json/value.ts'
import type { AnalyticsBucket, QueryScope, SpanQueries } from '../../storage/contract.ts'
import { bothFilters, type Filter } from '../filter/ast.ts'
import { createBinder } from '../filter/bind.ts'
import { bucketTime, countedFilter, selectionOfAnalytics, type AnalyticsRequest } from './analytics.ts'
import { measureOf, type Spec } from './specs.ts'

const failed: Filter = {
  kind: 'group',
  operator: 'or',
  filters: [
    {
      kind: 'is',
      subject: { kind: 'field', field: 'status_code' },
      value: 'STATUS_CODE_ERROR',
      negated: false,
    },
    { kind: 'records_in', field: 'events', elements: [{ name: 'exception' }], all: false, negated: false },
  ],
}

/** Of single spans the incremental sums are taken: the cumulative ones of a parent hold those of its children. */
const pathsOf = (focus: AnalyticsRequest['focus']) => ({
  duration: 'attributes.ag.metrics.duration.cumulative',
  costs: `attributes.ag.metrics.costs.${focus === 'span' ? 'incremental' : 'cumulative'}.total`,
  tokens: `attributes.ag.metrics.tokens.${focus === 'span' ? 'incremental' : 'cumulative'}.total`,
})

export async function plainAnalytics(
  queries: SpanQueries,
  scope: QueryScope,
  request: AnalyticsRequest,
): Promise<JsonObject> {
  const paths = Object.entries(pathsOf(request.focus))
  const sums = async (filter: Filter): Promise<ReadonlyMap<number, AnalyticsBucket>> => {
    const bind = createBinder('m')
    const measures = paths.map(([, path]) => {
      const { numbers = '' } = measureOf({ path } as Spec, 'numeric/discrete', bind)
      return { numbers, quantiles: [] }
    })
    const buckets = await queries.analytics(scope, {
      ...selectionOfAnalytics(queries, request, filter),
      measures,
      params: bind.params(),
    })
    return new Map(buckets.map((bucket) => [bucket.bucket, bucket]))
  }
  const total = await sums(countedFilter(request))
  const errors = await sums(bothFilters(countedFilter(request), failed))
  const shown = (bucket: AnalyticsBucket | undefined): JsonObject => ({
    count: bucket?.spans ?? 0,
    ...Object.fromEntries(
      paths.flatMap(([name], i) => {
        const { count = 0, sum = 0 } = bucket?.measures[i] ?? {}
        return count === 0 ? [] : [[name, sum] as const]
      }),
    ),
  })
  const windowNs = request.newest > request.oldest ? request.newest - request.oldest : 0n
  const length = Number((windowNs + request.intervalNs - 1n) / request.intervalNs)
  const buckets = Array.from({ length }, (_, i) => ({
    timestamp: bucketTime(request, i),
    interval: Number(request.intervalNs) / 60e9,
    total: shown(total.get(i)),
    errors: shown(errors.get(i)),
  }))
  return { count: buckets.length, buckets }
}
