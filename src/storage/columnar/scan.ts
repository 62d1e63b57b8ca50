// The spans that a filter lets pass, in the order of time, a chunk after the other. Rows are read as they lie, without
// FINAL: the engine then reads the table in its order and stops as soon as a chunk is full. On 1,000,000 spans the
// first 50 took 5 ms, and 150 ms with FINAL. What comes out is therefore only what may be on a page: a row may have been
// replaced or removed since, and whoever asked looks at the live rows before it answers.
import type { SpanPageQuery } from '../contract/contract.ts'
import type { Params, Run } from './reader.ts'
import type { Recent } from './recent.ts'

/** What a page looks for. */
export interface Search {
  readonly run: Run
  readonly projectId: string
  readonly query: SpanPageQuery
  readonly recent: Recent
}

export interface Seen {
  readonly trace_id: string
  readonly span_id: string
  readonly start_time: string
}

/** A row that the filter let pass. */
export interface Matched extends Seen {
  readonly version: string
}

export interface Chunk {
  /** All rows between the chunk before and the edge. */
  readonly rows: readonly Matched[]
  /** True for times that this chunk and those before it cover wholly. */
  readonly covers: (time: string) => boolean
}

const rowsMax = 50_000

export const all = (...conditions: readonly string[]): string =>
  conditions.map((one) => `(${one})`).join(' AND ')

/**
 * So many rows are looked at one by one before an index is asked, for chunks of at most so many rows. The index is read for
 * the whole table, and where a page is full after some hundred rows, that is most of the time: 48 ms in place of 25 among
 * 1,000,000 spans.
 */
const nearRows = 2_048
const nearChunkMax = nearRows / 4

const directions = {
  descending: { order: 'DESC', after: '<=', before: '>=', last: 'min' },
  ascending: { order: 'ASC', after: '>=', before: '<=', last: 'max' },
} as const

const rowsSql = (
  { order, bounds }: SpanPageQuery,
  columns: string,
  ...conditions: readonly string[]
): string =>
  `SELECT ${columns} FROM spans WHERE ${all('project_id = {project:UUID}', bounds.sql, ...conditions)}
   ORDER BY start_time ${directions[order].order} LIMIT {limit:UInt32}`

const matchedColumns = 'trace_id, span_id, start_time, toString(version) AS version'

const placesSql = (query: SpanPageQuery, ...conditions: readonly string[]): string =>
  rowsSql(query, matchedColumns, ...conditions, 'is_deleted = 0')

export const isNewest = ({ order, bounds }: SpanPageQuery): boolean =>
  order === 'descending' && bounds.sql === 'true'

interface Newest {
  readonly count: number
  /** Of the last of them. */
  readonly time: string | undefined
}

/**
 * Runs `read`, of so many of the newest rows, with a condition that spares the engine the older parts of the table. Rows that
 * came since lie behind the remembered time too, so a full answer is the newest rows; any other is asked for again.
 */
async function byHint<T extends Newest>(
  { query, projectId, recent }: Search,
  limit: number,
  read: (hint: readonly string[], params: Params) => Promise<T>,
): Promise<T> {
  if (!isNewest(query)) return read([], {})
  const since = recent.timeOf(projectId, limit)
  const hinted =
    since === undefined ? undefined : await read(["start_time >= {since:DateTime64(9, 'UTC')}"], { since })
  const found = hinted?.count === limit ? hinted : await read([], {})
  if (found.count === limit && found.time !== undefined) recent.met(projectId, limit, found.time)
  return found
}

async function hintedRows<Row extends Seen>(
  search: Search,
  limit: number,
  sql: (...hint: readonly string[]) => string,
): Promise<readonly Row[]> {
  const { rows } = await byHint(search, limit, async (hint, params) => {
    const read = await search.run<Row>(sql(...hint), { ...search.query.bounds.params, ...params, limit })
    return { rows: read, count: read.length, time: read.at(-1)?.start_time }
  })
  return rows
}

/** The first rows in the order of the query, whatever they hold: replaced ones and marks of removal too. */
export const firstRows = <Row extends Seen>(
  search: Search,
  columns: string,
  limit: number,
): Promise<readonly Row[]> => hintedRows(search, limit, (...hint) => rowsSql(search.query, columns, ...hint))

/**
 * The time of about the last of the first rows in the order of the query; undefined where there are none. It only bounds how
 * far is looked, so that a remembered one will do.
 */
async function nearTime(search: Search): Promise<string | undefined> {
  const { query, run, projectId, recent } = search
  const known = isNewest(query) ? recent.lately(projectId, nearRows) : undefined
  if (known !== undefined) return known
  const { time } = await byHint(search, nearRows, async (hint, params) => {
    const [found] = await run<Newest>(
      `SELECT count() AS count, ${directions[query.order].last}(start_time) AS time
       FROM (${rowsSql(query, 'start_time', ...hint)})`,
      { ...query.bounds.params, ...params, limit: nearRows },
    )
    return found === undefined || found.count === 0 ? { count: 0, time: undefined } : found
  })
  return time
}

/** As many places as asked for, if there are so many among the first rows. */
async function nearPlaces(search: Search, limit: number): Promise<readonly Matched[] | undefined> {
  const { run, query } = search
  const { near } = query.where
  if (near === undefined || limit > nearChunkMax) return undefined
  const until = await nearTime(search)
  if (until === undefined) return undefined
  const within = `start_time ${directions[query.order].before} {until:DateTime64(9, 'UTC')}`
  const params = { ...near.params, ...query.bounds.params, until, limit }
  const seen = await run<Matched>(placesSql(query, within, near.sql), params, 'use_skip_indexes = 0')
  return seen.length < limit ? undefined : seen
}

function placesFrom(search: Search, edge: string | undefined, limit: number): Promise<readonly Matched[]> {
  const { run, query } = search
  if (edge === undefined && query.where.sql === 'true') {
    return hintedRows(search, limit, (...hint) => placesSql(query, ...hint))
  }
  const from = `start_time ${directions[query.order].after} {edge:DateTime64(9, 'UTC')}`
  return run<Matched>(placesSql(query, ...(edge === undefined ? [] : [from]), query.where.sql), {
    ...query.where.params,
    ...query.bounds.params,
    limit,
    ...(edge === undefined ? {} : { edge }),
  })
}

/** Chunks of about `rows` rows, then of more and more: a filter whose rows are mostly outdated ends soon all the same. */
export async function* scan(search: Search, rows: number): AsyncGenerator<Chunk> {
  const isDescending = search.query.order === 'descending'
  let edge: string | undefined
  let seen = await nearPlaces(search, rows)
  for (let limit = rows; ; seen = undefined) {
    seen ??= await placesFrom(search, edge, limit)
    if (seen.length < limit) {
      yield { rows: seen, covers: () => true }
      return
    }
    // More rows of the last time may follow: they are left to the next chunk, which begins with that time.
    const last = seen.at(-1)?.start_time ?? ''
    const whole = seen.filter(({ start_time }) => start_time !== last)
    if (whole.length > 0) {
      yield { rows: whole, covers: (time) => (isDescending ? time > last : time < last) }
      edge = last
    }
    // A chunk of a single time must become larger than that time has rows, whatever it costs.
    limit = whole.length > 0 ? Math.min(limit * 2, Math.max(rows, rowsMax)) : limit * 4
  }
}
