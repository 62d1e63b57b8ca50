// Spans of an archive: the stored row with its exact texts. The columns for filters are built again on import.
import { z } from 'zod'
import type { NewSpan, SpanRow } from '../storage/contract/contract.ts'
import { recordFieldErrors } from '../tracing/ingest/payloads/record-field-errors.ts'
import { recordOfRow, rowOfRecord, storedTraceColumns } from '../tracing/ingest/rows/span-row.ts'
import { simpleForm } from '../tracing/simple/record.ts'
import { refusal } from './format.ts'
import { embeddedJson, jsonText } from './json-columns.ts'

/** Columns with JSON text, and columns with lists of JSON texts. */
const textColumns = ['attributes', 'facts', 'roll_up', 'native'] as const
const listColumns = ['references', 'links', 'events', 'hashes'] as const

/** A line of the archive. Empty texts and lists stay as they are. */
export const spanLine = ({ project_id: _, ...row }: SpanRow): object => ({
  ...row,
  ...Object.fromEntries(textColumns.map((name) => [name, row[name] === '' ? '' : embeddedJson(row[name])])),
  ...Object.fromEntries(listColumns.map((name) => [name, row[name].map(embeddedJson)])),
})

const time = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/)
const text = z.string().refine((value) => !value.includes('\u0000'))
const json = z.unknown().transform(jsonText)

const spanRow = z.strictObject({
  trace_id: z.string().regex(/^[0-9a-f]{32}$/),
  span_id: z.string().regex(/^[0-9a-f]{16}$/),
  parent_id: z.string().regex(/^([0-9a-f]{16})?$/),
  trace_type: text,
  span_type: text,
  span_kind: text,
  status_code: text,
  span_name: text,
  status_message: text.nullable(),
  session_id: text.nullable(),
  user_id: text.nullable(),
  agent_id: text.nullable(),
  start_time: time,
  end_time: time,
  created_at: time,
  created_by_id: text.nullable(),
  updated_at: time.nullable(),
  updated_by_id: text.nullable(),
  attributes: json,
  references: z.array(json),
  links: z.array(json),
  events: z.array(json),
  hashes: z.array(json),
  adapters: z.array(text),
  form: z.enum(['otlp', 'record', simpleForm]),
  native: z.literal('').or(json),
  facts: json,
  roll_up: z.literal('').or(json),
  receipt_id: text,
  version: z.string().regex(/^\d{1,19}$/),
})

const buckets = z.record(z.string(), z.number())
const identities = z.object({
  session: z.string().optional(),
  user: z.string().optional(),
  agent: z.string().optional(),
})
const nanoseconds = z.string().regex(/^\d{1,19}$/)

/** The facts and the roll-up are read again when the trace changes, so their types are checked. */
const storedFacts = z.looseObject({
  parentId: z.string().optional(),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  errors: z.number().optional(),
  tokens: buckets,
  costs: buckets,
  usageIsInclusive: z.boolean(),
  call: z
    .looseObject({
      scope: z.string(),
      responseId: z.string().optional(),
      models: z.array(z.string()),
      content: z.number(),
    })
    .optional(),
  summarises: z.literal(true).optional(),
  sent: z.looseObject({ tokens: buckets.optional(), costs: buckets.optional() }),
  declaredTraceType: z.string().optional(),
  annotates: z.boolean(),
  logs: z.number().optional(),
  identities: identities.optional(),
})

const measure = z.looseObject({ incremental: z.number().optional(), cumulative: z.number().optional() })
const storedRollUp = z.looseObject({
  type: z.string(),
  duration: measure,
  errors: measure,
  tokens: buckets.optional(),
  costs: buckets.optional(),
  inferred: identities.optional(),
  leads: z.number().optional(),
  head: z.union([z.boolean(), buckets]).optional(),
})

/** The form in which a simple trace was sent. */
const simpleNote = z.looseObject({
  links: z.enum(['object', 'list']),
  empty: z.array(z.enum(['tags', 'meta'])),
  data: z.array(z.string()).optional(),
  texts: z.record(z.string(), z.string()).optional(),
})

/** The row of a line, ready to be stored in this project. Throws if anything of it is invalid. */
export function spanOfLine(line: unknown, projectId: string): NewSpan {
  const row = { ...spanRow.parse(line), project_id: projectId }
  storedFacts.parse(JSON.parse(row.facts))
  if (row.roll_up !== '') storedRollUp.parse(JSON.parse(row.roll_up))
  if (row.form === simpleForm) simpleNote.parse(JSON.parse(row.native))
  const record = recordOfRow(row)
  const [error] = recordFieldErrors({ record, pathOf: (...path) => path })
  if (error !== undefined) throw refusal(`${error.loc.join('.')}: ${error.msg}`)
  const { created_at, created_by_id, updated_at, updated_by_id, form, native, facts, receipt_id, version } =
    row
  return rowOfRecord(record, {
    project_id: projectId,
    created_at,
    created_by_id,
    updated_at,
    updated_by_id,
    form,
    native,
    facts,
    receipt_id,
    version,
    ...storedTraceColumns(row),
  })
}
