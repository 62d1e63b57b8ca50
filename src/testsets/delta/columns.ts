// Column operations of a delta: convert, remove, rename in place, add with an empty string. The names are checked
// against the columns of the base before any row is read. Rows without a changed column are not read.
import type { FieldError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../identity.ts'
import { convertValue, type ColumnType } from '../conversion.ts'
import { isMetadataColumn } from '../incoming.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface ColumnChanges {
  /** Column names of the base; a value that cannot be converted stays unchanged. */
  readonly convert: readonly (readonly [string, ColumnType])[]
  readonly remove: readonly string[]
  readonly replace: readonly (readonly [string, string])[]
  readonly add: readonly string[]
}

export interface ColumnErrors {
  readonly invalid: readonly FieldError[]
  readonly conflicts: readonly FieldError[]
}

type Loc = readonly (string | number)[]

const nameErrors = (name: string, loc: Loc): readonly FieldError[] => {
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

const unknownColumn = (name: string, loc: Loc): FieldError => ({
  type: 'value_error',
  loc,
  msg: `The base revision has no column '${name}'.`,
  input: name,
})

/** Checks the changes against the columns of the base. `loc` is the path of `delta.columns` in the request. */
export function columnErrors(
  changes: ColumnChanges,
  { baseColumns, loc }: { readonly baseColumns: readonly string[]; readonly loc: Loc },
): ColumnErrors {
  const fieldErrors: FieldError[] = []
  const conflicts: FieldError[] = []
  const columns = new Set(baseColumns)
  changes.convert.forEach(([name], i) => {
    const newErrors = nameErrors(name, [...loc, 'convert', i, 0])
    fieldErrors.push(...newErrors)
    if (newErrors.length === 0 && !columns.has(name))
      fieldErrors.push(unknownColumn(name, [...loc, 'convert', i, 0]))
  })
  changes.remove.forEach((name, i) => {
    fieldErrors.push(...nameErrors(name, [...loc, 'remove', i]))
    columns.delete(name)
  })
  changes.replace.forEach(([from, to], i) => {
    const newErrors = [
      ...nameErrors(from, [...loc, 'replace', i, 0]),
      ...nameErrors(to, [...loc, 'replace', i, 1]),
    ]
    fieldErrors.push(...newErrors)
    if (newErrors.length > 0) return
    if (!columns.has(from)) {
      fieldErrors.push(unknownColumn(from, [...loc, 'replace', i, 0]))
    } else if (columns.has(to)) {
      const msg = `The column '${to}' exists already.`
      conflicts.push({ type: 'value_error', loc: [...loc, 'replace', i, 1], msg, input: to })
    } else {
      columns.delete(from)
      columns.add(to)
    }
  })
  changes.add.forEach((name, i) => fieldErrors.push(...nameErrors(name, [...loc, 'add', i])))
  return { invalid: fieldErrors, conflicts }
}

/** Whether a row with these columns may change. */
export function mayChangeRow(changes: ColumnChanges, columns: readonly string[]): boolean {
  const columnSet = new Set(columns)
  return (
    changes.convert.some(([name]) => columnSet.has(name)) ||
    changes.remove.some((name) => columnSet.has(name)) ||
    changes.replace.some(([from]) => columnSet.has(from)) ||
    changes.add.some((name) => !columnSet.has(name))
  )
}

const copyOf = (entries: readonly (readonly [string, Json])[]): Record<string, Json> => {
  const copy: Record<string, Json> = {}
  for (const [key, value] of entries) setOwn(copy, key, value)
  return copy
}

/** Missing columns become empty strings; the dedup id stays last when it was. */
export function withMissingColumns(data: JsonObject, add: readonly string[]): JsonObject {
  const missingNames = [...new Set(add)].filter((name) => !Object.hasOwn(data, name))
  if (missingNames.length === 0) return data
  const entries = Object.entries(data)
  const dedupEntry = entries.at(-1)?.[0] === dedupKey ? entries.splice(-1) : []
  return copyOf([...entries, ...missingNames.map((name) => [name, ''] as const), ...dedupEntry])
}

/** Converts the values of these columns, one column after the other; returns the same object when nothing changes. */
function convertColumns(data: JsonObject, convert: ColumnChanges['convert']): JsonObject {
  let changedData: Record<string, Json> | undefined
  for (const [name, type] of convert) {
    const value = ownMember(changedData ?? data, name)
    const next = value === undefined ? undefined : convertValue(value, type)
    if (next === undefined || next === value) continue
    changedData ??= copyOf(Object.entries(data))
    setOwn(changedData, name, next)
  }
  return changedData ?? data
}

const hasOnlyConversions = ({ remove, replace, add }: ColumnChanges): boolean =>
  remove.length === 0 && replace.length === 0 && add.length === 0

/** Applies the changes to a base row: convert, remove, rename, add. Returns the same object when nothing changes. */
export function applyColumnChanges(base: JsonObject, changes: ColumnChanges): JsonObject {
  const data = convertColumns(base, changes.convert)
  if (hasOnlyConversions(changes)) return data
  const removedNames = new Set(changes.remove)
  let entries: readonly (readonly [string, Json])[] = Object.entries(data).filter(
    ([key]) => !removedNames.has(key),
  )
  for (const [from, to] of changes.replace) {
    entries = entries.map(([key, value]) => [key === from ? to : key, value] as const)
  }
  return withMissingColumns(copyOf(entries), changes.add)
}

export const hasNoColumnChanges = (changes: ColumnChanges): boolean =>
  changes.convert.length === 0 && hasOnlyConversions(changes)
