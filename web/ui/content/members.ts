// Reading the members of an object without losing any: those that are not taken are what is left.
import { isLarge } from '../json/large/marker.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLarge(value)

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The type that an object names, or nothing. */
export const typeOf = (fields: Fields): string => textOf(fields['type']) ?? ''

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export interface Members {
  /** The first of the named members that is present and not empty. */
  readonly take: (...names: readonly string[]) => unknown
  /** The first of them that is a text and not empty. */
  readonly takeText: (...names: readonly string[]) => string | undefined
  readonly takeNumber: (...names: readonly string[]) => number | undefined
  /** Members that were not taken and hold something; undefined: none. */
  readonly rest: () => Fields | undefined
}

export function membersOf(fields: Fields): Members {
  const left = new Map(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
  const takeIf = <V>(names: readonly string[], isWanted: (value: unknown) => value is V): V | undefined => {
    for (const name of names) {
      const value = left.get(name)
      if (!left.has(name) || !isWanted(value)) continue
      left.delete(name)
      return value
    }
    return undefined
  }
  return {
    take: (...names) => takeIf(names, (value): value is unknown => value !== undefined),
    takeText: (...names) => takeIf(names, (value) => typeof value === 'string'),
    takeNumber: (...names) => takeIf(names, (value) => typeof value === 'number'),
    rest: () => (left.size === 0 ? undefined : Object.fromEntries(left)),
  }
}

/** What is left of several objects, the outer ones first; members of the same name are kept apart by the object's name. */
export function joinedRest(
  own: Fields | undefined,
  inner: Fields | undefined,
  name: string,
): Fields | undefined {
  if (own === undefined || inner === undefined) return own ?? inner
  const isApart = Object.keys(inner).every((key) => !Object.hasOwn(own, key))
  return isApart
    ? { ...own, ...inner }
    : { ...own, [Object.hasOwn(own, name) ? `${name} (inner)` : name]: inner }
}

/** JSON that a text holds, if it is an object or a list; undefined: it is no JSON. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
