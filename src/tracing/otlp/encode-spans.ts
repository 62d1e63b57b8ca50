// Encodes spans that the server creates as OTLP/JSON, as a client would send them.
import { Double, isObject, valueText, type Value, type ValueObject } from '../value.ts'
import type { Attributes, OtlpSpan } from './span.ts'

/** An ExportTraceServiceRequest. Spans of one scope share its object. */
export function encodeSpans(spans: readonly OtlpSpan[]): Uint8Array {
  const resourceSpans = [...Map.groupBy(spans, ({ scope }) => scope).values()].map((scopeSpans) => {
    const { resource, scope } = scopeSpans[0] as OtlpSpan
    return {
      resource: { attributes: keyValues(resource.attributes) },
      scopeSpans: [
        {
          scope: { name: scope.name, version: scope.version, attributes: keyValues(scope.attributes) },
          spans: scopeSpans.map(spanJson),
        },
      ],
    }
  })
  return Buffer.from(valueText({ resourceSpans }))
}

const spanJson = (span: OtlpSpan): ValueObject => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: String(span.startTimeUnixNano),
  endTimeUnixNano: String(span.endTimeUnixNano),
  attributes: keyValues(span.attributes),
  status: { code: span.statusCode, message: span.statusMessage },
})

const keyValues = (attributes: Attributes): readonly Value[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

function anyValue(value: Value): ValueObject {
  if (value === null) return {}
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (value instanceof Double) return { doubleValue: value }
  if (typeof value === 'bigint') return { intValue: String(value) }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  if (isObject(value)) return { kvlistValue: { values: keyValues(value) } }
  return { arrayValue: { values: value.map(anyValue) } }
}
