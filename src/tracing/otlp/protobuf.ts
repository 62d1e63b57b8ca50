// Decodes protobuf requests. It is not a general library: it reads 64-bit numbers exactly, refuses single spans, and
// never builds values that are not stored.
import type { OpenObject } from '../value.ts'
import { readKeyValue } from './any-value.ts'
import {
  entityRefFields,
  eventFields,
  linkFields,
  RequestWalk,
  resourceFields,
  scopeFields,
  spanFields,
  statusFields,
  type CheckedIds,
  type SentIds,
} from './request-walk.ts'
import {
  ItemBudget,
  type DecodedTraces,
  type Open,
  type OtlpEntityRef,
  type OtlpEvent,
  type OtlpLink,
  type OtlpResource,
  type OtlpScope,
  type OtlpSpan,
} from './span.ts'

/** Decodes a request. Undecodable bytes: payload_undecodable; too many items: payload_too_large. */
export const decodeProtobuf = (body: Uint8Array, budget: ItemBudget = new ItemBudget()): DecodedTraces =>
  new RequestDecoder(body, budget).walk()

type OpenResource = Omit<Open<OtlpResource>, 'attributes' | 'entityRefs'> & {
  readonly attributes: OpenObject
  entityRefs?: OtlpEntityRef[]
}
type OpenScope = Omit<Open<OtlpScope>, 'attributes'> & { readonly attributes: OpenObject }

const noScope = (): OpenScope => ({ name: '', version: '', attributes: {} })

export class RequestDecoder extends RequestWalk<OtlpSpan> {
  #resource: OpenResource = { attributes: {} }
  #scope = noScope()

  protected override enterResource(): void {
    this.#resource = { attributes: {} }
  }

  protected override resource(end: number): void {
    const { wire } = this
    const resource = this.#resource
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === resourceFields.attributes) readKeyValue(wire, wire.fieldEnd(), resource.attributes)
      else if (tag === resourceFields.droppedAttributesCount) setDropped(resource, wire.uint32())
      else if (tag === resourceFields.entityRefs) {
        const ref = this.#entityRef(wire.fieldEnd())
        if (resource.entityRefs === undefined) resource.entityRefs = [ref]
        else resource.entityRefs.push(ref)
      } else wire.skip(tag)
    }
  }

  protected override resourceSchema(end: number): void {
    setSchema(this.#resource, this.wire.textUntil(end))
  }

  #entityRef(end: number): OtlpEntityRef {
    this.budget.take()
    const { wire } = this
    const ref = { type: '', schemaUrl: '', idKeys: [] as string[], descriptionKeys: [] as string[] }
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === entityRefFields.type) ref.type = wire.text()
      else if (tag === entityRefFields.schemaUrl) ref.schemaUrl = wire.text()
      else if (tag === entityRefFields.idKeys) ref.idKeys.push(wire.text())
      else if (tag === entityRefFields.descriptionKeys) ref.descriptionKeys.push(wire.text())
      else wire.skip(tag)
    }
    return ref
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
      else if (tag === scopeFields.attributes) readKeyValue(wire, wire.fieldEnd(), scope.attributes)
      else if (tag === scopeFields.droppedAttributesCount) setDropped(scope, wire.uint32())
      else wire.skip(tag)
    }
  }

  protected override scopeSchema(end: number): void {
    setSchema(this.#scope, this.wire.textUntil(end))
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
    const surroundings = this.surroundings()
    return (checkedIds) => ({ ...checkedIds, ...fields, ...surroundings })
  }

  /** The current resource and scope. */
  protected surroundings(): Pick<OtlpSpan, 'resource' | 'scope'> {
    return { resource: this.#resource, scope: this.#scope }
  }

  #field(tag: number, fields: SpanFields): void {
    const { wire } = this
    switch (tag) {
      case spanFields.attributes:
        return readKeyValue(wire, wire.fieldEnd(), fields.attributes)
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
        fields.events.push(this.#event(wire.fieldEnd()))
        return
      case spanFields.links:
        fields.links.push(this.#link(wire.fieldEnd()))
        return
      case spanFields.status:
        return this.#status(wire.fieldEnd(), fields)
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
    const attributes: OpenObject = {}
    const event: Open<OtlpEvent> = { timeUnixNano: 0n, name: '', attributes }
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === eventFields.timeUnixNano) event.timeUnixNano = wire.fixed64()
      else if (tag === eventFields.name) event.name = wire.name()
      else if (tag === eventFields.attributes) readKeyValue(wire, wire.fieldEnd(), attributes)
      else if (tag === eventFields.droppedAttributesCount) setDropped(event, wire.uint32())
      else wire.skip(tag)
    }
    return event
  }

  #link(end: number): OtlpLink {
    this.budget.take()
    const { wire } = this
    const attributes: OpenObject = {}
    const link: Open<OtlpLink> = { traceId: '', spanId: '', attributes }
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === linkFields.traceId) link.traceId = wire.hex(end)
      else if (tag === linkFields.spanId) link.spanId = wire.hex(end)
      else if (tag === linkFields.attributes) readKeyValue(wire, wire.fieldEnd(), attributes)
      else this.#rareLinkField(tag, link)
    }
    return link
  }

  #rareLinkField(tag: number, link: Open<OtlpLink>): void {
    const { wire } = this
    if (tag === linkFields.traceState) {
      const state = wire.text()
      if (state !== '') link.traceState = state
    } else if (tag === linkFields.flags) {
      const flags = wire.fixed32()
      if (flags !== 0) link.flags = flags
    } else if (tag === linkFields.droppedAttributesCount) setDropped(link, wire.uint32())
    else wire.skip(tag)
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

/** Among equal fields the last one counts, as in protobuf. The default value is absent. */
function setDropped(owner: { droppedAttributesCount?: number }, count: number): void {
  if (count === 0) delete owner.droppedAttributesCount
  else owner.droppedAttributesCount = count
}

function setSchema(owner: { schemaUrl?: string }, url: string): void {
  if (url === '') delete owner.schemaUrl
  else owner.schemaUrl = url
}

/** The fields of a span besides its ids, before any is read. */
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
