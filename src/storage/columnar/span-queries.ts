// Pages of spans and traces. A page is found in two steps: first what may be on it, from the narrow columns that the
// filter and the order need (scan.ts), then the live rows at these places, to which the filter is put once more.
import type {
  QueryScope,
  SpanPage,
  SpanPageQuery,
  SpanPlace,
  SpanQueries,
  ShownSpan,
  SpanSql,
  TraceTime,
} from '../contract/contract.ts'
import type { Reader, Run } from './reader.ts'
import { createRecent } from './recent.ts'
import { all, firstRows, scan, type Search, type Seen } from './scan.ts'
import { slicesOf } from '../../kernel/slices.ts'
import { activityQuery } from './span-activity.ts'
import { attributeKeysQuery, attributeValuesQuery } from './span-attributes.ts'
import { analyticsQuery } from './span-analytics.ts'
import {
  glanceColumns,
  leanColumns,
  recordColumns,
  sentColumns,
  wholeRow,
  type ReadRow,
} from './span-store.ts'

/** The live spans of the project; every statement binds it. */
const source = '(SELECT * FROM spans FINAL WHERE project_id = {project:UUID})'

/** A page reads a few rows more than it shows: some were replaced, and the last time may be incomplete. */
const rowsMore = 16
/** Rows that are read for each trace of a page. */
const rowsPerTrace = 16
/** Places and trace ids per statement: they are bound, and texts of megabytes are slow to read. */
const placesPerStatement = 2_000
const tracesPerStatement = 1_000

// PREWHERE where the key alone is asked: see span-store.ts.

type Columns = QueryScope['columns']

interface RowReading {
  readonly run: Run
  readonly columns: Columns
}

const columnsSql = (columns: Columns): string => {
  if (columns === undefined) return recordColumns
  if (columns === 'glance') return leanColumns
  return columns === 'sent' ? sentColumns : `${recordColumns}, ${glanceColumns}`
}

/** In place of what is large, where only a glance was asked for. */
const nothingLarge = {
  attributes: '{}',
  references: [],
  links: [],
  events: [],
  hashes: [],
  adapters: [],
} as const satisfies Partial<ShownSpan>

function shown<Row extends ShownSpan>(
  { run, columns }: RowReading,
  rows: readonly ReadRow<Row>[],
): readonly Row[] {
  if (columns === 'glance') return rows.map((row) => ({ ...nothingLarge, ...row }) as unknown as Row)
  return rows.map((row) => {
    const whole = wholeRow<Row>(row)
    run.spend(whole.attributes.length - row.attributes.length - row.inputs.length - row.outputs.length)
    return whole
  })
}

/** The live rows at these places that satisfy the filter, in any order. */
async function rowsAt(
  reading: RowReading,
  places: readonly Seen[],
  where: SpanSql = { sql: 'true', params: {} },
): Promise<readonly ShownSpan[]> {
  const rows: ShownSpan[] = []
  for (const some of slicesOf(places, placesPerStatement)) {
    const read = await reading.run<ReadRow<ShownSpan>>(
      `SELECT ${columnsSql(reading.columns)} FROM spans FINAL
       ${where.sql === 'true' ? 'PREWHERE' : 'WHERE'} project_id = {project:UUID}
         AND start_time IN {times:Array(DateTime64(9, 'UTC'))}
         AND concat(trace_id, span_id) IN {ids:Array(String)} AND (${where.sql})`,
      {
        ...where.params,
        times: [...new Set(some.map(({ start_time }) => start_time))],
        ids: [...new Set(some.map(idOf))],
      },
    )
    for (const row of shown(reading, read)) rows.push(row)
  }
  return rows
}

const idOf = ({ trace_id, span_id }: Pick<Seen, 'trace_id' | 'span_id'>): string => trace_id + span_id

/** In the order of the places. */
function inOrder(rows: readonly ShownSpan[], places: readonly SpanPlace[]): readonly ShownSpan[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return places.flatMap((place) => byId.get(idOf(place)) ?? [])
}

/** Negative, zero or positive, by time and then by id, in the order of the query. */
function inPageOrder<T>(query: SpanPageQuery, time: (item: T) => string, id: (item: T) => string) {
  const sign = query.order === 'descending' ? -1 : 1
  const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0)
  return (a: T, b: T): number => compare(time(a), time(b)) || compare(id(a), id(b))
}

/** Versions of one span are one place, unless its time has changed. */
const distinct = (rows: readonly Seen[]): Seen[] => [
  ...new Map(rows.map((seen) => [seen.start_time + idOf(seen), seen])).values(),
]

/** So many of a sorted list, and those that stand level with the last of them. */
function firstOf<T>(items: readonly T[], count: number, compare: (a: T, b: T) => number): readonly T[] {
  const last = items[count - 1]
  return last === undefined ? items : items.filter((item) => compare(item, last) <= 0)
}

type StoredSpan = ShownSpan & { readonly version: string; readonly is_deleted: number }

/** The last version of each place that is no mark of its removal. */
function liveOf(rows: readonly ReadRow<StoredSpan>[]): ReadRow<ShownSpan>[] {
  const byPlace = new Map<string, ReadRow<StoredSpan>>()
  for (const row of rows) {
    const place = row.start_time + idOf(row)
    const known = byPlace.get(place)
    if (known === undefined || BigInt(row.version) > BigInt(known.version)) byPlace.set(place, row)
  }
  return [...byPlace.values()]
    .filter(({ is_deleted }) => is_deleted === 0)
    .map(({ version: _, is_deleted: __, ...row }) => row)
}

/** Rows of a page that is read by one statement: the engine reads the wide columns of no others. */
const plainRowsMax = 1_000

/**
 * A page without a filter needs one statement: what replaces or removes a row lies beside it, in the order of the key.
 * Undefined where so many rows were replaced or removed that the page is not full.
 */
async function plainPage(search: Search, columns: Columns): Promise<SpanPage | undefined> {
  const { query } = search
  const limit = query.limit + Math.min(query.limit, rowsMore)
  if (query.where.sql !== 'true' || limit > plainRowsMax) return undefined
  const read = await firstRows<ReadRow<StoredSpan>>(
    search,
    `${columnsSql(columns)}, toString(version) AS version, is_deleted`,
    limit,
  )
  // More rows of the last time may follow.
  const last = read.length < limit ? undefined : read.at(-1)?.start_time
  const live = liveOf(read.filter(({ start_time }) => start_time !== last))
  const page = firstOf([...live].sort(bySpan(query)), query.limit, bySpan(query))
  const rows = shown<ShownSpan>({ run: search.run, columns }, page)
  if (rows.length < query.limit && last !== undefined) return undefined
  return { rows, last: rows[query.limit - 1] }
}

const bySpan = (query: SpanPageQuery) =>
  inPageOrder<Seen>(
    query,
    ({ start_time }) => start_time,
    ({ span_id }) => span_id,
  )

/** Reads the wide rows of no more spans than the page still needs. */
async function pageRows(search: Search, columns: Columns): Promise<SpanPage> {
  const plain = await plainPage(search, columns)
  if (plain !== undefined) return plain
  const { run, query } = search
  const compare = bySpan(query)
  const rows: ShownSpan[] = []
  for await (const chunk of scan(search, query.limit + rowsMore)) {
    let left: readonly Seen[] = distinct(chunk.rows).sort(compare)
    while (left.length > 0) {
      // Spans that share time and id stay together: a cursor could not stand between them.
      const next = firstOf(left, query.limit - rows.length, compare)
      left = left.slice(next.length)
      rows.push(...[...(await rowsAt({ run, columns }, next, query.where))].sort(compare))
      const last = rows[query.limit - 1]
      if (last !== undefined) return { rows, last }
    }
  }
  return { rows, last: undefined }
}

interface TimeWithin extends TraceTime {
  /** The largest start_time within the bounds. */
  readonly within: string
}

const ofTraces = 'project_id = {project:UUID} AND trace_id IN {traces:Array(String)}'

/** As FINAL gives them, for half of its time where the rows are few. */
const liveFacts = `(SELECT trace_id, start_time FROM (
    SELECT trace_id, start_time, is_deleted FROM span_facts PREWHERE ${ofTraces}
    ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE is_deleted = 0)`

/** Where the rows of these traces lie; those that were replaced or removed since are left out by whoever reads there. */
const startsOfTraces = `SELECT start_time FROM span_facts PREWHERE ${ofTraces}`

/** Start times that are remembered of a trace: with them its rows are found without asking the facts again. */
const startsMax = 256

/**
 * The times of these traces over all their spans that satisfy the filter, wherever they lie. The facts know when the
 * spans of a trace started: without a filter they are the answer, with one only these parts of the table are read.
 */
function timesOf({ run, query }: Search, traceIds: readonly string[]): Promise<readonly TimeWithin[]> {
  const isPlain = query.where.sql === 'true'
  const from = isPlain
    ? liveFacts
    : `spans FINAL WHERE ${all(ofTraces, query.where.sql)} AND start_time GLOBAL IN (${startsOfTraces})`
  return run<TimeWithin>(
    `SELECT trace_id, max(start_time) AS time, maxIf(start_time, ${query.bounds.sql}) AS within
       ${isPlain ? `, groupUniqArray(${startsMax + 1})(start_time) AS starts` : ''}
     FROM ${from} GROUP BY trace_id`,
    { ...query.where.params, ...query.bounds.params, traces: traceIds },
  )
}

/**
 * A trace is placed by its latest matching span, and is on the page when that span lies within the bounds. It is met by
 * any of its spans: one that is met too early waits until the scan has come to its place.
 */
async function pageTraces(search: Search): Promise<readonly TraceTime[]> {
  const { query } = search
  const compare = inPageOrder<TraceTime>(
    query,
    ({ time }) => time,
    ({ trace_id }) => trace_id,
  )
  const found: TraceTime[] = []
  const met = new Set<string>()
  let waiting: readonly TraceTime[] = []
  for await (const chunk of scan(search, query.limit * rowsPerTrace)) {
    const fresh = [...new Set(chunk.rows.map(({ trace_id }) => trace_id))].filter((id) => !met.has(id))
    for (const id of fresh) met.add(id)
    for (const some of slicesOf(fresh, tracesPerStatement)) {
      const times = await timesOf(search, some)
      waiting = [...waiting, ...times.filter(({ time, within }) => time === within)]
    }
    const ready = waiting.filter(({ time }) => chunk.covers(time)).sort(compare)
    waiting = waiting.filter(({ time }) => !chunk.covers(time))
    for (const { trace_id, time, starts } of ready) {
      found.push({
        trace_id,
        time,
        starts: starts !== undefined && starts.length <= startsMax ? starts : undefined,
      })
    }
    if (found.length >= query.limit) break
  }
  return found.slice(0, query.limit)
}

/** `starts`: when all their spans started, where that is known. */
async function rowsOfTraces(
  reading: RowReading,
  traceIds: readonly string[],
  starts: readonly string[] = [],
): Promise<readonly ShownSpan[]> {
  const isKnown = starts.length > 0 && starts.length <= placesPerStatement
  const where = isKnown ? "IN {starts:Array(DateTime64(9, 'UTC'))}" : `GLOBAL IN (${startsOfTraces})`
  const rows: ShownSpan[] = []
  for (const some of slicesOf(traceIds, tracesPerStatement)) {
    const read = await reading.run<ReadRow<ShownSpan>>(
      `SELECT ${columnsSql(reading.columns)} FROM spans FINAL PREWHERE ${ofTraces} AND start_time ${where}`,
      { traces: some, ...(isKnown ? { starts } : {}) },
    )
    for (const row of shown(reading, read)) rows.push(row)
  }
  return rows
}

export function spanQueries(reader: Reader, options: { readonly sharded: boolean }): SpanQueries {
  const recent = createRecent()
  const within = (scope: QueryScope): Run => reader.within(scope)
  const search = (scope: QueryScope, query: SpanPageQuery): Search => ({
    run: within(scope),
    projectId: scope.projectId,
    query,
    recent,
  })
  const reading = (scope: QueryScope): RowReading => ({ run: within(scope), columns: scope.columns })
  return {
    source,
    sharded: options.sharded,

    page: (scope, query) => pageRows(search(scope, query), scope.columns),

    tracePage: (scope, query) => pageTraces(search(scope, query)),

    traces: (scope, traceIds, starts) => rowsOfTraces(reading(scope), traceIds, starts),

    places: (scope, { traceIds, spanIds }) =>
      within(scope)<SpanPlace>(
        `SELECT project_id, trace_id, span_id, start_time FROM span_facts FINAL
         WHERE project_id = {project:UUID}
           ${traceIds === undefined ? '' : 'AND trace_id IN {traces:Array(String)}'}
           ${spanIds === undefined ? '' : 'AND span_id IN {spans:Array(String)}'}
         ORDER BY start_time, span_id, trace_id`,
        {
          ...(traceIds === undefined ? {} : { traces: traceIds }),
          ...(spanIds === undefined ? {} : { spans: spanIds }),
        },
      ),

    rows: async (scope, places) => inOrder(await rowsAt(reading(scope), places), places),

    activity: (scope, query) => activityQuery(within(scope), query),
    attributeKeys: (scope, query) => attributeKeysQuery(within(scope), query),
    attributeValues: (scope, query) => attributeValuesQuery(within(scope), query),
    analytics: (scope, query) => analyticsQuery(within(scope), query),
  }
}
