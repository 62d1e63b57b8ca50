// Whether the traces of a list have finished. A root ends last, so that its arrival ends the trace; while it is missing,
// only the time since the last span tells a running trace from one whose root will not come.
import type { QueryScope, ShownSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'

/** Exporters send at least every minute; a step of an agent that takes longer than this is rare. */
const runningMs = 5 * 60_000

/** The rows, with the state of its trace on each head. Rows that were read without `is_head` stay as they are. */
export async function withTraceStates<Row extends ShownSpan>(
  queries: SpanQueries,
  scope: QueryScope,
  rows: readonly Row[],
  now: string,
): Promise<readonly Row[]> {
  const heads = rows.filter(({ is_head }) => is_head === 1)
  if (heads.length === 0) return rows
  const unfinished = heads.filter(({ parent_id }) => parent_id !== '').map(({ trace_id }) => trace_id)
  const since = rowTime(new Date(Date.parse(now) - runningMs).toISOString())
  const running = new Set(
    unfinished.length === 0 ? [] : await queries.tracesSentSince(scope, unfinished, since),
  )
  return rows.map((row) => {
    if (row.is_head !== 1) return row
    if (row.parent_id === '') return { ...row, trace_state: 'finished' }
    return { ...row, trace_state: running.has(row.trace_id) ? 'running' : 'root_missing' }
  })
}
