// Converts a row of the span store back to the span that its exporter sent.
import type { SpanRow } from '../../../storage/contract/contract.ts'
import { eventMembers, linkMembers, unixNanoOf } from '../../canonical/record-input.ts'
import { spanKinds, statusCodes } from '../../attributes/vocabularies.ts'
import { parseExact } from '../../exact-json.ts'
import type { OtlpEvent, OtlpLink, OtlpResource, OtlpScope, OtlpSpan } from '../../otlp/span.ts'
import { isList, isObject, valueAt, type Value, type ValueObject } from '../../value.ts'
import { sentAttributes } from '../payloads/as-sent.ts'
import { isoOfRow, readFacts } from './span-row.ts'

export const objectAt = (value: Value | undefined, ...path: readonly string[]): ValueObject => {
  const member = valueAt(value, path)
  return isObject(member) ? member : {}
}
const textAt = (value: Value | undefined, ...path: readonly string[]): string => {
  const member = valueAt(value, path)
  return typeof member === 'string' ? member : ''
}
const countAt = (value: Value | undefined, name: string): number => {
  const member = valueAt(value, [name])
  return typeof member === 'number' ? member : 0
}

export const nanosecondsOf = (time: string): bigint => unixNanoOf(isoOfRow(time)) ?? 0n

function eventOf(text: string): OtlpEvent {
  const event = parseExact(text)
  return {
    name: textAt(event, 'name'),
    timeUnixNano: unixNanoOf(textAt(event, 'timestamp')) ?? 0n,
    ...eventMembers(objectAt(event)),
  }
}

/** The events of a row: its own, then those from logs. */
export function storedEvents(
  row: Pick<SpanRow, 'span_id' | 'events' | 'facts'>,
): Pick<OtlpSpan, 'events' | 'logs'> {
  const allEvents = row.events.map(eventOf)
  const ownCount = allEvents.length - (readFacts(row).logs ?? 0)
  return ownCount === allEvents.length
    ? { events: allEvents }
    : { events: allEvents.slice(0, ownCount), logs: allEvents.slice(ownCount) }
}

const linkOf = (link: Value): OtlpLink => ({
  traceId: textAt(link, 'trace_id'),
  spanId: textAt(link, 'span_id'),
  ...linkMembers(objectAt(link)),
})

const textsAt = (value: Value, name: string): readonly string[] => {
  const member = valueAt(value, [name])
  return isList(member) ? member.filter((item) => typeof item === 'string') : []
}

/** The stored count as a member of the span. A count of 0, like an empty URL below, is absent. */
const droppedCountMember = (
  otel: Value | undefined,
  name: string,
): { readonly droppedAttributesCount?: number } => {
  const count = countAt(otel, name)
  return count === 0 ? {} : { droppedAttributesCount: count }
}
const schemaUrlMember = (url: string): { readonly schemaUrl?: string } =>
  url === '' ? {} : { schemaUrl: url }

function resourceOf(otel: Value | undefined): OtlpResource {
  const refs = valueAt(otel, ['resource_entity_refs'])
  const entityRefs = (isList(refs) ? refs : []).map((ref) => ({
    type: textAt(ref, 'type'),
    schemaUrl: textAt(ref, 'schema_url'),
    idKeys: textsAt(ref, 'id_keys'),
    descriptionKeys: textsAt(ref, 'description_keys'),
  }))
  return {
    attributes: objectAt(otel, 'resource'),
    ...schemaUrlMember(textAt(otel, 'resource_schema_url')),
    ...droppedCountMember(otel, 'resource_dropped_attributes_count'),
    ...(entityRefs.length === 0 ? {} : { entityRefs }),
  }
}

const scopeOf = (otel: Value | undefined): OtlpScope => ({
  name: textAt(otel, 'scope', 'name'),
  version: textAt(otel, 'scope', 'version'),
  attributes: objectAt(otel, 'scope', 'attributes'),
  ...schemaUrlMember(textAt(otel, 'scope', 'schema_url')),
  ...droppedCountMember(objectAt(otel, 'scope'), 'dropped_attributes_count'),
})

/** Types of the server's members below `otel`. Any other value there is the client's own. */
const serverMembers: ReadonlyMap<string, string> = new Map([
  ['resource', 'object'],
  ['resource_schema_url', 'string'],
  ['resource_dropped_attributes_count', 'number'],
  ['resource_entity_refs', 'list'],
  ['trace_state', 'string'],
  ['flags', 'number'],
  ['dropped_attributes_count', 'number'],
  ['dropped_events_count', 'number'],
  ['dropped_links_count', 'number'],
])
const serverScopeMembers: ReadonlyMap<string, string> = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['attributes', 'object'],
  ['schema_url', 'string'],
  ['dropped_attributes_count', 'number'],
])

const isOfType = (value: Value, type: string | undefined): boolean => {
  if (type === 'list') return Array.isArray(value)
  return type === 'object' ? isObject(value) : typeof value === type
}

const withoutServerMembers = (object: ValueObject, serverTypes: ReadonlyMap<string, string>): ValueObject =>
  Object.fromEntries(
    Object.entries(object).filter(([name, value]) => !isOfType(value, serverTypes.get(name))),
  )

/** The client's own values below `otel`, without those of the server. */
function clientOtelMembers(otel: Value | undefined): ValueObject {
  if (!isObject(otel)) return otel === undefined ? {} : { otel }
  const { scope, ...others } = withoutServerMembers(otel, serverMembers)
  const clientScope = isObject(scope) ? withoutServerMembers(scope, serverScopeMembers) : scope
  const isOwn = clientScope !== undefined && !(isObject(clientScope) && Object.keys(clientScope).length === 0)
  const ownMembers = isOwn ? { ...others, scope: clientScope } : others
  return Object.keys(ownMembers).length === 0 ? {} : { otel: ownMembers }
}

/**
 * A stored span as its exporter sent it. Attributes that no adapter reads stay nested, because nesting them again
 * changes nothing.
 */
export function otlpSpanOf(row: SpanRow): OtlpSpan {
  const { ag, otel, ...clientAttributes } = parseExact(row.attributes) as ValueObject
  const sentMembers = { ...clientAttributes, ...clientOtelMembers(otel) }
  const setAsideMembers = objectAt(ag, 'unsupported', 'span')
  const illFormedLinks = isList(setAsideMembers['links'])
    ? setAsideMembers['links'].filter((link) => typeof valueAt(link, ['trace_id']) === 'string')
    : []
  return {
    index: 0,
    traceId: row.trace_id,
    spanId: row.span_id,
    ...(row.parent_id === '' ? {} : { parentSpanId: row.parent_id }),
    name: row.span_name,
    // An unknown kind or status is stored as sent.
    kind: setAsideMembers['span_kind'] ?? spanKinds.findIndex((word) => word === row.span_kind),
    statusCode: setAsideMembers['status_code'] ?? statusCodes.findIndex((word) => word === row.status_code),
    statusMessage: row.status_message ?? '',
    startTimeUnixNano: nanosecondsOf(row.start_time),
    endTimeUnixNano: nanosecondsOf(row.end_time),
    attributes: sentAttributes(sentMembers, row.native),
    ...storedEvents(row),
    links: [...row.links.map((text) => linkOf(parseExact(text))), ...illFormedLinks.map(linkOf)],
    traceState: textAt(otel, 'trace_state'),
    flags: countAt(otel, 'flags'),
    droppedAttributesCount: countAt(otel, 'dropped_attributes_count'),
    droppedEventsCount: countAt(otel, 'dropped_events_count'),
    droppedLinksCount: countAt(otel, 'dropped_links_count'),
    resource: resourceOf(otel),
    scope: scopeOf(otel),
  }
}
