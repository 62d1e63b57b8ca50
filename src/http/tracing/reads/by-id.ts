// Routes that read traces and spans by their ids.
import { z } from 'zod'
import { AssayError } from '../../../kernel/errors.ts'
import type { SpanStore } from '../../../storage/contract/contract.ts'
import { tracesById } from '../../../tracing/query/pages.ts'
import { spanText } from '../../../tracing/query/texts.ts'
import { optional, documentedAs } from '../../../kernel/validation.ts'
import { single } from '../../record-fields.ts'
import { JsonText, projectRoute, type Route } from '../../route.ts'
import { checkedSpanId, checkedTraceId, queryScope, spansText, tracesText } from './span-reads.ts'
import { sentSpanId, sentTraceId, spanAnswer, traceAnswer } from '../shapes.ts'
import { traceReadCodes } from '../../codes.ts'

/** Accepts `trace_id=a&trace_id=b` and `trace_ids=a,b`; removes duplicates. */
const idParameter = (schema: z.ZodType) =>
  optional(documentedAs(z.union([z.string(), z.array(z.string())]), z.array(schema)))
const [traceParameter, spanParameter] = [idParameter(sentTraceId), idParameter(sentSpanId)]
type IdParameter = z.output<typeof traceParameter>

function idsOf(
  parameters: readonly IdParameter[],
  check: (sent: string) => string,
): readonly string[] | undefined {
  const ids = parameters
    .flatMap((parameter) => parameter ?? [])
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return ids.length === 0 ? undefined : [...new Set(ids.map(check))]
}

const fetchTracesRoute = (store: SpanStore): Route =>
  projectRoute({
    method: 'GET',
    path: '/traces/',
    operationId: 'fetch_traces',
    sdkName: 'traces.fetchMany',
    errors: traceReadCodes,
    summary: 'Traces by their ids, in the requested order.',
    access: 'viewer',
    query: z.object({ trace_id: traceParameter, trace_ids: traceParameter }),
    answer: z.object({ count: z.int(), traces: z.array(traceAnswer) }),
    handle: async (call, caller) => {
      const ids = idsOf([call.query.trace_id, call.query.trace_ids], checkedTraceId)
      if (ids === undefined) throw new AssayError('trace_invalid', 'Send trace_id or trace_ids.')
      return tracesText(await tracesById(store.queries, queryScope(call, caller), ids), {
        windowing: undefined,
      })
    },
  })

const fetchSpansRoute = (store: SpanStore): Route =>
  projectRoute({
    method: 'GET',
    path: '/spans/',
    operationId: 'fetch_spans',
    sdkName: 'spans.fetchMany',
    errors: [...traceReadCodes, 'limit_exceeded'],
    summary: 'Spans by trace ids, span ids, or both; oldest first.',
    access: 'viewer',
    query: z.object({
      trace_id: traceParameter,
      trace_ids: traceParameter,
      span_id: spanParameter,
      span_ids: spanParameter,
    }),
    answer: z.object({ count: z.int(), spans: z.array(spanAnswer) }),
    handle: async (call, caller) => {
      const traceIds = idsOf([call.query.trace_id, call.query.trace_ids], checkedTraceId)
      const spanIds = idsOf([call.query.span_id, call.query.span_ids], checkedSpanId)
      if (traceIds === undefined && spanIds === undefined) {
        throw new AssayError('trace_invalid', 'Send trace_id, trace_ids, span_id or span_ids.')
      }
      const scope = queryScope(call, caller)
      const positions = await store.queries.places(scope, {
        ...(traceIds === undefined ? {} : { traceIds }),
        ...(spanIds === undefined ? {} : { spanIds }),
      })
      return spansText(await store.queries.rows(scope, positions), { windowing: undefined })
    },
  })

const fetchSpanRoute = (store: SpanStore): Route =>
  projectRoute({
    method: 'GET',
    path: '/spans/{trace_id}/{span_id}',
    operationId: 'fetch_span',
    sdkName: 'spans.fetch',
    errors: traceReadCodes,
    summary: 'Fetch one span.',
    access: 'viewer',
    params: z.object({ trace_id: sentTraceId, span_id: sentSpanId }),
    answer: single('span', spanAnswer),
    handle: async (call, caller) => {
      const traceIds = [checkedTraceId(call.params.trace_id)]
      const spanIds = [checkedSpanId(call.params.span_id)]
      const scope = queryScope(call, caller)
      const [row] = await store.queries.rows(scope, await store.queries.places(scope, { traceIds, spanIds }))
      return row === undefined ? { count: 0 } : new JsonText(`{"count":1,"span":${spanText(row)}}`)
    },
  })

export const byIdRoutes = (store: SpanStore): readonly Route[] => [
  fetchTracesRoute(store),
  fetchSpansRoute(store),
  fetchSpanRoute(store),
]
