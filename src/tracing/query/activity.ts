// Sessions and users: distinct ids by the time of their first or last span.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Activity, ActivityQuery, QueryScope, SpanQueries } from '../../storage/contract/contract.ts'
import { boundsSql } from '../filter/compile/compile-window.ts'
import { readTime, timeText } from '../filter/values.ts'
import { windowOf, type Windowing } from '../filter/windowing.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'

export interface ActivityAnswer {
  readonly found: readonly Activity[]
  readonly windowing: JsonObject | undefined
}

export async function activity(
  queries: SpanQueries,
  scope: QueryScope,
  request: {
    readonly column: ActivityQuery['column']
    readonly realtime: boolean
    readonly windowing: Windowing
  },
): Promise<ActivityAnswer> {
  // Ids of one time are never parted, so the bound alone is the cursor.
  const { next: _, ...windowing } = request.windowing
  const window = windowOf('span', windowing)
  const found = await queries.activity(scope, {
    column: request.column,
    by: request.realtime ? 'last' : 'first',
    order: window.order,
    limit: window.limit,
    bounds: boundsSql(window, { time: 'time', id: 'id' }),
  })
  const last = found.length < window.limit ? undefined : found.at(-1)
  if (last === undefined) return { found, windowing: undefined }
  const { next: _next, ...sent } = window.sent
  return {
    found,
    windowing: {
      ...sent,
      [window.order === 'descending' ? 'newest' : 'oldest']: timeText(readTime(isoOfRow(last.time)) ?? 0n),
      limit: window.limit,
      order: window.order,
    },
  }
}

/** What an id has done, for clients that ask for more than the ids. */
export const activityRecord = ({ id, first, last, traces, errors, tokens, cost }: Activity): JsonObject => ({
  id,
  first_active: isoOfRow(first),
  last_active: isoOfRow(last),
  traces,
  errors,
  tokens,
  cost,
})
