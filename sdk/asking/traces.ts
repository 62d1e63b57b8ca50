// How lists of traces are asked for, alike on a page, in a terminal and by an assistant. Traces are what programs did, as people mean
// them; judgments are traces, too, and are listed when a filter asks for a type.
import type { SpanMember } from '../generated/schemas.ts'

/** What a row of a list shows: no content but its beginning. */
export const rowFields: readonly SpanMember[] = [
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

/** Satisfied by the roots of those traces of which some span satisfies the filter. What stands before the filter is its beginning. */
export function rootsFilter(filter: string | undefined): { readonly text: string; readonly before: number } {
  const isTyped = filter !== undefined && /\btrace_type\b/.test(filter)
  const own = isTyped ? 'parent_id = null' : 'parent_id = null and trace_type != annotation'
  if (filter === undefined || filter === '') return { text: own, before: 0 }
  const begun = `${own} and any(`
  return { text: `${begun}${filter})`, before: begun.length }
}
