// Rows for the conformance suite of span stores.
import { randomBytes } from 'node:crypto'
import { encodeRows, type NewRow, type SpanRow, type SpanRows } from '../contract/contract.ts'

export const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
export const uuid = (): string => crypto.randomUUID()

/** Reads do not return the columns that only filters use. */
export const filterColumns = {
  inputs: '',
  outputs: '',
  duration_ms: null,
  errors: null,
  tokens: null,
  cost: null,
  strings: { names: [], values: [] },
  numbers: { names: [], values: [] },
  booleans: { names: [], values: [] },
  container_paths: '',
  long_paths: '',
  reference_ids: [],
  reference_slugs: [],
  link_trace_ids: [],
  event_names: [],
  hash_ids: [],
  content: '',
  leads: 0,
  is_head: 1,
  trace_totals: [],
}

export const rowsOf = (...rows: readonly (SpanRow | NewRow)[]): SpanRows =>
  encodeRows(rows.map((row) => ('is_deleted' in row ? row : { ...filterColumns, ...row })))

export const rowOf = (overrides: Partial<SpanRow> = {}): SpanRow => ({
  project_id: uuid(),
  trace_id: hex(16),
  span_id: hex(8),
  parent_id: '',
  trace_type: 'invocation',
  span_type: 'task',
  span_kind: 'SPAN_KIND_SERVER',
  status_code: 'STATUS_CODE_OK',
  span_name: 'answer',
  status_message: null,
  session_id: null,
  user_id: '',
  agent_id: null,
  start_time: '2026-11-15 09:00:00.123456789',
  end_time: '2026-11-15 09:00:01.000000000',
  created_at: '2026-11-15 09:00:02.000001000',
  created_by_id: null,
  updated_at: null,
  updated_by_id: null,
  attributes: '{"ag":{"data":{"inputs":{"q":"Grüße 👋 \\u0000 \\"x\\""}}},"n":9223372036854775807}',
  references: ['{"slug":"support"}'],
  links: [],
  events: [],
  hashes: [],
  adapters: ['gen_ai'],
  form: 'otlp',
  native: '',
  facts: '{"a":1}',
  roll_up: '{}',
  receipt_id: uuid(),
  version: '1000',
  ...overrides,
})
