// The leaves of a JSON value, by their paths: what JSON differences are counted in.
import { isJsonObject, jsonEqual, type Json } from '../../kernel/json/value.ts'

export interface LeafRules {
  /** Only where something stands and of which type counts, not what it says. */
  readonly schemaOnly: boolean
  readonly caseInsensitiveKeys: boolean
}

const typeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Scalars and empty containers, by JSON Pointer. */
export function leavesOf(value: Json, rules: LeafRules): ReadonlyMap<string, Json> {
  const leaves = new Map<string, Json>()
  const walk = (at: Json, path: string): void => {
    const members: readonly (readonly [string, Json])[] = Array.isArray(at)
      ? at.map((item: Json, i) => [String(i), item] as const)
      : isJsonObject(at)
        ? Object.entries(at)
        : []
    if (members.length === 0) leaves.set(path, at)
    for (const [key, member] of members) {
      const name = rules.caseInsensitiveKeys && !Array.isArray(at) ? key.toLowerCase() : key
      walk(member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
  }
  walk(value, '')
  return leaves
}

const sameLeaf = (a: Json, b: Json, rules: LeafRules): boolean =>
  rules.schemaOnly ? typeOf(a) === typeOf(b) : jsonEqual(a, b)

/**
 * The share of the expected leaves that the other value has as well; with `ofUnion`, leaves that only the other value
 * has count against it.
 */
export function shareOfEqualLeaves(
  expected: Json,
  actual: Json,
  rules: LeafRules & { readonly ofUnion: boolean },
): number {
  const wanted = leavesOf(expected, rules)
  const got = leavesOf(actual, rules)
  let equal = 0
  for (const [path, leaf] of wanted) {
    const other = got.get(path)
    if (other !== undefined && sameLeaf(leaf, other, rules)) equal += 1
  }
  const total = rules.ofUnion ? new Set([...wanted.keys(), ...got.keys()]).size : wanted.size
  return equal / total
}
