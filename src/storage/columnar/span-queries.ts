// Pages of spans and traces. A page is found in two steps: first the places, from the narrow columns that the filter
// and the order need, then the rows at these places.
//
// The places are looked for in slices of time, nearest first: most pages are full after the first slice, however many
// spans there are, and FINAL has to merge no more than the slice. Each slice is many times the one before, so a filter
// that finds little costs little more than one pass over everything.
import type {
  QueryScope,
  SpanPageQuery,
  SpanPlace,
  SpanQueries,
  SpanRow,
  SpanSql,
  TracePageQuery,
  TraceTime,
} from '../contract.ts'
import type { Reader, Run } from './reader.ts'
import { activityQuery, analyticsQuery } from './span-analytics.ts'
import { spanColumns } from './span-store.ts'

/** The live spans of the project; every statement binds it. */
const source = '(SELECT * FROM spans FINAL WHERE project_id = {project:UUID})'

/** Rows of the first slices; the one after them is everything that is left. */
const sliceRows = { scanned: [8_192, 131_072], indexed: [8_192], unfiltered: [1_024, 131_072] } as const
/** Places and trace ids per statement: they are bound, and texts of megabytes are slow to read. */
const placesPerStatement = 2_000
const tracesPerStatement = 1_000

const slicesOf = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** What a page looks for, and how far it has come. */
interface Search {
  readonly run: Run
  readonly query: SpanPageQuery
}

const all = (...conditions: readonly string[]): string => conditions.map((one) => `(${one})`).join(' AND ')

const searchOf = ({ where, isIndexed }: SpanPageQuery): keyof typeof sliceRows => {
  if (where.sql === 'true') return 'unfiltered'
  return isIndexed === true ? 'indexed' : 'scanned'
}

/** Parts of the time between the bounds, in the order of the query, as conditions on start_time. */
async function* slices({ run, query }: Search, first: number): AsyncGenerator<SpanSql> {
  const isDescending = query.order === 'descending'
  const [within, beyond] = isDescending ? ['>=', '<'] : ['<=', '>']
  let start: string | undefined
  const after = (): string =>
    start === undefined ? 'true' : `start_time ${beyond} {slice_start:DateTime64(9, 'UTC')}`
  for (const rows of sliceRows[searchOf(query)]) {
    // Without FINAL: rows that were replaced make the slice a little smaller, and nothing is merged.
    const [edge] = await run<{ readonly start_time: string }>(
      `SELECT start_time FROM spans
       WHERE ${all('project_id = {project:UUID}', query.bounds.sql, after())}
       ORDER BY start_time ${isDescending ? 'DESC' : 'ASC'} LIMIT 1 OFFSET {rows:UInt32}`,
      {
        ...query.bounds.params,
        rows: Math.max(rows, first),
        ...(start === undefined ? {} : { slice_start: start }),
      },
    )
    if (edge === undefined) break
    yield {
      sql: all(after(), `start_time ${within} {slice_end:DateTime64(9, 'UTC')}`),
      params: { slice_end: edge.start_time, ...(start === undefined ? {} : { slice_start: start }) },
    }
    start = edge.start_time
  }
  yield { sql: after(), params: start === undefined ? {} : { slice_start: start } }
}

const direction = ({ order }: SpanPageQuery): string => (order === 'descending' ? 'DESC' : 'ASC')

const conditionsOf = ({ bounds, where }: SpanPageQuery, slice: SpanSql): string =>
  all('project_id = {project:UUID}', bounds.sql, slice.sql, where.sql)

async function pagePlaces(search: Search): Promise<readonly SpanPlace[]> {
  const { run, query } = search
  const found: SpanPlace[] = []
  for await (const slice of slices(search, query.limit * 2)) {
    // Spans that share time and id stay together: a cursor could not stand between them.
    const places = await run<SpanPlace>(
      `SELECT project_id, trace_id, span_id, start_time FROM spans FINAL
       WHERE ${conditionsOf(query, slice)}
       ORDER BY start_time ${direction(query)}, span_id ${direction(query)} LIMIT {limit:UInt32} WITH TIES`,
      {
        ...query.where.params,
        ...query.bounds.params,
        ...slice.params,
        limit: query.limit - found.length,
      },
    )
    for (const place of places) found.push(place)
    if (found.length >= query.limit) break
  }
  return found
}

async function rowsAt(run: Run, places: readonly SpanPlace[]): Promise<readonly SpanRow[]> {
  const rows: SpanRow[] = []
  for (const some of slicesOf(places, placesPerStatement)) {
    const read = await run<SpanRow>(
      `SELECT ${spanColumns} FROM spans FINAL
       PREWHERE project_id = {project:UUID} AND start_time IN {times:Array(DateTime64(9, 'UTC'))}
         AND concat(trace_id, span_id) IN {ids:Array(String)}`,
      {
        times: [...new Set(some.map(({ start_time }) => start_time))],
        ids: some.map(({ trace_id, span_id }) => trace_id + span_id),
      },
    )
    for (const row of read) rows.push(row)
  }
  return rows
}

const idOf = ({ trace_id, span_id }: SpanPlace): string => trace_id + span_id

/** In the order of the places. */
function inOrder(rows: readonly SpanRow[], places: readonly SpanPlace[]): readonly SpanRow[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return places.flatMap((place) => byId.get(idOf(place)) ?? [])
}

/** The facts know when the spans of a trace started, so only these parts of the table are read. */
const ofTraces = `project_id = {project:UUID} AND trace_id IN {traces:Array(String)} AND start_time GLOBAL IN (
  SELECT start_time FROM span_facts FINAL
  PREWHERE project_id = {project:UUID} AND trace_id IN {traces:Array(String)})`

/**
 * The times of these traces over all their spans that satisfy the filter, wherever they lie.
 */
async function timesOf(
  { run, query }: Search,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await run<TraceTime>(
    `SELECT trace_id, max(start_time) AS time FROM spans FINAL
     WHERE ${all(ofTraces, query.where.sql)}
     GROUP BY trace_id`,
    { ...query.where.params, traces: traceIds },
  )
  return new Map(rows.map(({ trace_id, time }) => [trace_id, time]))
}

/** Traces with a matching span in the slice, after the last one seen there, by their latest such span in the slice. */
function candidates(
  { run, query }: Search,
  slice: SpanSql,
  page: { readonly limit: number; readonly after: TraceTime | undefined },
): Promise<readonly TraceTime[]> {
  const { limit, after } = page
  const sign = query.order === 'descending' ? '<' : '>'
  const having =
    after === undefined
      ? 'true'
      : `time ${sign} {after_time:DateTime64(9, 'UTC')}
         OR (time = {after_time:DateTime64(9, 'UTC')} AND trace_id ${sign} {after_id:String})`
  return run<TraceTime>(
    `SELECT trace_id, max(start_time) AS time FROM spans FINAL
     WHERE ${conditionsOf(query, slice)}
     GROUP BY trace_id HAVING ${having}
     ORDER BY time ${direction(query)}, trace_id ${direction(query)} LIMIT {limit:UInt32}`,
    {
      ...query.where.params,
      ...query.bounds.params,
      ...slice.params,
      ...(after === undefined ? {} : { after_time: after.time, after_id: after.trace_id }),
      limit,
    },
  )
}

/**
 * A trace is placed by its latest matching span. One found in a slice by an earlier span belongs elsewhere: to a slice
 * or a page before this one, or to one that is still to come.
 */
async function pageTraces(
  search: Search & { readonly query: TracePageQuery },
): Promise<readonly TraceTime[]> {
  const { query } = search
  const found: TraceTime[] = []
  const seen = new Set<string>()
  const isLatest = query.order === 'descending' && query.openAbove
  for await (const slice of slices(search, query.limit * 4)) {
    let after: TraceTime | undefined
    for (;;) {
      const limit = Math.min(tracesPerStatement, query.limit - found.length)
      const some = await candidates(search, slice, { limit, after })
      const fresh = some.filter(({ trace_id }) => !seen.has(trace_id))
      const times =
        isLatest || fresh.length === 0
          ? undefined
          : await timesOf(
              search,
              fresh.map(({ trace_id }) => trace_id),
            )
      for (const trace of fresh) {
        if (times !== undefined && times.get(trace.trace_id) !== trace.time) continue
        seen.add(trace.trace_id)
        found.push(trace)
      }
      if (found.length >= query.limit) return found
      if (some.length < limit) break
      after = some.at(-1)
    }
  }
  return found
}

async function rowsOfTraces(run: Run, traceIds: readonly string[]): Promise<readonly SpanRow[]> {
  const rows: SpanRow[] = []
  for (const some of slicesOf(traceIds, tracesPerStatement)) {
    const read = await run<SpanRow>(
      `SELECT ${spanColumns} FROM spans FINAL
       PREWHERE ${ofTraces}`,
      { traces: some },
    )
    for (const row of read) rows.push(row)
  }
  return rows
}

export function spanQueries(reader: Reader, options: { readonly sharded: boolean }): SpanQueries {
  const within = (scope: QueryScope): Run => reader.within(scope)
  return {
    source,
    sharded: options.sharded,

    async page(scope, query) {
      const run = within(scope)
      const places = await pagePlaces({ run, query })
      const rows = inOrder(await rowsAt(run, places), places)
      // Fullness is told by the places: a span that is deleted meanwhile must not end the list.
      return { rows, last: places.length >= query.limit ? places.at(-1) : undefined }
    },

    tracePage: (scope, query) => pageTraces({ run: within(scope), query }),

    traces: (scope, traceIds) => rowsOfTraces(within(scope), traceIds),

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

    rows: async (scope, places) => inOrder(await rowsAt(within(scope), places), places),

    activity: (scope, query) => activityQuery(within(scope), query),
    analytics: (scope, query) => analyticsQuery(within(scope), query),
  }
}
