// Stored spans mapped or priced again: after an adapter or a price table improved, what is stored can follow. The client's
// attributes stand beside the canonical ones, and its own `ag.*` in a column of the row, so nothing needs to be sent anew.
import { isDeepStrictEqual } from 'node:util'
import type { NewSpan, SpanRow } from '../../storage/contract.ts'
import { canonicalRecord } from '../canonical/record-input.ts'
import { rolledUpAttributes, rollUpMetrics, type SpanFacts } from '../canonical/roll-up.ts'
import { canonicalSpan, type CanonicalOptions, type CanonicalSpan } from '../canonical/span.ts'
import { spanRecord } from '../canonical/record.ts'
import { unixNanoOf } from '../canonical/record-input.ts'
import { spanKinds, statusCodes } from '../canonical/words.ts'
import { parseExact } from '../exact-json.ts'
import type { OtlpEvent, OtlpLink, OtlpSpan } from '../otlp/span.ts'
import { isObject, valueAt, valueText, type Value, type ValueObject } from '../value.ts'
import { sentAttributes } from './as-sent.ts'
import type { ProjectRules } from './batch.ts'
import { factsText, isoOfRow, readFacts, recordOfRow, rollUpText, rowOfRecord } from './span-row.ts'

/** What is done anew: the mapping of conventions with everything that follows from it, or costs alone. */
export type Again = 'remap' | 'reprice'

const objectAt = (value: Value | undefined, ...path: readonly string[]): ValueObject => {
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

const nanosecondsOf = (time: string): bigint => unixNanoOf(isoOfRow(time)) ?? 0n

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
function otlpSpanOf(row: SpanRow): OtlpSpan {
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

function mappedAgain(row: SpanRow, rules: ProjectRules): CanonicalSpan {
  const options: CanonicalOptions = {
    receivedAtUnixNano: nanosecondsOf(row.created_at),
    priceTables: rules.prices,
    hide: (ag) => rules.redactor.byPath(ag),
  }
  return row.form === 'otlp'
    ? canonicalSpan(otlpSpanOf(row), options)
    : canonicalRecord(recordOfRow(row), options)
}

interface Changed {
  readonly record: ValueObject
  readonly facts: SpanFacts
}

/** The stored record with the costs of the new one. */
function withCostsOf(again: CanonicalSpan, row: SpanRow): Changed {
  const record = recordOfRow(row)
  const attributes = objectAt(record, 'attributes')
  const ag = objectAt(attributes, 'ag')
  const metrics = objectAt(ag, 'metrics')
  const costs = objectAt(again.attributes, 'ag', 'metrics', 'costs')
  return {
    record: { ...record, attributes: { ...attributes, ag: { ...ag, metrics: { ...metrics, costs } } } },
    facts: { ...readFacts(row.facts), costs: again.facts.costs },
  }
}

function changedSpan(row: SpanRow, what: Again, rules: ProjectRules): Changed {
  const again = mappedAgain(row, rules)
  if (what === 'reprice') return withCostsOf(again, row)
  // Records came in canonical form: there is nothing to map, and which adapters matched is not asked again.
  return row.form === 'otlp'
    ? { record: spanRecord(again), facts: again.facts }
    : { record: recordOfRow(row), facts: readFacts(row.facts) }
}

/** The order of members says nothing. */
const isSameJson = (value: ValueObject, text: string): boolean =>
  valueText(value) === text || isDeepStrictEqual(value, parseExact(text))

/** The new rows of those spans of a trace that come out differently. `rows` are all its spans. */
export function traceAgain(rows: readonly SpanRow[], what: Again, rules: ProjectRules): readonly NewSpan[] {
  const changed = rows.map((row) => ({ row, ...changedSpan(row, what, rules) }))
  const trace = rollUpMetrics(changed.map(({ facts }) => facts))
  return changed.flatMap(({ row, record, facts }) => {
    const rollUp = trace.spans.get(row.span_id)
    if (rollUp === undefined) return []
    const { traceType } = trace
    const attributes = rolledUpAttributes(objectAt(record, 'attributes'), traceType, rollUp)
    const roll_up = rollUpText({ traceType, rollUp })
    const isSame =
      isSameJson(attributes, row.attributes) &&
      roll_up === row.roll_up &&
      valueText(record['adapters'] ?? []) === valueText(row.adapters)
    if (isSame) return []
    // Just above what was read: a span that is sent again meanwhile wins.
    const version = (BigInt(row.version) + 1n).toString()
    const { project_id, created_at, created_by_id, updated_at, updated_by_id, form, native, receipt_id } = row
    return [
      rowOfRecord(
        { ...record, trace_type: traceType, attributes },
        {
          project_id,
          created_at,
          created_by_id,
          updated_at,
          updated_by_id,
          form,
          native,
          receipt_id,
          version,
          facts: factsText(facts),
          roll_up,
        },
      ),
    ]
  })
}
