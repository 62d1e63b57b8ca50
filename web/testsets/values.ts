// Values of cells: how they are shown, typed and compared. A row is a JSON object; its columns are its first members.
import { converted } from '../app/conversion.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type RowData = Readonly<Record<string, Json>>

export const valueTypes = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const
export type ValueType = (typeof valueTypes)[number]

/** The key in a row's data that names the row across its edits; no column. */
export const dedupKey = 'testcase_dedup_id'

/** A column may be called anything, so only what the row itself has counts. */
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

/** As it is edited and copied: text as it is, anything else as JSON. */
export const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** With line breaks, for reading. */
export const readable = (value: Json | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : textOf(value)

const previewCharacters = 300

/** What fits in a cell. */
export const preview = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value.slice(0, previewCharacters) : textOf(value)
  return text.length > previewCharacters ? `${text.slice(0, previewCharacters)}…` : text
}

export const sameValue = (a: Json | undefined, b: Json | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && canonical(a) === canonical(b))

/** Objects are the same whatever the order of their members. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
    .join()}}`
}

/** The type that most values of a column have; text where there are none. */
export function mainType(types: Readonly<Partial<Record<string, number>>>): ValueType {
  let [main, most]: [ValueType, number] = ['string', 0]
  for (const type of valueTypes) {
    const count = types[type] ?? 0
    if (type !== 'null' && count > most) [main, most] = [type, count]
  }
  return main
}

/** What a text becomes in a column of this type; what does not read as the type stays text. */
export function valueAs(text: string, type: ValueType): Json {
  if (type !== 'null') return converted(text, type) ?? text
  const lowered = text.trim().toLowerCase()
  return lowered === '' || lowered === 'null' ? null : text
}

/** The value of a text that was typed as JSON, or what is wrong with it. */
export function jsonFrom(text: string): { readonly value: Json } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'This is no JSON.' }
  }
}
