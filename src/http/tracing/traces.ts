// src/http/tracing: routes that read and write spans and traces, analytics, exports, prices and redaction rules.
// ingest/ has the OTLP endpoints, reads/ the queries of spans; shapes.ts has the schemas that routes share.
// Imports src/tracing and below. Start here or with reads/span-queries.ts.
//
// Routes for one trace as a tree.
import { z } from 'zod'
import { inSlices } from '../../kernel/time-slices.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { JsonText, projectRoute, type Route } from '../route.ts'
import { writeTrace, writeTree } from '../../tracing/query/texts.ts'
import { single } from '../record-fields.ts'
import { checkedTraceId, fieldParams, queryScope, selectionScope } from './reads/span-reads.ts'
import { sentTraceId, spanTree, traceAnswer } from './shapes.ts'
import { traceReadCodes } from '../codes.ts'

const params = z.object({ trace_id: sentTraceId })

export const traceRoutes = (store: SpanStore): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/traces/{trace_id}',
    operationId: 'fetch_trace',
    sdkName: 'traces.fetch',
    errors: traceReadCodes,
    summary: 'One trace as a tree of spans.',
    access: 'viewer',
    params,
    query: z.object(fieldParams),
    answer: single('trace', traceAnswer),
    handle: async (call, caller) => {
      const traceId = checkedTraceId(call.params.trace_id)
      const { selectedFields, scope } = selectionScope(call, { caller, input: call.query, root: 'query' })
      const rows = await store.queries.traces(scope, [traceId])
      if (rows.length === 0) return { count: 0 }
      return new JsonText(
        `{"count":1,"trace":${await inSlices(writeTrace({ traceId, rows }, selectedFields))}}`,
      )
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/tracing/traces/{trace_id}',
    operationId: 'fetch_tracing_trace',
    summary: 'One trace as a tree of spans, in a map by trace id.',
    access: 'viewer',
    deprecatedFor: '/traces/{trace_id}',
    params,
    answer: z.object({ count: z.int(), traces: z.record(z.string(), z.object({ spans: spanTree })) }),
    handle: async (call, caller) => {
      const traceId = checkedTraceId(call.params.trace_id)
      const rows = await store.queries.traces(queryScope(call, caller), [traceId])
      if (rows.length === 0) return { count: 0, traces: {} }
      return new JsonText(`{"count":1,"traces":{"${traceId}":{"spans":${await inSlices(writeTree(rows))}}}}`)
    },
  }),
]
