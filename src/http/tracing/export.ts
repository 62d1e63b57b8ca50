// Spans of a query as a file.
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { RecordRow, SpanStore } from '../../storage/contract/contract.ts'
import { exportedPages, jsonLines, parquet } from '../../tracing/query/export.ts'
import { readTraceQuery } from '../../tracing/query/request.ts'
import { refuseOtherFocus, savedAndSent } from '../../tracing/query/pages.ts'
import { optional } from '../../kernel/validation.ts'
import { withFirstChunk } from '../server/first-chunk.ts'
import { projectRoute, type Route } from '../route.ts'
import { headsWord, queryBody, queryScope, savedQueryOf } from './reading.ts'
import { spanQueryCodes } from '../codes.ts'

const formats = {
  jsonl: { type: 'application/x-ndjson', write: jsonLines },
  parquet: { type: 'application/vnd.apache.parquet', write: parquet },
} as const

async function* none(): AsyncGenerator<readonly RecordRow[]> {
  yield []
}

export const exportRoutesOf = (store: SpanStore): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/spans/export',
    operationId: 'export_spans',
    sdkName: 'spans.export',
    errors: spanQueryCodes,
    summary: 'All spans that satisfy the filter, as JSON lines or Parquet.',
    access: 'viewer',
    body: queryBody.extend({ ...headsWord, format: optional(z.enum(['jsonl', 'parquet'])) }),
    bodyOptional: true,
    answer: z.string().meta({ description: 'The file.', format: 'binary' }),
    answerTypes: Object.values(formats).map(({ type }) => type),
    handle: async (call, caller) => {
      const sent = readTraceQuery(call.body, 'span')
      const saved = await savedQueryOf(caller, call.body)
      if (saved !== undefined && saved !== 'none') refuseOtherFocus(saved, 'span')
      const query = saved === undefined || saved === 'none' ? sent : savedAndSent(saved, sent)
      const pages = saved === 'none' ? none() : exportedPages(store.queries, queryScope(call, caller), query)
      const format = call.body.format ?? 'jsonl'
      const { type, write } = formats[format]
      const body = Readable.from(write(await withFirstChunk(pages)), { objectMode: false })
      return call.reply
        .code(200)
        .type(type)
        .header('Content-Disposition', `attachment; filename="spans.${format}"`)
        .send(body)
    },
  }),
]
