// Structural difference of two JSON values: objects by key, lists by position, down to the smallest subtrees that
// differ. Paths are JSON Pointers.
import { pointer } from './path.ts'
import { isJsonObject, type Json } from './value.ts'
import { ownMember } from '../own.ts'

export interface StructuralDiff {
  readonly added: readonly { readonly path: string; readonly value: Json }[]
  readonly removed: readonly { readonly path: string; readonly value: Json }[]
  readonly changed: readonly { readonly path: string; readonly base: Json; readonly target: Json }[]
}

interface Difference {
  readonly path: string
  readonly base: Json | undefined
  readonly target: Json | undefined
}

type Side = Json | undefined

function* pairs(base: Json, target: Json): Generator<readonly [string | number, Side, Side]> {
  if (Array.isArray(base) && Array.isArray(target)) {
    const [a, b]: readonly (readonly Json[])[] = [base, target]
    const length = Math.max(a?.length ?? 0, b?.length ?? 0)
    for (let i = 0; i < length; i += 1) yield [i, a?.[i], b?.[i]]
  } else if (isJsonObject(base) && isJsonObject(target)) {
    for (const key of new Set([...Object.keys(base), ...Object.keys(target)])) {
      yield [key, ownMember(base, key), ownMember(target, key)]
    }
  }
}

const areSameContainers = (base: Json, target: Json): boolean =>
  (Array.isArray(base) && Array.isArray(target)) || (isJsonObject(base) && isJsonObject(target))

function* differences(base: Side, target: Side, parts: readonly (string | number)[]): Generator<Difference> {
  if (base === target) return
  if (base === undefined || target === undefined || !areSameContainers(base, target)) {
    yield { path: pointer(parts), base, target }
    return
  }
  for (const [part, a, b] of pairs(base, target)) yield* differences(a, b, [...parts, part])
}

const byPath = (a: Difference, b: Difference): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/**
 * The additions, removals and changes that turn `base` into `target`; each list is sorted by path (as text).
 * A value of another JSON type is `changed`. An absent side differs from a present one at the empty pointer.
 */
export function structuralDiff(base: Json | undefined, target: Json | undefined): StructuralDiff {
  const sortedDifferences = [...differences(base, target, [])].sort(byPath)
  return {
    added: sortedDifferences.flatMap(({ path, base, target }) =>
      base === undefined && target !== undefined ? [{ path, value: target }] : [],
    ),
    removed: sortedDifferences.flatMap(({ path, base, target }) =>
      base !== undefined && target === undefined ? [{ path, value: base }] : [],
    ),
    changed: sortedDifferences.flatMap(({ path, base, target }) =>
      base !== undefined && target !== undefined ? [{ path, base, target }] : [],
    ),
  }
}
