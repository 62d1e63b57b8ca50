// mcp/tools: the tools for assistants, one file per subject: traces, runs, artifacts, testsets.
// Each tool calls the server through the SDK.
// Imports mcp/ and the SDK. Start here.
import { z } from 'zod'
import type { Assay } from '../../sdk/client.ts'
import { listRequest, requireRootSpanId, rowFields } from '../../sdk/shared/traces.ts'
import type { Span } from '../../sdk/generated/schemas.ts'
import { NotFoundError } from '../../sdk/shared/names.ts'
import { json } from '../outputs.ts'
import { cursorArgument, PagedAnswer, positionOf } from '../pages.ts'
import { statisticsShape } from '../shapes.ts'
import { tool, type Tool } from '../tool.ts'
import { durationMs, totalsOf } from '../../sdk/shared/span-totals.ts'
import { sinceTime } from '../../sdk/shared/times.ts'

const traceId = z.string().describe('32 hex digits.')
const spanId = z.string().describe('16 hex digits.')
const filter = z
  .string()
  .optional()
  .describe(
    'One line: span_type = chat and attributes.ag.tags.team = care; status_code = STATUS_CODE_ERROR; totals and texts by attributes.ag.*; bare words search the content. For traces, different spans may satisfy different conditions; span(a and b) requires one span. An invalid filter is refused with the column of the error.',
  )
const since = z
  .string()
  .optional()
  .describe('Start of the time range: 15m, 6h, 7d, or an ISO time. Default 24h.')

const until = z.string().optional().describe('End of the time range, in the same forms. Default: now.')

function timeRange({
  since: from = '24h',
  until: to,
}: {
  readonly since?: string | undefined
  readonly until?: string | undefined
}) {
  const nowMs = Date.now()
  return {
    oldest: sinceTime(from, nowMs),
    ...(to === undefined ? {} : { newest: sinceTime(to, nowMs) }),
  }
}

const failedSchema = z
  .union([z.string(), z.literal(true)])
  .optional()
  .describe('The message of the failure.')

/** A span as a list item. Undefined members are omitted from the JSON. */
const listItem = (span: Span) => ({
  trace_id: span.trace_id,
  span_id: span.span_id,
  name: span.span_name,
  type: span.span_type,
  start: span.start_time,
  duration_ms: durationMs(span),
  ...(span.status_code === 'STATUS_CODE_ERROR' ? { failed: span.status_message ?? true } : {}),
  ...(span.trace?.state === undefined || span.trace.state === 'finished' ? {} : { state: span.trace.state }),
  errors: totalsOf(span)?.errors === 0 ? undefined : totalsOf(span)?.errors,
  tokens: totalsOf(span)?.tokens,
  cost: totalsOf(span)?.cost,
  session: span.session_id,
  user: span.user_id,
  inputs: span.preview?.inputs,
  outputs: span.preview?.outputs,
})

const itemOutput = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  name: z.string().optional(),
  type: z.string().optional(),
  start: z.string().optional(),
  duration_ms: z.number().optional(),
  failed: failedSchema,
  state: z.string().optional(),
  errors: z.number().optional(),
  tokens: z.number().optional(),
  cost: z.number().optional(),
  session: z.string().optional(),
  user: z.string().optional(),
  inputs: z.unknown().optional(),
  outputs: z.unknown().optional(),
})

const searchTraces = tool({
  name: 'search_traces',
  title: 'Search traces',
  description:
    'Traces that match a filter, newest first, with duration, cost, errors and the beginning of inputs and outputs. focus "spans" lists spans instead.',
  input: z.object({
    filter,
    since,
    until,
    cursor: cursorArgument,
    focus: z.enum(['traces', 'spans']).optional(),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
  }),
  output: z.object({ spans: z.array(itemOutput) }),
  call: async (assay, { filter: text, since: from, until: to, cursor, focus, limit }) => {
    const position = positionOf(cursor, { ...timeRange({ since: from, until: to }), limit: limit ?? 20 })
    const { spans, windowing } = await assay.spans.query({
      ...listRequest(text, focus),
      fields: rowFields(focus),
      windowing: position.windowing,
    })
    return new PagedAnswer('spans', { items: spans.map(listItem), position, next: windowing })
  },
})

/** A full span, as the API answers it. */
const spanOutput = z.looseObject({ trace_id: z.string(), span_id: z.string() })

/** A span as an item of an outline. */
function outlineItem(span: Span, startMs: number) {
  return {
    span_id: span.span_id,
    parent_id: span.parent_id ?? null,
    name: span.span_name,
    type: span.span_type,
    after_ms: span.start_time === undefined ? undefined : Date.parse(span.start_time) - startMs,
    duration_ms: durationMs(span),
    ...(span.status_code === 'STATUS_CODE_ERROR' ? { failed: span.status_message ?? true } : {}),
    tokens: span.totals?.tokens,
    cost: span.totals?.cost,
  }
}

const outlineOutput = z.object({
  span_id: z.string(),
  parent_id: z.string().nullable(),
  name: z.string().optional(),
  type: z.string().optional(),
  after_ms: z.number().optional(),
  duration_ms: z.number().optional(),
  failed: failedSchema,
  tokens: z.number().optional(),
  cost: z.number().optional(),
})

export async function traceOutline(
  assay: Assay,
  { trace_id, cursor }: { readonly trace_id: string; readonly cursor?: string | undefined },
): Promise<PagedAnswer> {
  const { spans } = await assay.traces.outline(trace_id)
  if (spans.length === 0) throw new NotFoundError(`There is no trace ${trace_id} in this project.`)
  const startMs = Math.min(...spans.slice(0, 1).map(({ start_time }) => Date.parse(start_time ?? '')))
  return new PagedAnswer('spans', {
    items: spans.map((span) => outlineItem(span, startMs)),
    position: positionOf(cursor),
    rest: { trace_id, start: spans[0]?.start_time, count: spans.length },
  })
}

const getTrace = tool({
  name: 'get_trace',
  title: 'Read a trace',
  description:
    'The outline of a trace: every span with name, type, times, failure, tokens and cost, without content. With span_ids: those spans in full, with inputs and outputs.',
  input: z.object({
    trace_id: traceId,
    span_ids: z.array(spanId).max(50).optional(),
    cursor: cursorArgument,
  }),
  output: z.object({
    trace_id: z.string(),
    start: z.string().optional(),
    count: z.number().optional().describe('Spans of the trace.'),
    spans: z.array(z.union([outlineOutput, spanOutput])),
  }),
  call: async (assay, { trace_id, span_ids, cursor }) => {
    if (span_ids === undefined || span_ids.length === 0) return traceOutline(assay, { trace_id, cursor })
    const { spans } = await assay.spans.fetchMany({ trace_id: [trace_id], span_id: span_ids })
    return new PagedAnswer('spans', { items: spans, position: positionOf(cursor), rest: { trace_id } })
  },
})

const getSpan = tool({
  name: 'get_span',
  title: 'Read a span',
  description:
    'One span in full: attributes with inputs, outputs and parameters, events, links and references.',
  input: z.object({ trace_id: traceId, span_id: spanId }),
  output: spanOutput,
  call: async (assay, { trace_id, span_id }) => {
    const { span } = await assay.spans.fetch(trace_id, span_id)
    if (span === undefined) throw new NotFoundError(`There is no span ${span_id} in trace ${trace_id}.`)
    return span
  },
})

const analytics = tool({
  name: 'analytics',
  title: 'Trace analytics',
  description:
    'Counts, durations, errors, tokens and costs of traces (or spans) in time buckets, optionally grouped by an attribute. Without interval_minutes there is one bucket.',
  input: z.object({
    filter,
    since,
    until,
    cursor: cursorArgument,
    focus: z.enum(['trace', 'span']).optional(),
    interval_minutes: z.number().int().min(1).optional(),
    group_by: z.string().optional().describe('For example attributes.ag.tags.team, user_id, span_name.'),
    paths: z
      .array(z.string())
      .max(10)
      .optional()
      .describe('More numeric attributes to aggregate, for example attributes.ag.data.outputs.score.'),
  }),
  output: z.object({
    buckets: z.array(z.looseObject({ timestamp: z.string(), interval: z.number(), metrics: json })),
  }),
  call: async (
    assay,
    { filter: text, since: from, until: to, cursor, focus, interval_minutes, group_by, paths },
  ) => {
    const position = positionOf(cursor, timeRange({ since: from, until: to }))
    const { buckets } = await assay.analytics.query({
      windowing: position.windowing,
      ...listRequest(text, focus === 'span' ? 'spans' : 'traces'),
      ...(focus === undefined ? {} : { focus }),
      ...(interval_minutes === undefined ? {} : { interval: interval_minutes }),
      ...(group_by === undefined ? {} : { group_by }),
      ...(paths === undefined ? {} : { specs: paths.map((path) => ({ type: '*' as const, path })) }),
    })
    return new PagedAnswer('buckets', {
      items: buckets.map(({ metrics, ...bucket }) => ({ ...bucket, metrics: statisticsShape(metrics) })),
      position,
    })
  },
})

const annotate = tool({
  name: 'annotate',
  title: 'Annotate a trace',
  description: 'Adds an annotation to a span of a trace (default: its root). Changes nothing else.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    trace_id: traceId,
    span_id: spanId.optional(),
    outputs: z.record(z.string(), z.unknown()).describe('The values: {"score": 4, "note": "too long"}.'),
    evaluator: z.string().optional().describe('Slug of the evaluator that defines the values.'),
  }),
  output: z.looseObject({ trace_id: z.string(), span_id: z.string() }),
  call: async (assay, { trace_id, span_id, outputs, evaluator }) => {
    const { annotation } = await assay.annotations.create({
      annotation: {
        origin: 'auto',
        kind: 'adhoc',
        channel: 'api',
        data: { outputs },
        links: { invocation: { trace_id, span_id: span_id ?? (await requireRootSpanId(assay, trace_id)) } },
        ...(evaluator === undefined ? {} : { references: { evaluator: { slug: evaluator } } }),
      },
    })
    return annotation ?? {}
  },
})

const ingestHealth = tool({
  name: 'ingest_health',
  title: 'Ingest health',
  description: 'Backlog, spans per minute over the last hour, rejections by reason.',
  input: z.object({}),
  output: z.looseObject({ waiting: json, minutes: z.array(json), rejections: z.array(json) }),
  call: async (assay) => {
    const { minutes, ...health } = await assay.otlp.health()
    // Most minutes of an hour have no requests; omit them.
    return { ...health, minutes: minutes.filter(({ requests }) => requests > 0) }
  },
})

export const traceTools: readonly Tool[] = [
  searchTraces,
  getTrace,
  getSpan,
  analytics,
  annotate,
  ingestHealth,
]
