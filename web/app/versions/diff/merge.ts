// Three-way merge of payloads. A path that both sides changed is a conflict.
import type { Json, JsonObject } from '../client.ts'
import { childPointer, isEqual, isObject } from '../delta.ts'

export interface Conflict {
  /** The path as a JSON Pointer. */
  readonly path: string
  readonly base: Json | undefined
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

export type Side = 'ours' | 'theirs'

interface MergeResult {
  readonly value: Json | undefined
  readonly conflicts: readonly Conflict[]
}

interface Sides {
  readonly base: Json | undefined
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

const member = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

type Decide = (path: string) => Side

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

class Merge {
  readonly #decide: Decide
  constructor(decide: Decide) {
    this.#decide = decide
  }

  values(sides: Sides, path: string): MergeResult {
    const { base, ours, theirs } = sides
    if (isEqual(ours, theirs) || isEqual(base, theirs)) return { value: ours, conflicts: [] }
    if (isEqual(base, ours)) return { value: theirs, conflicts: [] }
    if (isObject(ours) && isObject(theirs)) {
      return this.#objects({ base: isObject(base) ? base : {}, ours, theirs }, path)
    }
    if (isList(base) && isList(ours) && isList(theirs)) {
      // Items of lists with different lengths cannot be matched.
      if (base.length === ours.length && base.length === theirs.length) {
        return this.#lists({ base, ours, theirs }, path)
      }
    }
    const value = this.#decide(path) === 'ours' ? ours : theirs
    return { value, conflicts: [{ path, base, ours, theirs }] }
  }

  #objects({ base, ours, theirs }: Readonly<Record<keyof Sides, JsonObject>>, path: string): MergeResult {
    const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
    const conflicts: Conflict[] = []
    const members: [string, Json][] = []
    for (const name of names) {
      const sides = { base: member(base, name), ours: member(ours, name), theirs: member(theirs, name) }
      const result = this.values(sides, childPointer(path, name))
      conflicts.push(...result.conflicts)
      if (result.value !== undefined) members.push([name, result.value])
    }
    return { value: Object.fromEntries(members), conflicts }
  }

  #lists({ base, ours, theirs }: Readonly<Record<keyof Sides, readonly Json[]>>, path: string): MergeResult {
    const items = base.map((item, at) =>
      this.values({ base: item, ours: ours[at], theirs: theirs[at] }, childPointer(path, at)),
    )
    return {
      value: items.map(({ value }) => value ?? null),
      conflicts: items.flatMap(({ conflicts }) => conflicts),
    }
  }
}

/** Lists all conflicts, including resolved ones. */
export function mergePayloads(
  payloads: { readonly base: JsonObject; readonly ours: JsonObject; readonly theirs: JsonObject },
  decide: Decide = () => 'ours',
): { readonly data: JsonObject; readonly conflicts: readonly Conflict[] } {
  const { value, conflicts } = new Merge(decide).values(payloads, '')
  return { data: isObject(value) ? value : {}, conflicts }
}
