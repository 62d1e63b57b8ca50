// ExportTraceServiceRequest (or TracesData, which is the same on the wire) in protobuf. Our own decoder and not a
// general library: it reads 64-bit numbers exactly, refuses one span without its neighbours, and never builds what
// is not kept. Field numbers are those of opentelemetry/proto/trace/v1/trace.proto.
import { AssayError } from '../../errors.ts'
import type { OpenObject } from '../value.ts'
import { readKeyValue } from './any-value.ts'
import {
  checkedIds,
  ItemBudget,
  SpanFault,
  undecodable,
  type DecodedTraces,
  type OtlpEvent,
  type OtlpLink,
  type OtlpResource,
  type OtlpScope,
  type OtlpSpan,
  type RefusedSpan,
} from './span.ts'
import { tagOf, Wire, WireFault, wireType } from './wire.ts'

const bytesField = (field: number) => tagOf(field, wireType.bytes)
const varintField = (field: number) => tagOf(field, wireType.varint)
const fixed64Field = (field: number) => tagOf(field, wireType.fixed64)
const fixed32Field = (field: number) => tagOf(field, wireType.fixed32)

const request = { resourceSpans: bytesField(1) } as const
const resourceSpans = { resource: bytesField(1), scopeSpans: bytesField(2) } as const
const resourceFields = { attributes: bytesField(1) } as const
const scopeSpans = { scope: bytesField(1), spans: bytesField(2) } as const
const scopeFields = { name: bytesField(1), version: bytesField(2), attributes: bytesField(3) } as const
const spanFields = {
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
const eventFields = { timeUnixNano: fixed64Field(1), name: bytesField(2), attributes: bytesField(3) } as const
const linkFields = { traceId: bytesField(1), spanId: bytesField(2), attributes: bytesField(4) } as const
const statusFields = { message: bytesField(2), code: varintField(3) } as const

/** Decodes a whole request. Undecodable bytes: payload_undecodable; too many items: payload_too_large. */
export function decodeProtobuf(body: Uint8Array, budget: ItemBudget = new ItemBudget()): DecodedTraces {
  const decoder = new RequestDecoder(new Wire(body), budget)
  try {
    return decoder.decode()
  } catch (error) {
    if (error instanceof WireFault) throw undecodable(error)
    throw error
  }
}

/** What spans stand in, decoded and as bytes. */
interface Sourced<T> {
  readonly value: T
  readonly source: Uint8Array
}
const noBytes = new Uint8Array()

class RequestDecoder {
  readonly #wire: Wire
  readonly #budget: ItemBudget
  readonly #spans: OtlpSpan[] = []
  readonly #refused: RefusedSpan[] = []

  constructor(wire: Wire, budget: ItemBudget) {
    this.#wire = wire
    this.#budget = budget
  }

  decode(): DecodedTraces {
    const wire = this.#wire
    wire.message(wire.length, (tag) => {
      if (tag !== request.resourceSpans) return false
      this.#resourceSpans(wire.span())
      return true
    })
    return { spans: this.#spans, refused: this.#refused }
  }

  /** Visits the sub-messages of one tag; the others are passed over. */
  #each(end: number, wanted: number, visit: (end: number) => void): void {
    const wire = this.#wire
    wire.message(end, (tag) => {
      if (tag !== wanted) return false
      visit(wire.span())
      return true
    })
  }

  #resourceSpans(end: number): void {
    // Fields may stand in any order, so the resource is looked for before the spans that belong to it.
    const start = this.#wire.pos
    const attributes: OpenObject = {}
    let source: Uint8Array = noBytes
    this.#each(end, resourceSpans.resource, (resourceEnd) => {
      source = this.#wire.view(this.#wire.pos, resourceEnd)
      this.#each(resourceEnd, resourceFields.attributes, (e) => readKeyValue(this.#wire, e, attributes))
    })
    this.#wire.pos = start
    const resource: Sourced<OtlpResource> = { value: { attributes }, source }
    this.#each(end, resourceSpans.scopeSpans, (e) => this.#scopeSpans(e, resource))
  }

  #scopeSpans(end: number, resource: Sourced<OtlpResource>): void {
    const start = this.#wire.pos
    let scope: Sourced<OtlpScope> = { value: { name: '', version: '', attributes: {} }, source: noBytes }
    this.#each(end, scopeSpans.scope, (scopeEnd) => {
      const source = this.#wire.view(this.#wire.pos, scopeEnd)
      scope = { value: this.#scope(scopeEnd), source }
    })
    this.#wire.pos = start
    this.#each(end, scopeSpans.spans, (spanEnd) => this.#spanOrRefusal(spanEnd, resource, scope))
  }

  #scope(end: number): OtlpScope {
    const wire = this.#wire
    let name = ''
    let version = ''
    const attributes: OpenObject = {}
    wire.message(end, (tag) => {
      if (tag === scopeFields.name) name = wire.text()
      else if (tag === scopeFields.version) version = wire.text()
      else if (tag === scopeFields.attributes) readKeyValue(wire, wire.span(), attributes)
      else return false
      return true
    })
    return { name, version, attributes }
  }

  #spanOrRefusal(end: number, resource: Sourced<OtlpResource>, scope: Sourced<OtlpScope>): void {
    this.#budget.take()
    const index = this.#spans.length + this.#refused.length
    const start = this.#wire.pos
    const ids = { traceId: '', spanId: '', parentSpanId: '' }
    try {
      const fields = this.#span(end, ids)
      this.#spans.push({ index, ...fields, ...checkedIds(ids), resource: resource.value, scope: scope.value })
    } catch (error) {
      if (error instanceof AssayError) throw error
      if (!(error instanceof SpanFault || error instanceof WireFault)) throw error
      this.#refused.push({
        index,
        ...(ids.traceId === '' ? {} : { traceId: ids.traceId }),
        ...(ids.spanId === '' ? {} : { spanId: ids.spanId }),
        reason: error instanceof SpanFault ? error.message : `the span cannot be decoded: ${error.message}`,
        source: this.#wire.view(start, end),
        resource: resource.source,
        scope: scope.source,
      })
    }
    this.#wire.pos = end
  }

  #span(
    end: number,
    ids: { traceId: string; spanId: string; parentSpanId: string },
  ): Omit<OtlpSpan, 'index' | 'traceId' | 'spanId' | 'parentSpanId' | 'resource' | 'scope'> {
    const wire = this.#wire
    const attributes: OpenObject = {}
    const events: OtlpEvent[] = []
    const links: OtlpLink[] = []
    const span = {
      name: '',
      kind: 0,
      statusCode: 0,
      statusMessage: '',
      startTimeUnixNano: 0n,
      endTimeUnixNano: 0n,
      traceState: '',
      flags: 0,
      droppedAttributesCount: 0,
      droppedEventsCount: 0,
      droppedLinksCount: 0,
    }
    const readers: Readonly<Record<number, () => void>> = {
      [spanFields.traceId]: () => (ids.traceId = wire.hex()),
      [spanFields.spanId]: () => (ids.spanId = wire.hex()),
      [spanFields.parentSpanId]: () => (ids.parentSpanId = wire.hex()),
      [spanFields.traceState]: () => (span.traceState = wire.text()),
      [spanFields.name]: () => (span.name = wire.text()),
      [spanFields.kind]: () => (span.kind = wire.int32()),
      [spanFields.startTimeUnixNano]: () => (span.startTimeUnixNano = wire.fixed64()),
      [spanFields.endTimeUnixNano]: () => (span.endTimeUnixNano = wire.fixed64()),
      [spanFields.attributes]: () => readKeyValue(wire, wire.span(), attributes),
      [spanFields.droppedAttributesCount]: () => (span.droppedAttributesCount = wire.uint32()),
      [spanFields.events]: () => events.push(this.#event(wire.span())),
      [spanFields.droppedEventsCount]: () => (span.droppedEventsCount = wire.uint32()),
      [spanFields.links]: () => links.push(this.#link(wire.span())),
      [spanFields.droppedLinksCount]: () => (span.droppedLinksCount = wire.uint32()),
      [spanFields.status]: () => Object.assign(span, this.#status(wire.span())),
      [spanFields.flags]: () => (span.flags = wire.fixed32()),
    }
    wire.message(end, (tag) => {
      const read = readers[tag]
      if (read === undefined) return false
      read()
      return true
    })
    return { ...span, attributes, events, links }
  }

  #event(end: number): OtlpEvent {
    this.#budget.take()
    const wire = this.#wire
    let timeUnixNano = 0n
    let name = ''
    const attributes: OpenObject = {}
    wire.message(end, (tag) => {
      if (tag === eventFields.timeUnixNano) timeUnixNano = wire.fixed64()
      else if (tag === eventFields.name) name = wire.text()
      else if (tag === eventFields.attributes) readKeyValue(wire, wire.span(), attributes)
      else return false
      return true
    })
    return { timeUnixNano, name, attributes }
  }

  #link(end: number): OtlpLink {
    this.#budget.take()
    const wire = this.#wire
    let traceId = ''
    let spanId = ''
    const attributes: OpenObject = {}
    wire.message(end, (tag) => {
      if (tag === linkFields.traceId) traceId = wire.hex()
      else if (tag === linkFields.spanId) spanId = wire.hex()
      else if (tag === linkFields.attributes) readKeyValue(wire, wire.span(), attributes)
      else return false
      return true
    })
    return { traceId, spanId, attributes }
  }

  #status(end: number): { readonly statusMessage: string; readonly statusCode: number } {
    const wire = this.#wire
    let statusMessage = ''
    let statusCode = 0
    wire.message(end, (tag) => {
      if (tag === statusFields.message) statusMessage = wire.text()
      else if (tag === statusFields.code) statusCode = wire.int32()
      else return false
      return true
    })
    return { statusMessage, statusCode }
  }
}
