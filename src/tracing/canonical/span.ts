// Converts a decoded span to its canonical form: adapters, then its own `ag.*` over them, then the schema, references,
// exception, own metrics and costs. roll-up.ts adds the values that depend on other spans (trace type, cumulative
// metrics).
import { adapt, type AdapterResult } from '../adapters/adapters.ts'
import { isUsageInclusive } from '../adapters/gen-ai.ts'
import type { OtlpEvent, OtlpSpan } from '../otlp/span.ts'
import type { PriceTable } from '../prices/price.ts'
import { isObject, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { attributesBesideAg } from './other-attributes.ts'
import { usageFacts } from './call-facts.ts'
import { ownCosts, type OwnCosts } from './costs.ts'
import { hashesOf, linkRecord, referenceList, type SpanHash, type SpanLink } from './references.ts'
import type { SpanFacts } from './facts.ts'
import { identitiesOf, type Identities } from './identities.ts'
import { readAg, type AgParts } from './schema.ts'
import { renamedWrites, splitNative } from './native.ts'
import {
  spanKinds,
  statusCodes,
  type SpanKind,
  type SpanType,
  type StatusCode,
  type TraceType,
} from '../attributes/vocabularies.ts'
import { annotates } from './trace-type.ts'
import { withoutMarks } from './usage-marks.ts'
import { nestedAttributes, WriteTree, writesOf, type Write } from '../attributes/write-tree.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface CanonicalEvent {
  readonly name: string
  readonly timeUnixNano: bigint
  /** Keys stay flat. Absent when there are none. */
  readonly attributes?: ValueObject
  /** Absent if none was dropped. */
  readonly droppedAttributesCount?: number
}

export interface CanonicalSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId?: string
  readonly traceType: TraceType
  readonly spanType: SpanType
  readonly spanKind: SpanKind
  readonly spanName: string
  readonly startTimeUnixNano: bigint
  readonly endTimeUnixNano: bigint
  readonly statusCode: StatusCode
  readonly statusMessage?: string
  /** On roots: session, user and agent of the trace. Other spans have these only in their attributes. */
  readonly identities?: Identities
  /** Nested. `ag` is canonical, `otel` has resource and scope, everything else is the client's. */
  readonly attributes: ValueObject
  readonly references: readonly ValueObject[]
  readonly links: readonly SpanLink[]
  readonly hashes: readonly SpanHash[]
  readonly events: readonly CanonicalEvent[]
  readonly adapters: readonly string[]
  /** Input for the roll-up of the trace. Stored with the span, because the trace may grow for hours. */
  readonly facts: SpanFacts
}

export interface CanonicalOptions {
  /** Replaces missing times. */
  readonly receivedAtUnixNano: bigint
  /** The project's own prices first, then the built-in table. */
  readonly priceTables: readonly PriceTable[]
  /** Applies the project's redaction to `ag` before it is parsed. */
  readonly hide?: (ag: ValueObject) => ValueObject
}

/** Differences between the sources of spans. */
export interface SpanForm {
  /** OTLP: foreign conventions are mapped and marked texts decoded. JSON records are canonical already. */
  readonly usesAdapters: boolean
  /** Written below `ag` unless it has a value at any of the paths in `unless`. */
  readonly defaults: readonly (Write & { readonly unless: readonly (readonly string[])[] })[]
  /** Members of the record with a wrong type. Stored under `ag.unsupported.span`. */
  readonly setAsideMembers: ValueObject
  /** References and hashes that are not derived from `ag`. */
  readonly references: readonly ValueObject[]
  readonly hashes: readonly SpanHash[]
}

const otlpForm: SpanForm = {
  usesAdapters: true,
  defaults: [],
  setAsideMembers: {},
  references: [],
  hashes: [],
}

/** The canonical form of a single span. It never throws: invalid values are set aside. */
export const canonicalSpan = (span: OtlpSpan, options: CanonicalOptions): CanonicalSpan =>
  canonicalForm(span, otlpForm, options)

/** The same for spans of any source. */
export function canonicalForm(span: OtlpSpan, form: SpanForm, options: CanonicalOptions): CanonicalSpan {
  const { native, foreign } = splitNative(span.attributes, { decodesMarkers: form.usesAdapters })
  const tree = new WriteTree({ buildsLists: true })
  const events = span.logs === undefined ? span.events : [...span.events, ...span.logs]
  const adapterResult: AdapterResult = form.usesAdapters
    ? adapt({ attributes: foreign, events }, tree)
    : { matchedAdapters: [] }
  const agParts = readAgWithDefaults(tree, native, form, options.hide)
  const otherAttributes = attributesBesideAg(span, foreign)
  const times = timesOf(span, options.receivedAtUnixNano)
  const enums = enumsOf(span, agParts.unsupported)
  const links = linksOf(span, agParts.unsupported)
  const spanType = agParts.declaredSpanType ?? adapterResult.spanType
  const costs = ownCosts({
    sentCosts: agParts.metrics.costs,
    tokens: agParts.metrics.tokens.incremental,
    meta: agParts.others['meta'],
    parameters: agParts.data['parameters'],
    spanType,
    priceTables: options.priceTables,
    isReplaceable: adapterResult.hasZeroCosts === true,
  })
  const identities = identitiesOf(agParts.others)
  const facts: SpanFacts = {
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentId: span.parentSpanId }),
    ...times,
    ...errorsOf(span.events, enums.statusCode),
    ...statedFacts(agParts),
    costs: costs.incremental,
    usageIsInclusive: isUsageInclusive(otherAttributes),
    ...usageFacts({
      spanType: spanType ?? 'task',
      tokens: agParts.metrics.tokens.incremental,
      costs: costs.incremental,
      otherAttributes,
      meta: agParts.others['meta'],
      data: agParts.data,
    }),
    annotates: annotates({
      links,
      agParts,
      isRecord: !form.usesAdapters,
      isRoot: span.parentSpanId === undefined,
    }),
    ...(identities === undefined ? {} : { identities }),
    ...(span.logs === undefined ? {} : { logs: span.logs.length }),
  }
  const traceType = agParts.declaredTraceType ?? (facts.annotates ? 'annotation' : 'invocation')
  const ag = agObject(agParts, {
    traceType,
    spanType: spanType ?? 'task',
    costs,
    exception: exceptionOf(span, options),
  })
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? identities && { identities } : { parentId: span.parentSpanId }),
    traceType,
    spanType: spanType ?? 'task',
    ...enums,
    spanName: span.name === '' ? span.spanId.slice(0, 12) : span.name,
    ...times,
    ...(span.statusMessage === '' ? {} : { statusMessage: span.statusMessage }),
    attributes: { ag, ...otherAttributes },
    references: [...referenceList(agParts.references), ...form.references],
    links,
    hashes: [...hashesOf(agParts.references, links), ...form.hashes],
    events: events.map(canonicalEvent(times.startTimeUnixNano)),
    adapters: adapterResult.matchedAdapters,
    facts,
  }
}

/** Parses `ag` after writing the span's own attributes, and the record's members as defaults. */
function readAgWithDefaults(
  tree: WriteTree,
  native: ValueObject,
  form: SpanForm,
  hide: CanonicalOptions['hide'],
): AgParts {
  writeNative(tree, native)
  for (const { path, value, unless } of form.defaults) {
    if (unless.every((unlessPath) => tree.read(unlessPath) === undefined)) tree.write(path, value)
  }
  const agParts = readAg(withoutMarks(hide === undefined ? tree.object() : hide(tree.object())))
  for (const [member, value] of Object.entries(form.setAsideMembers))
    agParts.unsupported.write(['span', member], value)
  return agParts
}

/** Writes the span's own `ag.*` over the values of the adapters. An `ag` that is not an object is set aside. */
function writeNative(tree: WriteTree, native: ValueObject): void {
  if (Object.keys(native).length === 0) return
  const { ag, ...keys } = native
  const writes = writesOf(isObject(ag) ? native : keys)
  const nestedWrites = writes.filter(({ path }) => path.length > 1)
  const members = isObject(ag) ? Object.entries(ag).map(([key, value]) => ({ path: [key], value })) : []
  const ownWrites = [...members, ...nestedWrites.map(({ path, value }) => ({ path: path.slice(1), value }))]
  for (const { path, value } of renamedWrites(ownWrites)) tree.write(path, value)
  if (ag !== undefined && !isObject(ag)) tree.write(['unsupported', '_invalid'], ag)
}

function timesOf(
  span: OtlpSpan,
  receivedAt: bigint,
): Pick<CanonicalSpan, 'startTimeUnixNano' | 'endTimeUnixNano'> {
  const { startTimeUnixNano: start, endTimeUnixNano: end } = span
  return {
    startTimeUnixNano: start || end || receivedAt,
    endTimeUnixNano: end || start || receivedAt,
  }
}

function enumsOf(
  span: OtlpSpan,
  unsupported: WriteTree,
): { readonly spanKind: SpanKind; readonly statusCode: StatusCode } {
  const spanKind = typeof span.kind === 'number' ? spanKinds[span.kind] : undefined
  const statusCode = typeof span.statusCode === 'number' ? statusCodes[span.statusCode] : undefined
  if (spanKind === undefined) unsupported.write(['span', 'span_kind'], span.kind)
  if (statusCode === undefined) unsupported.write(['span', 'status_code'], span.statusCode)
  return { spanKind: spanKind ?? 'SPAN_KIND_UNSPECIFIED', statusCode: statusCode ?? 'STATUS_CODE_UNSET' }
}

/** Links with invalid ids are set aside, because nothing could follow them. */
function linksOf(span: OtlpSpan, unsupported: WriteTree): readonly SpanLink[] {
  const links: SpanLink[] = []
  const illFormedLinks: Value[] = []
  for (const { attributes, ...linkMembers } of span.links) {
    const link =
      Object.keys(attributes).length === 0
        ? linkMembers
        : { ...linkMembers, attributes: nestedAttributes(attributes) }
    if (/^(?!0+$)[0-9a-f]{32}$/.test(linkMembers.traceId) && /^(?!0+$)[0-9a-f]{16}$/.test(linkMembers.spanId))
      links.push(link)
    else illFormedLinks.push(linkRecord(link))
  }
  if (illFormedLinks.length > 0) unsupported.write(['span', 'links'], illFormedLinks)
  return links
}

/** An event without a time gets the start time of its span. */
export const canonicalEvent =
  (startTimeUnixNano: bigint) =>
  ({ attributes, ...event }: OtlpEvent): CanonicalEvent => ({
    ...event,
    timeUnixNano: event.timeUnixNano || startTimeUnixNano,
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  })

/** Own errors, counted by exception events or a failed status. Absent without events and failure. */
function errorsOf(events: readonly OtlpEvent[], statusCode: StatusCode): { readonly errors?: number } {
  const exceptions = events.filter(({ name }) => name === 'exception').length
  if (statusCode === 'STATUS_CODE_ERROR') return { errors: Math.max(exceptions, 1) }
  return events.length === 0 ? {} : { errors: exceptions }
}

/** The facts that the span states about itself and its trace. */
const statedFacts = (agParts: AgParts): Pick<SpanFacts, 'tokens' | 'sent' | 'declaredTraceType'> => ({
  tokens: agParts.metrics.tokens.incremental,
  sent: sentCumulative(agParts),
  ...(agParts.declaredTraceType === undefined ? {} : { declaredTraceType: agParts.declaredTraceType }),
})

function sentCumulative({ metrics }: AgParts): SpanFacts['sent'] {
  const isStated = (buckets: object): boolean => Object.keys(buckets).length > 0
  return {
    ...(isStated(metrics.tokens.cumulative) ? { tokens: metrics.tokens.cumulative } : {}),
    ...(isStated(metrics.costs.cumulative) ? { costs: metrics.costs.cumulative } : {}),
  }
}

/** Type, message and stack trace of the last exception event. */
function exceptionOf({ events }: OtlpSpan, { hide }: CanonicalOptions): Value | undefined {
  const last = events.findLast(({ name }) => name === 'exception')
  if (last === undefined) return undefined
  const exception: OpenObject = {}
  for (const name of ['type', 'message', 'stacktrace']) {
    const value = ownMember(last.attributes, `exception.${name}`)
    if (value !== undefined) setOwn(exception, name, value)
  }
  if (Object.keys(exception).length === 0) return undefined
  return hide === undefined ? exception : hide({ exception })['exception']
}

function agObject(
  agParts: AgParts,
  derivedParts: {
    readonly traceType: TraceType
    readonly spanType: SpanType
    readonly costs: OwnCosts
    /** From the events, if the span states none. */
    readonly exception: Value | undefined
  },
): ValueObject {
  const { incremental } = agParts.metrics.tokens
  const { incremental: costs, source, price } = derivedParts.costs
  const exception = agParts.others['exception'] ?? derivedParts.exception
  const unsupported = agParts.unsupported.object()
  return {
    type: { trace: derivedParts.traceType, span: derivedParts.spanType },
    data: agParts.data,
    metrics: {
      duration: {},
      errors: {},
      tokens: Object.keys(incremental).length === 0 ? {} : { incremental },
      costs: {
        ...(Object.keys(costs).length === 0 ? {} : { incremental: costs }),
        ...(source === undefined ? {} : { source }),
        ...(price === undefined ? {} : { price }),
      },
    },
    ...agParts.others,
    ...(exception === undefined ? {} : { exception }),
    ...(Object.keys(agParts.references).length === 0 ? {} : { references: agParts.references }),
    ...(Object.keys(unsupported).length === 0 ? {} : { unsupported }),
  }
}
