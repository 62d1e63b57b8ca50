// Requests in protobuf, decoded. Our own decoder and not a general library: it reads 64-bit numbers exactly, refuses one
// span without its neighbours, and never builds what is not kept.
import type { OpenObject } from '../value.ts'
import { readKeyValue } from './any-value.ts'
import {
  eventFields,
  linkFields,
  RequestWalk,
  scopeFields,
  spanFields,
  statusFields,
  type CheckedIds,
  type SentIds,
} from './request-walk.ts'
import {
  ItemBudget,
  type DecodedTraces,
  type OtlpEvent,
  type OtlpLink,
  type OtlpResource,
  type OtlpScope,
  type OtlpSpan,
} from './span.ts'

/** Decodes a whole request. Undecodable bytes: payload_undecodable; too many items: payload_too_large. */
export const decodeProtobuf = (body: Uint8Array, budget: ItemBudget = new ItemBudget()): DecodedTraces =>
  new RequestDecoder(body, budget).walk()

/** A scope while it is read. */
const noScope = () => ({ name: '', version: '', attributes: {} as OpenObject }) satisfies OtlpScope

class RequestDecoder extends RequestWalk<OtlpSpan> {
  #resource: OtlpResource & { readonly attributes: OpenObject } = { attributes: {} }
  #scope = noScope()

  protected override enterResource(): void {
    this.#resource = { attributes: {} }
  }

  protected override resourceAttribute(end: number): void {
    readKeyValue(this.wire, end, this.#resource.attributes)
  }

  protected override enterScope(): void {
    this.#scope = noScope()
  }

  protected override scope(end: number): void {
    const { wire } = this
    const scope = this.#scope
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === scopeFields.name) scope.name = wire.text()
      else if (tag === scopeFields.version) scope.version = wire.text()
      else if (tag === scopeFields.attributes) readKeyValue(wire, wire.span(), scope.attributes)
      else wire.skip(tag)
    }
  }

  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => OtlpSpan {
    const fields = noFields()
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === spanFields.traceId) ids.traceId = wire.hex(end)
      else if (tag === spanFields.spanId) ids.spanId = wire.hex(end)
      else if (tag === spanFields.parentSpanId) ids.parentSpanId = wire.hex(end)
      else this.#field(tag, fields)
    }
    const [resource, scope] = [this.#resource, this.#scope]
    return (checked) => ({ ...checked, ...fields, resource, scope })
  }

  #field(tag: number, fields: SpanFields): void {
    const { wire } = this
    switch (tag) {
      case spanFields.attributes:
        return readKeyValue(wire, wire.span(), fields.attributes)
      case spanFields.name:
        fields.name = wire.name()
        return
      case spanFields.kind:
        fields.kind = wire.int32()
        return
      case spanFields.startTimeUnixNano:
        fields.startTimeUnixNano = wire.fixed64()
        return
      case spanFields.endTimeUnixNano:
        fields.endTimeUnixNano = wire.fixed64()
        return
      case spanFields.events:
        fields.events.push(this.#event(wire.span()))
        return
      case spanFields.links:
        fields.links.push(this.#link(wire.span()))
        return
      case spanFields.status:
        return this.#status(wire.span(), fields)
      default:
        this.#rareField(tag, fields)
    }
  }

  #rareField(tag: number, fields: SpanFields): void {
    const { wire } = this
    if (tag === spanFields.traceState) fields.traceState = wire.text()
    else if (tag === spanFields.flags) fields.flags = wire.fixed32()
    else if (tag === spanFields.droppedAttributesCount) fields.droppedAttributesCount = wire.uint32()
    else if (tag === spanFields.droppedEventsCount) fields.droppedEventsCount = wire.uint32()
    else if (tag === spanFields.droppedLinksCount) fields.droppedLinksCount = wire.uint32()
    else wire.skip(tag)
  }

  #event(end: number): OtlpEvent {
    this.budget.take()
    const { wire } = this
    let timeUnixNano = 0n
    let name = ''
    const attributes: OpenObject = {}
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === eventFields.timeUnixNano) timeUnixNano = wire.fixed64()
      else if (tag === eventFields.name) name = wire.name()
      else if (tag === eventFields.attributes) readKeyValue(wire, wire.span(), attributes)
      else wire.skip(tag)
    }
    return { timeUnixNano, name, attributes }
  }

  #link(end: number): OtlpLink {
    this.budget.take()
    const { wire } = this
    let traceId = ''
    let spanId = ''
    const attributes: OpenObject = {}
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === linkFields.traceId) traceId = wire.hex(end)
      else if (tag === linkFields.spanId) spanId = wire.hex(end)
      else if (tag === linkFields.attributes) readKeyValue(wire, wire.span(), attributes)
      else wire.skip(tag)
    }
    return { traceId, spanId, attributes }
  }

  #status(end: number, fields: SpanFields): void {
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === statusFields.message) fields.statusMessage = wire.text()
      else if (tag === statusFields.code) fields.statusCode = wire.int32()
      else wire.skip(tag)
    }
  }
}

/** What a span says beside its ids, while it is read. */
const noFields = () => ({
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
  attributes: {} as OpenObject,
  events: [] as OtlpEvent[],
  links: [] as OtlpLink[],
})
type SpanFields = ReturnType<typeof noFields>
