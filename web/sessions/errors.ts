// What went wrong in a trace: an error is passed on by the spans above it, so the span that has no failed span below it is told.
import { agOf, type Span } from '../app/spans/span.ts'

export interface TurnError {
  readonly spanId: string
  readonly spanName: string
  readonly message: string
}

const messageOf = (span: Span): string => {
  const { type, message } = agOf(span).exception ?? {}
  const told = message ?? span.status_message
  if (told === undefined || told === '') return type ?? 'It failed without a message.'
  return type === undefined || told.includes(type) ? told : `${type}: ${told}`
}

export function errorsByTrace(failed: readonly Span[]): ReadonlyMap<string, readonly TurnError[]> {
  const parents = new Set(failed.map(({ trace_id, parent_id }) => `${trace_id}/${parent_id}`))
  const causes = failed.filter(({ trace_id, span_id }) => !parents.has(`${trace_id}/${span_id}`))
  const byTrace = Map.groupBy(causes, ({ trace_id }) => trace_id)
  return new Map(
    [...byTrace].map(([traceId, spans]) => [
      traceId,
      spans.map((span) => ({ spanId: span.span_id, spanName: span.span_name, message: messageOf(span) })),
    ]),
  )
}
