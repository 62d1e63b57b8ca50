// The spans that a filter lets pass, in the order of time, a chunk after the other. Rows are read as they lie, without
// FINAL: the engine then reads the table in its order and stops as soon as a chunk is full. On 1,000,000 spans the
// first 50 took 5 ms, and 150 ms with FINAL. What comes out is therefore only what may be on a page: a row may have been
// replaced or removed since, and whoever asked looks at the live rows before it answers.
import type { SpanPageQuery, SpanSql } from '../contract.ts'
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

/** So many rows are looked at one by one before the index of words is asked, for chunks of at most so many rows. */
const nearRows = 2_048
const nearChunkMax = nearRows / 4

/**
 * Whether many spans may hold all of these words; those with digits are mostly names of one thing. The index is read for the
 * whole table, and where a page is full after some hundred rows, that is most of the time: 48 ms in place of 30 among
 * 1,000,000 spans, and ten times as much among ten times as many.
 */
const areCommon = ({ words = [] }: SpanSql): boolean =>
  words.length > 0 && !words.some((word) => /\d/.test(word))

/** `edge` is where the last chunk ended; `near` looks at the first rows in the order of the query alone. */
function statementOf(
  query: SpanPageQuery,
  { edge, near }: { readonly edge: boolean; readonly near: boolean },
): string {
  const [direction, after, farthest] =
    query.order === 'descending' ? ['DESC', '<=', 'min'] : ['ASC', '>=', 'max']
  const within = [
    ...(edge ? [`start_time ${after} {edge:DateTime64(9, 'UTC')}`] : []),
    ...(near
      ? [
          `start_time ${after === '<=' ? '>=' : '<='} (SELECT ${farthest}(start_time) FROM (
             SELECT start_time FROM spans WHERE ${all('project_id = {project:UUID}', query.bounds.sql)}
             ORDER BY start_time ${direction} LIMIT ${nearRows}))`,
        ]
      : []),
  ]
  return `SELECT trace_id, span_id, start_time FROM spans
     WHERE ${all('project_id = {project:UUID}', query.bounds.sql, ...within, query.where.sql, 'is_deleted = 0')}
     ORDER BY start_time ${direction} LIMIT {limit:UInt32}
     ${near ? 'SETTINGS use_skip_indexes = 0' : ''}`
}

/** Chunks of about `rows` rows, then of more and more: a filter whose rows are mostly outdated ends soon all the same. */
export async function* scan({ run, query }: Search, rows: number): AsyncGenerator<Chunk> {
  const isDescending = query.order === 'descending'
  let edge: string | undefined
  let near = rows <= nearChunkMax && areCommon(query.where)
  for (let limit = rows; ;) {
    const seen = await run<Seen>(statementOf(query, { edge: edge !== undefined, near }), {
      ...query.where.params,
      ...query.bounds.params,
      limit,
      ...(edge === undefined ? {} : { edge }),
    })
    if (seen.length < limit) {
      if (!near) {
        yield { rows: seen, covers: () => true }
        return
      }
      near = false
      continue
    }
    near = false
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
