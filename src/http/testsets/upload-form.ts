// The form of an upload: its fields, and their values, which are text.
import { z } from 'zod'
import { messageOf, AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { bool, optional, parse, documentedAs, uuid } from '../../kernel/validation.ts'
import type { ColumnMapping } from '../../testsets/import/mapping.ts'
import { description, ifChanged, message, meta, name, slug, tags } from '../field-schemas.ts'

/** Maps columns of the file to columns of the testset; null skips a column. */
const columnMapping = z
  .record(z.string(), z.string().min(1).max(1000).nullable())
  .meta({ id: 'ColumnMapping' })

const fileFields = {
  file_type: optional(z.enum(['csv', 'json', 'jsonl', 'parquet'])),
  delimiter: optional(
    z.string().refine((text) => text.length === 1 && !/["\r\n]/.test(text), {
      params: { type: 'value_error' },
      message: 'A delimiter must be one character other than a quote or a line end.',
    }),
  ),
  columns: optional(documentedAs(z.string(), columnMapping)),
  /** Skips rows with errors; without it a file with errors is refused. */
  skip_errors: optional(bool),
  dry_run: optional(bool),
  /** Adds the first rows to a dry run. */
  preview: optional(bool),
}

const headerFields = {
  testset_name: optional(name),
  testset_description: optional(description),
  testset_tags: optional(documentedAs(z.string(), tags)),
  testset_meta: optional(documentedAs(z.string(), meta)),
}

/** The documented form: the file and the fields. */
export const withFile = (fields: z.ZodRawShape) =>
  z.object({ file: z.string().meta({ format: 'binary' }), ...fields }) as z.ZodType

const creationFields = { testset_slug: optional(slug), message: optional(message) }
export const newForm = z.object({ ...fileFields, ...headerFields, ...creationFields })
export const nextForm = z.object({ ...fileFields, ...headerFields, if_changed: ifChanged })
export const revisionForm = z.object({
  ...fileFields,
  message: optional(message),
  base_revision_id: optional(uuid),
  if_changed: ifChanged,
  include_testcases: optional(bool),
})
export type FileFields = z.output<z.ZodObject<typeof fileFields>>

/** An empty form field counts as absent. */
export const nonEmptyFields = (fields: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))

/** Tags or meta, which a form sends as JSON text. */
function objectOf(
  text: string | undefined,
  { schema, field }: { readonly schema: z.ZodType<JsonObject>; readonly field: string },
): JsonObject | undefined {
  if (text === undefined) return undefined
  const refusal = (reason: string, cause?: unknown): AssayError =>
    new AssayError('payload_undecodable', `Failed to parse tags or meta as JSON: ${reason}`, { cause })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refusal(`${field}: ${messageOf(cause)}`, cause)
  }
  if (!isJsonObject(value)) throw refusal(`${field} is not an object.`)
  return parse(schema, value, ['body', field])
}

/** The column mapping, which a form sends as JSON text. */
export function mappingOf(text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    const reason = messageOf(cause)
    throw new AssayError('payload_undecodable', `Failed to parse columns as JSON: ${reason}`, { cause })
  }
  return new Map(Object.entries(parse(columnMapping, value, ['body', 'columns'])))
}

export const headerOf = (fields: Omit<z.output<typeof nextForm>, 'if_changed'>) => ({
  name: fields.testset_name,
  description: fields.testset_description,
  tags: objectOf(fields.testset_tags, { schema: tags, field: 'testset_tags' }),
  meta: objectOf(fields.testset_meta, { schema: meta, field: 'testset_meta' }),
})
