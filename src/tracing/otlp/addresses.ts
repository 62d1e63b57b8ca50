// Reads only the ids of the spans of a protobuf request, which is all that a response needs. It walks and checks
// everything as decodeProtobuf does, so that both accept and refuse the same spans, but builds nothing.
import { checkKeyValue } from './any-value.ts'
import {
  eventFields,
  linkFields,
  RequestWalk,
  resourceFields,
  scopeFields,
  spanFields,
  type CheckedIds,
  type SentIds,
  type WalkedRequest,
} from './request-walk.ts'
import { ItemBudget } from './span.ts'

/** As decodeProtobuf, in a fifth of the time. */
export const protobufAddresses = (
  body: Uint8Array,
  budget: ItemBudget = new ItemBudget(),
): WalkedRequest<CheckedIds> => new AddressReader(body, budget).walk()

const identity = (checkedIds: CheckedIds): CheckedIds => checkedIds

class AddressReader extends RequestWalk<CheckedIds> {
  protected override enterResource(): void {}

  protected override resource(end: number): void {
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === resourceFields.attributes) checkKeyValue(wire, wire.fieldEnd())
      else if (tag === resourceFields.entityRefs) this.#item(0)
      else wire.skip(tag)
    }
  }

  protected override resourceSchema(end: number): void {
    this.wire.pos = end
  }

  protected override enterScope(): void {}

  protected override scope(end: number): void {
    this.#check(end, scopeFields.attributes)
  }

  protected override scopeSchema(end: number): void {
    this.wire.pos = end
  }

  protected override span(end: number, ids: SentIds): (checked: CheckedIds) => CheckedIds {
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === spanFields.attributes) checkKeyValue(wire, wire.fieldEnd())
      else if (tag === spanFields.traceId) ids.traceId = wire.hex(end)
      else if (tag === spanFields.spanId) ids.spanId = wire.hex(end)
      else if (tag === spanFields.parentSpanId) ids.parentSpanId = wire.hex(end)
      else if (tag === spanFields.events) this.#item(eventFields.attributes)
      else if (tag === spanFields.links) this.#item(linkFields.attributes)
      else if (tag === spanFields.status) this.#check(wire.fieldEnd(), 0)
      else wire.skip(tag)
    }
    return identity
  }

  /** An event, a link or an entity. */
  #item(attributes: number): void {
    const end = this.wire.fieldEnd()
    this.budget.take()
    this.#check(end, attributes)
  }

  #check(end: number, attributes: number): void {
    const { wire } = this
    for (let tag = wire.next(end); tag !== 0; tag = wire.next(end)) {
      if (tag === attributes) checkKeyValue(wire, wire.fieldEnd())
      else wire.skip(tag)
    }
  }
}
