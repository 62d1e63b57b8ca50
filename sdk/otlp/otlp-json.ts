// sdk/otlp: encodes spans as OTLP JSON and sends them, without an OpenTelemetry exporter.
// receipts.ts sends a request and waits for its receipt; recorded-value.ts bounds the size of recorded values.
// Imports nothing else of the SDK but the client's types. Start here.

export type AttributeValue = string | number | boolean | null | undefined | readonly AttributeValue[]

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly traceState?: string | undefined
  readonly name: string
  /** The span kind of OTLP: 1 is internal. */
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly object[]
  readonly events?: readonly object[]
  readonly links?: readonly object[]
  readonly status: { readonly code: number; readonly message?: string | undefined }
  readonly droppedAttributesCount?: number
  readonly droppedEventsCount?: number
  readonly droppedLinksCount?: number
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') {
    // protobuf JSON writes NaN and infinities as strings.
    if (!Number.isFinite(value)) return { doubleValue: String(value) }
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  if (Array.isArray(value)) return { arrayValue: { values: (value as AttributeValue[]).map(anyValue) } }
  return {}
}

export const attributeList = (attributes: Readonly<Record<string, unknown>>): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [{ key, value: anyValue(value as AttributeValue) }],
  )

export interface SpanGroup {
  readonly resource: Readonly<Record<string, unknown>>
  readonly scope: { readonly name: string; readonly version?: string | undefined }
  readonly spans: readonly OtlpSpan[]
}

/** The body of one request. */
export const tracesBody = (groups: readonly SpanGroup[]): string =>
  JSON.stringify({
    resourceSpans: groups.map(({ resource, scope, spans }) => ({
      resource: { attributes: attributeList(resource) },
      scopeSpans: [{ scope, spans }],
    })),
  })
