// Reads members of OTLP/JSON: camelCase keys (snake_case accepted), ids in hex, 64-bit integers as text or numbers,
// unknown keys ignored. Numbers beyond 2^53 are exact.
import { ownMember, setOwn } from '../../kernel/own.ts'
import { parseExact } from '../exact-json.ts'
import {
  boundedNesting,
  exactInteger,
  isObject,
  nestingLevelsMax,
  plainNumber,
  valueText,
  type OpenObject,
  type Value,
  type ValueObject,
} from '../value.ts'
import { doubleValue } from './any-value.ts'
import { SpanError, undecodable, type Attributes } from './span.ts'

export function parsedBody(text: string): ValueObject {
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

/** The member with its camelCase or snake_case name. Null counts as absent. */
export function member(object: ValueObject, camel: string): Value | undefined {
  const value = ownMember(object, camel)
  if (value !== undefined) return value ?? undefined
  let snake = snakeNames.get(camel)
  if (snake === undefined) snakeNames.set(camel, (snake = snakeCase(camel)))
  return ownMember(object, snake) ?? undefined
}

/** The list with this name. Any other value makes the body undecodable, as in protobuf. */
export function list(object: ValueObject, camel: string): readonly Value[] {
  const value = member(object, camel)
  if (value === undefined) return []
  if (!Array.isArray(value)) throw undecodable(new Error(`'${camel}' is not a list.`))
  return value
}

export function objects(object: ValueObject, camel: string): readonly ValueObject[] {
  return list(object, camel).map((item) => {
    if (!isObject(item)) throw undecodable(new Error(`'${camel}' holds something that is not an object.`))
    return item
  })
}

/** Whether an object that all spans below share is present. Any other value makes the body undecodable. */
export function isPresent(value: Value | undefined, name: string): value is ValueObject {
  if (value === undefined || isObject(value)) return value !== undefined
  throw undecodable(new Error(`'${name}' is not an object.`))
}

type CreateError = (message: string) => Error

const spanError: CreateError = (message) => new SpanError(message)
export const undecodableIn =
  (name: string): CreateError =>
  (message) =>
    undecodable(new Error(`Of '${name}', ${message}.`))

/** The JSON text of a member, created on first use and shared by all refused spans below it. */
export function textOnce(object: ValueObject, camel: string): () => string {
  let text: string | undefined
  return () => (text ??= valueText(member(object, camel) ?? {}))
}

export function droppedOf(owner: ValueObject): { readonly droppedAttributesCount?: number } {
  const droppedAttributesCount = count(owner, 'droppedAttributesCount')
  return droppedAttributesCount === 0 ? {} : { droppedAttributesCount }
}

export function schemaOf(owner: ValueObject): { readonly schemaUrl?: string } {
  const schemaUrl = text(owner, 'schemaUrl')
  return schemaUrl === '' ? {} : { schemaUrl }
}

export function text(object: ValueObject, camel: string): string {
  const value = member(object, camel)
  if (value === undefined) return ''
  return typeof value === 'string' ? value : valueText(value)
}

const evenHex = /^(?:[0-9a-f]{2})*$/i

export function hexId(span: ValueObject, camel: string, field: string): string {
  const id = text(span, camel)
  if (!evenHex.test(id)) throw new SpanError(`${field} is not in hex`)
  return id.toLowerCase()
}

export function nanoseconds(object: ValueObject, camel: string): bigint {
  const value = plainNumber(member(object, camel) ?? 0)
  const digits = typeof value === 'string' ? value.trim() : valueText(value)
  if (!/^\d{1,20}$/.test(digits) || BigInt(digits) > 0xffff_ffff_ffff_ffffn) {
    throw new SpanError(`${snakeCase(camel)} is not a 64-bit count of nanoseconds`)
  }
  return BigInt(digits)
}

/** A 32-bit count. Anything else counts as 0, because no information is lost. */
export function count(object: ValueObject, camel: string): number {
  const value = Number(plainNumber(member(object, camel) ?? 0))
  return Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff ? value : 0
}

export function attributesOf(owner: ValueObject, createError: CreateError = spanError): Attributes {
  const entries = member(owner, 'attributes') ?? []
  if (!Array.isArray(entries)) throw createError('attributes is not a list')
  if (!entries.every(isObject)) throw createError('attributes holds something that is not an object')
  return keyValues(entries, nestingLevelsMax)
}

function keyValues(entries: readonly Value[], levels: number): ValueObject {
  const members: OpenObject = {}
  for (const entry of entries) {
    if (isObject(entry)) setOwn(members, text(entry, 'key'), anyValue(member(entry, 'value'), levels))
  }
  return members
}

/** An AnyValue. */
export const valueOf = (value: Value | undefined): Value => anyValue(value ?? undefined, nestingLevelsMax)

function anyValue(value: Value | undefined, levels: number): Value {
  if (!isObject(value)) return value === undefined ? null : boundedNesting(value, levels)
  const scalar = scalarValue(value)
  if (scalar !== undefined) return scalar
  const array = member(value, 'arrayValue')
  const kvlist = member(value, 'kvlistValue')
  // Values below the limit are stored as the JSON text that was sent.
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
  const double = plainNumber(member(value, 'doubleValue'))
  if (typeof double === 'bigint' || typeof double === 'number') return doubleValue(Number(double))
  if (double !== undefined) return typeof double === 'string' ? doubleText(double) : double
  return member(value, 'bytesValue')
}

/** An integer as text or number. Text that is not an integer stays text. */
const integerValue = (value: Value): Value =>
  typeof value === 'string' && /^-?\d{1,40}$/.test(value) ? exactInteger(BigInt(value)) : plainNumber(value)

/** JSON writes these doubles as `"NaN"`, `"Infinity"` and `"-Infinity"`. They stay texts. */
function doubleText(value: string): Value {
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? value : doubleValue(number)
}
