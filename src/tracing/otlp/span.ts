// What a decoder of either encoding gives: spans as sent, ids in lower-case hex, times as exact nanoseconds.
// Only a span that cannot be addressed is refused; its neighbours live.
import { AssayError } from '../../kernel/errors.ts'
import type { Value, ValueObject } from '../value.ts'

/** Attributes by their flat dotted keys; of equal keys the last one sent. */
export type Attributes = ValueObject

/** Absent where nothing was dropped. */
interface Dropping {
  readonly droppedAttributesCount?: number
}

/** Which attributes of a resource name an entity, and which describe it. */
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

/** Ids of a link are kept whatever their length; the canonical form sets ill-formed ones aside. */
export interface OtlpLink extends Dropping {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
  readonly traceState?: string
  readonly flags?: number
}

/** Members under construction: what is not said stays absent. */
export type Open<T> = { -readonly [Member in keyof T]: T[Member] }

export interface OtlpSpan {
  /** Position among all spans of the request, refused ones counted. */
  readonly index: number
  readonly traceId: string
  readonly spanId: string
  /** Absent on roots. */
  readonly parentSpanId?: string
  readonly name: string
  /** Any number: exporters newer than this server may send more. A JSON name that is not known stays text. */
  readonly kind: Value
  readonly statusCode: Value
  readonly statusMessage: string
  /** 0 when not sent. */
  readonly startTimeUnixNano: bigint
  readonly endTimeUnixNano: bigint
  readonly attributes: Attributes
  readonly events: readonly OtlpEvent[]
  /** Events that came as records of OTLP logs. Absent when there are none. */
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
  /** The span as it stood in the request: a view of its protobuf bytes, or its JSON text. */
  readonly source: Uint8Array | string
  /** What it stood in, likewise. */
  readonly resource?: Uint8Array | string
  readonly scope?: Uint8Array | string
}

export interface DecodedTraces {
  readonly spans: readonly OtlpSpan[]
  readonly refused: readonly RefusedSpan[]
}

/** A fault inside one span: the decoder refuses that span and goes on. */
export class SpanFault extends Error {}

export const undecodable = (cause: unknown): AssayError =>
  new AssayError(
    'payload_undecodable',
    `Failed to parse OTLP stream. ${cause instanceof Error ? cause.message : String(cause)}`,
    { cause },
  )

/**
 * Bounds what a small body can make us hold: an empty span, event or link is 2 bytes on the wire and over a
 * hundred in memory. Exporters send some hundred per request.
 */
export class ItemBudget {
  #left: number
  readonly #max: number

  constructor(itemsMax: number = 500_000) {
    this.#left = itemsMax
    this.#max = itemsMax
  }

  take(): void {
    this.#left -= 1
    if (this.#left < 0) {
      throw new AssayError(
        'payload_too_large',
        `OTLP batch holds more than ${this.#max} spans, events and links.`,
      )
    }
  }
}

const allZero = /^0*$/

/** Throws SpanFault unless `hex` is an id of that many bytes and not all zero. */
function checkId(field: string, hex: string, bytes: number): void {
  if (hex.length !== bytes * 2) {
    throw new SpanFault(`${field} has ${hex.length / 2} bytes; ${bytes} are needed`)
  }
  if (allZero.test(hex)) throw new SpanFault(`${field} is all zero`)
}

/** The ids of an addressable span; a parent that is empty or all zero is none. */
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
