// The errors of a trace. Ancestors of a failed span fail with it, so only failed spans without a failed child are listed.
import { agOf, type Span } from '../app/spans/span.ts'

export interface TurnError {
  readonly spanId: string
  readonly spanName: string
  readonly message: string
}

const messageOf = (span: Span): string => {
  const { type, message } = agOf(span).exception ?? {}
  const text = message ?? span.status_message
  if (text === undefined || text === '') return type ?? 'Failed without a message'
  return type === undefined || text.includes(type) ? text : `${type}: ${text}`
}

export function errorsByTrace(failedSpans: readonly Span[]): ReadonlyMap<string, readonly TurnError[]> {
  const parents = new Set(failedSpans.map(({ trace_id, parent_id }) => `${trace_id}/${parent_id}`))
  const causes = failedSpans.filter(({ trace_id, span_id }) => !parents.has(`${trace_id}/${span_id}`))
  const byTrace = Map.groupBy(causes, ({ trace_id }) => trace_id)
  return new Map(
    [...byTrace].map(([traceId, spans]) => [
      traceId,
      spans.map((span) => ({ spanId: span.span_id, spanName: span.span_name, message: messageOf(span) })),
    ]),
  )
}
