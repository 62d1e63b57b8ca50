// What lists show of a trace beside its head: whether it has finished, and whom it is about.
import type { QueryScope, SelectedSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { traceState } from '../trace-state.ts'

/**
 * The rows, with the state of its trace on each head. A head that is no root gets the ids of the session, user and agent that
 * other spans of the trace carry. Rows that were read without `is_head` stay as they are.
 */
export async function withTraceStates<Row extends SelectedSpan>(
  queries: SpanQueries,
  scope: QueryScope,
  rows: readonly Row[],
  now: string,
): Promise<readonly Row[]> {
  const heads = rows.filter(({ is_head }) => is_head === 1)
  if (heads.length === 0) return rows
  const unfinished = heads.filter(({ parent_id }) => parent_id !== '').map(({ trace_id }) => trace_id)
  const facts = new Map(
    (unfinished.length === 0 ? [] : await queries.traceFacts(scope, unfinished)).map((one) => [
      one.trace_id,
      one,
    ]),
  )
  return rows.map((row) => {
    if (row.is_head !== 1) return row
    const { received_at, session_id, user_id, agent_id } = facts.get(row.trace_id) ?? {}
    const receivedMs = received_at === undefined ? 0 : Date.parse(isoOfRow(received_at))
    return {
      ...row,
      trace_state: traceState({ hasRoot: row.parent_id === '', receivedMs, nowMs: Date.parse(now) }),
      ...(session_id === undefined || session_id === '' ? {} : { session_id }),
      ...(user_id === undefined || user_id === '' ? {} : { user_id }),
      ...(agent_id === undefined || agent_id === '' ? {} : { agent_id }),
    }
  })
}
