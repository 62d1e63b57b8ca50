// Spans in the JSON form of OTLP, for those who send them without an exporter of OpenTelemetry.

export type AttributeValue = string | number | boolean | null | undefined | readonly AttributeValue[]

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly traceState?: string | undefined
  readonly name: string
  /** As OTLP counts them: 1 is internal. */
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
    // Numbers that JSON cannot write have names in the JSON form of protobuf.
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
