// Column operations of a delta: remove, rename in place, add with an empty string. The names are checked against the
// columns of the base before any row is read, and rows that a change does not concern are not read at all.
import type { Fault } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../identity.ts'
import { isMetadataColumn } from '../incoming.ts'
import { setOwn } from '../../kernel/own.ts'

export interface ColumnChanges {
  readonly remove: readonly string[]
  readonly replace: readonly (readonly [string, string])[]
  readonly add: readonly string[]
}

export interface ColumnFaults {
  readonly invalid: readonly Fault[]
  readonly conflicts: readonly Fault[]
}

type Loc = readonly (string | number)[]

const nameFault = (name: string, loc: Loc): readonly Fault[] => {
  const msg =
    name === ''
      ? 'A column name must not be empty.'
      : name === dedupKey || isMetadataColumn(name)
        ? `'${name}' is reserved and cannot be a column.`
        : name.isWellFormed()
          ? undefined
          : 'A column name must not contain a lone surrogate.'
  return msg === undefined ? [] : [{ type: 'value_error', loc, msg, input: name }]
}

/** What is wrong with the changes, given the columns of the base. `loc` leads to `delta.columns`. */
export function columnFaults(changes: ColumnChanges, baseColumns: readonly string[], loc: Loc): ColumnFaults {
  const invalid: Fault[] = []
  const conflicts: Fault[] = []
  const columns = new Set(baseColumns)
  changes.remove.forEach((name, i) => {
    invalid.push(...nameFault(name, [...loc, 'remove', i]))
    columns.delete(name)
  })
  changes.replace.forEach(([from, to], i) => {
    const faults = [
      ...nameFault(from, [...loc, 'replace', i, 0]),
      ...nameFault(to, [...loc, 'replace', i, 1]),
    ]
    invalid.push(...faults)
    if (faults.length > 0) return
    if (!columns.has(from)) {
      const msg = `The base revision has no column '${from}'.`
      invalid.push({ type: 'value_error', loc: [...loc, 'replace', i, 0], msg, input: from })
    } else if (columns.has(to)) {
      const msg = `The column '${to}' exists already.`
      conflicts.push({ type: 'value_error', loc: [...loc, 'replace', i, 1], msg, input: to })
    } else {
      columns.delete(from)
      columns.add(to)
    }
  })
  changes.add.forEach((name, i) => invalid.push(...nameFault(name, [...loc, 'add', i])))
  return { invalid, conflicts }
}

/** Whether a row with these columns changes. */
export function concerns(changes: ColumnChanges, columns: readonly string[]): boolean {
  const has = new Set(columns)
  return (
    changes.remove.some((name) => has.has(name)) ||
    changes.replace.some(([from]) => has.has(from)) ||
    changes.add.some((name) => !has.has(name))
  )
}

const copyOf = (entries: readonly (readonly [string, Json])[]): JsonObject => {
  const copy: Record<string, Json> = {}
  for (const [key, value] of entries) setOwn(copy, key, value)
  return copy
}

/** Missing columns become empty strings; the dedup id stays last when it was. */
export function filled(data: JsonObject, add: readonly string[]): JsonObject {
  const missing = [...new Set(add)].filter((name) => !Object.hasOwn(data, name))
  if (missing.length === 0) return data
  const entries = Object.entries(data)
  const tail = entries.at(-1)?.[0] === dedupKey ? entries.splice(-1) : []
  return copyOf([...entries, ...missing.map((name) => [name, ''] as const), ...tail])
}

/** The data of a base row after the changes, in their order: remove, rename, add. */
export function changedColumns(data: JsonObject, changes: ColumnChanges): JsonObject {
  const removed = new Set(changes.remove)
  let entries: readonly (readonly [string, Json])[] = Object.entries(data).filter(
    ([key]) => !removed.has(key),
  )
  for (const [from, to] of changes.replace) {
    entries = entries.map(([key, value]) => [key === from ? to : key, value] as const)
  }
  return filled(copyOf(entries), changes.add)
}

export const noColumnChanges = (changes: ColumnChanges): boolean =>
  changes.remove.length === 0 && changes.replace.length === 0 && changes.add.length === 0
