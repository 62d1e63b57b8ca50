// The rows before and after a trace in a list of spans.
import type { Span } from '../../app/spans/span.ts'

export interface Neighbour {
  readonly traceId: string
  /** The id of the span; set only in a list of spans. */
  readonly spanId: string | undefined
}

export interface Neighbours {
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

/**
 * The rows before and after a trace; undefined: the trace is not in the list. `spanId` is set in a list of spans, where
 * a trace may have several rows.
 */
export function neighboursIn(
  rows: readonly Pick<Span, 'trace_id' | 'span_id'>[],
  current: { readonly traceId: string; readonly spanId?: string | undefined },
): Neighbours | undefined {
  const isOfSpans = 'spanId' in current
  const keyOf = (row: Pick<Span, 'trace_id' | 'span_id'>): string =>
    isOfSpans ? `${row.trace_id}/${row.span_id}` : row.trace_id
  const uniqueRows = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const exactIndex = isOfSpans
    ? uniqueRows.findIndex((row) => row.trace_id === current.traceId && row.span_id === current.spanId)
    : -1
  const index = exactIndex >= 0 ? exactIndex : uniqueRows.findIndex((row) => row.trace_id === current.traceId)
  if (index < 0) return undefined
  const neighbour = (position: number): Neighbour | undefined => {
    const row = uniqueRows[position]
    return row && { traceId: row.trace_id, spanId: isOfSpans ? row.span_id : undefined }
  }
  return { previous: neighbour(index - 1), next: neighbour(index + 1) }
}
