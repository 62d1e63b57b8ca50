// Pages of spans and of traces: a filter and a windowing in, rows and the windowing of the next page out.
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { QueryScope, SpanQueries, RecordRow, SpanSql } from '../../storage/contract/contract.ts'
import { bothFilters, requestedTraceIds, type Filter } from '../filter/ast.ts'
import { compileFilter } from '../filter/compile/compile.ts'
import { boundsSql, rateSql } from '../filter/compile/compile-window.ts'
import type { SavedQuery } from '../filter/saved-query.ts'
import { readTime } from '../filter/values.ts'
import {
  narrowedWindowing,
  nextWindowing,
  windowOf,
  type Focus,
  type Window,
  type Windowing,
} from '../filter/windowing.ts'

export interface TraceQuery {
  readonly filter: Filter
  readonly windowing: Windowing
  /** Whether the client sent any windowing: without one, traces asked for by id are answered whole. */
  readonly isWindowed: boolean
}

export interface SpansAnswer {
  readonly rows: readonly RecordRow[]
  readonly windowing: JsonObject | undefined
}

export interface TraceRows {
  readonly traceId: string
  readonly rows: readonly RecordRow[]
}

export interface TraceIdsAnswer {
  readonly traceIds: readonly string[]
  /** When all their spans started, where that is known. */
  readonly starts: readonly string[] | undefined
  readonly windowing: JsonObject | undefined
}

export interface TracesAnswer {
  readonly traces: readonly TraceRows[]
  readonly windowing: JsonObject | undefined
}

/** The query that a saved one and a request make together. */
export function savedAndSent(saved: SavedQuery, sent: TraceQuery): TraceQuery {
  return {
    filter: bothFilters(saved.filter, sent.filter),
    windowing: narrowedWindowing(saved.windowing, sent.windowing),
    isWindowed: sent.isWindowed || saved.windowing !== undefined,
  }
}

const otherFocus = { span: 'spans', trace: 'traces' } as const

/** A saved query says of which focus it is; one that says nothing runs on both. */
export function refuseOtherFocus(saved: SavedQuery, focus: Focus): void {
  if (saved.focus === undefined || saved.focus === focus) return
  throw new AssayError('focus_conflict', {
    message: `Query revision formatting.focus=${saved.focus}. Use /${otherFocus[saved.focus]}/query for this query revision.`,
  })
}

const joined = (parts: readonly SpanSql[]): SpanSql => ({
  sql: parts.map(({ sql }) => `(${sql})`).join(' AND '),
  params: Object.assign({}, ...parts.map(({ params }) => params)) as SpanSql['params'],
})

/** Filter and bounds of a window in SQL. Sampling depends on the trace id alone, so it stands with the bounds. */
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
    bounds: window.rate === undefined ? bounds : joined([bounds, rateSql(window.rate)]),
  }
}

const columns = {
  span: { time: 'start_time', id: 'span_id' },
  trace: { time: 'start_time', id: 'trace_id' },
} as const

const pageQueryOf = (queries: SpanQueries, filter: Filter, window: Window) => ({
  ...selectionOf(queries, filter, window, boundsSql(window, columns[window.focus])),
  order: window.order,
  limit: window.limit,
})

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
  const asked = query.isWindowed ? undefined : requestedTraceIds(query.filter)
  if (asked !== undefined) {
    const rows = await queries.traces(scope, asked)
    return { rows: [...rows].sort(byStart), windowing: undefined }
  }
  const window = windowOf('span', query.windowing)
  const { rows, last } = await queries.page(scope, pageQueryOf(queries, query.filter, window))
  return {
    rows,
    windowing: last && nextWindowing(window, { time: nanosecondsOf(last.start_time), id: last.span_id }),
  }
}

export async function queryTraceIds(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): Promise<TraceIdsAnswer> {
  const asked = query.isWindowed ? undefined : requestedTraceIds(query.filter)
  const window: Window = windowOf('trace', query.windowing)
  const found = await queries.tracePage(scope, {
    ...pageQueryOf(queries, query.filter, asked === undefined ? window : { ...window, limit: asked.length }),
  })
  const last = found.length < window.limit || asked !== undefined ? undefined : found.at(-1)
  return {
    traceIds: found.map(({ trace_id }) => trace_id),
    starts: found.some(({ starts }) => starts === undefined)
      ? undefined
      : found.flatMap(({ starts = [] }) => starts),
    windowing: last && nextWindowing(window, { time: nanosecondsOf(last.time), id: last.trace_id }),
  }
}

/** All spans of these traces, trace by trace in the order asked; those that do not exist are left out. */
export async function tracesById(
  queries: SpanQueries,
  scope: QueryScope,
  traceIds: readonly string[],
  starts?: readonly string[],
): Promise<readonly TraceRows[]> {
  const rows = await queries.traces(scope, traceIds, starts)
  const byTrace = Map.groupBy(rows, ({ trace_id }) => trace_id)
  return traceIds.flatMap((traceId) => {
    const own = byTrace.get(traceId)
    return own === undefined ? [] : [{ traceId, rows: own }]
  })
}

export async function queryTraces(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): Promise<TracesAnswer> {
  const { traceIds, starts, windowing } = await queryTraceIds(queries, scope, query)
  return { traces: await tracesById(queries, scope, traceIds, starts), windowing }
}
