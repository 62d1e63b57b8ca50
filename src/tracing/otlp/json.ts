// Decodes ExportTraceServiceRequest in OTLP/JSON. Enums are numbers or names; json-members.ts reads the other members.
import { isObject, plainNumber, valueText, type Value, type ValueObject } from '../value.ts'
import {
  attributesOf,
  count,
  droppedOf,
  isPresent,
  hexId,
  list,
  member,
  nanoseconds,
  objects,
  parsedBody,
  schemaOf,
  text,
  textOnce,
  undecodableIn,
} from './json-members.ts'
import {
  checkedIds,
  ItemBudget,
  SpanError,
  type DecodedTraces,
  type OtlpEntityRef,
  type OtlpEvent,
  type OtlpLink,
  type OtlpResource,
  type OtlpScope,
  type OtlpSpan,
  type RefusedSpan,
} from './span.ts'

/** Decodes a request. Undecodable text: payload_undecodable; too many items: payload_too_large. */
export function decodeJson(body: Uint8Array | string, budget: ItemBudget = new ItemBudget()): DecodedTraces {
  const root = parsedBody(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  const spans: OtlpSpan[] = []
  const refusedSpans: RefusedSpan[] = []
  for (const resourceSpans of objects(root, 'resourceSpans')) {
    const resource = resourceOf(resourceSpans, budget)
    const resourceText = textOnce(resourceSpans, 'resource')
    for (const scopeSpans of objects(resourceSpans, 'scopeSpans')) {
      const scope = scopeOf(scopeSpans)
      const scopeText = textOnce(scopeSpans, 'scope')
      for (const source of list(scopeSpans, 'spans')) {
        budget.take()
        const index = spans.length + refusedSpans.length
        const result = spanOrRefusal(source, { index, resource, scope, budget })
        if (!('reason' in result)) spans.push(result)
        else refusedSpans.push({ ...result, resource: resourceText(), scope: scopeText() })
      }
    }
  }
  return { spans, refusedSpans }
}

export function resourceOf(resourceSpans: ValueObject, budget: ItemBudget): OtlpResource {
  const sentResource = member(resourceSpans, 'resource')
  const resource = isPresent(sentResource, 'resource') ? sentResource : {}
  const entityRefs = objects(resource, 'entityRefs').map((ref) => entityRefOf(ref, budget))
  return {
    attributes: attributesOf(resource, undecodableIn('resource')),
    ...droppedOf(resource),
    ...schemaOf(resourceSpans),
    ...(entityRefs.length === 0 ? {} : { entityRefs }),
  }
}

function entityRefOf(ref: ValueObject, budget: ItemBudget): OtlpEntityRef {
  budget.take()
  const texts = (camel: string): readonly string[] =>
    list(ref, camel).map((item) => (typeof item === 'string' ? item : valueText(item)))
  return {
    type: text(ref, 'type'),
    schemaUrl: text(ref, 'schemaUrl'),
    idKeys: texts('idKeys'),
    descriptionKeys: texts('descriptionKeys'),
  }
}

export function scopeOf(scopeSpans: ValueObject): OtlpScope {
  const sentScope = member(scopeSpans, 'scope')
  const scope = isPresent(sentScope, 'scope') ? sentScope : {}
  return {
    name: text(scope, 'name'),
    version: text(scope, 'version'),
    attributes: attributesOf(scope, undecodableIn('scope')),
    ...droppedOf(scope),
    ...schemaOf(scopeSpans),
  }
}

interface SpanContext {
  readonly index: number
  readonly resource: OtlpResource
  readonly scope: OtlpScope
  readonly budget: ItemBudget
}

function spanOrRefusal(source: Value, spanContext: SpanContext): OtlpSpan | RefusedSpan {
  try {
    if (!isObject(source)) throw new SpanError('the span is not an object')
    return spanOf(source, spanContext)
  } catch (error) {
    if (!(error instanceof SpanError)) throw error
    const traceId = isObject(source) ? text(source, 'traceId') : ''
    const spanId = isObject(source) ? text(source, 'spanId') : ''
    return {
      index: spanContext.index,
      ...(traceId === '' ? {} : { traceId }),
      ...(spanId === '' ? {} : { spanId }),
      reason: error.message,
      source: valueText(source),
    }
  }
}

function spanOf(span: ValueObject, { index, resource, scope, budget }: SpanContext): OtlpSpan {
  const ids = checkedIds({
    traceId: hexId(span, 'traceId', 'trace_id'),
    spanId: hexId(span, 'spanId', 'span_id'),
    parentSpanId: hexId(span, 'parentSpanId', 'parent_span_id'),
  })
  const status = member(span, 'status') ?? {}
  if (!isObject(status)) throw new SpanError('status is not an object')
  return {
    index,
    ...ids,
    name: text(span, 'name'),
    kind: enumNumber(member(span, 'kind'), spanKinds),
    statusCode: enumNumber(member(status, 'code'), statusCodes),
    statusMessage: text(status, 'message'),
    startTimeUnixNano: nanoseconds(span, 'startTimeUnixNano'),
    endTimeUnixNano: nanoseconds(span, 'endTimeUnixNano'),
    attributes: attributesOf(span),
    events: spanItems(span, 'events', budget).map(eventOf),
    links: spanItems(span, 'links', budget).map(linkOf),
    traceState: text(span, 'traceState'),
    flags: count(span, 'flags'),
    droppedAttributesCount: count(span, 'droppedAttributesCount'),
    droppedEventsCount: count(span, 'droppedEventsCount'),
    droppedLinksCount: count(span, 'droppedLinksCount'),
    resource,
    scope,
  }
}

function spanItems(span: ValueObject, camel: string, budget: ItemBudget): readonly ValueObject[] {
  const items = member(span, camel) ?? []
  if (!Array.isArray(items)) throw new SpanError(`${camel} is not a list`)
  return items.map((item: Value) => {
    budget.take()
    if (!isObject(item)) throw new SpanError(`${camel} holds something that is not an object`)
    return item
  })
}

const eventOf = (event: ValueObject): OtlpEvent => ({
  timeUnixNano: nanoseconds(event, 'timeUnixNano'),
  name: text(event, 'name'),
  attributes: attributesOf(event),
  ...droppedOf(event),
})

function linkOf(link: ValueObject): OtlpLink {
  const [traceState, flags] = [text(link, 'traceState'), count(link, 'flags')]
  return {
    traceId: text(link, 'traceId').toLowerCase(),
    spanId: text(link, 'spanId').toLowerCase(),
    attributes: attributesOf(link),
    ...(traceState === '' ? {} : { traceState }),
    ...(flags === 0 ? {} : { flags }),
    ...droppedOf(link),
  }
}

const spanKinds: ReadonlyMap<string, number> = new Map(
  ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map((name, i) => [
    `SPAN_KIND_${name}`,
    i,
  ]),
)
const statusCodes: ReadonlyMap<string, number> = new Map(
  ['UNSET', 'OK', 'ERROR'].map((name, i) => [`STATUS_CODE_${name}`, i]),
)

/** The number of an enum. An unknown name stays unchanged. */
function enumNumber(value: Value | undefined, names: ReadonlyMap<string, number>): Value {
  if (value === undefined) return 0
  if (typeof value !== 'string') return plainNumber(value)
  return names.get(value) ?? (/^-?\d{1,10}$/.test(value) ? Number(value) : value)
}
