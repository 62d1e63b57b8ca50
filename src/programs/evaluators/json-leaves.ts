// The leaves of a JSON value by path, the unit of JSON differences.
import { isJsonObject, jsonEqual, type Json } from '../../kernel/json/value.ts'

export interface LeafRules {
  /** Compare only paths and types, not values. */
  readonly isSchemaOnly: boolean
  readonly hasCaseInsensitiveKeys: boolean
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
      const name = rules.hasCaseInsensitiveKeys && !Array.isArray(node) ? key.toLowerCase() : key
      walk(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  walk(value, '')
  return leaves
}

const isSameLeaf = (a: Json, { b, rules }: { readonly b: Json; readonly rules: LeafRules }): boolean =>
  rules.isSchemaOnly ? typeOf(a) === typeOf(b) : jsonEqual(a, b)

/**
 * The share of the expected leaves that the other value has as well. With `isShareOfUnion`, additional leaves of the
 * other value lower it.
 */
export function shareOfEqualLeaves(
  expected: Json,
  {
    actual,
    rules,
  }: { readonly actual: Json; readonly rules: LeafRules & { readonly isShareOfUnion: boolean } },
): number {
  const expectedLeaves = leavesOf(expected, rules)
  const actualLeaves = leavesOf(actual, rules)
  let equalCount = 0
  for (const [path, leaf] of expectedLeaves) {
    const actualLeaf = actualLeaves.get(path)
    if (actualLeaf !== undefined && isSameLeaf(leaf, { b: actualLeaf, rules })) equalCount += 1
  }
  const total = rules.isShareOfUnion
    ? new Set([...expectedLeaves.keys(), ...actualLeaves.keys()]).size
    : expectedLeaves.size
  return equalCount / total
}
