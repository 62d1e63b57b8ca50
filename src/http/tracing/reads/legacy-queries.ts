// Deprecated query paths. Parameters may be in the body or the query string, and the answer has traces as a map by id.
import { z } from 'zod'
import { inSlices } from '../../../kernel/time-slices.ts'
import type { SpanStore } from '../../../storage/contract/contract.ts'
import { querySpans, queryTraces } from '../../../tracing/query/pages.ts'
import type { Focus } from '../../../tracing/filter/windowing.ts'
import { readBodyOverQuery, readFlatQuery } from '../../../tracing/query/request.ts'
import { writeTree } from '../../../tracing/query/texts.ts'
import { optional } from '../../../kernel/validation.ts'
import type { PageLimits } from '../../../versioning/windowing.ts'
import { JsonText, projectRoute, type Route } from '../../route.ts'
import {
  filterText,
  filtering,
  pagedWindowing,
  queryScope,
  spansText,
  windowingField,
  writeTraces,
} from './span-reads.ts'
import { nextSpans, spanAnswer, spanTree } from '../shapes.ts'

const anyValue = optional(z.unknown())

/** Members of windowing that may also be outside it. */
export const flatMembers = {
  oldest: anyValue,
  newest: anyValue,
  limit: anyValue,
  next: anyValue,
  order: anyValue,
  rate: anyValue,
  interval: anyValue,
}

export const legacyFields = {
  focus: optional(z.enum(['trace', 'span'])),
  /** This member is ignored: answers have one format. */
  format: optional(z.enum(['agenta', 'opentelemetry'])),
  filter: optional(filterText),
  filtering: optional(filtering),
  windowing: optional(windowingField),
  ...flatMembers,
} as const

const legacyAnswer = z.object({
  count: z.int(),
  traces: z.record(z.string(), z.object({ spans: spanTree })).optional(),
  spans: z.array(spanAnswer).optional(),
  windowing: nextSpans,
})

interface LegacyParts {
  readonly store: SpanStore
  readonly limits: PageLimits
}

function legacyQueryRoute(
  { store, limits }: LegacyParts,
  route: {
    readonly path: string
    readonly operationId: string
    readonly successor: string
    readonly focus?: 'trace'
  },
): Route {
  return projectRoute({
    method: 'POST',
    path: route.path,
    operationId: route.operationId,
    summary: 'Matching traces by their ids, or matching spans.',
    access: 'viewer',
    deprecatedFor: route.successor,
    body: z.object(legacyFields),
    bodyOptional: true,
    query: z.object(legacyFields),
    answer: legacyAnswer,
    handle: async (call, caller) => {
      const { flat: flatQuery, focus } = readBodyOverQuery(call.body, call.query, (input) => {
        const focus: Focus = (route.focus ?? input['focus']) === 'span' ? 'span' : 'trace'
        return { flat: readFlatQuery(input, focus), focus }
      })
      const query = {
        ...flatQuery,
        windowing: pagedWindowing(flatQuery.windowing, { focus, pageLimits: limits }),
      }
      const scope = queryScope(call, caller)
      if (focus === 'span') {
        const { rows, windowing } = await querySpans(store.queries, scope, query)
        return spansText(rows, { windowing })
      }
      const { traces, windowing } = await queryTraces(store.queries, scope, query)
      const trees = await inSlices(writeTraces(traces, ({ rows }) => writeTree(rows)))
      const members = traces.map(({ traceId }, i) => `"${traceId}":{"spans":${trees[i]}}`)
      const windowingText = windowing === undefined ? '' : `,"windowing":${JSON.stringify(windowing)}`
      return new JsonText(`{"count":${traces.length},"traces":{${members.join(',')}}${windowingText}}`)
    },
  })
}

export const legacyQueryRoutes = (parts: LegacyParts): readonly Route[] => [
  legacyQueryRoute(parts, {
    path: '/tracing/spans/query',
    operationId: 'query_tracing_spans',
    successor: '/spans/query',
  }),
  legacyQueryRoute(parts, {
    path: '/tracing/traces/query',
    operationId: 'query_tracing_traces',
    successor: '/traces/query',
    focus: 'trace',
  }),
]
