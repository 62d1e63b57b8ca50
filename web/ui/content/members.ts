// Reads members of an object and tracks the unread ones, so that none is lost.
import { isLarge } from '../json/large/marker.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLarge(value)

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The `type` member of an object, or an empty text. */
export const typeOf = (fields: Fields): string => textOf(fields['type']) ?? ''

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export interface Members {
  /** Takes the first of the named members that is present and not empty. */
  readonly take: (...names: readonly string[]) => unknown
  /** The same for texts. */
  readonly takeText: (...names: readonly string[]) => string | undefined
  readonly takeNumber: (...names: readonly string[]) => number | undefined
  /** The members that were not taken and are not empty, if any. */
  readonly rest: () => Fields | undefined
}

export function membersOf(fields: Fields): Members {
  const remainingFields = new Map(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
  const takeIf = <V>(names: readonly string[], matches: (value: unknown) => value is V): V | undefined => {
    for (const name of names) {
      const value = remainingFields.get(name)
      if (!remainingFields.has(name) || !matches(value)) continue
      remainingFields.delete(name)
      return value
    }
    return undefined
  }
  return {
    take: (...names) => takeIf(names, (value): value is unknown => value !== undefined),
    takeText: (...names) => takeIf(names, (value) => typeof value === 'string'),
    takeNumber: (...names) => takeIf(names, (value) => typeof value === 'number'),
    rest: () => (remainingFields.size === 0 ? undefined : Object.fromEntries(remainingFields)),
  }
}

/** Joins the remaining members of an outer and an inner object. On a name clash the inner members are nested under `name`. */
export function joinedRest(
  outer: Fields | undefined,
  inner: Fields | undefined,
  name: string,
): Fields | undefined {
  if (outer === undefined || inner === undefined) return outer ?? inner
  const isDisjoint = Object.keys(inner).every((key) => !Object.hasOwn(outer, key))
  return isDisjoint
    ? { ...outer, ...inner }
    : { ...outer, [Object.hasOwn(outer, name) ? `${name} (inner)` : name]: inner }
}

/** Parses a text that is a JSON object or list; otherwise returns undefined. */
export function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
