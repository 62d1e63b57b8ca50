// ExportTraceServiceRequest in OTLP/JSON: camelCase keys (snake_case accepted), ids in hex, 64-bit integers as text
// or numbers, enums as numbers or names, unknown keys ignored. Numbers beyond 2^53 are read exactly.
import { parseExact } from '../exact-json.ts'
import {
  boundedNesting,
  exactInteger,
  isObject,
  nestingLevelsMax,
  valueText,
  type OpenObject,
  type Value,
  type ValueObject,
} from '../value.ts'
import { doubleValue } from './any-value.ts'
import {
  checkedIds,
  ItemBudget,
  SpanFault,
  undecodable,
  type Attributes,
  type DecodedTraces,
  type OtlpEvent,
  type OtlpLink,
  type OtlpResource,
  type OtlpScope,
  type OtlpSpan,
  type RefusedSpan,
} from './span.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

/** Decodes a whole request. Undecodable text: payload_undecodable; too many items: payload_too_large. */
export function decodeJson(body: Uint8Array | string, budget: ItemBudget = new ItemBudget()): DecodedTraces {
  const root = parsedBody(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'))
  const spans: OtlpSpan[] = []
  const refused: RefusedSpan[] = []
  for (const resourceSpans of objects(root, 'resourceSpans')) {
    const resource = resourceOf(resourceSpans)
    const resourceText = textOnce(resourceSpans, 'resource')
    for (const scopeSpans of objects(resourceSpans, 'scopeSpans')) {
      const scope = scopeOf(scopeSpans)
      const scopeText = textOnce(scopeSpans, 'scope')
      for (const source of list(scopeSpans, 'spans')) {
        budget.take()
        const index = spans.length + refused.length
        const result = spanOrRefusal(source, { index, resource, scope, budget })
        if (!('reason' in result)) spans.push(result)
        else refused.push({ ...result, resource: resourceText(), scope: scopeText() })
      }
    }
  }
  return { spans, refused }
}

function parsedBody(text: string): ValueObject {
  let root: Value
  try {
    root = text.trim() === '' ? {} : parseExact(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw undecodable(error)
  }
  if (!isObject(root)) throw undecodable(new Error('The body is not a JSON object.'))
  return root
}

const snakeCase = (camel: string): string => camel.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)

const snakeNames = new Map<string, string>()

/** The member under its camelCase or snake_case name; null counts as absent. */
function member(object: ValueObject, camel: string): Value | undefined {
  const value = ownMember(object, camel)
  if (value !== undefined) return value ?? undefined
  let snake = snakeNames.get(camel)
  if (snake === undefined) snakeNames.set(camel, (snake = snakeCase(camel)))
  return ownMember(object, snake) ?? undefined
}

/** The list under a name. Framing that is no list makes the body undecodable, as in protobuf. */
function list(object: ValueObject, camel: string): readonly Value[] {
  const value = member(object, camel)
  if (value === undefined) return []
  if (!Array.isArray(value)) throw undecodable(new Error(`'${camel}' is not a list.`))
  return value
}

function objects(object: ValueObject, camel: string): readonly ValueObject[] {
  return list(object, camel).map((item) => {
    if (!isObject(item)) throw undecodable(new Error(`'${camel}' holds something that is not an object.`))
    return item
  })
}

function resourceOf(resourceSpans: ValueObject): OtlpResource {
  const resource = member(resourceSpans, 'resource')
  return { attributes: framed(resource, 'resource') ? attributesOf(resource, undecodableIn('resource')) : {} }
}

function scopeOf(scopeSpans: ValueObject): OtlpScope {
  const scope = member(scopeSpans, 'scope')
  if (!framed(scope, 'scope')) return { name: '', version: '', attributes: {} }
  return {
    name: text(scope, 'name'),
    version: text(scope, 'version'),
    attributes: attributesOf(scope, undecodableIn('scope')),
  }
}

/** Whether a message that all spans below share is there; anything but an object makes the body undecodable. */
function framed(value: Value | undefined, name: string): value is ValueObject {
  if (value === undefined || isObject(value)) return value !== undefined
  throw undecodable(new Error(`'${name}' is not an object.`))
}

type Fault = (what: string) => Error

const spanFault: Fault = (what) => new SpanFault(what)
const undecodableIn =
  (name: string): Fault =>
  (what) =>
    undecodable(new Error(`Of '${name}', ${what}.`))

/** The JSON text of a member, written when first asked for: all refused spans below it share it. */
function textOnce(object: ValueObject, camel: string): () => string {
  let text: string | undefined
  return () => (text ??= valueText(member(object, camel) ?? {}))
}

interface Place {
  readonly index: number
  readonly resource: OtlpResource
  readonly scope: OtlpScope
  readonly budget: ItemBudget
}

function spanOrRefusal(source: Value, place: Place): OtlpSpan | RefusedSpan {
  try {
    if (!isObject(source)) throw new SpanFault('the span is not an object')
    return spanOf(source, place)
  } catch (error) {
    if (!(error instanceof SpanFault)) throw error
    const traceId = isObject(source) ? text(source, 'traceId') : ''
    const spanId = isObject(source) ? text(source, 'spanId') : ''
    return {
      index: place.index,
      ...(traceId === '' ? {} : { traceId }),
      ...(spanId === '' ? {} : { spanId }),
      reason: error.message,
      source: valueText(source),
    }
  }
}

function spanOf(span: ValueObject, { index, resource, scope, budget }: Place): OtlpSpan {
  const ids = checkedIds({
    traceId: hexId(span, 'traceId', 'trace_id'),
    spanId: hexId(span, 'spanId', 'span_id'),
    parentSpanId: hexId(span, 'parentSpanId', 'parent_span_id'),
  })
  const status = member(span, 'status') ?? {}
  if (!isObject(status)) throw new SpanFault('status is not an object')
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
  if (!Array.isArray(items)) throw new SpanFault(`${camel} is not a list`)
  return items.map((item: Value) => {
    budget.take()
    if (!isObject(item)) throw new SpanFault(`${camel} holds something that is not an object`)
    return item
  })
}

const eventOf = (event: ValueObject): OtlpEvent => ({
  timeUnixNano: nanoseconds(event, 'timeUnixNano'),
  name: text(event, 'name'),
  attributes: attributesOf(event),
})

const linkOf = (link: ValueObject): OtlpLink => ({
  traceId: text(link, 'traceId').toLowerCase(),
  spanId: text(link, 'spanId').toLowerCase(),
  attributes: attributesOf(link),
})

const spanKinds: ReadonlyMap<string, number> = new Map(
  ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'].map((name, i) => [
    `SPAN_KIND_${name}`,
    i,
  ]),
)
const statusCodes: ReadonlyMap<string, number> = new Map(
  ['UNSET', 'OK', 'ERROR'].map((name, i) => [`STATUS_CODE_${name}`, i]),
)

/** The number of an enum; a word that is not known stays as it is. */
function enumNumber(value: Value | undefined, names: ReadonlyMap<string, number>): Value {
  if (value === undefined) return 0
  if (typeof value !== 'string') return value
  return names.get(value) ?? (/^-?\d{1,10}$/.test(value) ? Number(value) : value)
}

function text(object: ValueObject, camel: string): string {
  const value = member(object, camel)
  if (value === undefined) return ''
  return typeof value === 'string' ? value : valueText(value)
}

const evenHex = /^(?:[0-9a-f]{2})*$/i

function hexId(span: ValueObject, camel: string, field: string): string {
  const id = text(span, camel)
  if (!evenHex.test(id)) throw new SpanFault(`${field} is not in hex`)
  return id.toLowerCase()
}

function nanoseconds(object: ValueObject, camel: string): bigint {
  const value = member(object, camel) ?? 0
  const digits = typeof value === 'string' ? value.trim() : valueText(value)
  if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > 0xffff_ffff_ffff_ffffn) {
    throw new SpanFault(`${snakeCase(camel)} is not a 64-bit count of nanoseconds`)
  }
  return BigInt(digits)
}

/** A 32-bit count; anything else reads as 0, for a count that nobody can read loses nothing. */
function count(object: ValueObject, camel: string): number {
  const value = Number(member(object, camel) ?? 0)
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff ? value : 0
}

function attributesOf(owner: ValueObject, fault: Fault = spanFault): Attributes {
  const entries = member(owner, 'attributes') ?? []
  if (!Array.isArray(entries)) throw fault('attributes is not a list')
  if (!entries.every(isObject)) throw fault('attributes holds something that is not an object')
  return keyValues(entries, nestingLevelsMax)
}

function keyValues(entries: readonly Value[], levels: number): ValueObject {
  const members: OpenObject = {}
  for (const entry of entries) {
    if (isObject(entry)) setOwn(members, text(entry, 'key'), anyValue(member(entry, 'value'), levels))
  }
  return members
}

function anyValue(value: Value | undefined, levels: number): Value {
  if (!isObject(value)) return value === undefined ? null : boundedNesting(value, levels)
  const scalar = scalarValue(value)
  if (scalar !== undefined) return scalar
  const array = member(value, 'arrayValue')
  const kvlist = member(value, 'kvlistValue')
  // What lies below the limit is kept as the JSON text in which it came.
  if (levels === 0 && (array ?? kvlist) !== undefined) return valueText(value)
  if (isObject(array)) {
    const items = member(array, 'values')
    return Array.isArray(items) ? items.map((item: Value) => anyValue(item, levels - 1)) : []
  }
  if (isObject(kvlist)) {
    const items = member(kvlist, 'values')
    return Array.isArray(items) ? keyValues(items, levels - 1) : {}
  }
  return null
}

function scalarValue(value: ValueObject): Value | undefined {
  const string = member(value, 'stringValue')
  if (string !== undefined) return typeof string === 'string' ? string : valueText(string)
  const bool = member(value, 'boolValue')
  if (bool !== undefined) return bool === 'true' ? true : bool === 'false' ? false : bool
  const int = member(value, 'intValue')
  if (int !== undefined) return integerValue(int)
  const double = member(value, 'doubleValue')
  if (typeof double === 'bigint') return Number(double)
  if (typeof double === 'number') return doubleValue(double)
  if (double !== undefined) return typeof double === 'string' ? doubleText(double) : double
  return member(value, 'bytesValue')
}

/** An integer as text or number; text that is no integer stays text. */
const integerValue = (value: Value): Value =>
  typeof value === 'string' && /^-?\d{1,40}$/.test(value) ? exactInteger(BigInt(value)) : value

/** `"NaN"`, `"Infinity"`, `"-Infinity"` are how JSON writes these doubles; they stay those words. */
function doubleText(value: string): Value {
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? value : doubleValue(number)
}
