// Three-way merge of payloads. A path that both sides changed is a conflict.
import type { Json, JsonObject } from '../client.ts'
import { below, equal, isObject } from '../delta.ts'

export interface Conflict {
  /** JSON Pointer. */
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

function mergeObjects(
  { base, ours, theirs }: Readonly<Record<keyof Sides, JsonObject>>,
  path: string,
  decide: Decide,
): MergeResult {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  const conflicts: Conflict[] = []
  const members: [string, Json][] = []
  for (const name of names) {
    const sides = { base: member(base, name), ours: member(ours, name), theirs: member(theirs, name) }
    const merged = mergeValues(sides, below(path, name), decide)
    conflicts.push(...merged.conflicts)
    if (merged.value !== undefined) members.push([name, merged.value])
  }
  return { value: Object.fromEntries(members), conflicts }
}

function mergeLists(
  { base, ours, theirs }: Readonly<Record<keyof Sides, readonly Json[]>>,
  path: string,
  decide: Decide,
): MergeResult {
  const items = base.map((item, at) =>
    mergeValues({ base: item, ours: ours[at], theirs: theirs[at] }, below(path, at), decide),
  )
  return {
    value: items.map(({ value }) => value ?? null),
    conflicts: items.flatMap(({ conflicts }) => conflicts),
  }
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

function mergeValues(sides: Sides, path: string, decide: Decide): MergeResult {
  const { base, ours, theirs } = sides
  if (equal(ours, theirs) || equal(base, theirs)) return { value: ours, conflicts: [] }
  if (equal(base, ours)) return { value: theirs, conflicts: [] }
  if (isObject(ours) && isObject(theirs)) {
    return mergeObjects({ base: isObject(base) ? base : {}, ours, theirs }, path, decide)
  }
  if (isList(base) && isList(ours) && isList(theirs)) {
    // Items of lists with different lengths cannot be matched.
    if (base.length === ours.length && base.length === theirs.length) {
      return mergeLists({ base, ours, theirs }, path, decide)
    }
  }
  return { value: decide(path) === 'ours' ? ours : theirs, conflicts: [{ path, base, ours, theirs }] }
}

/** Lists all conflicts, including resolved ones. */
export function mergePayloads(
  payloads: { readonly base: JsonObject; readonly ours: JsonObject; readonly theirs: JsonObject },
  decide: Decide = () => 'ours',
): { readonly data: JsonObject; readonly conflicts: readonly Conflict[] } {
  const { value, conflicts } = mergeValues(payloads, '', decide)
  return { data: isObject(value) ? value : {}, conflicts }
}
