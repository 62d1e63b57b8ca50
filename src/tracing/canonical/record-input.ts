// Parses span records of the JSON routes: the canonical shape, read leniently. A member of a wrong type takes its
// default and is stored under `ag.unsupported.span`. Only a span without a usable id is refused.
import { utcTime } from '../../kernel/validation.ts'
import { SpanError, type OtlpEvent, type OtlpLink, type OtlpSpan } from '../otlp/span.ts'
import { isList, isObject, plainNumber, type OpenObject, type Value, type ValueObject } from '../value.ts'
import type { SpanHash } from './references.ts'
import { canonicalForm, type CanonicalOptions, type CanonicalSpan, type SpanForm } from './span.ts'
import { referenceKeys, spanKinds, statusCodes } from '../attributes/vocabularies.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

/** 32 hex digits from plain hex, `0x…` or a UUID, in any case; else undefined. */
export function traceIdOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const hex = value.toLowerCase().replace(/^0x/, '')
  if (/^[0-9a-f]{32}$/.test(hex)) return hex
  return uuidPattern.test(hex) ? hex.replaceAll('-', '') : undefined
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** 16 hex digits from plain hex, `0x…` or the last 16 of a UUID, in any case; else undefined. */
export function spanIdOf(value: Value | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const hex = value.toLowerCase().replace(/^0x/, '')
  if (/^[0-9a-f]{16}$/.test(hex)) return hex
  return uuidPattern.test(hex) ? hex.replaceAll('-', '').slice(16) : undefined
}

const nanosecondsPerUnit: ReadonlyMap<number, bigint> = new Map([
  [10, 1_000_000_000n],
  [13, 1_000_000n],
  [16, 1_000n],
  [19, 1n],
])

/** The last nanosecond that the store's columns can hold: 2262-04-11. */
export const lastUnixNano = 9_223_372_036_854_775_807n

/** Nanoseconds from ISO 8601 text, or from 10, 13, 16 or 19 digits of seconds, ms, µs or ns; else undefined. */
export function unixNanoOf(time: Value | undefined): bigint | undefined {
  const value = plainNumber(time)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const text = String(value).trim()
  if (/^\d+$/.test(text)) {
    const unit = nanosecondsPerUnit.get(text.length)
    return unit === undefined ? undefined : BigInt(text) * unit
  }
  const utc = typeof value === 'string' ? utcTime(text) : undefined
  if (utc === undefined) return undefined
  const seconds = Date.parse(`${utc.slice(0, 19)}Z`) / 1000
  const fraction = utc.slice(20, -1).padEnd(9, '0')
  return seconds < 0 ? undefined : BigInt(seconds) * 1_000_000_000n + BigInt(fraction)
}

/** Reads the members of one record and collects those of a wrong type. */
class RecordReader {
  readonly #record: ValueObject
  readonly setAsideMembers: OpenObject = {}

  constructor(record: ValueObject) {
    this.#record = record
  }

  /** Parses a member with `read`. Null counts as absent; a value that `read` rejects is set aside. */
  take<T>(member: string, read: (value: Value) => T | undefined): T | undefined {
    const value = ownMember(this.#record, member)
    if (value === undefined || value === null) return undefined
    const parsedValue = read(value)
    if (parsedValue === undefined) setOwn(this.setAsideMembers, member, value)
    return parsedValue
  }

  text(member: string): string | undefined {
    return this.take(member, (value) => (typeof value === 'string' ? value : undefined))
  }

  object(member: string): ValueObject | undefined {
    return this.take(member, (value) => (isObject(value) ? value : undefined))
  }

  /** Parses a list of objects. Elements that `read` rejects are set aside. */
  list<T>(member: string, read: (element: ValueObject) => T | undefined): readonly T[] {
    const elements = this.take(member, (value) => (isList(value) ? value : undefined))
    const parsedElements: T[] = []
    const refusedElements: Value[] = []
    for (const element of elements ?? []) {
      const parsedElement = isObject(element) ? read(element) : undefined
      if (parsedElement === undefined) refusedElements.push(element)
      else parsedElements.push(parsedElement)
    }
    if (refusedElements.length > 0) setOwn(this.setAsideMembers, member, refusedElements)
    return parsedElements
  }
}

const allZero = /^0*$/

const noId = (member: string, digits: number): SpanError =>
  new SpanError(`${member} is neither ${digits} hexadecimal digits nor a UUID`)

/** The ids of a record in canonical form. Throws SpanError if one is invalid. */
export function recordIds(record: ValueObject): Pick<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId'> {
  const traceId = traceIdOf(record['trace_id'])
  const spanId = spanIdOf(record['span_id'])
  if (traceId === undefined) throw noId('trace_id', 32)
  if (spanId === undefined) throw noId('span_id', 16)
  if (allZero.test(traceId)) throw new SpanError('trace_id is all zero')
  if (allZero.test(spanId)) throw new SpanError('span_id is all zero')
  const parentId = record['parent_id']
  if (
    parentId === undefined ||
    parentId === null ||
    (typeof parentId === 'string' && allZero.test(parentId.replace(/^0x/i, '')))
  ) {
    return { traceId, spanId }
  }
  const parentSpanId = spanIdOf(parentId)
  if (parentSpanId === undefined) throw noId('parent_id', 16)
  return allZero.test(parentSpanId) ? { traceId, spanId } : { traceId, spanId, parentSpanId }
}

const attributesOf = (element: ValueObject): ValueObject =>
  isObject(element['attributes']) ? element['attributes'] : {}

/** A count or flags of 32 bits. 0 and invalid values are absent. */
function countIn(element: ValueObject, name: string): number | undefined {
  const value = plainNumber(ownMember(element, name))
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0xffff_ffff
    ? value
    : undefined
}

function droppedOf(element: ValueObject): Pick<OtlpEvent, 'droppedAttributesCount'> {
  const count = countIn(element, 'dropped_attributes_count')
  return count === undefined ? {} : { droppedAttributesCount: count }
}

function linkOf(element: ValueObject): OtlpLink | undefined {
  const traceId = traceIdOf(element['trace_id'])
  const spanId = spanIdOf(element['span_id'])
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, ...linkMembers(element) }
}

/** The members of a link besides its ids. */
export function linkMembers(element: ValueObject): Omit<OtlpLink, 'traceId' | 'spanId'> {
  const { trace_state: state } = element
  const flags = countIn(element, 'flags')
  return {
    attributes: attributesOf(element),
    ...(typeof state === 'string' && state !== '' ? { traceState: state } : {}),
    ...(flags === undefined ? {} : { flags }),
    ...droppedOf(element),
  }
}

/** The members of an event besides its name and time. */
export const eventMembers = (element: ValueObject): Omit<OtlpEvent, 'name' | 'timeUnixNano'> => ({
  attributes: attributesOf(element),
  ...droppedOf(element),
})

const eventOf =
  (spanStart: bigint) =>
  (element: ValueObject): OtlpEvent | undefined => {
    const timestamp = element['timestamp'] ?? null
    const time = timestamp === null ? spanStart : unixNanoOf(timestamp)
    if (typeof element['name'] !== 'string' || time === undefined) return undefined
    return { name: element['name'], timeUnixNano: time, ...eventMembers(element) }
  }

/** Members of the record that duplicate members of `ag`. Those of `ag` win. */
function defaultsOf(reader: RecordReader): SpanForm['defaults'] {
  const members: readonly (readonly [string, string, ...string[]])[] = [
    ['trace_type', 'type.trace', 'type.tree'],
    ['span_type', 'type.span', 'type.node'],
    ['session_id', 'session.id', 'session'],
    ['user_id', 'user.id', 'user'],
    ['agent_id', 'agent.id', 'agent'],
  ]
  const texts = members.flatMap(([member, to, ...otherPaths]) => {
    const value = reader.text(member)
    const unlessPaths = [to, ...otherPaths].map((path) => path.split('.'))
    return value === undefined ? [] : [{ path: to.split('.'), value, unless: unlessPaths }]
  })
  const exception = reader.object('exception')
  return exception === undefined
    ? texts
    : [...texts, { path: ['exception'], value: exception, unless: [['exception']] }]
}

const knownReferences: ReadonlySet<Value | undefined> = new Set<string>(referenceKeys)
const keyOf = (element: ValueObject): Value | undefined => attributesOf(element)['key']

const referenceTexts: ReadonlySet<string> = new Set(['id', 'slug', 'version'])

/** Parses a reference of the list. Undefined if a reference without a known key has a member of a wrong type. */
function listedReference(element: ValueObject): ValueObject | undefined {
  if (knownReferences.has(keyOf(element))) return element
  const presentMembers = Object.entries(element).filter(([, value]) => value !== null)
  const reference: OpenObject = {}
  for (const [name, memberValue] of presentMembers) {
    const value = name === 'version' ? versionText(memberValue) : memberValue
    const isValid =
      name === 'attributes' ? isObject(value) : typeof value === 'string' || !referenceTexts.has(name)
    if (!isValid) return undefined
    setOwn(reference, name, value)
  }
  return reference
}

function versionText(version: Value): Value {
  const value = plainNumber(version)
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
}

/** The list of references. Those with a known key belong to `ag.references`, unless that was sent. */
function referencesOf(reader: RecordReader): Pick<SpanForm, 'defaults' | 'references'> {
  const list = reader.list('references', listedReference)
  const referencesByKey: OpenObject = {}
  for (const element of list) {
    const key = keyOf(element)
    if (typeof key !== 'string' || !knownReferences.has(key)) continue
    const { attributes: _named, ...reference } = element
    setOwn(referencesByKey, key, reference)
  }
  const isKeyed = Object.keys(referencesByKey).length > 0
  return {
    defaults: isKeyed ? [{ path: ['references'], value: referencesByKey, unless: [['references']] }] : [],
    references: list.filter((element) => !knownReferences.has(keyOf(element))),
  }
}

const hashOf = (element: ValueObject): SpanHash | undefined =>
  typeof element['id'] === 'string' ? { id: element['id'], attributes: attributesOf(element) } : undefined

/**
 * The canonical form of a span record. Native renames apply; convention adapters and marked texts do not. Throws
 * SpanError if trace_id, span_id or parent_id is invalid.
 */
export function canonicalRecord(record: ValueObject, options: CanonicalOptions): CanonicalSpan {
  const ids = recordIds(record)
  const reader = new RecordReader(record)
  const start = reader.take('start_time', unixNanoOf) ?? 0n
  const end = reader.take('end_time', unixNanoOf) ?? 0n
  const enumIndex = (words: readonly string[]) => (value: Value) => {
    const index = typeof value === 'string' ? words.indexOf(value) : -1
    return index === -1 ? undefined : index
  }
  const span: OtlpSpan = {
    index: 0,
    ...ids,
    name: reader.text('span_name') ?? '',
    kind: reader.take('span_kind', enumIndex(spanKinds)) ?? 0,
    statusCode: reader.take('status_code', enumIndex(statusCodes)) ?? 0,
    statusMessage: reader.text('status_message') ?? '',
    startTimeUnixNano: start,
    endTimeUnixNano: end,
    attributes: reader.object('attributes') ?? {},
    events: reader.list('events', eventOf(start || end || options.receivedAtUnixNano)),
    links: reader.list('links', linkOf),
    traceState: '',
    flags: 0,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
    resource: { attributes: {} },
    scope: { name: '', version: '', attributes: {} },
  }
  const defaults = defaultsOf(reader)
  const references = referencesOf(reader)
  const hashes = reader.list('hashes', hashOf)
  return canonicalForm(
    span,
    {
      usesAdapters: false,
      defaults: [...defaults, ...references.defaults],
      references: references.references,
      // The hash over references and links is always recomputed.
      hashes: hashes.filter(({ attributes }) => attributes['key'] !== 'indirect'),
      setAsideMembers: reader.setAsideMembers,
    },
    options,
  )
}
