// The older form of analytics: counts and sums per bucket, of all counted spans and of the failed ones.
import type { JsonObject } from '../../../kernel/json/value.ts'
import type { MeasureTotals, QueryScope, SpanQueries } from '../../../storage/contract/contract.ts'
import type { Filter } from '../../filter/ast.ts'
import { createBinder } from '../../filter/compile/bind.ts'
import { compileFilter } from '../../filter/compile/compile.ts'
import { bucketTime, selectionOfAnalytics, type AnalyticsRequest } from './analytics.ts'
import { numberSql, specPath } from './specs.ts'

const failedFilter: Filter = {
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

/** For single spans the incremental sums are used: the cumulative ones of a parent include those of its children. */
const pathsOf = (focus: AnalyticsRequest['focus']) => ({
  duration: 'attributes.ag.metrics.duration.cumulative',
  costs: `attributes.ag.metrics.costs.${focus === 'span' ? 'incremental' : 'cumulative'}.total`,
  tokens: `attributes.ag.metrics.tokens.${focus === 'span' ? 'incremental' : 'cumulative'}.total`,
})

const wireTotals = (
  spans: number,
  names: readonly string[],
  measures: readonly MeasureTotals[],
): JsonObject => ({
  count: spans,
  ...Object.fromEntries(
    names.flatMap((name, i) => {
      const { count = 0, sum = 0 } = measures[i] ?? {}
      return count === 0 ? [] : [[name, sum] as const]
    }),
  ),
})

/** Failed spans are measured in the same query: each number is summed a second time for them alone. */
export async function plainAnalytics(
  queries: SpanQueries,
  scope: QueryScope,
  request: AnalyticsRequest,
): Promise<JsonObject> {
  const paths = pathsOf(request.focus)
  const names = Object.keys(paths)
  const bind = createBinder('m')
  const numbers = Object.values(paths).map((path) => numberSql(specPath(path), bind))
  const { source, sharded } = queries
  const isFailed = compileFilter(failedFilter, { source, sharded, prefix: 'e' })
  const storedBuckets = await queries.analytics(scope, {
    ...selectionOfAnalytics(queries, request),
    measures: [
      ...numbers.map((number) => ({ number })),
      { count: `toUInt64(${isFailed.sql})` },
      ...numbers.map((number) => ({ number: `if(${isFailed.sql}, ${number}, NULL)` })),
    ],
    columns: [...bind.columns(), ...(isFailed.columns ?? [])],
    params: { ...bind.params(), ...isFailed.params },
  })
  const byNumber = new Map(storedBuckets.map((bucket) => [bucket.bucket, bucket]))
  const windowNs = request.newest > request.oldest ? request.newest - request.oldest : 0n
  const length = Number((windowNs + request.intervalNs - 1n) / request.intervalNs)
  const buckets = Array.from({ length }, (_, i) => {
    const { spans = 0, measures = [] } = byNumber.get(i) ?? {}
    const [errors, ...ofErrors] = measures.slice(names.length)
    return {
      timestamp: bucketTime(request, i),
      interval: Number(request.intervalNs) / 60e9,
      total: wireTotals(spans, names, measures),
      errors: wireTotals(errors?.count ?? 0, names, ofErrors),
    }
  })
  return { count: buckets.length, buckets }
}
