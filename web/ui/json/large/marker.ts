// Stands in the place of a value that is too large for the thread that draws: the worker has it, by its number.

import { bytes } from '../../format.ts'

const member = '\u0000large'

export interface Large {
  readonly [member]: number
  readonly kind: 'text' | 'list' | 'object'
  /** Characters, or members. */
  readonly length: number
  /** About as many characters of JSON. */
  readonly chars: number
}

export const isLarge = (value: unknown): value is Large =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, member)

export const largeOf = (id: number, about: Omit<Large, typeof member>): Large => ({ [member]: id, ...about })

export const idOf = (value: Large): number => value[member]

/** Larger ones stay with the worker. */
const largeCharsMin = 200_000
const wideMin = 200
const depthMax = 10

/** Characters of JSON, about. */
export function charsOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let chars = 2
  if (Array.isArray(value)) {
    for (const inner of value as readonly unknown[]) chars += 1 + charsOf(inner)
    return chars
  }
  // Names and values apart: pairs of them would be two thirds of the time.
  for (const name of Object.keys(value)) chars += name.length + 4
  for (const inner of Object.values(value)) chars += charsOf(inner)
  return chars
}

interface Pruned {
  readonly value: unknown
  readonly chars: number
}

type Keep = (value: unknown) => number

/** Each part is looked at once: of 20 MB six levels deep, asking each level for its size took six times as long. */
function prunedPart(value: unknown, keep: Keep, depth: number): Pruned {
  if (typeof value === 'string') {
    const chars = charsOf(value)
    if (chars < largeCharsMin) return { value, chars }
    return { value: largeOf(keep(value), { kind: 'text', length: value.length, chars }), chars }
  }
  if (typeof value !== 'object' || value === null) return { value, chars: charsOf(value) }
  const isList = Array.isArray(value)
  const names = Object.keys(value)
  if (names.length > wideMin || depth >= depthMax) {
    const chars = charsOf(value)
    if (chars < largeCharsMin) return { value, chars }
    const kind = isList ? 'list' : 'object'
    return { value: largeOf(keep(value), { kind, length: names.length, chars }), chars }
  }
  const parts = Object.values(value).map((inner: unknown) => prunedPart(inner, keep, depth + 1))
  const own = isList ? names.length : names.reduce((sum, name) => sum + name.length + 4, 0)
  const chars = parts.reduce((sum, part) => sum + part.chars, own + 2)
  if (chars < largeCharsMin) return { value, chars }
  const inner = parts.map((part) => part.value)
  return { value: isList ? inner : Object.fromEntries(names.map((name, at) => [name, inner[at]])), chars }
}

/** The value with what is large in it replaced; `keep` is told what, and answers its number. */
export const pruned = (value: unknown, keep: Keep): unknown => prunedPart(value, keep, 0).value

const nouns = { text: 'text', list: 'list', object: 'object' } as const

/** What is said where only a line can stand. */
export const largeSummary = ({ kind, chars }: Large): string => `${nouns[kind]} of ${bytes(chars)}`
