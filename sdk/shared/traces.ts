// How lists of traces are asked for, alike on a page, in a terminal and by an assistant: a row is the head of its trace, and
// the filter is about the trace.
export { runningMs, traceState } from '../../src/tracing/trace-state.ts'
import type { SpanMember } from '../generated/schemas.ts'

/** Members of every row. */
const spanFields: readonly SpanMember[] = [
  'parent_id',
  'span_name',
  'span_type',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'session_id',
  'user_id',
  'totals',
  'preview',
]

export type ListFocus = 'traces' | 'spans'

/** What a row of a list shows: no content but its beginning, and of traces their state and totals. */
export const rowFields = (focus: ListFocus = 'traces'): readonly SpanMember[] =>
  focus === 'traces' ? [...spanFields, 'trace'] : spanFields

/** The members of a query, a tail, an export or analytics that say what is listed. */
export interface ListRequest {
  readonly heads?: true
  readonly filter?: string
}

/** Traces by their heads, or spans; the filter as it was typed. */
export const listRequest = (filter: string | undefined, focus: ListFocus = 'traces'): ListRequest => ({
  ...(focus === 'traces' ? { heads: true } : {}),
  ...(filter === undefined || filter === '' ? {} : { filter }),
})
