// The spans that a filter lets pass, in the order of time, a chunk after the other. Rows are read as they lie, without
// FINAL: the engine then reads the table in its order and stops as soon as a chunk is full. On 1,000,000 spans the
// first 50 took 5 ms, and 150 ms with FINAL. What comes out is therefore only what may be on a page: a row may have been
// replaced or removed since, and whoever asked looks at the live rows before it answers.
import type { SpanPageQuery } from '../contract/contract.ts'
import type { Run } from './reader.ts'

/** What a page looks for. */
export interface Search {
  readonly run: Run
  readonly query: SpanPageQuery
}

export interface Seen {
  readonly trace_id: string
  readonly span_id: string
  readonly start_time: string
}

export interface Chunk {
  /** All rows between the chunk before and the edge. */
  readonly rows: readonly Seen[]
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

const placesSql = ({ order, bounds }: SpanPageQuery, ...conditions: readonly string[]): string =>
  `SELECT trace_id, span_id, start_time FROM spans
   WHERE ${all('project_id = {project:UUID}', bounds.sql, ...conditions, 'is_deleted = 0')}
   ORDER BY start_time ${directions[order].order} LIMIT {limit:UInt32}`

/** The places that the filter lets pass among the first rows in the order of the query. */
function nearSql(query: SpanPageQuery, filter: string): string {
  const { order, before, last } = directions[query.order]
  const first = `SELECT start_time FROM spans WHERE ${all('project_id = {project:UUID}', query.bounds.sql)}
    ORDER BY start_time ${order} LIMIT ${nearRows}`
  const within = `start_time ${before} (SELECT ${last}(start_time) FROM (${first}))`
  return placesSql(query, within, filter)
}

/** As many places as asked for, if there are so many among the first rows. */
async function nearPlaces({ run, query }: Search, limit: number): Promise<readonly Seen[] | undefined> {
  const { near } = query.where
  if (near === undefined || limit > nearChunkMax) return undefined
  const params = { ...near.params, ...query.bounds.params, limit }
  const seen = await run<Seen>(nearSql(query, near.sql), params, 'use_skip_indexes = 0')
  return seen.length < limit ? undefined : seen
}

function placesFrom(
  { run, query }: Search,
  edge: string | undefined,
  limit: number,
): Promise<readonly Seen[]> {
  const from = `start_time ${directions[query.order].after} {edge:DateTime64(9, 'UTC')}`
  return run<Seen>(placesSql(query, ...(edge === undefined ? [] : [from]), query.where.sql), {
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
