// Adds the state and the identities of a trace to its head, for lists.
import type { QueryScope, SelectedSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { traceState } from '../trace-state.ts'

/**
 * Adds the state of its trace to each head. A head that is not a root gets the session, user and agent ids of other
 * spans of the trace. Rows that were read without `is_head` stay unchanged.
 */
export async function withTraceStates<Row extends SelectedSpan>(
  queries: SpanQueries,
  scope: QueryScope,
  rows: readonly Row[],
  now: string,
): Promise<readonly Row[]> {
  const heads = rows.filter(({ is_head }) => is_head === 1)
  if (heads.length === 0) return rows
  const unfinishedIds = heads.filter(({ parent_id }) => parent_id !== '').map(({ trace_id }) => trace_id)
  const facts = new Map(
    (unfinishedIds.length === 0 ? [] : await queries.traceFacts(scope, unfinishedIds)).map((traceFacts) => [
      traceFacts.trace_id,
      traceFacts,
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
