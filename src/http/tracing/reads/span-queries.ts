// src/http/tracing/reads: routes that read spans: queries, traces and spans by id, the outline of a trace, exports, and
// the deprecated paths. span-reads.ts and filter-schema.ts have the schemas and functions that they share. Imports
// src/tracing and below. Start here.
//
// This file: the routes that query spans and traces.
import { withExample } from '../../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import type { SpanStore } from '../../../storage/contract/contract.ts'
import {
  querySpans,
  queryTraces,
  refuseOtherFocus,
  combinedQuery,
  type TraceQuery,
} from '../../../tracing/query/pages.ts'
import type { Focus } from '../../../tracing/filter/windowing.ts'
import { readTraceQuery } from '../../../tracing/query/request.ts'
import { withTraceStates } from '../../../tracing/query/trace-states.ts'
import type { PageLimits } from '../../../versioning/windowing.ts'
import { projectRoute, type Caller, type Route } from '../../route.ts'
import {
  pagedWindowing,
  partialField,
  queryBody,
  fieldSelection,
  headsField,
  savedQueryOf,
  searchedTo,
  spansText,
  selectionScope,
  tracesText,
} from './span-reads.ts'
import { nextSpans, spanAnswer, traceAnswer } from '../shapes.ts'
import { spanQueryCodes } from '../../codes.ts'

/** The query of a request, combined with its saved query; undefined: the saved query does not exist. */
async function queryOf(
  caller: Caller,
  {
    body,
    focus,
    limits,
  }: { readonly body: z.output<typeof queryBody>; readonly focus: Focus; readonly limits: PageLimits },
): Promise<TraceQuery | undefined> {
  const requestedQuery = readTraceQuery(body, focus)
  const savedQuery = await savedQueryOf(caller, body)
  if (savedQuery === 'none') return undefined
  if (savedQuery !== undefined) refuseOtherFocus(savedQuery, focus)
  const query = savedQuery === undefined ? requestedQuery : combinedQuery(savedQuery, requestedQuery)
  return { ...query, windowing: pagedWindowing(query.windowing, { focus, pageLimits: limits }) }
}

const tracesQuery = withExample(
  queryBody.extend({ ...fieldSelection, ...partialField }).meta({ id: 'TraceQuery' }),
  { filter: 'attributes.ag.metrics.duration.cumulative > 5000' },
)
const spansQuery = withExample(
  queryBody.extend({ ...fieldSelection, ...headsField, ...partialField }).meta({ id: 'SpanQuery' }),
  { filter: 'child(status_code = STATUS_CODE_ERROR) and parent_id = null' },
)

const listEnd = { count: z.int(), windowing: nextSpans, searched_to: searchedTo }

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
    summary: 'Matching traces, each as a tree of all its spans.',
    description:
      'A filter tree matches traces with one span that satisfies all of it. Filter text applies to the trace: different spans may satisfy its conditions.',
    access: 'viewer',
    body: tracesQuery,
    bodyOptional: true,
    answer: z.object({ ...listEnd, traces: z.array(traceAnswer) }),
    handle: async (call, caller) => {
      const { selectedFields, scope } = selectionScope(call, { caller, input: call.body, root: 'body' })
      const query = await queryOf(caller, { body: call.body, focus: 'trace', limits })
      if (query === undefined) return { count: 0, traces: [] }
      const { traces, ...end } = await queryTraces(store.queries, scope, query)
      const rows = traces.flatMap((trace) => trace.rows)
      const spansByTrace = Map.groupBy(
        await withTraceStates(store.queries, scope, rows, clock.now()),
        ({ trace_id }) => trace_id,
      )
      const answeredTraces = traces.map(({ traceId }) => ({ traceId, rows: spansByTrace.get(traceId) ?? [] }))
      return tracesText(answeredTraces, { ...end, selectedFields })
    },
  }),
  projectRoute({
    method: 'POST',
    path: '/spans/query',
    operationId: 'query_spans_rpc',
    sdkName: 'spans.query',
    errors: spanQueryCodes,
    summary: 'Matching spans, page by page; with heads one span per trace.',
    access: 'viewer',
    body: spansQuery,
    bodyOptional: true,
    answer: z.object({ ...listEnd, spans: z.array(spanAnswer) }),
    handle: async (call, caller) => {
      const { selectedFields, scope } = selectionScope(call, { caller, input: call.body, root: 'body' })
      const query = await queryOf(caller, { body: call.body, focus: 'span', limits })
      if (query === undefined) return { count: 0, spans: [] }
      const { rows, ...end } = await querySpans(store.queries, scope, query)
      const rowsWithStates = await withTraceStates(store.queries, scope, rows, clock.now())
      return spansText(rowsWithStates, { ...end, selectedFields })
    },
  }),
]
