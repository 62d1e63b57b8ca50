// The attributes of a span besides `ag`: the client's own, nested at their dots, and under `otel` the resource, scope
// and other OpenTelemetry context.
import type { OtlpEntityRef, OtlpResource, OtlpScope, OtlpSpan } from '../otlp/span.ts'
import { isObject, type OpenObject, type ValueObject } from '../value.ts'
import { droppedMember } from './references.ts'
import { nestedAttributes, WriteTree, writesOf } from '../attributes/write-tree.ts'

const isStated = (attributes: ValueObject): boolean => Object.keys(attributes).length > 0

/** The client's own attributes, nested, and the OpenTelemetry context under `otel`. */
export function attributesBesideAg(span: OtlpSpan, foreign: ValueObject): ValueObject {
  const spanAttributes = nestedAttributes(foreign)
  const otelContext = otelContextOf(span)
  if (spanAttributes['otel'] === undefined)
    return isStated(otelContext) ? { ...spanAttributes, otel: otelContext } : spanAttributes
  // If a client writes below `otel` itself, the values of the server win.
  const tree = new WriteTree({ buildsLists: true })
  for (const { path, value } of writesOf(foreign)) tree.write(path, value)
  const { resource, scope, ...rest } = otelContext
  if (resource !== undefined) tree.write(['otel', 'resource'], resource)
  for (const [name, value] of Object.entries(isObject(scope) ? scope : {})) {
    tree.write(['otel', 'scope', name], value)
  }
  for (const [name, value] of Object.entries(rest)) tree.write(['otel', name], value)
  return tree.object()
}

/** Spans of one request share resource and scope, and the decoders pass the same objects. */
const nestedResources = new WeakMap<object, ValueObject>()
const factsOfResources = new WeakMap<object, ValueObject>()
const nestedScopes = new WeakMap<object, ValueObject>()

function cached<K extends object>(
  cache: WeakMap<K, ValueObject>,
  key: K,
  create: () => ValueObject,
): ValueObject {
  let value = cache.get(key)
  if (value === undefined) cache.set(key, (value = create()))
  return value
}

const scopeObject = ({ name, version, attributes, ...scope }: OtlpScope): ValueObject => ({
  ...(name === '' ? {} : { name }),
  ...(version === '' ? {} : { version }),
  ...(isStated(attributes) ? { attributes: nestedAttributes(attributes) } : {}),
  ...(scope.schemaUrl === undefined ? {} : { schema_url: scope.schemaUrl }),
  ...droppedMember(scope.droppedAttributesCount),
})

const hasFacts = ({ schemaUrl, droppedAttributesCount, entityRefs }: OtlpResource): boolean =>
  schemaUrl !== undefined || droppedAttributesCount !== undefined || entityRefs !== undefined

/** Facts about a resource. Its attributes alone are under `otel.resource`. */
function resourceFacts({ schemaUrl, droppedAttributesCount, entityRefs }: OtlpResource): ValueObject {
  const facts: OpenObject = {}
  if (schemaUrl !== undefined) facts['resource_schema_url'] = schemaUrl
  if (droppedAttributesCount !== undefined) {
    facts['resource_dropped_attributes_count'] = droppedAttributesCount
  }
  if (entityRefs !== undefined) facts['resource_entity_refs'] = entityRefs.map(entityRefObject)
  return facts
}

const entityRefObject = ({ type, schemaUrl, idKeys, descriptionKeys }: OtlpEntityRef): ValueObject => ({
  type,
  ...(schemaUrl === '' ? {} : { schema_url: schemaUrl }),
  id_keys: idKeys,
  ...(descriptionKeys.length === 0 ? {} : { description_keys: descriptionKeys }),
})

function otelContextOf(span: OtlpSpan): ValueObject {
  const { resource, scope } = span
  const otelContext: OpenObject = {}
  if (isStated(resource.attributes)) {
    otelContext['resource'] = cached(nestedResources, resource, () => nestedAttributes(resource.attributes))
  }
  if (hasFacts(resource)) {
    Object.assign(
      otelContext,
      cached(factsOfResources, resource, () => resourceFacts(resource)),
    )
  }
  const statedScope = cached(nestedScopes, scope, () => scopeObject(scope))
  if (isStated(statedScope)) otelContext['scope'] = statedScope
  if (span.traceState !== '') otelContext['trace_state'] = span.traceState
  if (span.flags !== 0) otelContext['flags'] = span.flags
  if (span.droppedAttributesCount !== 0) otelContext['dropped_attributes_count'] = span.droppedAttributesCount
  if (span.droppedEventsCount !== 0) otelContext['dropped_events_count'] = span.droppedEventsCount
  if (span.droppedLinksCount !== 0) otelContext['dropped_links_count'] = span.droppedLinksCount
  return otelContext
}
