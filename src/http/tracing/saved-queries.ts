// What a saved query finds, beside its revision: the retrieve of queries asks for it.
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { everything } from '../../tracing/filter/ast.ts'
import { readQueryData } from '../../tracing/filter/saved-query.ts'
import { parseWindowing } from '../../tracing/filter/windowing.ts'
import { queryTraceIds, savedAndSent, tracesById } from '../../tracing/query/pages.ts'
import { traceText } from '../../tracing/query/texts.ts'
import { bool, optional } from '../../kernel/validation.ts'
import type { PageLimits } from '../../versioning/windowing.ts'
import { JsonText } from '../route.ts'
import type { Expansion } from '../versioning/context.ts'
import { pagedWindowing, queryScope, windowingWords } from './reading.ts'
import { nextSpans } from './shapes.ts'

/** Stands in the JSON where the text of the traces goes: the traces are not parsed for it. */
const place = '"$$traces$$"'

export const savedQueryExpansion = (store: SpanStore, limits: PageLimits): Expansion => ({
  fields: {
    include_trace_ids: optional(bool),
    include_traces: optional(bool),
    windowing: optional(windowingWords),
  },
  answer: { windowing: nextSpans },
  expand: async (call, caller, { body, answer, record }) => {
    const withTraces = body['include_traces'] === true
    if (!withTraces && body['include_trace_ids'] !== true) return answer(record, {})
    const data = isJsonObject(record['data']) ? record['data'] : {}
    const windowing = parseWindowing(body['windowing'], ['body', 'windowing'])
    // Also a query that is about spans runs as one of traces; asked for by id they are paged like all others.
    const joined = savedAndSent(readQueryData(data), { filter: everything, windowing, isWindowed: true })
    const query = { ...joined, windowing: pagedWindowing(joined.windowing, 'trace', limits) }
    const scope = queryScope(call, caller)
    const found = await queryTraceIds(store.queries, scope, query)
    const more: JsonObject = found.windowing === undefined ? {} : { windowing: found.windowing }
    const shown = { ...data, trace_ids: found.traceIds }
    if (!withTraces) return answer({ ...record, data: shown }, more)
    const traces = await tracesById(store.queries, scope, found.traceIds)
    const text = JSON.stringify(answer({ ...record, data: { ...shown, traces: '$$traces$$' } }, more))
    const at = text.indexOf(`"traces":${place}`) + '"traces":'.length
    const listed = traces.map(({ traceId, rows }) => traceText(traceId, rows)).join(',')
    return new JsonText(`${text.slice(0, at)}[${listed}]${text.slice(at + place.length)}`)
  },
})
