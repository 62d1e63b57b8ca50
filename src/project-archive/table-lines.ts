// Rows of tables as lines of an archive, and back. JSON texts are values in a line, and bytes are base64.
import { z } from 'zod'
import { isJsonObject, type Json } from '../kernel/json/value.ts'
import { ownMember } from '../kernel/own.ts'
import { tableShape, textForms, type ProjectRow, type ProjectTable } from '../storage/contract/contract.ts'
import { refusal } from './format.ts'
import { embeddedJson, jsonText } from './json-columns.ts'

type Value = ProjectRow[string]

const jsonForms: readonly string[] = ['json', 'object', 'list']
const plainForm = (form: string): string => form.replace('?', '')

function lineValue(form: string, value: Value): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  return typeof value === 'string' && jsonForms.includes(plainForm(form)) ? embeddedJson(value) : value
}

export function lineOfRow(table: ProjectTable, row: ProjectRow): object {
  const { columns } = tableShape(table)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, lineValue(ownMember(columns, name) ?? '', value)]),
  )
}

const integerMax = 2 ** 31 - 1
const patterns: ReadonlyMap<string, RegExp> = new Map(Object.entries(textForms))

function jsonOf(form: string, value: unknown): string | undefined {
  const text = jsonText(value)
  if (form === 'json') return text
  const content: unknown = typeof value === 'string' ? JSON.parse(value) : value
  const kind = Array.isArray(content) ? 'list' : typeof content
  return kind === form && content !== null ? text : undefined
}

/** Undefined: the value does not have the form. */
function parseValue(form: string, value: unknown): Value | undefined {
  if (form === 'integer') return z.int().min(0).max(integerMax).safeParse(value).data
  if (jsonForms.includes(form)) return value === null || value === undefined ? undefined : jsonOf(form, value)
  if (typeof value !== 'string') return undefined
  if (form === 'bytes') {
    const bytes = Buffer.from(value, 'base64')
    return bytes.toString('base64') === value ? bytes : undefined
  }
  if (form === 'time' && Number.isNaN(Date.parse(value))) return undefined
  return patterns.get(form)?.test(value) === true ? value : undefined
}

const messageCharactersMax = 100

function columnValue(
  { name, form }: { readonly name: string; readonly form: string },
  value: unknown,
): Value {
  if (value === null && form.endsWith('?')) return null
  const column = parseValue(plainForm(form), value)
  if (column !== undefined) return column
  const text = (JSON.stringify(value) ?? 'nothing').slice(0, messageCharactersMax)
  throw refusal(`${name}: ${text} is not of the format ${plainForm(form)}.`)
}

/** A row with exactly the columns of its table. */
export function rowOfLine(table: ProjectTable, line: Json): ProjectRow {
  if (!isJsonObject(line)) throw refusal('it is no object.')
  const columns = Object.entries(tableShape(table).columns)
  const names = new Set(columns.map(([name]) => name))
  const unknownColumn = Object.keys(line).find((name) => !names.has(name))
  if (unknownColumn !== undefined) throw refusal(`there is no column '${unknownColumn}'.`)
  return Object.fromEntries(
    columns.map(([name, form]) => [name, columnValue({ name, form }, ownMember(line, name))]),
  )
}
