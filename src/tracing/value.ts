// Values of span attributes: JSON, plus what its numbers do not tell apart in JavaScript: integers beyond 2^53 are bigint,
// and doubles that are whole numbers are of a class of their own, so that every number comes back as sent.
//
// This folder turns what exporters send into the canonical `ag.*` form. It may import json/, errors.ts and
// storage/contract/contract.ts. Start with otlp/span.ts (what is decoded), then canonical/span.ts (what it becomes);
// adapters/ map foreign conventions, prices/ and redaction/ serve them, tree.ts nests the spans of a trace.

import type { Json } from '../kernel/json/value.ts'
import { ownMember, setOwn } from '../kernel/own.ts'
import { atOnce, type Sliced } from '../kernel/sliced.ts'

export type Value = string | number | bigint | Double | boolean | null | readonly Value[] | ValueObject
export interface ValueObject {
  readonly [key: string]: Value
}
/** An object under construction. */
export type OpenObject = Record<string, Value>

/** Levels of nesting kept inside one attribute value; what lies deeper is kept as JSON text. */
export const nestingLevelsMax = 128

/**
 * A double that is a whole number: written as JavaScript writes it, `1` for 1.0, it would come back as an integer in every
 * language that tells the two apart. Other doubles are plain numbers. Made by `doubleOf`.
 */
export class Double {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  /** The shortest text that reads as this double, with a fraction or an exponent. */
  get text(): string {
    const { value } = this
    if (Math.abs(value) >= exponentFrom) return value.toExponential()
    return Object.is(value, -0) ? '-0.0' : `${value}.0`
  }

  toString(): string {
    return this.text
  }

  /** For JSON.stringify, which then writes the text as it is. */
  toJSON(): unknown {
    return rawJson(this.text)
  }
}

/** Up to here a double has all digits of its integer; beyond it zeros would stand for what is not known. */
const exponentFrom = 1e16
/** From here on JavaScript writes an exponent by itself. */
const integerTextBelow = 1e21

/** Part of the language, but not of the types of the library yet. */
const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

/** Zero and one, and a few more, are most whole doubles. */
const smallDoubles = Array.from({ length: 101 }, (_, value) => new Double(value))

/** What stands for a double, which may be any. */
export function doubleOf(value: number): number | Double {
  if (!Number.isInteger(value) || Math.abs(value) >= integerTextBelow) return value
  return (Object.is(value, -0) ? undefined : smallDoubles[value]) ?? new Double(value)
}

/** The number of a value that is one, however it is kept. */
export const plainNumber = <T>(value: T): Exclude<T, Double> | number =>
  value instanceof Double ? value.value : (value as Exclude<T, Double>)

export const isObject = (value: unknown): value is ValueObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Double)

/** The value at a path of member names, or undefined. */
export function valueAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  let found = value
  for (const segment of path) {
    if (!isObject(found)) return undefined
    found = ownMember(found, segment)
  }
  return found
}

/** The value with each number as the nearest double, for those who know no other: schemas. */
export const nearestJson = (value: Value): Json => JSON.parse(valueText(value)) as Json

/** A number where that is exact, a bigint otherwise. */
export const exactInteger = (integer: bigint): number | bigint =>
  integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(integer)
    : integer

interface OpenContainer {
  readonly value: readonly Value[] | ValueObject
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined
  next: number
}

const openContainer = (value: readonly Value[] | ValueObject): OpenContainer => ({
  value,
  names: isObject(value) ? Object.keys(value) : undefined,
  next: 0,
})

/** A list or an object. */
export const isContainer = (value: Value): value is readonly Value[] | ValueObject =>
  typeof value === 'object' && value !== null && !(value instanceof Double)

/** A number too large for a double was read as infinite, for which JSON has no number: it becomes that word. */
function scalarText(value: string | number | bigint | Double | boolean | null): string {
  if (typeof value === 'bigint' || value instanceof Double) return value.toString()
  return JSON.stringify(typeof value === 'number' && !Number.isFinite(value) ? String(value) : value)
}

/** Values that are written without a pause. */
const sliceValues = 4096

/** Compact JSON text with every integer written exactly. Walks without recursion: any depth is safe. */
export function* writingText(root: Value): Sliced<string> {
  if (!isContainer(root)) return scalarText(root)
  const parts: string[] = [isObject(root) ? '{' : '[']
  const open: OpenContainer[] = [openContainer(root)]
  let values = 0
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { value, names, next } = top
    if (next >= (names ?? (value as readonly Value[])).length) {
      parts.push(names === undefined ? ']' : '}')
      open.pop()
      continue
    }
    top.next += 1
    if (next > 0) parts.push(',')
    const name = names?.[next]
    if (name !== undefined) parts.push(JSON.stringify(name), ':')
    const members = value as ValueObject
    // own: the names are those of the object.
    const member = (name === undefined ? (value as readonly Value[])[next] : members[name]) as Value
    if (isContainer(member)) {
      parts.push(isObject(member) ? '{' : '[')
      open.push(openContainer(member))
    } else parts.push(scalarText(member))
    values += 1
    if (values % sliceValues === 0) yield
  }
  return parts.join('')
}

/** The same without a pause. */
export const valueText = (root: Value): string => atOnce(writingText(root))

const isWithin = (value: Value, levels: number): boolean => {
  if (!isContainer(value)) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((item: Value) => isWithin(item, levels - 1))
  return Object.values(value).every((member: Value) => isWithin(member, levels - 1))
}

/** The value with everything below `levels` of nesting replaced by its JSON text; itself when nothing lies there. */
export const boundedNesting = (value: Value, levels: number = nestingLevelsMax): Value =>
  isWithin(value, levels) ? value : cutNesting(value, levels)

function cutNesting(value: Value, levels: number): Value {
  if (!isContainer(value)) return value
  if (levels === 0) return valueText(value)
  if (Array.isArray(value)) return value.map((item: Value) => cutNesting(item, levels - 1))
  const bounded: OpenObject = {}
  for (const [key, member] of Object.entries(value)) setOwn(bounded, key, cutNesting(member, levels - 1))
  return bounded
}
