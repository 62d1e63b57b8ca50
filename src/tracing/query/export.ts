// Exports all spans of a query page by page: only one page is in memory. As with any pagination, spans that arrive in
// the meantime cause no omissions and no repetitions.
import type { SchemaElement } from 'hyparquet'
import { openParquetStream } from '../../kernel/parquet-stream.ts'
import type { QueryScope, SpanQueries, RecordRow } from '../../storage/contract/contract.ts'
import { parseWindowing, windowLimitMax } from '../filter/windowing.ts'
import { isoOfRow } from '../ingest/rows/span-row.ts'
import { querySpans, type TraceQuery } from './pages.ts'
import { spanWriter } from './texts.ts'

/** Spans of one page, and of one row group. */
const pageSpans = 2_000

/** Pages up to the limit of the query, or all of them. */
export async function* exportedPages(
  queries: SpanQueries,
  scope: QueryScope,
  query: TraceQuery,
): AsyncGenerator<readonly RecordRow[]> {
  let { windowing } = query
  let remaining = windowing.limit ?? Number.POSITIVE_INFINITY
  // The time budget applies to each page, because a file takes as long as its client reads it.
  const { arrivedAt: _, ...laterScope } = scope
  for (let pageScope: QueryScope = scope; remaining > 0; pageScope = laterScope) {
    const limit = Math.min(pageSpans, remaining, windowLimitMax)
    const page = await querySpans(queries, pageScope, {
      filter: query.filter,
      windowing: { ...windowing, limit },
      isWindowed: true,
      isPartial: true,
    })
    const rows = page.rows.slice(0, remaining)
    remaining -= rows.length
    yield rows
    if (page.windowing === undefined) return
    windowing = parseWindowing(page.windowing, ['windowing'])
  }
}

/** One record per line, as in the response of /spans/query. */
export async function* jsonLines(pages: AsyncIterable<readonly RecordRow[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of pages) {
    if (rows.length > 0) yield Buffer.from(`${rows.map(spanWriter()).join('\n')}\n`)
  }
}

const listText = (texts: readonly string[]): string | undefined =>
  texts.length === 0 ? undefined : `[${texts.join(',')}]`

/** Text columns in the order of the file. Objects and lists are JSON text. */
const columns: readonly (readonly [name: string, read: (row: RecordRow) => string | undefined])[] = [
  ['trace_id', (row) => row.trace_id],
  ['span_id', (row) => row.span_id],
  ['parent_id', (row) => (row.parent_id === '' ? undefined : row.parent_id)],
  ['trace_type', (row) => row.trace_type],
  ['span_type', (row) => row.span_type],
  ['span_kind', (row) => row.span_kind],
  ['span_name', (row) => row.span_name],
  ['start_time', (row) => isoOfRow(row.start_time)],
  ['end_time', (row) => isoOfRow(row.end_time)],
  ['status_code', (row) => row.status_code],
  ['status_message', (row) => row.status_message ?? undefined],
  ...(['session_id', 'user_id', 'agent_id'] as const).map(
    (name) =>
      [name, (row: RecordRow) => (row.parent_id === '' ? (row[name] ?? undefined) : undefined)] as const,
  ),
  ['attributes', (row) => row.attributes],
  ['references', (row) => listText(row.references)],
  ['links', (row) => listText(row.links)],
  ['hashes', (row) => listText(row.hashes)],
  ['events', (row) => listText(row.events)],
  ['adapters', (row) => listText(row.adapters.map((word) => JSON.stringify(word)))],
  ['created_at', (row) => isoOfRow(row.created_at)],
  ['created_by_id', (row) => row.created_by_id ?? undefined],
  ['updated_at', (row) => (row.updated_at === null ? undefined : isoOfRow(row.updated_at))],
  ['updated_by_id', (row) => row.updated_by_id ?? undefined],
]

const schema: SchemaElement[] = [
  { name: 'root', num_children: columns.length },
  ...columns.map(([name]) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    type: 'BYTE_ARRAY' as const,
    converted_type: 'UTF8' as const,
  })),
]

/** A Parquet file in pieces, one row group per page. */
export async function* parquet(pages: AsyncIterable<readonly RecordRow[]>): AsyncGenerator<Uint8Array> {
  const file = await openParquetStream({ schema })
  for await (const rows of pages) {
    if (rows.length === 0) continue
    const columnData = columns.map(([name, read]) => ({ name, data: rows.map(read) }))
    yield await file.group(columnData, rows.length)
  }
  yield await file.end()
}
