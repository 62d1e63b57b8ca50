// Walks ExportTraceServiceRequest (or TracesData, which is the same on the wire) in protobuf down to its spans, and
// requests of logs down to their records. A span with invalid bytes or ids is refused alone. Field numbers are those of
// opentelemetry/proto/trace/v1/trace.proto.
import { checkedIds, ItemBudget, SpanError, undecodable, type OtlpSpan, type RefusedSpan } from './span.ts'
import { tagOf, Wire, WireError, wireType } from './wire.ts'

const bytesField = (field: number) => tagOf(field, wireType.bytes)
const varintField = (field: number) => tagOf(field, wireType.varint)
const fixed64Field = (field: number) => tagOf(field, wireType.fixed64)
const fixed32Field = (field: number) => tagOf(field, wireType.fixed32)

const request = { resourceSpans: bytesField(1) } as const
const resourceSpans = {
  resource: bytesField(1),
  scopeSpans: bytesField(2),
  schemaUrl: bytesField(3),
} as const
const scopeSpans = { scope: bytesField(1), spans: bytesField(2), schemaUrl: bytesField(3) } as const
export const resourceFields = {
  attributes: bytesField(1),
  droppedAttributesCount: varintField(2),
  entityRefs: bytesField(3),
} as const
export const entityRefFields = {
  schemaUrl: bytesField(1),
  type: bytesField(2),
  idKeys: bytesField(3),
  descriptionKeys: bytesField(4),
} as const
export const scopeFields = {
  name: bytesField(1),
  version: bytesField(2),
  attributes: bytesField(3),
  droppedAttributesCount: varintField(4),
} as const
export const spanFields = {
  traceId: bytesField(1),
  spanId: bytesField(2),
  traceState: bytesField(3),
  parentSpanId: bytesField(4),
  name: bytesField(5),
  kind: varintField(6),
  startTimeUnixNano: fixed64Field(7),
  endTimeUnixNano: fixed64Field(8),
  attributes: bytesField(9),
  droppedAttributesCount: varintField(10),
  events: bytesField(11),
  droppedEventsCount: varintField(12),
  links: bytesField(13),
  droppedLinksCount: varintField(14),
  status: bytesField(15),
  flags: fixed32Field(16),
} as const
export const eventFields = {
  timeUnixNano: fixed64Field(1),
  name: bytesField(2),
  attributes: bytesField(3),
  droppedAttributesCount: varintField(4),
} as const
export const linkFields = {
  traceId: bytesField(1),
  spanId: bytesField(2),
  traceState: bytesField(3),
  attributes: bytesField(4),
  droppedAttributesCount: varintField(5),
  flags: fixed32Field(6),
} as const
export const statusFields = { message: bytesField(2), code: varintField(3) } as const

/** Field numbers of opentelemetry/proto/logs/v1/logs.proto. */
export const logFields = {
  timeUnixNano: fixed64Field(1),
  body: bytesField(5),
  attributes: bytesField(6),
  droppedAttributesCount: varintField(7),
  traceId: bytesField(9),
  spanId: bytesField(10),
  observedTimeUnixNano: fixed64Field(11),
  eventName: bytesField(12),
} as const

/** Ids of a span as sent. Empty if absent. */
export interface SentIds {
  traceId: string
  spanId: string
  parentSpanId: string
}

export type CheckedIds = Pick<OtlpSpan, 'index' | 'traceId' | 'spanId' | 'parentSpanId'>

export interface WalkedRequest<Span> {
  readonly spans: readonly Span[]
  readonly refusedSpans: readonly RefusedSpan[]
}

const noBytes: Uint8Array = new Uint8Array()

/** A message that may arrive in several pieces, to be concatenated. */
class Pieces {
  #pieces: Uint8Array[] = []

  add(piece: Uint8Array): void {
    this.#pieces.push(piece)
  }

  /** Joined on first use, which is rare. */
  bytes(): Uint8Array {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0] ?? noBytes
  }
}

/** Walks a request once. Subclasses decide what to build. */
export abstract class RequestWalk<Span> {
  protected readonly wire: Wire
  protected readonly budget: ItemBudget
  readonly #spans: Span[] = []
  readonly #refusedSpans: RefusedSpan[] = []
  /** The bytes of the current resource and scope. */
  #resourceBytes = new Pieces()
  #scopeBytes = new Pieces()

  constructor(body: Uint8Array, budget: ItemBudget) {
    this.wire = new Wire(body)
    this.budget = budget
  }

  /** A resource begins. Its own message may be absent; otherwise `resource` follows, then its scopes. */
  protected abstract enterResource(): void
  /** Called for each piece of the resource message. Later pieces add to earlier ones. */
  protected abstract resource(end: number): void
  protected abstract resourceSchema(end: number): void
  /** The same for a scope. */
  protected abstract enterScope(): void
  protected abstract scope(end: number): void
  protected abstract scopeSchema(end: number): void
  /**
   * Reads a span up to `end`, and its ids into `ids`. Returns a function that creates the span after the ids are
   * checked.
   */
  protected abstract span(end: number, ids: SentIds): (checked: CheckedIds) => Span

  /** Undecodable bytes: payload_undecodable; too many items: payload_too_large. */
  walk(): WalkedRequest<Span> {
    const { wire } = this
    try {
      this.#each(wire.length, { [request.resourceSpans]: (end) => this.#resourceSpans(end) })
    } catch (error) {
      if (error instanceof WireError) throw undecodable(error)
      throw error
    }
    return { spans: this.#spans, refusedSpans: this.#refusedSpans }
  }

  /** Calls a visitor per sub-message by its tag. Other fields are skipped. */
  #each(end: number, visitors: Readonly<Record<number, (end: number) => void>>): void {
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      const visitor = visitors[tag]
      if (visitor === undefined) wire.skip(tag)
      else visitor(wire.fieldEnd())
    }
  }

  #resourceSpans(end: number): void {
    // Fields may be in any order, so the resource is read before the spans that belong to it.
    const start = this.wire.pos
    this.enterResource()
    this.#resourceBytes = new Pieces()
    this.#each(end, {
      [resourceSpans.resource]: (resourceEnd) => {
        this.#resourceBytes.add(this.wire.view(this.wire.pos, resourceEnd))
        this.resource(resourceEnd)
      },
      [resourceSpans.schemaUrl]: (urlEnd) => this.resourceSchema(urlEnd),
    })
    this.wire.pos = start
    this.#each(end, { [resourceSpans.scopeSpans]: (scopeEnd) => this.#scopeSpans(scopeEnd) })
  }

  #scopeSpans(end: number): void {
    const start = this.wire.pos
    this.enterScope()
    this.#scopeBytes = new Pieces()
    this.#each(end, {
      [scopeSpans.scope]: (scopeEnd) => {
        this.#scopeBytes.add(this.wire.view(this.wire.pos, scopeEnd))
        this.scope(scopeEnd)
      },
      [scopeSpans.schemaUrl]: (urlEnd) => this.scopeSchema(urlEnd),
    })
    this.wire.pos = start
    this.#each(end, { [scopeSpans.spans]: (spanEnd) => this.#spanOrRefusal(spanEnd) })
  }

  #spanOrRefusal(end: number): void {
    this.budget.take()
    const index = this.#spans.length + this.#refusedSpans.length
    const start = this.wire.pos
    const ids = { traceId: '', spanId: '', parentSpanId: '' }
    try {
      const createSpan = this.span(end, ids)
      this.#spans.push(createSpan({ index, ...checkedIds(ids) }))
    } catch (error) {
      if (!(error instanceof SpanError || error instanceof WireError)) throw error
      this.#refusedSpans.push({
        index,
        ...(ids.traceId === '' ? {} : { traceId: ids.traceId }),
        ...(ids.spanId === '' ? {} : { spanId: ids.spanId }),
        reason: error instanceof SpanError ? error.message : `the span cannot be decoded: ${error.message}`,
        source: this.wire.view(start, end),
        resource: this.#resourceBytes.bytes(),
        scope: this.#scopeBytes.bytes(),
      })
    }
    this.wire.pos = end
  }
}
