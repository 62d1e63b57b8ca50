// Converts imported spans to OTLP with stable ids: a span that is sent again replaces itself.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { ImportedSpan } from './importer.ts'

const hashedId = ({
  source,
  kind,
  id,
  digits,
}: {
  readonly source: string
  readonly kind: string
  readonly id: string
  readonly digits: number
}): string => bytesToHex(sha256(utf8ToBytes(`assay-import\n${source}\n${kind}\n${id}`))).slice(0, digits)

/** An OpenTelemetry trace id stays, a UUID keeps its digits, any other id is hashed. */
export function traceIdOf(source: string, id: string): string {
  const hex = id.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(hex) && !/^0+$/.test(hex)
    ? hex
    : hashedId({ source, kind: 'trace', id, digits: 32 })
}

export function spanIdOf(
  source: string,
  { traceId, id }: { readonly traceId: string; readonly id: string },
): string {
  return /^[0-9a-f]{16}$/i.test(id) && !/^0+$/.test(id)
    ? id.toLowerCase()
    : hashedId({ source, kind: `span ${traceId}`, id, digits: 16 })
}

/** A value in OTLP; undefined for absent values. Objects stay objects. */
function valueOf(value: unknown): object | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'bigint') return { intValue: String(value) }
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item) => valueOf(item) ?? {}) } }
  return { kvlistValue: { values: pairsOf(value) } }
}

/** The members of an object as a list of OTLP attributes. */
const pairsOf = (members: object): readonly object[] =>
  Object.entries(members).flatMap(([key, member]) => {
    const value = valueOf(member)
    return value === undefined ? [] : [{ key, value }]
  })

export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly startTimeUnixNano: string
}

export function otlpSpan(source: string, span: ImportedSpan): OtlpSpan {
  const traceId = traceIdOf(source, span.traceId)
  const otlp = {
    traceId,
    spanId: spanIdOf(source, { traceId, id: span.spanId }),
    ...(span.parentId === undefined
      ? {}
      : { parentSpanId: spanIdOf(source, { traceId, id: span.parentId }) }),
    name: span.name,
    startTimeUnixNano: String(span.startNs),
    endTimeUnixNano: String(span.endNs < span.startNs ? span.startNs : span.endNs),
    status: span.errorMessage === undefined ? {} : { code: 2, message: span.errorMessage },
    attributes: pairsOf(span.attributes),
    events: (span.events ?? []).map(({ name, timeNs, attributes }) => ({
      name,
      timeUnixNano: String(timeNs),
      attributes: pairsOf(attributes),
    })),
    links: (span.links ?? []).map((link) => {
      const linkedTraceId = traceIdOf(source, link.traceId)
      return { traceId: linkedTraceId, spanId: spanIdOf(source, { traceId: linkedTraceId, id: link.spanId }) }
    }),
  }
  return otlp
}

export const otlpRequest = (source: string, spans: readonly object[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: `import ${source}` } }] },
        scopeSpans: [{ scope: { name: 'assay-import' }, spans }],
      },
    ],
  })
