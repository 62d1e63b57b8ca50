// The attributes of a span besides `ag`: the client's own, nested at their dots, and under `otel` the resource, scope
// and other OpenTelemetry context.
import type { OtlpEntityRef, OtlpResource, OtlpScope, OtlpSpan } from '../otlp/span.ts'
import { isObject, type OpenObject, type ValueObject } from '../value.ts'
import { droppedMember } from './references.ts'
import { nested, WriteTree, writesOf } from '../attributes/write-tree.ts'

const isStated = (attributes: ValueObject): boolean => Object.keys(attributes).length > 0

/** The client's own attributes, nested, and the OpenTelemetry context under `otel`. */
export function besideAg(span: OtlpSpan, foreign: ValueObject): ValueObject {
  const spanAttributes = nested(foreign)
  const surroundings = aroundSpan(span)
  if (spanAttributes['otel'] === undefined)
    return isStated(surroundings) ? { ...spanAttributes, otel: surroundings } : spanAttributes
  // If a client writes below `otel` itself, the values of the server win.
  const tree = new WriteTree({ lists: true })
  for (const { path, value } of writesOf(foreign)) tree.write(path, value)
  const { resource, scope, ...rest } = surroundings
  if (resource !== undefined) tree.write(['otel', 'resource'], resource)
  for (const [name, value] of Object.entries(isObject(scope) ? scope : {})) {
    tree.write(['otel', 'scope', name], value)
  }
  for (const [name, value] of Object.entries(rest)) tree.write(['otel', name], value)
  return tree.object()
}

/** Spans of one request share resource and scope, and the decoders pass the same objects. */
const nestedResources = new WeakMap<object, ValueObject>()
const resourceNotes = new WeakMap<object, ValueObject>()
const nestedScopes = new WeakMap<object, ValueObject>()

function remembered<K extends object>(
  cache: WeakMap<K, ValueObject>,
  key: K,
  make: () => ValueObject,
): ValueObject {
  let value = cache.get(key)
  if (value === undefined) cache.set(key, (value = make()))
  return value
}

const scopeObject = ({ name, version, attributes, ...scope }: OtlpScope): ValueObject => ({
  ...(name === '' ? {} : { name }),
  ...(version === '' ? {} : { version }),
  ...(isStated(attributes) ? { attributes: nested(attributes) } : {}),
  ...(scope.schemaUrl === undefined ? {} : { schema_url: scope.schemaUrl }),
  ...droppedMember(scope.droppedAttributesCount),
})

const isNoted = ({ schemaUrl, droppedAttributesCount, entityRefs }: OtlpResource): boolean =>
  schemaUrl !== undefined || droppedAttributesCount !== undefined || entityRefs !== undefined

/** Facts about a resource. Its attributes alone are under `otel.resource`. */
function aboutResource({ schemaUrl, droppedAttributesCount, entityRefs }: OtlpResource): ValueObject {
  const about: OpenObject = {}
  if (schemaUrl !== undefined) about['resource_schema_url'] = schemaUrl
  if (droppedAttributesCount !== undefined) {
    about['resource_dropped_attributes_count'] = droppedAttributesCount
  }
  if (entityRefs !== undefined) about['resource_entity_refs'] = entityRefs.map(entityRefObject)
  return about
}

const entityRefObject = ({ type, schemaUrl, idKeys, descriptionKeys }: OtlpEntityRef): ValueObject => ({
  type,
  ...(schemaUrl === '' ? {} : { schema_url: schemaUrl }),
  id_keys: idKeys,
  ...(descriptionKeys.length === 0 ? {} : { description_keys: descriptionKeys }),
})

function aroundSpan(span: OtlpSpan): ValueObject {
  const { resource, scope } = span
  const surroundings: OpenObject = {}
  if (isStated(resource.attributes)) {
    surroundings['resource'] = remembered(nestedResources, resource, () => nested(resource.attributes))
  }
  if (isNoted(resource)) {
    Object.assign(
      surroundings,
      remembered(resourceNotes, resource, () => aboutResource(resource)),
    )
  }
  const statedScope = remembered(nestedScopes, scope, () => scopeObject(scope))
  if (isStated(statedScope)) surroundings['scope'] = statedScope
  if (span.traceState !== '') surroundings['trace_state'] = span.traceState
  if (span.flags !== 0) surroundings['flags'] = span.flags
  if (span.droppedAttributesCount !== 0)
    surroundings['dropped_attributes_count'] = span.droppedAttributesCount
  if (span.droppedEventsCount !== 0) surroundings['dropped_events_count'] = span.droppedEventsCount
  if (span.droppedLinksCount !== 0) surroundings['dropped_links_count'] = span.droppedLinksCount
  return surroundings
}
