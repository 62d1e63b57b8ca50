// Adds the matching traces, or their ids, to a retrieved revision of a saved query.
import { isJsonObject, type JsonObject } from '../../../kernel/json/value.ts'
import type { SpanStore } from '../../../storage/contract/contract.ts'
import { emptyFilter } from '../../../tracing/filter/ast.ts'
import { readQueryData } from '../../../tracing/filter/saved-query.ts'
import { parseWindowing } from '../../../tracing/filter/windowing.ts'
import { queryTraceIds, combinedQuery, tracesById } from '../../../tracing/query/pages.ts'
import { inSlices } from '../../../kernel/time-slices.ts'
import { writeTrace } from '../../../tracing/query/texts.ts'
import { bool, optional } from '../../../kernel/validation.ts'
import type { PageLimits } from '../../../versioning/windowing.ts'
import { JsonText } from '../../route.ts'
import type { Expansion } from '../../versioning/context.ts'
import { pagedWindowing, queryScope, windowingField, writeTraces } from './span-reads.ts'
import { nextSpans } from '../shapes.ts'

/** A placeholder in the JSON text. The text of the traces replaces it, so that the traces are not parsed. */
const placeholder = '"$$traces$$"'

export const savedQueryExpansion = (store: SpanStore, limits: PageLimits): Expansion => ({
  fields: {
    include_trace_ids: optional(bool),
    include_traces: optional(bool),
    windowing: optional(windowingField),
  },
  answer: { windowing: nextSpans },
  expand: async (call, caller, { body, answer, record }) => {
    const includesTraces = body['include_traces'] === true
    if (!includesTraces && body['include_trace_ids'] !== true) return answer(record, {})
    const data = isJsonObject(record['data']) ? record['data'] : {}
    const windowing = parseWindowing(body['windowing'], ['body', 'windowing'])
    // A saved query about spans also runs as a query of traces. Traces requested by id are paged like all others.
    const combinedParts = combinedQuery(readQueryData(data), {
      filter: emptyFilter,
      windowing,
      isWindowed: true,
    })
    const query = {
      ...combinedParts,
      windowing: pagedWindowing(combinedParts.windowing, { focus: 'trace', pageLimits: limits }),
    }
    const scope = queryScope(call, caller)
    const page = await queryTraceIds(store.queries, scope, query)
    const windowingMember: JsonObject = page.windowing === undefined ? {} : { windowing: page.windowing }
    const queryData = { ...data, trace_ids: page.traceIds }
    if (!includesTraces) return answer({ ...record, data: queryData }, windowingMember)
    const traces = await tracesById(store.queries, scope, page.traceIds)
    const text = JSON.stringify(
      answer({ ...record, data: { ...queryData, traces: '$$traces$$' } }, windowingMember),
    )
    const start = text.indexOf(`"traces":${placeholder}`) + '"traces":'.length
    const texts = await inSlices(writeTraces(traces, (trace) => writeTrace(trace)))
    return new JsonText(
      `${text.slice(0, start)}[${texts.join(',')}]${text.slice(start + placeholder.length)}`,
    )
  },
})
