// The small change language of commits: drop some paths, then merge an object in.
import { removePaths } from './path.ts'
import { isJsonObject, type Json, type JsonObject } from './value.ts'

/** `remove` holds dot paths or JSON Pointers; it is applied before `set`. */
export interface Delta {
  readonly set?: JsonObject | undefined
  readonly remove?: readonly string[] | undefined
}

/**
 * `change` laid over `base`: objects member by member, everything else (lists, scalars, nulls) replaces.
 * Members keep their place; new ones follow in the order of `change`.
 */
function mergeDeep(base: Json | undefined, change: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(change)) return change
  const merged = new Map<string, Json>(Object.entries(base))
  for (const [key, value] of Object.entries(change)) merged.set(key, mergeDeep(merged.get(key), value))
  // Object.fromEntries defines members, so that `__proto__` is a key like any other.
  return Object.fromEntries(merged)
}

/** The data after the delta, and the paths of `remove` that named nothing. Neither argument is changed. */
export function applyDelta(
  data: JsonObject,
  delta: Delta,
): { readonly data: JsonObject; readonly nothingRemoved: readonly string[] } {
  const { value, missing } = removePaths(data, delta.remove ?? [])
  const merged = mergeDeep(value, delta.set ?? {})
  return { data: isJsonObject(merged) ? merged : {}, nothingRemoved: missing }
}
