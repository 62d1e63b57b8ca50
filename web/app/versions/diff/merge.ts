// Two changes of one payload put together. Where both changed the same place, somebody has to decide.
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

interface Merged {
  readonly value: Json | undefined
  readonly conflicts: readonly Conflict[]
}

interface Three {
  readonly base: Json | undefined
  readonly ours: Json | undefined
  readonly theirs: Json | undefined
}

const member = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

type Decide = (path: string) => Side

function mergedObjects(
  { base, ours, theirs }: Readonly<Record<keyof Three, JsonObject>>,
  path: string,
  decide: Decide,
): Merged {
  const names = new Set([...Object.keys(theirs), ...Object.keys(ours)])
  const conflicts: Conflict[] = []
  const members: [string, Json][] = []
  for (const name of names) {
    const three = { base: member(base, name), ours: member(ours, name), theirs: member(theirs, name) }
    const merged = mergedValue(three, below(path, name), decide)
    conflicts.push(...merged.conflicts)
    if (merged.value !== undefined) members.push([name, merged.value])
  }
  return { value: Object.fromEntries(members), conflicts }
}

function mergedLists(
  { base, ours, theirs }: Readonly<Record<keyof Three, readonly Json[]>>,
  path: string,
  decide: Decide,
): Merged {
  const items = base.map((item, at) =>
    mergedValue({ base: item, ours: ours[at], theirs: theirs[at] }, below(path, at), decide),
  )
  return {
    value: items.map(({ value }) => value ?? null),
    conflicts: items.flatMap(({ conflicts }) => conflicts),
  }
}

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

function mergedValue(three: Three, path: string, decide: Decide): Merged {
  const { base, ours, theirs } = three
  if (equal(ours, theirs) || equal(base, theirs)) return { value: ours, conflicts: [] }
  if (equal(base, ours)) return { value: theirs, conflicts: [] }
  if (isObject(ours) && isObject(theirs)) {
    return mergedObjects({ base: isObject(base) ? base : {}, ours, theirs }, path, decide)
  }
  if (isList(base) && isList(ours) && isList(theirs)) {
    // Of lists that grew or shrank nobody knows which item is which.
    if (base.length === ours.length && base.length === theirs.length) {
      return mergedLists({ base, ours, theirs }, path, decide)
    }
  }
  return { value: decide(path) === 'ours' ? ours : theirs, conflicts: [{ path, base, ours, theirs }] }
}

/** Every conflict is in the list, whatever was decided about it. */
export function mergePayloads(
  payloads: { readonly base: JsonObject; readonly ours: JsonObject; readonly theirs: JsonObject },
  decide: Decide = () => 'ours',
): { readonly data: JsonObject; readonly conflicts: readonly Conflict[] } {
  const { value, conflicts } = mergedValue(payloads, '', decide)
  return { data: isObject(value) ? value : {}, conflicts }
}
