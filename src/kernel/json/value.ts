// JSON values: types, canonical text, exact parsing, paths and structural diff. This folder imports only
// errors.ts, own.ts, sliced.ts and time-slices.ts of the kernel. Start here; canonical.ts computes the hashes.
import { ownMember } from '../own.ts'

export type JsonScalar = string | number | boolean | null
export type Json = JsonScalar | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Array.isArray` does not narrow to a readonly list. */
export const isJsonList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** Equality by value: key order is ignored, list order is not. */
export function jsonEqual(a: Json, b: Json): boolean {
  if (a === b) return true
  if (isJsonList(a)) {
    return isJsonList(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i] ?? null))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && jsonEqual(ownMember(a, key) as Json, ownMember(b, key) as Json),
    )
  )
}

/**
 * Whether every member of `part` is in `container` with an equal value. Nested objects are compared the same way;
 * lists must be equal.
 */
export function jsonContains(container: Json | undefined, part: Json): boolean {
  if (container === undefined) return false
  if (isJsonObject(part) && isJsonObject(container)) {
    return Object.keys(part).every((key) =>
      Object.hasOwn(container, key)
        ? jsonContains(ownMember(container, key), ownMember(part, key) as Json)
        : false,
    )
  }
  return jsonEqual(container, part)
}

/** Keys and indexes from the root of a value to one of its parts. */
export type JsonPath = readonly (string | number)[]
