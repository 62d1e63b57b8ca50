// The delta format of commits: remove some paths, then merge an object.
import { removePaths } from './path.ts'
import { isJsonObject, type Json, type JsonObject } from './value.ts'

/** `remove` contains dot paths or JSON Pointers. It is applied before `set`. */
export interface Delta {
  readonly set?: JsonObject | undefined
  readonly remove?: readonly string[] | undefined
}

/**
 * Merges `change` into `base`: objects member by member; lists, scalars and nulls replace. Members keep their
 * order; new ones are appended in the order of `change`.
 */
function mergeDeep(base: Json | undefined, change: Json): Json {
  if (!isJsonObject(base) || !isJsonObject(change)) return change
  const mergedMembers = new Map<string, Json>(Object.entries(base))
  for (const [key, value] of Object.entries(change))
    mergedMembers.set(key, mergeDeep(mergedMembers.get(key), value))
  // Object.fromEntries defines members, so that `__proto__` is an ordinary key.
  return Object.fromEntries(mergedMembers)
}

/**
 * Returns the data after the delta, and the paths of `remove` that do not exist. The arguments are not
 * changed.
 */
export function applyDelta(
  data: JsonObject,
  delta: Delta,
): { readonly data: JsonObject; readonly missingPaths: readonly string[] } {
  const { value, missingPaths } = removePaths(data, delta.remove ?? [])
  const mergedValue = mergeDeep(value, delta.set ?? {})
  return { data: isJsonObject(mergedValue) ? mergedValue : {}, missingPaths }
}
