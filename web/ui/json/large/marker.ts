// The placeholder of a value that is too large for the main thread. The worker has the value under an id.

import { bytes } from '../../format.ts'

const member = '\u0000large'

export interface Large {
  readonly [member]: number
  readonly kind: 'text' | 'list' | 'object'
  /** The number of characters or members. */
  readonly length: number
  /** The approximate number of characters as JSON. */
  readonly chars: number
}

export const isLarge = (value: unknown): value is Large =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member)

export const largeOf = (id: number, properties: Omit<Large, typeof member>): Large => ({
  [member]: id,
  ...properties,
})

export const idOf = (value: Large): number => value[member]

/** From this size on the worker keeps texts, and lists and objects with more than `wideMin` members. */
const largeCharsMin = 200_000
const wideMin = 200
const depthMax = 10

/** The approximate number of characters as JSON. */
export function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let chars = 2
  if (Array.isArray(value)) {
    for (const inner of value) chars += 1 + charsOf(inner)
    return chars
  }
  // Two loops: building pairs would take two thirds of the time.
  for (const name of Object.keys(value)) chars += name.length + 4
  for (const inner of Object.values(value)) chars += charsOf(inner)
  return chars
}

interface PrunedValue {
  readonly value: unknown
  readonly chars: number
}

type StorePart = (value: unknown) => number

/** Visits each part once: for 20 MB with six levels, measuring every level took six times as long. */
function prunePart(value: unknown, store: StorePart, depth: number): PrunedValue {
  if (typeof value === 'string') {
    const chars = charsOf(value)
    if (chars < largeCharsMin) return { value, chars }
    return { value: largeOf(store(value), { kind: 'text', length: value.length, chars }), chars }
  }
  if (typeof value !== 'object' || value === null) return { value, chars: charsOf(value) }
  const isList = Array.isArray(value)
  const names = Object.keys(value)
  if (names.length > wideMin || depth >= depthMax) {
    const chars = charsOf(value)
    if (chars < largeCharsMin) return { value, chars }
    const kind = isList ? 'list' : 'object'
    return { value: largeOf(store(value), { kind, length: names.length, chars }), chars }
  }
  const parts = Object.values(value).map((inner: unknown) => prunePart(inner, store, depth + 1))
  const namesChars = isList ? names.length : names.reduce((sum, name) => sum + name.length + 4, 0)
  const chars = parts.reduce((sum, part) => sum + part.chars, namesChars + 2)
  if (chars < largeCharsMin) return { value, chars }
  const inner = parts.map((part) => part.value)
  return { value: isList ? inner : Object.fromEntries(names.map((name, at) => [name, inner[at]])), chars }
}

/** Replaces the large parts of a value by markers. `store` takes a part and returns its id. */
export const pruneLarge = (value: unknown, store: StorePart): unknown => prunePart(value, store, 0).value

/** A one-line summary. */
export const largeSummary = ({ kind, chars }: Large): string => `${kind} of ${bytes(chars)}`
