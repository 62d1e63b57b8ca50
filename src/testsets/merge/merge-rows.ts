// Merges one row of a three-way merge field by field, and reports conflicts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { isJsonObject, jsonEqual } from '../../kernel/json/value.ts'
import { dedupKey } from '../identity.ts'
import { metadataNames, type MetadataName, type RowMetadata } from '../rows.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

/** The content of a row: its data without the dedup id, and its metadata. */
export interface RowContent extends RowMetadata {
  readonly data: JsonObject
}

/** One row on the three sides; absent on a side without it. */
export interface RowSides {
  readonly base: RowContent | undefined
  readonly ours: RowContent | undefined
  readonly theirs: RowContent | undefined
}

export type RowConflict =
  | {
      readonly kind: 'field'
      readonly path: readonly string[]
      readonly base?: Json
      readonly ours?: Json
      readonly theirs?: Json
    }
  | {
      readonly kind: 'edit_remove'
      readonly base: JsonObject
      readonly ours: JsonObject | null
      readonly theirs: JsonObject | null
    }

/** The decision of a conflict; undefined leaves it open, and the value of ours is used until then. */
export type Decision =
  | { readonly take: 'ours' | 'theirs' }
  | { readonly value: Json }
  | { readonly data: JsonObject; readonly metadata: RowMetadata }
  | undefined

export type Decide = (conflict: RowConflict) => Decision

type Value = Json | undefined

const isSame = (a: Value, b: Value): boolean =>
  a === undefined || b === undefined ? a === b : jsonEqual(a, b)

const memberOf = (value: Value, key: string): Value =>
  isJsonObject(value) ? ownMember(value, key) : undefined

interface Values {
  readonly base: Value
  readonly ours: Value
  readonly theirs: Value
}

const fieldConflict = (path: readonly string[], { base, ours, theirs }: Values): RowConflict => ({
  kind: 'field',
  path,
  ...(base === undefined ? {} : { base }),
  ...(ours === undefined ? {} : { ours }),
  ...(theirs === undefined ? {} : { theirs }),
})

function applyDecision(conflict: RowConflict, values: Values, decide: Decide): Value {
  const decision = decide(conflict)
  if (decision === undefined) return values.ours
  if ('take' in decision) return decision.take === 'ours' ? values.ours : values.theirs
  return 'value' in decision ? decision.value : values.ours
}

function mergeMembers(values: Values, path: readonly string[], decide: Decide): JsonObject {
  const { ours, theirs } = values
  const keys = new Set([
    ...(isJsonObject(ours) ? Object.keys(ours) : []),
    ...(isJsonObject(theirs) ? Object.keys(theirs) : []),
  ])
  const mergedObject: Record<string, Json> = {}
  for (const key of keys) {
    const value = mergeValue(
      { base: memberOf(values.base, key), ours: memberOf(ours, key), theirs: memberOf(theirs, key) },
      [...path, key],
      decide,
    )
    if (value !== undefined) setOwn(mergedObject, key, value)
  }
  return mergedObject
}

/** Objects are merged member by member; lists and scalars are one value. */
function mergeValue(values: Values, path: readonly string[], decide: Decide): Value {
  const { base, ours, theirs } = values
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours
  if (isSame(ours, base)) return theirs
  if (isJsonObject(ours) && isJsonObject(theirs) && (base === undefined || isJsonObject(base))) {
    return mergeMembers(values, path, decide)
  }
  return applyDecision(fieldConflict(path, values), values, decide)
}

function mergeMetadata(sides: RowSides, decide: Decide): RowMetadata {
  const mergedMetadata: { [name in MetadataName]?: JsonObject } = {}
  for (const name of metadataNames) {
    const values = { base: sides.base?.[name], ours: sides.ours?.[name], theirs: sides.theirs?.[name] }
    const path = [`__${name}__`]
    const { base, ours, theirs } = values
    const value =
      isSame(ours, theirs) || isSame(theirs, base)
        ? ours
        : isSame(ours, base)
          ? theirs
          : applyDecision(fieldConflict(path, values), values, decide)
    if (isJsonObject(value)) mergedMetadata[name] = value
  }
  return mergedMetadata
}

function resolveEditRemove(sides: RowSides, base: RowContent, decide: Decide): RowContent | undefined {
  const decision = decide({
    kind: 'edit_remove',
    base: base.data,
    ours: sides.ours?.data ?? null,
    theirs: sides.theirs?.data ?? null,
  })
  if (decision === undefined) return sides.ours
  if ('take' in decision) return decision.take === 'ours' ? sides.ours : sides.theirs
  const survivor = sides.ours ?? sides.theirs
  return 'data' in decision ? { ...survivor, ...decision.metadata, data: decision.data } : survivor
}

/**
 * The merged content of a row that both sides changed in different ways; undefined when it is removed. `decide` is
 * called for every conflict.
 */
export function mergeRow(sides: RowSides, decide: Decide): RowContent | undefined {
  const { base, ours, theirs } = sides
  if (ours === undefined || theirs === undefined) {
    return base === undefined ? (ours ?? theirs) : resolveEditRemove(sides, base, decide)
  }
  const values = { base: base?.data, ours: ours.data, theirs: theirs.data }
  return { data: mergeMembers(values, [], decide), ...mergeMetadata(sides, decide) }
}

/** Stored data without the dedup id, by which rows were matched. */
export function contentData(data: JsonObject): JsonObject {
  const copy: Record<string, Json> = {}
  for (const [key, value] of Object.entries(data)) if (key !== dedupKey) setOwn(copy, key, value)
  return copy
}
