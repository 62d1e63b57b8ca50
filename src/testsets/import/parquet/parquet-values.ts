// Converts values of Parquet records to JSON: integers and decimals beyond ±(2^53−1) become strings, times ISO 8601,
// bytes base64, nested types objects and arrays.
import type { SchemaElement, SchemaTree } from 'hyparquet'
import type { Json } from '../../../kernel/json/value.ts'
import { parseExact } from '../../exact.ts'
import { setOwn } from '../../../kernel/own.ts'
import { timestampParsers } from '../../../kernel/parquet/timestamps.ts'

// A byte order mark at the start of a value is part of the value.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Parsers for hyparquet that are exact where its own would round or replace values. */
export const parsers = {
  ...timestampParsers,
  dateFromDays: (days: number | null) =>
    days == null ? days : new Date(days * 86_400_000).toISOString().slice(0, 10),
  stringFromBytes: (bytes: Uint8Array | null) => bytes && utf8.decode(bytes),
  jsonFromBytes: (bytes: Uint8Array | null) => bytes && parseExact(utf8.decode(bytes)),
}

interface DecimalScale {
  readonly scale: number
}

/** Scales of decimal columns, by schema element. */
export type DecimalScales = ReadonlyMap<SchemaElement, DecimalScale>

/**
 * Removes the decimal annotation from the schema, so that hyparquet returns raw integers: it would multiply them as
 * doubles. Returns the scales for exactJson.
 */
export function takeDecimals(schema: readonly SchemaElement[]): DecimalScales {
  const scales = new Map<SchemaElement, DecimalScale>()
  for (const element of schema) {
    const logicalType = element.logical_type
    if (element.converted_type !== 'DECIMAL' && logicalType?.type !== 'DECIMAL') continue
    scales.set(element, { scale: element.scale ?? (logicalType?.type === 'DECIMAL' ? logicalType.scale : 0) })
    delete element.converted_type
    delete element.logical_type
  }
  return scales
}

/** Annotations that hyparquet reads only in their older form. It does not support enums, whose values are text. */
const convertedTypes = { ENUM: 'UTF8', JSON: 'JSON', DATE: 'DATE' } as const

/** Rewrites the annotations of a schema, so that hyparquet reads all of them. */
export function spellAnnotations(schema: readonly SchemaElement[]): void {
  for (const element of schema) {
    const annotation = element.logical_type?.type ?? element.converted_type
    if (annotation === 'ENUM' || annotation === 'JSON' || annotation === 'DATE') {
      element.converted_type = convertedTypes[annotation]
    }
  }
}

function integerOfBytes(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return BigInt.asIntN(bytes.length * 8, value)
}

const isSafeInteger = (value: bigint): boolean =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)

/** The exact decimal: a number while its digits fit a double, else text. */
function decimalOf(unscaled: bigint, { scale }: DecimalScale): Json {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  const integerDigits = digits.slice(0, digits.length - scale)
  const text = `${unscaled < 0n ? '-' : ''}${integerDigits}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`
  return isSafeInteger(unscaled) ? Number(text) : text
}

function decimalValue(value: unknown, scale: DecimalScale): Json | undefined {
  if (value instanceof Uint8Array) return decimalOf(integerOfBytes(value), scale)
  if (typeof value === 'bigint') return decimalOf(value, scale)
  return typeof value === 'number' ? decimalOf(BigInt(value), scale) : undefined
}

const child = (node: SchemaTree | undefined, name: string): SchemaTree | undefined =>
  node?.children.find((childNode) => childNode.element.name === name)

/** The schema of a list's elements: below the repeated group, if there is one. */
function elementNode(node: SchemaTree | undefined): SchemaTree | undefined {
  const repeatedNode = node?.children[0]
  if (node?.children.length !== 1 || repeatedNode?.element.repetition_type !== 'REPEATED') return node
  return repeatedNode.children.length === 1 ? repeatedNode.children[0] : repeatedNode
}

/** The schema of a map's values. */
const valueNode = (node: SchemaTree | undefined): SchemaTree | undefined => node?.children[0]?.children[1]

const isMap = (node: SchemaTree | undefined): boolean =>
  node?.element.converted_type === 'MAP' || node?.element.logical_type?.type === 'MAP'

/** The JSON of a value from hyparquet; `node` is its schema. */
export function exactJson(
  value: unknown,
  { node, scales }: { readonly node: SchemaTree | undefined; readonly scales: DecimalScales },
): Json {
  // hyparquet returns undefined for a null list or group, never for a scalar.
  if (value === undefined && !(node !== undefined && node.children.length > 0)) {
    throw new Error(`A value of '${node?.path.join('.') ?? ''}' is missing.`)
  }
  if (value === null || value === undefined) return null
  const scale = node === undefined ? undefined : scales.get(node.element)
  if (scale !== undefined) {
    const decimal = decimalValue(value, scale)
    if (decimal !== undefined) return decimal
  }
  if (typeof value === 'bigint') return isSafeInteger(value) ? Number(value) : value.toString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => exactJson(item, { node: elementNode(node), scales }))
  if (typeof value !== 'object') return value as Json
  const members: Record<string, Json> = {}
  for (const [key, member] of Object.entries(value)) {
    const memberNode = isMap(node) ? valueNode(node) : child(node, key)
    setOwn(members, key, exactJson(member, { node: memberNode, scales }))
  }
  return members
}
