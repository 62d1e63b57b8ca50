// A list of texts as rows of a form. An empty row is not part of the list.
import type { FormSchema } from '../forms/schema-fields.ts'

/** The texts of a setting, or undefined if only JSON can edit its value. */
export function textsOf(schema: FormSchema, value: unknown): readonly string[] | undefined {
  if (schema.type !== 'array' || schema.items?.type !== 'string' || schema.items.enum !== undefined) {
    return undefined
  }
  if (value === undefined) return []
  // A row is one line.
  const isLine = (one: unknown): one is string => typeof one === 'string' && !one.includes('\n')
  return Array.isArray(value) && value.every(isLine) ? value : undefined
}

export const filledRows = (rows: readonly string[]): readonly string[] => rows.filter((row) => row !== '')

/** The rows of a value. The current rows stay, with the empty ones, while they have the same texts. */
export const rowsOf = (rows: readonly string[], texts: readonly string[]): readonly string[] =>
  JSON.stringify(filledRows(rows)) === JSON.stringify(texts) ? rows : texts

/** The rows of pasted lines. */
export const linesOf = (text: string): readonly string[] =>
  filledRows(text.split(/\r?\n/).map((line) => line.trim()))
