// Pages of spans and of traces: takes a filter and a windowing, returns rows and the windowing of the next page.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { QueryScope, SpanQueries, RecordRow, SpanSql } from '../../storage/contract/contract.ts'
import { bothFilters, requestedTraceIds, type Filter } from '../filter/ast.ts'
import { compileFilter } from '../filter/compile/compile.ts'
import { boundsSql, rateSql } from '../filter/compile/compile-window.ts'
import type { SavedQuery } from '../filter/saved-query.ts'
import { readTime, timeText } from '../filter/values.ts'
import {
  continuedWindowing,
  narrowedWindowing,
  nextWindowing,
  windowOf,
  type Focus,
  type Window,
  type WindowItem,
  type Windowing,
} from '../filter/windowing.ts'

export interface TraceQuery {
  readonly filter: Filter
  readonly windowing: Windowing
  /** Whether the client sent any windowing. Without one, traces requested by id are returned completely. */
  readonly isWindowed: boolean
  /** Whether a search may end before its page is full; the windowing of the answer continues it. */
  readonly isPartial?: boolean | undefined
}

interface PageEnd {
  readonly windowing: JsonObject | undefined
  /** The time that a partial search reached within its time budget, as in responses. */
  readonly searchedTo?: string | undefined
}

export interface SpansAnswer extends PageEnd {
  readonly rows: readonly RecordRow[]
}

export interface TraceRows {
  readonly traceId: string
  readonly rows: readonly RecordRow[]
}

export interface TraceIdsAnswer extends PageEnd {
  readonly traceIds: readonly string[]
  /** The start times of all their spans, if known. */
  readonly starts: readonly string[] | undefined
}

export interface TracesAnswer extends PageEnd {
  readonly traces: readonly TraceRows[]
}

/** Combines a saved query with a request. */
export function combinedQuery(savedQuery: SavedQuery, request: TraceQuery): TraceQuery {
  return {
    filter: bothFilters(savedQuery.filter, request.filter),
    windowing: narrowedWindowing(savedQuery.windowing, request.windowing),
    isWindowed: request.isWindowed || savedQuery.windowing !== undefined,
    isPartial: request.isPartial,
  }
}

const otherFocus = { span: 'spans', trace: 'traces' } as const

/** A saved query may state its focus. Without one it runs on both. */
export function refuseOtherFocus(savedQuery: SavedQuery, focus: Focus): void {
  if (savedQuery.focus === undefined || savedQuery.focus === focus) return
  throw new AssayError('focus_conflict', {
    message: `Query revision formatting.focus=${savedQuery.focus}. Use /${otherFocus[savedQuery.focus]}/query for this query revision.`,
  })
}

const joinConditions = (parts: readonly SpanSql[]): SpanSql => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
  params: Object.assign({}, ...parts.map(({ params }) => params)) as SpanSql['params'],
})

/** Filter and bounds of a window in SQL. Sampling depends only on the trace id, so it is part of the bounds. */
export function selectionOf(
  queries: SpanQueries,
  filter: Filter,
  window: Pick<Window, 'rate'>,
  bounds: SpanSql,
) {
  const { source, sharded } = queries
  const where = compileFilter(filter, { source, sharded })
  return {
    where,
    bounds: window.rate === undefined ? bounds : joinConditions([bounds, rateSql(window.rate)]),
  }
}

const columns = {
  span: { time: 'start_time', id: 'span_id' },
  trace: { time: 'start_time', id: 'trace_id' },
} as const

const pageQueryOf = (queries: SpanQueries, { filter, isPartial }: TraceQuery, window: Window) => ({
  ...selectionOf(queries, filter, window, boundsSql(window, columns[window.focus])),
  order: window.order,
  limit: window.limit,
  isPartial,
})

/** The end of a page: after its last item, or where its search ended. */
function pageEnd(
  window: Window,
  { last, searchedTo }: { readonly last: WindowItem | undefined; readonly searchedTo: string | undefined },
): PageEnd {
  if (searchedTo === undefined) return { windowing: last && nextWindowing(window, last) }
  const time = nanosecondsOf(searchedTo)
  return { windowing: continuedWindowing(window, time), searchedTo: timeText(time) }
}

const nanosecondsOf = (time: string): bigint => readTime(time) ?? 0n

const byStart = (a: RecordRow, b: RecordRow): number => {
  if (a.start_time !== b.start_time) return a.start_time < b.start_time ? -1 : 1
  return a.span_id < b.span_id ? -1 : 1
}

export async function querySpans(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): Promise<SpansAnswer> {
  const requestedIds = query.isWindowed ? undefined : requestedTraceIds(query.filter)
  if (requestedIds !== undefined) {
    const rows = await queries.traces(scope, requestedIds)
    return { rows: [...rows].sort(byStart), windowing: undefined }
  }
  const window = windowOf('span', query.windowing)
  const { rows, last, searchedTo } = await queries.page(scope, pageQueryOf(queries, query, window))
  const item = last && { time: nanosecondsOf(last.start_time), id: last.span_id }
  return { rows, ...pageEnd(window, { last: item, searchedTo }) }
}

export async function queryTraceIds(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): Promise<TraceIdsAnswer> {
  const requestedIds = query.isWindowed ? undefined : requestedTraceIds(query.filter)
  const window: Window = windowOf('trace', query.windowing)
  const { traces, searchedTo } = await queries.tracePage(
    scope,
    requestedIds === undefined
      ? pageQueryOf(queries, query, window)
      : pageQueryOf(queries, { ...query, isPartial: false }, { ...window, limit: requestedIds.length }),
  )
  const last = traces.length < window.limit || requestedIds !== undefined ? undefined : traces.at(-1)
  const item = last && { time: nanosecondsOf(last.time), id: last.trace_id }
  return {
    traceIds: traces.map(({ trace_id }) => trace_id),
    starts: traces.some(({ starts }) => starts === undefined)
      ? undefined
      : traces.flatMap(({ starts = [] }) => starts),
    ...pageEnd(window, { last: item, searchedTo }),
  }
}

/** All spans of these traces, trace by trace in the requested order. Unknown traces are omitted. */
export async function tracesById(
  queries: SpanQueries,
  scope: QueryScope,
  traceIds: readonly string[],
  starts?: readonly string[],
): Promise<readonly TraceRows[]> {
  const rows = await queries.traces(scope, traceIds, starts)
  const byTrace = Map.groupBy(rows, ({ trace_id }) => trace_id)
  return traceIds.flatMap((traceId) => {
    const ownSpans = byTrace.get(traceId)
    return ownSpans === undefined ? [] : [{ traceId, rows: ownSpans }]
  })
}

export async function queryTraces(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): Promise<TracesAnswer> {
  const { traceIds, starts, ...end } = await queryTraceIds(queries, scope, query)
  return { traces: await tracesById(queries, scope, traceIds, starts), ...end }
}
