// Computes the delta between two payloads for a commit: members to set, merged recursively, and members to remove. Members
// that nobody changed, or that responses add, are not part of it.
import type { Json, JsonObject } from './client.ts'

export interface Delta {
  readonly set: JsonObject
  /** JSON Pointers. */
  readonly remove: readonly string[]
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Converts an object to JSON. Members without a value are omitted. */
export const toJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value))

export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item: Json, at) => isEqual(item, b[at]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
  )
}

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** JSON Pointer of a member. */
export const childPointer = (path: string, part: string | number): string =>
  `${path}/${escapePointer(String(part))}`

export function deltaOf(before: JsonObject, after: JsonObject, path = ''): Delta {
  const set: [string, Json][] = []
  const remove: string[] = []
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) remove.push(childPointer(path, name))
  for (const [name, value] of Object.entries(after)) {
    const previous = Object.hasOwn(before, name) ? before[name] : undefined
    if (isEqual(previous, value)) continue
    if (isObject(previous) && isObject(value)) {
      const inner = deltaOf(previous, value, childPointer(path, name))
      if (Object.keys(inner.set).length > 0) set.push([name, inner.set])
      remove.push(...inner.remove)
    } else set.push([name, value])
  }
  return { set: Object.fromEntries(set), remove }
}

export const isEmptyDelta = ({ set, remove }: Delta): boolean =>
  Object.keys(set).length === 0 && remove.length === 0
