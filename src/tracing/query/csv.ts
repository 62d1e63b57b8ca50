// Exports the spans of a query as CSV: one row per span or head of a trace, with the columns of the list of traces.
// Values are complete: texts unchanged, objects and lists as JSON.
import { z } from 'zod'
import { csvCell, escapedFormula } from '../../kernel/csv.ts'
import type { Json } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { QueryScope, SelectedSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { parseExact } from '../exact-json.ts'
import { annotationOutput } from '../filter/text/annotation-output.ts'
import { parsePath, valueAt } from '../filter/path.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { isObject, valueText, type Value } from '../value.ts'
import { rowDetails, type RowDetails } from './csv-details.ts'
import { exportedPages } from './export.ts'
import { attributePrefix, columnsFor, isAttributeMember, type SpanMember } from './fields.ts'
import type { TraceQuery } from './pages.ts'
import { withTraceStates } from './trace-states.ts'

interface Row {
  readonly span: SelectedSpan
  readonly attribute: (path: string) => Value | undefined
  readonly details: RowDetails
}

/** On heads: the totals of the trace. */
const total =
  (at: 0 | 1 | 2 | 3) =>
  ({ span }: Row): number | null | undefined => {
    const { is_head, trace_totals = [], duration_ms, errors, tokens, cost } = span
    const ownTotals = [duration_ms, errors, tokens, cost]
    return (is_head === 1 && trace_totals.length > 0 ? trace_totals : ownTotals)[at]
  }

const errorsOf = total(1)

function statusOf(row: Row): string {
  if (row.span.status_code === 'STATUS_CODE_ERROR') return 'failed'
  if ((errorsOf(row) ?? 0) > 0) return 'with errors'
  const { trace_state: state } = row.span
  return state === undefined || state === 'finished' ? 'ok' : state
}

const tagsOf = ({ attribute }: Row): string => {
  const tags = attribute('ag.tags')
  const entries = tags !== undefined && isObject(tags) ? Object.entries(tags) : []
  return entries.map(([name, value]) => (value === true ? name : `${name}: ${textOf(value)}`)).join('; ')
}

type Read = (row: Row) => Value | undefined

/** Units are part of the column headers: `duration_ms`. */
const namedColumns = {
  name: { read: ({ span }) => span.span_name },
  type: { read: ({ span }) => span.span_type },
  input: { read: ({ attribute }) => attribute('ag.data.inputs') },
  output: { read: ({ attribute }) => attribute('ag.data.outputs') },
  status: { read: statusOf },
  scores: { read: ({ span, details }) => details.scoresOf(span) },
  duration: { head: 'duration_ms', read: total(0) },
  tokens: { read: total(2) },
  cost: { head: 'cost_usd', read: total(3) },
  model: { read: ({ span, details }) => details.modelsOf(span).join(', ') },
  tags: { read: tagsOf },
  session: { read: ({ span }) => span.session_id },
  user: { read: ({ span }) => span.user_id },
  time: { head: 'start_time', read: ({ span }) => isoOfRow(span.start_time) },
} as const satisfies Readonly<Record<string, { readonly head?: string; readonly read: Read }>>

const columnNames = Object.keys(namedColumns)
const columnsMax = 200

const isColumn = (name: string): boolean =>
  columnNames.includes(name) || isAttributeMember(name) || annotationOutput(name) !== undefined

export const csvColumns = z
  .array(
    z
      .string()
      .refine(isColumn, {
        error: `A column is one of ${columnNames.join(', ')}, the path of an attribute (attributes.ag.tags.team) or an output of annotations (annotation.helpful.score).`,
      })
      .meta({
        type: 'string',
        pattern: `^(${columnNames.join('|')}|attributes[.].+|annotation[.][^.]+[.].+)$`,
      }),
  )
  .min(1)
  .max(columnsMax)
  .meta({
    description: `Columns of a CSV file, in their order: ${columnNames.join(', ')}, the path of an attribute, or an output of annotations such as annotation.helpful.score. Ids come first.`,
  })

const columnsDefault = ['name', 'type', 'input', 'output', 'status', 'duration', 'tokens', 'cost', 'time']

function readerOf(column: string): { readonly head: string; readonly read: Read } {
  const namedColumn: { readonly head?: string; readonly read: Read } | undefined = ownMember(
    namedColumns,
    column,
  )
  if (namedColumn !== undefined) return { head: namedColumn.head ?? column, read: namedColumn.read }
  const output = annotationOutput(column)
  if (output !== undefined) {
    return { head: column, read: ({ span, details }) => details.outputOf(span, output) }
  }
  const path = column.slice(attributePrefix.length)
  return { head: column, read: ({ attribute }) => attribute(path) }
}

/** String attributes may have JSON after a marker of the client library. */
const jsonMark = '@ag.type=json:'

function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : valueText(value)
  return value.startsWith(jsonMark) ? value.slice(jsonMark.length) : value
}

const cellOf = (value: Value | undefined): string => {
  const text = textOf(value)
  return csvCell(typeof value === 'number' ? text : escapedFormula(text))
}

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

const members: readonly SpanMember[] = [
  'parent_id',
  'span_name',
  'span_type',
  'start_time',
  'status_code',
  'session_id',
  'user_id',
  'totals',
  'trace',
]

const rowOf = (span: SelectedSpan, details: RowDetails): Row => {
  let attributes: Json | undefined
  return {
    span,
    details,
    attribute: (path) => {
      attributes ??= parseExact(span.attributes) as Json
      return valueAt(attributes, parsePath(path))
    },
  }
}

/** The file in pieces, one per page of spans. */
export async function* csvPieces(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
  { columns = columnsDefault, heads, now }: { columns?: readonly string[]; heads: boolean; now: string },
): AsyncGenerator<Uint8Array> {
  const readers = columns.map(readerOf)
  const neededColumns = {
    annotations: columns.some((name) => name === 'scores' || annotationOutput(name) !== undefined),
    models: columns.includes('model'),
  }
  const needsAttributes = columns.some(
    (name) => ['input', 'output', 'tags'].includes(name) || isAttributeMember(name),
  )
  const readMembers = new Set<SpanMember>([
    'trace_id',
    'span_id',
    ...members,
    ...(needsAttributes ? (['attributes'] as const) : []),
  ])
  // The header is sent with the first page, so a failed query has written nothing.
  let text = line(['trace_id', 'span_id', ...readers.map(({ head }) => cellOf(head))])
  const pages = exportedPages(queries, { ...scope, columns: columnsFor(readMembers) }, query)
  for await (const page of pages) {
    if (page.length === 0) continue
    const { arrivedAt: _, ...laterScope } = scope
    const spans = await withTraceStates(queries, laterScope, page, now)
    const details = await rowDetails(queries, laterScope, spans, { ...neededColumns, heads })
    const lines = spans.map((span) => {
      const row = rowOf(span, details)
      return line([span.trace_id, span.span_id, ...readers.map((reader) => cellOf(reader.read(row)))])
    })
    yield Buffer.from(text + lines.join(''))
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
