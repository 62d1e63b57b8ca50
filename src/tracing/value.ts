// Values of span attributes: JSON with two more kinds of numbers. Integers beyond 2^53 are bigint, and doubles that are
// whole numbers have their own class, so that every number is returned as sent.
//
// This folder converts the spans of exporters into the canonical `ag.*` form, stores them and queries them. It may
// import access/, storage/contract/contract.ts and the kernel. Start with otlp/span.ts (decoded spans), then
// canonical/span.ts (canonical spans); adapters/ map foreign conventions, tree.ts nests the spans of a trace.

import type { Json } from '../kernel/json/value.ts'
import { ownMember, setOwn } from '../kernel/own.ts'
import { atOnce, type Sliced } from '../kernel/sliced.ts'

export type Value = string | number | bigint | Double | boolean | null | readonly Value[] | ValueObject
export interface ValueObject {
  readonly [key: string]: Value
}
/** An object under construction. */
export type OpenObject = Record<string, Value>

/** Nesting levels inside one attribute value. Deeper values are stored as JSON text. */
export const nestingLevelsMax = 128

/**
 * A double that is a whole number. JavaScript writes 1.0 as `1`, which languages with both types would read as an
 * integer. Other doubles are plain numbers. Created by `doubleOf`.
 */
export class Double {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  /** The shortest text that parses as this double, with a fraction or an exponent. */
  get text(): string {
    const { value } = this
    if (Math.abs(value) >= exponentFrom) return value.toExponential()
    return Object.is(value, -0) ? '-0.0' : `${value}.0`
  }

  toString(): string {
    return this.text
  }

  /** For JSON.stringify, which then writes the text unchanged. */
  toJSON(): unknown {
    return JSON.rawJSON(this.text)
  }
}

/** Below this, a double has all digits of its integer. Above, trailing zeros would look like known digits. */
const exponentFrom = 1e16
/** From here on JavaScript writes an exponent itself. */
const integerTextBelow = 1e21

/** Zero, one and a few more are most of the whole doubles. */
const smallDoubles = Array.from({ length: 101 }, (_, value) => new Double(value))

/** The value that represents any double. */
export function doubleOf(value: number): number | Double {
  if (!Number.isInteger(value) || Math.abs(value) >= integerTextBelow) return value
  return (Object.is(value, -0) ? undefined : smallDoubles[value]) ?? new Double(value)
}

/** Converts a `Double` to a plain number. Returns other values unchanged. */
export const plainNumber = <T>(value: T): Exclude<T, Double> | number =>
  value instanceof Double ? value.value : (value as Exclude<T, Double>)

export const isObject = (value: unknown): value is ValueObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Double)

/** `Array.isArray` does not narrow to a readonly list. */
export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

/** The value at a path of member names, or undefined. */
export function valueAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  let current = value
  for (const segment of path) {
    if (!isObject(current)) return undefined
    current = ownMember(current, segment)
  }
  return current
}

/** The value with each number as the nearest double, for consumers without other numbers, such as schemas. */
export const nearestJson = (value: Value): Json => JSON.parse(valueText(value)) as Json

/** A number if that is exact, else a bigint. */
export const exactInteger = (integer: bigint): number | bigint =>
  integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(integer)
    : integer

interface OpenContainer {
  readonly container: readonly Value[] | ValueObject
  /** Undefined for a list. */
  readonly names: readonly string[] | undefined
  readonly length: number
  next: number
}

function openContainer(container: readonly Value[] | ValueObject): OpenContainer {
  if (isList(container)) return { container, names: undefined, length: container.length, next: 0 }
  const names = Object.keys(container)
  return { container, names, length: names.length, next: 0 }
}

/** Members are read one by one: `Object.values` of 70,000 members took 45 ms without a pause. */
const memberAt = ({ container, names }: OpenContainer, index: number): Value | undefined =>
  isList(container) ? container[index] : ownMember(container, names?.[index] ?? '')

/** A list or an object. */
export const isContainer = (value: Value): value is readonly Value[] | ValueObject =>
  typeof value === 'object' && value !== null && !(value instanceof Double)

/** A number too large for a double was parsed as Infinity. JSON has no such number, so it becomes that word as text. */
function scalarText(value: string | number | bigint | Double | boolean | null): string {
  if (typeof value === 'bigint' || value instanceof Double) return value.toString()
  return JSON.stringify(typeof value === 'number' && !Number.isFinite(value) ? String(value) : value)
}

/** Values that are written between two pauses. */
const sliceValues = 4096

/** Compact JSON text with exact integers. No recursion: any depth is safe. */
export function* writeText(root: Value): Sliced<string> {
  if (!isContainer(root)) return scalarText(root)
  const parts: string[] = [isObject(root) ? '{' : '[']
  const openContainers: OpenContainer[] = [openContainer(root)]
  let values = 0
  for (let open = openContainers.at(-1); open !== undefined; open = openContainers.at(-1)) {
    const { names, next } = open
    if (next >= open.length) {
      parts.push(names === undefined ? ']' : '}')
      openContainers.pop()
      continue
    }
    open.next += 1
    if (next > 0) parts.push(',')
    const name = names?.[next]
    if (name !== undefined) parts.push(JSON.stringify(name), ':')
    const member = memberAt(open, next) ?? null
    if (isContainer(member)) {
      parts.push(isObject(member) ? '{' : '[')
      openContainers.push(openContainer(member))
    } else parts.push(scalarText(member))
    values += 1
    if (values % sliceValues === 0) yield
  }
  return parts.join('')
}

/** The same without pauses. */
export const valueText = (root: Value): string => atOnce(writeText(root))

const isWithin = (value: Value, levels: number): boolean => {
  if (!isContainer(value)) return true
  if (levels === 0) return false
  if (isList(value)) return value.every((item: Value) => isWithin(item, levels - 1))
  return Object.values(value).every((member: Value) => isWithin(member, levels - 1))
}

/** Replaces everything below `levels` of nesting by its JSON text. Returns the same value if nothing is that deep. */
export const boundedNesting = (value: Value, levels: number = nestingLevelsMax): Value =>
  isWithin(value, levels) ? value : cutNesting(value, levels)

function cutNesting(value: Value, levels: number): Value {
  if (!isContainer(value)) return value
  if (levels === 0) return valueText(value)
  if (isList(value)) return value.map((item: Value) => cutNesting(item, levels - 1))
  const boundedObject: OpenObject = {}
  for (const [key, member] of Object.entries(value))
    setOwn(boundedObject, key, cutNesting(member, levels - 1))
  return boundedObject
}
