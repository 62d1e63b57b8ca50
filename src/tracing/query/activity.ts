// Lists sessions and users: distinct ids by the time of their first or last span, or by sums over their spans.
import type { JsonObject } from '../../kernel/json/value.ts'
import type {
  Activity,
  ActivityMeasure,
  ActivityQuery,
  QueryScope,
  SpanQueries,
} from '../../storage/contract/contract.ts'
import { isEverything, type Filter } from '../filter/ast.ts'
import { compileFilter } from '../filter/compile/compile.ts'
import { boundsSql } from '../filter/compile/compile-window.ts'
import { readTime, timeText } from '../filter/values.ts'
import { windowOf, type Windowing } from '../filter/windowing.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'

export interface ActivityAnswer {
  readonly activities: readonly Activity[]
  readonly windowing: JsonObject | undefined
}

export interface ActivityRequest {
  readonly column: ActivityQuery['column']
  readonly realtime: boolean
  readonly windowing: Windowing
  /** Spans that started outside of these bounds do not count. */
  readonly within?: { readonly oldest?: bigint | undefined; readonly newest?: bigint | undefined } | undefined
  /** Only ids of traces with a span that matches. */
  readonly filter: Filter
  readonly sort?: ActivitySort | undefined
  readonly totals: boolean
}

/** Sort orders besides time, the largest first. */
export const activitySorts = ['duration', 'traces', 'failed_traces', 'tokens', 'cost'] as const
export type ActivitySort = (typeof activitySorts)[number]

const measureOf = (sort: ActivitySort): ActivityMeasure => (sort === 'duration' ? 'duration_ms' : sort)

export async function activity(
  queries: SpanQueries,
  scope: QueryScope,
  request: ActivityRequest,
): Promise<ActivityAnswer> {
  // Ids with equal times are never split across pages, so the bound alone is the cursor.
  const { next: _, ...windowing } = request.windowing
  const window = windowOf('span', windowing)
  const { within: { oldest, newest } = {}, filter, sort } = request
  const { source, sharded } = queries
  const period = windowOf('span', {
    ...(oldest === undefined ? {} : { oldest }),
    ...(newest === undefined ? {} : { newest }),
    sent: {},
  })
  const entries = await queries.activity(scope, {
    column: request.column,
    by: request.realtime ? 'last' : 'first',
    order: window.order,
    limit: window.limit,
    bounds: boundsSql(window, { time: 'time', id: 'id' }),
    within: boundsSql(period, { time: 'start_time', id: 'span_id' }, 'within'),
    ...(isEverything(filter) ? {} : { where: compileFilter(filter, { source, sharded }) }),
    ...(sort === undefined ? {} : { rankingMeasure: measureOf(sort) }),
    inputs: request.totals && request.column === 'session_id',
  })
  // A list sorted by a sum has no cursor in time, so it is a single page.
  const last = entries.length < window.limit || sort !== undefined ? undefined : entries.at(-1)
  if (last === undefined) return { activities: entries, windowing: undefined }
  const { next: _next, ...sentWindow } = window.sent
  return {
    activities: entries,
    windowing: {
      ...sentWindow,
      [window.order === 'descending' ? 'newest' : 'oldest']: timeText(readTime(isoOfRow(last.time)) ?? 0n),
      limit: window.limit,
      order: window.order,
    },
  }
}

/** The sums of an id, for clients that request more than the ids. */
const activityRecord = ({ id, first, last, ...sums }: Activity): JsonObject => ({
  id,
  first_active: isoOfRow(first),
  last_active: isoOfRow(last),
  duration: sums.duration_ms,
  traces: sums.traces,
  failed_traces: sums.failed_traces,
  errors: sums.errors,
  tokens: sums.tokens,
  cost: sums.cost,
})

export const sessionRecord = (session: Activity): JsonObject => ({
  ...activityRecord(session),
  ...(session.user === null ? {} : { user_id: session.user }),
  ...(session.inputs_start === '' ? {} : { preview: { inputs: session.inputs_start } }),
})

export const userRecord = (user: Activity): JsonObject => ({
  ...activityRecord(user),
  sessions: user.sessions,
})
