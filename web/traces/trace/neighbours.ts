// The rows before and after a trace in a list of spans.
import type { Span } from '../../app/spans/span.ts'

export interface Neighbour {
  readonly traceId: string
  /** The span, in a list of spans. */
  readonly spanId: string | undefined
}

export interface Neighbours {
  readonly previous: Neighbour | undefined
  readonly next: Neighbour | undefined
}

/** Undefined: the trace is not in the list. `spanId` is set in a list of spans, where a trace may have several rows. */
export function neighboursIn(
  rows: readonly Pick<Span, 'trace_id' | 'span_id'>[],
  own: { readonly traceId: string; readonly spanId?: string | undefined },
): Neighbours | undefined {
  const isOfSpans = 'spanId' in own
  const keyOf = (row: Pick<Span, 'trace_id' | 'span_id'>): string =>
    isOfSpans ? `${row.trace_id}/${row.span_id}` : row.trace_id
  const unique = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const exact = isOfSpans
    ? unique.findIndex((row) => row.trace_id === own.traceId && row.span_id === own.spanId)
    : -1
  const at = exact >= 0 ? exact : unique.findIndex((row) => row.trace_id === own.traceId)
  if (at < 0) return undefined
  const neighbour = (index: number): Neighbour | undefined => {
    const row = unique[index]
    return row && { traceId: row.trace_id, spanId: isOfSpans ? row.span_id : undefined }
  }
  return { previous: neighbour(at - 1), next: neighbour(at + 1) }
}
