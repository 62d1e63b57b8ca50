// Values of cells: rendering, parsing and comparison. A row is a JSON object; its columns are its top-level members.
import { convertValue } from '../app/conversion.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type RowData = Readonly<Record<string, Json>>

export const valueTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
export type ValueType = (typeof valueTypes)[number]

/** The key in a row's data that identifies the row across edits. It is not a column. */
export const dedupKey = 'testcase_dedup_id'

/** A column may have any name, so only own members count. */
export const memberOf = (row: RowData, name: string): Json | undefined =>
  Object.hasOwn(row, name) ? row[name] : undefined

/** True for JSON objects, not for arrays. */
export const isObject = (value: Json | undefined): value is RowData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function typeOf(value: Json): ValueType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as 'string' | 'number' | 'boolean' | 'object'
}

/** The text to edit and to copy: strings as they are, other values as JSON. */
export const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The text to read: JSON with line breaks. */
export const readableText = (value: Json | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : textOf(value)

const previewCharacters = 300

/** The beginning of the text, for a cell. */
export const preview = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value.slice(0, previewCharacters) : textOf(value)
  return text.length > previewCharacters ? `${text.slice(0, previewCharacters)}…` : text
}

export const isSameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))

/** JSON text that does not depend on the order of members. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`
}

/** The most frequent type of a column, nulls aside; string for an empty column. */
export function mainType(types: Readonly<Partial<Record<string, number>>>): ValueType {
  let [main, maxCount]: [ValueType, number] = ['string', 0]
  for (const type of valueTypes) {
    const count = types[type] ?? 0
    if (type !== 'null' && count > maxCount) [main, maxCount] = [type, count]
  }
  return main
}

/** Converts a text to the type of a column. A text that cannot be converted stays a string. */
export function valueAs(text: string, type: ValueType): Json {
  if (type !== 'null') return convertValue(text, type) ?? text
  const lowerCase = text.trim().toLowerCase()
  return lowerCase === '' || lowerCase === 'null' ? null : text
}

/** Parses a text as JSON; returns the error message if it is invalid. */
export function parseJson(text: string): { readonly value: Json } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'Invalid JSON.' }
  }
}
