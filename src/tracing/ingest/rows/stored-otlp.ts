// A row of the span store as the span that its exporter sent.
import type { SpanRow } from '../../../storage/contract/contract.ts'
import { unixNanoOf } from '../../canonical/record-input.ts'
import { spanKinds, statusCodes } from '../../canonical/words.ts'
import { parseExact } from '../../exact-json.ts'
import type { OtlpEvent, OtlpLink, OtlpSpan } from '../../otlp/span.ts'
import { isObject, valueAt, type Value, type ValueObject } from '../../value.ts'
import { sentAttributes } from '../payloads/as-sent.ts'
import { isoOfRow } from './span-row.ts'

export const objectAt = (value: Value | undefined, ...path: readonly string[]): ValueObject => {
  const found = valueAt(value, path)
  return isObject(found) ? found : {}
}
const textAt = (value: Value | undefined, ...path: readonly string[]): string => {
  const found = valueAt(value, path)
  return typeof found === 'string' ? found : ''
}
const countAt = (value: Value | undefined, name: string): number => {
  const found = valueAt(value, [name])
  return typeof found === 'number' ? found : 0
}

export const nanosecondsOf = (time: string): bigint => unixNanoOf(isoOfRow(time)) ?? 0n

function eventOf(text: string): OtlpEvent {
  const event = parseExact(text)
  return {
    name: textAt(event, 'name'),
    timeUnixNano: unixNanoOf(textAt(event, 'timestamp')) ?? 0n,
    attributes: objectAt(event, 'attributes'),
  }
}

function linkOf(link: Value): OtlpLink {
  return {
    traceId: textAt(link, 'trace_id'),
    spanId: textAt(link, 'span_id'),
    attributes: objectAt(link, 'attributes'),
  }
}

/** How what the server writes below `otel` looks; anything else there is the client's own. */
const serverMembers: ReadonlyMap<string, string> = new Map([
  ['resource', 'object'],
  ['trace_state', 'string'],
  ['flags', 'number'],
  ['dropped_attributes_count', 'number'],
  ['dropped_events_count', 'number'],
  ['dropped_links_count', 'number'],
])
const serverScope: ReadonlyMap<string, string> = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['attributes', 'object'],
])

const without = (object: ValueObject, servers: ReadonlyMap<string, string>): ValueObject =>
  Object.fromEntries(
    Object.entries(object).filter(([name, value]) => {
      const type = servers.get(name)
      return type === 'object' ? !isObject(value) : typeof value !== type
    }),
  )

/** What a client itself sent below `otel`, beside what the server writes there. */
function besideServer(otel: Value | undefined): ValueObject {
  if (!isObject(otel)) return otel === undefined ? {} : { otel }
  const { scope, ...others } = without(otel, serverMembers)
  const ofScope = isObject(scope) ? without(scope, serverScope) : scope
  const isOwn = ofScope !== undefined && !(isObject(ofScope) && Object.keys(ofScope).length === 0)
  const own = isOwn ? { ...others, scope: ofScope } : others
  return Object.keys(own).length === 0 ? {} : { otel: own }
}

/** A stored span as its exporter sent it. What no adapter reads stays nested: keys with objects nest to the same. */
export function otlpSpanOf(row: SpanRow): OtlpSpan {
  const { ag, otel, ...own } = parseExact(row.attributes) as ValueObject
  const foreign = { ...own, ...besideServer(otel) }
  const setAside = objectAt(ag, 'unsupported', 'span')
  const illFormedLinks = Array.isArray(setAside['links'])
    ? (setAside['links'] as readonly Value[]).filter(
        (link) => typeof valueAt(link, ['trace_id']) === 'string',
      )
    : []
  return {
    index: 0,
    traceId: row.trace_id,
    spanId: row.span_id,
    ...(row.parent_id === '' ? {} : { parentSpanId: row.parent_id }),
    name: row.span_name,
    // A kind or status that has no word was kept as it came.
    kind: setAside['span_kind'] ?? spanKinds.findIndex((word) => word === row.span_kind),
    statusCode: setAside['status_code'] ?? statusCodes.findIndex((word) => word === row.status_code),
    statusMessage: row.status_message ?? '',
    startTimeUnixNano: nanosecondsOf(row.start_time),
    endTimeUnixNano: nanosecondsOf(row.end_time),
    attributes: sentAttributes(foreign, row.native),
    events: row.events.map(eventOf),
    links: [...row.links.map((text) => linkOf(parseExact(text))), ...illFormedLinks.map(linkOf)],
    traceState: textAt(otel, 'trace_state'),
    flags: countAt(otel, 'flags'),
    droppedAttributesCount: countAt(otel, 'dropped_attributes_count'),
    droppedEventsCount: countAt(otel, 'dropped_events_count'),
    droppedLinksCount: countAt(otel, 'dropped_links_count'),
    resource: { attributes: objectAt(otel, 'resource') },
    scope: {
      name: textAt(otel, 'scope', 'name'),
      version: textAt(otel, 'scope', 'version'),
      attributes: objectAt(otel, 'scope', 'attributes'),
    },
  }
}
