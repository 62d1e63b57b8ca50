// The route that exports the spans of a query as a file.
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import type { SpanStore } from '../../../storage/contract/contract.ts'
import { csvColumns, csvPieces } from '../../../tracing/query/csv.ts'
import { exportedPages, jsonLines, parquet } from '../../../tracing/query/export.ts'
import { readTraceQuery } from '../../../tracing/query/request.ts'
import { refuseOtherFocus, combinedQuery } from '../../../tracing/query/pages.ts'
import { optional } from '../../../kernel/validation.ts'
import { withFirstChunk } from '../../server/streams/first-chunk.ts'
import { projectRoute, type Route } from '../../route.ts'
import { headsField, queryBody, queryScope, savedQueryOf } from './span-reads.ts'
import { spanQueryCodes } from '../../codes.ts'

const types = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
} as const

const writers = { jsonl: jsonLines, parquet } as const

export const exportRoutesOf = (store: SpanStore, clock: Clock): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/spans/export',
    operationId: 'export_spans',
    examples: { body: { filter: 'span_type = query' } },
    sdkName: 'spans.export',
    errors: spanQueryCodes,
    summary: 'All matching spans, as JSON lines, Parquet or CSV.',
    access: 'viewer',
    body: queryBody.extend({
      ...headsField,
      format: optional(z.enum(['jsonl', 'parquet', 'csv'])),
      columns: optional(csvColumns),
    }),
    bodyOptional: true,
    answer: z.string().meta({ description: 'The file.', format: 'binary' }),
    answerTypes: Object.values(types),
    handle: async (call, caller) => {
      const requestedQuery = readTraceQuery(call.body, 'span')
      const savedQuery = await savedQueryOf(caller, call.body)
      if (savedQuery !== undefined && savedQuery !== 'none') refuseOtherFocus(savedQuery, 'span')
      const query =
        savedQuery === undefined || savedQuery === 'none'
          ? requestedQuery
          : combinedQuery(savedQuery, requestedQuery)
      const { format = 'jsonl', columns, heads = false } = call.body
      const scope = queryScope(call, caller)
      // A saved query that does not exist matches nothing.
      const effectiveQuery =
        savedQuery === 'none' ? { ...query, windowing: { ...query.windowing, limit: 0 } } : query
      const chunks =
        format === 'csv'
          ? csvPieces(store.queries, scope, effectiveQuery, {
              ...(columns && { columns }),
              heads,
              now: clock.now(),
            })
          : writers[format](await withFirstChunk(exportedPages(store.queries, scope, effectiveQuery)))
      const body = Readable.from(await withFirstChunk(chunks), { objectMode: false })
      return call.reply
        .code(200)
        .type(types[format])
        .header('Content-Disposition', `attachment; filename="spans.${format}"`)
        .send(body)
    },
  }),
]
