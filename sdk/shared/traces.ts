// Queries for lists of traces, shared by pages, terminal and assistants: a row is the head of its trace, and the filter
// applies to the trace.
export { runningMs, traceState } from '../../src/tracing/trace-state.ts'
import type { Assay } from '../client.ts'
import type { SpanMember } from '../generated/schemas.ts'
import { NotFoundError } from './names.ts'

/** The fields of every row. */
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

/** The fields of a row: a preview of its content, and for traces their state and totals. */
export const rowFields = (focus: ListFocus = 'traces'): readonly SpanMember[] =>
  focus === 'traces' ? [...spanFields, 'trace'] : spanFields

/** The fields of a query, tail, export or analytics request that select the rows. */
export interface ListRequest {
  readonly heads?: true
  readonly filter?: string
}

/** Selects traces by their heads, or spans. */
export const listRequest = (filter: string | undefined, focus: ListFocus = 'traces'): ListRequest => ({
  ...(focus === 'traces' ? { heads: true } : {}),
  ...(filter === undefined || filter === '' ? {} : { filter }),
})

/** The id of the root span of a trace; without a root, of its first span. */
export async function requireRootSpanId(assay: Assay, traceId: string): Promise<string> {
  const { spans } = await assay.traces.outline(traceId)
  const root = spans.find(({ parent_id }) => parent_id === undefined || parent_id === null) ?? spans[0]
  if (root === undefined) throw new NotFoundError(`There is no trace ${traceId} in this project.`)
  return root.span_id
}
