// The result of a decoder of either encoding: spans as sent, ids in lower-case hex, times as exact nanoseconds.
// Only a span with invalid ids is refused; its neighbours are accepted.
import { AssayError } from '../../kernel/errors.ts'
import type { Value, ValueObject } from '../value.ts'

/** Attributes by their flat dotted keys. Among equal keys the last one counts. */
export type Attributes = ValueObject

/** Absent if nothing was dropped. */
interface Dropping {
  readonly droppedAttributesCount?: number
}

/** The attributes of a resource that identify an entity, and those that describe it. */
export interface OtlpEntityRef {
  readonly type: string
  readonly schemaUrl: string
  readonly idKeys: readonly string[]
  readonly descriptionKeys: readonly string[]
}

export interface OtlpResource extends Dropping {
  readonly attributes: Attributes
  readonly schemaUrl?: string
  readonly entityRefs?: readonly OtlpEntityRef[]
}

export interface OtlpScope extends Dropping {
  readonly name: string
  readonly version: string
  readonly attributes: Attributes
  readonly schemaUrl?: string
}

export interface OtlpEvent extends Dropping {
  readonly timeUnixNano: bigint
  readonly name: string
  readonly attributes: Attributes
}

/** Ids of a link may have any length. The canonical form sets invalid ones aside. */
export interface OtlpLink extends Dropping {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
  readonly traceState?: string
  readonly flags?: number
}

/** Members under construction. Unset members stay absent. */
export type Open<T> = { -readonly [Member in keyof T]: T[Member] }

export interface OtlpSpan {
  /** Position among all spans of the request, including refused ones. */
  readonly index: number
  readonly traceId: string
  readonly spanId: string
  /** Absent on roots. */
  readonly parentSpanId?: string
  readonly name: string
  /** Any number, because newer exporters may send more. An unknown JSON name stays text. */
  readonly kind: Value
  readonly statusCode: Value
  readonly statusMessage: string
  /** 0 if not sent. */
  readonly startTimeUnixNano: bigint
  readonly endTimeUnixNano: bigint
  readonly attributes: Attributes
  readonly events: readonly OtlpEvent[]
  /** Events that arrived as OTLP log records. Absent if there are none. */
  readonly logs?: readonly OtlpEvent[]
  readonly links: readonly OtlpLink[]
  readonly traceState: string
  readonly flags: number
  readonly droppedAttributesCount: number
  readonly droppedEventsCount: number
  readonly droppedLinksCount: number
  readonly resource: OtlpResource
  readonly scope: OtlpScope
}

export interface RefusedSpan {
  readonly index: number
  readonly traceId?: string
  readonly spanId?: string
  readonly reason: string
  /** The span as sent: a view of its protobuf bytes, or its JSON text. */
  readonly source: Uint8Array | string
  /** Its resource and scope, with the same rule. */
  readonly resource?: Uint8Array | string
  readonly scope?: Uint8Array | string
}

export interface DecodedTraces {
  readonly spans: readonly OtlpSpan[]
  readonly refusedSpans: readonly RefusedSpan[]
}

/** An error inside one span: the decoder refuses that span and continues. */
export class SpanError extends Error {}

export const undecodable = (cause: unknown): AssayError =>
  new AssayError(
    'payload_undecodable',
    `Failed to parse OTLP stream. ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  )

/**
 * Bounds the memory that a small body can occupy: an empty span, event or link takes 2 bytes on the wire and over a
 * hundred in memory. Exporters send some hundred per request.
 */
export class ItemBudget {
  #remaining: number
  readonly #max: number

  constructor(itemsMax: number = 500_000) {
    this.#remaining = itemsMax
    this.#max = itemsMax
  }

  take(): void {
    this.#remaining -= 1
    if (this.#remaining < 0) {
      throw new AssayError(
        'payload_too_large',
        `OTLP batch holds more than ${this.#max} spans, events and links.`,
      )
    }
  }
}

const allZero = /^0*$/

/** Throws SpanError unless `hex` is an id of that many bytes and not all zero. */
function checkId(field: string, hex: string, bytes: number): void {
  if (hex.length !== bytes * 2) {
    throw new SpanError(`${field} has ${hex.length / 2} bytes; ${bytes} are needed`)
  }
  if (allZero.test(hex)) throw new SpanError(`${field} is all zero`)
}

/** The validated ids of a span. A parent that is empty or all zero counts as absent. */
export function checkedIds(ids: {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
}): Pick<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId'> {
  checkId('trace_id', ids.traceId, 16)
  checkId('span_id', ids.spanId, 8)
  if (allZero.test(ids.parentSpanId)) {
    return { traceId: ids.traceId, spanId: ids.spanId }
  }
  checkId('parent_span_id', ids.parentSpanId, 8)
  return ids
}
