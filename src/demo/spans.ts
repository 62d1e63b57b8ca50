// Spans in OTLP/JSON.
import type { Json } from '../kernel/json/value.ts'

export interface DemoSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly object[]
  readonly events: readonly object[]
  readonly status: { readonly code: number; readonly message?: string }
}

const nanoseconds = (ms: number): string =>
  `${Math.floor(ms)}${String(Math.round((ms % 1) * 1e6)).padStart(6, '0')}`

const valueOf = (value: Json): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  return { stringValue: `@ag.type=json:${JSON.stringify(value)}` }
}

export interface SpanInput {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly startMs: number
  readonly endMs: number
  readonly attributes: Readonly<Record<string, Json>>
  /** The error, if the span failed. */
  readonly failure?: { readonly type: string; readonly message: string } | undefined
}

const serverKind = 2
const internalKind = 1

export function spanOf(input: SpanInput): DemoSpan {
  const { traceId, spanId, parentSpanId, name, startMs, endMs, attributes, failure } = input
  return {
    traceId,
    spanId,
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: parentSpanId === undefined ? serverKind : internalKind,
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) })),
    events:
      failure === undefined
        ? []
        : [
            {
              name: 'exception',
              timeUnixNano: nanoseconds(endMs),
              attributes: [
                { key: 'exception.type', value: valueOf(failure.type) },
                { key: 'exception.message', value: valueOf(failure.message) },
                {
                  key: 'exception.stacktrace',
                  value: valueOf(
                    `${failure.type}: ${failure.message}\n    at ${name} (desk/${name.replaceAll(' ', '-')}.ts:41:11)`,
                  ),
                },
              ],
            },
          ],
    status: failure === undefined ? { code: 1 } : { code: 2, message: failure.message },
  }
}

export const requestOf = (service: string, spans: readonly DemoSpan[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
      scopeSpans: [{ scope: { name: 'harbour-books', version: '1.0.0' }, spans }],
    },
  ],
})
