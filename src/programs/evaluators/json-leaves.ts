// The leaves of a JSON value by path, the unit of JSON differences.
import { isJsonObject, jsonEqual, type Json } from '../../kernel/json/value.ts'

export interface LeafRules {
  /** Compare only paths and types, not values. */
  readonly schemaOnly: boolean
  readonly caseInsensitiveKeys: boolean
}

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Scalars and empty containers, by JSON Pointer. */
export function leavesOf(value: Json, rules: LeafRules): ReadonlyMap<string, Json> {
  const leaves = new Map<string, Json>()
  const walk = (node: Json, path: string): void => {
    const members: readonly (readonly [string, Json])[] = Array.isArray(node)
      ? node.map((item: Json, i) => [String(i), item] as const)
      : isJsonObject(node)
        ? Object.entries(node)
        : []
    if (members.length === 0) leaves.set(path, node)
    for (const [key, member] of members) {
      const name = rules.caseInsensitiveKeys && !Array.isArray(node) ? key.toLowerCase() : key
      walk(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  walk(value, '')
  return leaves
}

const sameLeaf = (a: Json, { b, rules }: { readonly b: Json; readonly rules: LeafRules }): boolean =>
  rules.schemaOnly ? typeOf(a) === typeOf(b) : jsonEqual(a, b)

/**
 * The share of the expected leaves that the other value has as well; with `ofUnion`, additional leaves of the other
 * value lower it.
 */
export function shareOfEqualLeaves(
  expected: Json,
  { actual, rules }: { readonly actual: Json; readonly rules: LeafRules & { readonly ofUnion: boolean } },
): number {
  const expectedLeaves = leavesOf(expected, rules)
  const actualLeaves = leavesOf(actual, rules)
  let equalCount = 0
  for (const [path, leaf] of expectedLeaves) {
    const actualLeaf = actualLeaves.get(path)
    if (actualLeaf !== undefined && sameLeaf(leaf, { b: actualLeaf, rules })) equalCount += 1
  }
  const total = rules.ofUnion
    ? new Set([...expectedLeaves.keys(), ...actualLeaves.keys()]).size
    : expectedLeaves.size
  return equalCount / total
}
