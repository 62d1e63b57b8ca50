// Queries of spans and of traces.
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import {
  querySpans,
  queryTraces,
  refuseOtherFocus,
  savedAndSent,
  type TraceQuery,
} from '../../tracing/query/pages.ts'
import type { Focus } from '../../tracing/filter/windowing.ts'
import { readTraceQuery } from '../../tracing/query/request.ts'
import { withTraceStates } from '../../tracing/query/trace-states.ts'
import type { PageLimits } from '../../versioning/windowing.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'
import {
  pagedWindowing,
  queryBody,
  fieldWords,
  headsWord,
  savedQueryOf,
  spansText,
  wantedScope,
  tracesText,
} from './reading.ts'
import { nextSpans, spanAnswer, traceAnswer } from './shapes.ts'
import { spanQueryCodes } from '../codes.ts'

/** Undefined when it names a saved query that does not exist. */
async function queryOf(
  caller: Caller,
  body: z.output<typeof queryBody>,
  { focus, limits }: { readonly focus: Focus; readonly limits: PageLimits },
): Promise<TraceQuery | undefined> {
  const sent = readTraceQuery(body, focus)
  const saved = await savedQueryOf(caller, body)
  if (saved === 'none') return undefined
  if (saved !== undefined) refuseOtherFocus(saved, focus)
  const query = saved === undefined ? sent : savedAndSent(saved, sent)
  return { ...query, windowing: pagedWindowing(query.windowing, focus, limits) }
}

const tracesQuery = queryBody.extend(fieldWords).meta({ id: 'TraceQuery' })
const spansQuery = queryBody.extend({ ...fieldWords, ...headsWord }).meta({ id: 'SpanQuery' })

export interface SpanQueryParts {
  readonly store: SpanStore
  readonly clock: Clock
  readonly limits: PageLimits
}

export const spanQueryRoutes = ({ store, clock, limits }: SpanQueryParts): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/traces/query',
    operationId: 'query_traces',
    sdkName: 'traces.query',
    errors: spanQueryCodes,
    summary: 'Traces that satisfy the filter, each as a tree of all its spans.',
    description:
      'The tree of a filter selects traces of which one span satisfies all of it; the text is about the trace, and each condition may be satisfied by another span.',
    access: 'viewer',
    body: tracesQuery,
    bodyOptional: true,
    answer: z.object({ count: z.int(), traces: z.array(traceAnswer), windowing: nextSpans }),
    handle: async (call, caller) => {
      const { wanted, scope } = wantedScope(call, caller, { sent: call.body, root: 'body' })
      const query = await queryOf(caller, call.body, { focus: 'trace', limits })
      if (query === undefined) return { count: 0, traces: [] }
      const { traces, windowing } = await queryTraces(store.queries, scope, query)
      const rows = traces.flatMap((trace) => trace.rows)
      const stated = Map.groupBy(
        await withTraceStates(store.queries, scope, rows, clock.now()),
        ({ trace_id }) => trace_id,
      )
      const answered = traces.map(({ traceId }) => ({ traceId, rows: stated.get(traceId) ?? [] }))
      return tracesText(answered, windowing, wanted)
    },
  }),
  projectRoute({
    method: 'POST',
    path: '/spans/query',
    operationId: 'query_spans_rpc',
    sdkName: 'spans.query',
    errors: spanQueryCodes,
    summary: 'Spans that satisfy the filter, page by page; with heads one span for each trace.',
    access: 'viewer',
    body: spansQuery,
    bodyOptional: true,
    answer: z.object({ count: z.int(), spans: z.array(spanAnswer), windowing: nextSpans }),
    handle: async (call, caller) => {
      const { wanted, scope } = wantedScope(call, caller, { sent: call.body, root: 'body' })
      const query = await queryOf(caller, call.body, { focus: 'span', limits })
      if (query === undefined) return { count: 0, spans: [] }
      const { rows, windowing } = await querySpans(store.queries, scope, query)
      const stated = await withTraceStates(store.queries, scope, rows, clock.now())
      return spansText(stated, windowing, wanted)
    },
  }),
]
