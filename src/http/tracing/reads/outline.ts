// Routes for interactive pages: the outline of a trace of any size, attribute keys and values for filter
// completion, a live tail of spans, and the translation of filters.
import { withExample } from '../../examples.ts'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import { int, jsonObject, optional } from '../../../kernel/validation.ts'
import type { SelectedSpan, SpanStore } from '../../../storage/contract/contract.ts'
import { printFilter } from '../../../tracing/filter/text/text-print.ts'
import { filterToJson } from '../../../tracing/filter/tree/to-json.ts'
import { parseWindowing } from '../../../tracing/filter/windowing.ts'
import { attributeKeys, attributeValues } from '../../../tracing/query/attributes.ts'
import { columnsFor, outlineMembers, selectedMembers } from '../../../tracing/query/fields.ts'
import { findInTrace } from '../../../tracing/query/find.ts'
import { readTraceQuery } from '../../../tracing/query/request.ts'
import { tailSpans } from '../../../tracing/query/tail.ts'
import { spanWriter } from '../../../tracing/query/texts.ts'
import { isoOfRow } from '../../../tracing/ingest/rows/span-row.ts'
import { withTraceStates } from '../../../tracing/query/trace-states.ts'
import { projectRoute, type Route } from '../../route.ts'
import { eventStreamType, eventText, pause, sendEvents } from '../../server/streams/event-stream.ts'
import {
  checkedTraceId,
  fieldSelection,
  filtering,
  filterText,
  headsField,
  queryScope,
  windowingField,
} from './span-reads.ts'
import { sentTraceId, spanAnswer } from '../shapes.ts'
import { traceReadCodes, spanQueryCodes } from '../../codes.ts'

const tailPollMs = 1_000
const attributesLimitDefault = 50
const attributesLimitMax = 1_000
/** Spans per chunk of the outline. */
const spansPerChunk = 1_000

export interface OutlineParts {
  readonly spans: SpanStore
  readonly clock: Clock
}

/** Streams the answer in chunks: a trace of a hundred thousand spans is twenty megabytes of text. */
function* outlineTexts(rows: readonly SelectedSpan[]): Generator<string> {
  const write = spanWriter(outlineMembers)
  const receivedAt = rows.reduce((last, row) => {
    const time = row.updated_at ?? row.created_at
    return time > last ? time : last
  }, '')
  const receivedText = receivedAt === '' ? '' : `"received_at":"${isoOfRow(receivedAt)}",`
  yield `{"count":${rows.length},${receivedText}"spans":[`
  for (let at = 0; at < rows.length; at += spansPerChunk) {
    const texts = rows.slice(at, at + spansPerChunk).map(write)
    yield `${at === 0 ? '' : ','}${texts.join(',')}`
  }
  yield ']}'
}

const byStart = (a: SelectedSpan, b: SelectedSpan): number => {
  if (a.start_time !== b.start_time) return a.start_time < b.start_time ? -1 : 1
  return a.span_id < b.span_id ? -1 : 1
}

const outlineRoute = ({ spans }: OutlineParts): Route =>
  projectRoute({
    method: 'GET',
    path: '/traces/{trace_id}/outline',
    operationId: 'fetch_trace_outline',
    sdkName: 'traces.outline',
    errors: traceReadCodes,
    summary:
      'All spans of a trace without their content, oldest first: ids, names, types, times, status, totals.',
    access: 'viewer',
    params: z.object({ trace_id: sentTraceId }),
    description: 'received_at is the time at which the last of them was received.',
    answer: z.object({ count: z.int(), received_at: z.string().optional(), spans: z.array(spanAnswer) }),
    answerTypes: ['application/json; charset=utf-8'],
    handle: async (call, caller) => {
      const traceId = checkedTraceId(call.params.trace_id)
      const columns = columnsFor(new Set([...outlineMembers, 'created_at', 'updated_at'] as const))
      const scope = { ...queryScope(call, caller), columns }
      const rows = await spans.queries.traces(scope, [traceId])
      const texts = outlineTexts([...rows].sort(byStart))
      return call.reply
        .type('application/json; charset=utf-8')
        .send(Readable.from(texts, { objectMode: false }))
    },
  })

const findTextMax = 1_000

const findRoute = ({ spans }: OutlineParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/traces/{trace_id}/find',
    operationId: 'find_in_trace',
    examples: { body: { text: 'now"\n{"a": 1' }, answer: { count: 0, span_ids: [] } },
    sdkName: 'traces.find',
    errors: traceReadCodes,
    summary: 'The ids of spans of a trace that contain a text, oldest first; at most 10,000.',
    description:
      'Searches attributes (keys and values), events and status messages, case-insensitively. Names and types are in the outline.',
    access: 'viewer',
    params: z.object({ trace_id: sentTraceId }),
    body: z.object({ text: z.string().min(1).max(findTextMax) }),
    answer: z.object({ count: z.int(), span_ids: z.array(z.string()) }),
    handle: async (call, caller) => {
      const traceId = checkedTraceId(call.params.trace_id)
      const { text } = call.body
      const ids = await findInTrace(spans.queries, queryScope(call, caller), { traceId, text })
      return { count: ids.length, span_ids: ids }
    },
  })

const attributeKey = withExample(
  z
    .object({ key: z.string(), types: z.array(z.enum(['string', 'number', 'boolean'])), count: z.int() })
    .meta({ id: 'AttributeKey' }),
  { key: 'gen_ai.request.model', types: ['string'], count: 1 },
)
const attributeValue = z.object({ value: z.string(), count: z.int() }).meta({ id: 'AttributeValue' })

const attributesRoute = ({ spans }: OutlineParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/spans/attributes/query',
    operationId: 'query_span_attributes',
    examples: { body: { windowing: { newest: '2020-01-01T00:00:00Z' } } },
    sdkName: 'spans.queryAttributes',
    errors: spanQueryCodes,
    summary: 'Attribute keys with their types, or the values of one key, for filter completion.',
    access: 'viewer',
    body: z.object({
      key: optional(z.string().max(1_000)),
      prefix: optional(z.string().max(1_000)),
      limit: optional(int(1, attributesLimitMax)),
      windowing: optional(windowingField),
    }),
    bodyOptional: true,
    answer: z.object({
      count: z.int(),
      attributes: z.array(attributeKey).optional(),
      values: z.array(attributeValue).optional(),
    }),
    handle: async (call, caller) => {
      const { key, prefix = '', limit = attributesLimitDefault } = call.body
      const scope = queryScope(call, caller)
      const windowing = parseWindowing(call.body.windowing, ['body', 'windowing'])
      if (key === undefined) {
        const attributeList = await attributeKeys(spans.queries, scope, { prefix, limit, windowing })
        return { count: attributeList.length, attributes: attributeList }
      }
      const values = await attributeValues(spans.queries, scope, { key, prefix, limit, windowing })
      return { count: values.length, values }
    },
  })

const tailBody = z.object({
  filtering: optional(filtering),
  filter: optional(filterText),
  ...headsField,
  ...fieldSelection,
})

const tailRoute = ({ spans, clock }: OutlineParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/spans/tail',
    operationId: 'follow_spans',
    examples: { body: { filter: 'span_name != noise', fields: ['span_name'] } },
    sdkName: 'spans.follow',
    errors: spanQueryCodes,
    summary: 'New matching spans as server-sent events: `spans`, sent when they are stored.',
    description:
      'The first event has no spans. Spans stored after it are sent; a list read after it contains all earlier ones.',
    access: 'viewer',
    body: tailBody,
    bodyOptional: true,
    answer: z.string().meta({ description: 'A stream of events.' }),
    answerTypes: [eventStreamType],
    handle: async (call, caller) => {
      const { filter } = readTraceQuery(call.body, 'span')
      const members = selectedMembers(call.body, 'body')
      const scope = { projectId: caller.scope.projectId, columns: columnsFor(members) }
      return sendEvents(call, {
        caller,
        events: async function* (signal) {
          const batches = tailSpans({
            reads: caller.scope.store.read,
            queries: spans.queries,
            clock,
            scope,
            filter,
            pollMs: tailPollMs,
            pause: (ms) => pause(ms, signal),
            isOver: () => signal.aborted,
          })
          for await (const batch of batches) {
            const rows = await withTraceStates(spans.queries, scope, batch, clock.now())
            const items = rows.map(spanWriter(members))
            yield eventText('spans', { data: `{"count":${rows.length},"spans":[${items.join(',')}]}` })
          }
        },
      })
    },
  })

const translateFilterRoute: Route = projectRoute({
  method: 'POST',
  path: '/spans/filter',
  operationId: 'translate_span_filter',
  examples: {
    body: { filter: 'status_code = STATUS_CODE_ERROR' },
    answer: {
      filtering: { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
      filter: 'status_code = "STATUS_CODE_ERROR"',
    },
  },
  sdkName: 'spans.translateFilter',
  errors: ['filter_invalid'],
  summary: 'A filter in both formats: the tree that saved queries store, and the text that people type.',
  access: 'viewer',
  description: 'With focus trace the text applies to traces, as in lists of traces.',
  body: z.object({
    filtering: optional(filtering),
    filter: optional(filterText),
    focus: optional(z.enum(['trace', 'span'])),
  }),
  answer: z.object({ filtering: jsonObject, filter: z.string() }),
  handle: async ({ body }) => {
    const { focus = 'span' } = body
    const { filter } = readTraceQuery(body, focus)
    return { filtering: filterToJson(filter), filter: printFilter(filter, focus) }
  },
})

export const outlineRoutes = (parts: OutlineParts): readonly Route[] => [
  outlineRoute(parts),
  findRoute(parts),
  attributesRoute(parts),
  tailRoute(parts),
  translateFilterRoute,
]
