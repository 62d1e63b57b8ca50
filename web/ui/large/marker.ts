// Stands in the place of a value that is too large for the thread that draws: the worker has it, by its number.

import { bytes } from '../format.ts'

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
  for (const [name, inner] of Object.entries(value)) {
    chars += (Array.isArray(value) ? 1 : name.length + 4) + charsOf(inner)
  }
  return chars
}

/** The value with what is large in it replaced; `keep` is told what, and answers its number. */
export function pruned(value: unknown, keep: (value: unknown) => number, depth = 0): unknown {
  const chars = charsOf(value)
  if (chars < largeCharsMin) return value
  if (typeof value === 'string') return largeOf(keep(value), { kind: 'text', length: value.length, chars })
  if (typeof value !== 'object' || value === null) return value
  const length = Object.keys(value).length
  if (length > wideMin || depth >= depthMax)
    return largeOf(keep(value), { kind: Array.isArray(value) ? 'list' : 'object', length, chars })
  if (Array.isArray(value)) return value.map((inner: unknown) => pruned(inner, keep, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, pruned(inner, keep, depth + 1)]),
  )
}

const nouns = { text: 'text', list: 'list', object: 'object' } as const

/** What is said where only a line can stand. */
export const largeWords = ({ kind, chars }: Large): string => `${nouns[kind]} of ${bytes(chars)}`
