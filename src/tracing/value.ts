// Values of span attributes: JSON, plus integers beyond 2^53 as bigint, so that 64-bit numbers come back as sent.
//
// This folder turns what exporters send into the canonical `ag.*` form. It may import json/, errors.ts and
// storage/contract/contract.ts. Start with otlp/span.ts (what is decoded), then canonical/span.ts (what it becomes);
// adapters/ map foreign conventions, prices/ and redaction/ serve them, tree.ts nests the spans of a trace.

import { ownMember, setOwn } from '../kernel/own.ts'

export type Value = string | number | bigint | boolean | null | readonly Value[] | ValueObject
export interface ValueObject {
  readonly [key: string]: Value
}
/** An object under construction. */
export type OpenObject = Record<string, Value>

/** Levels of nesting kept inside one attribute value; what lies deeper is kept as JSON text. */
export const nestingLevelsMax = 128

export const isObject = (value: unknown): value is ValueObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of member names, or undefined. */
export function valueAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  let found = value
  for (const segment of path) {
    if (!isObject(found)) return undefined
    found = ownMember(found, segment)
  }
  return found
}

/** A number where that is exact, a bigint otherwise. */
export const exactInteger = (integer: bigint): number | bigint =>
  integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(integer)
    : integer

interface OpenContainer {
  readonly close: ']' | '}'
  readonly entries: readonly (readonly [string, Value])[]
  next: number
}

const openContainer = (value: readonly Value[] | ValueObject): OpenContainer =>
  isObject(value)
    ? { close: '}', entries: Object.entries(value).map(([k, v]) => [`${JSON.stringify(k)}:`, v]), next: 0 }
    : { close: ']', entries: value.map((item) => ['', item]), next: 0 }

const isContainer = (value: Value): value is readonly Value[] | ValueObject =>
  typeof value === 'object' && value !== null

/** A number too large for a double was read as infinite, for which JSON has no number: it becomes that word. */
function scalarText(value: string | number | bigint | boolean | null): string {
  if (typeof value === 'bigint') return value.toString()
  return JSON.stringify(typeof value === 'number' && !Number.isFinite(value) ? String(value) : value)
}

/** Compact JSON text with every integer written exactly. Walks without recursion: any depth is safe. */
export function valueText(root: Value): string {
  if (!isContainer(root)) return scalarText(root)
  const parts: string[] = [isObject(root) ? '{' : '[']
  const open: OpenContainer[] = [openContainer(root)]
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const entry = top.entries[top.next]
    if (entry === undefined) {
      parts.push(top.close)
      open.pop()
      continue
    }
    const [prefix, value] = entry
    parts.push(top.next === 0 ? prefix : `,${prefix}`)
    top.next += 1
    if (isContainer(value)) {
      parts.push(isObject(value) ? '{' : '[')
      open.push(openContainer(value))
    } else parts.push(scalarText(value))
  }
  return parts.join('')
}

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
