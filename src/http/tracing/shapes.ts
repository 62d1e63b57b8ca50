// Schemas of spans and traces in requests and answers.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../../tracing/attributes/vocabularies.ts'
import { documentedAs } from '../../kernel/validation.ts'
import { freeObject } from '../record-fields.ts'

export const hexDigit = '[0-9a-fA-F]'
export const dashedId = `${hexDigit}{8}-${hexDigit}{4}-${hexDigit}{4}-${hexDigit}{4}-${hexDigit}{12}`

/** The schema documents ids in requests. They are validated where they are used. */
export const sentTraceId = z.string().meta({
  id: 'TraceId',
  pattern: `^(0[xX])?(${hexDigit}{32}|${dashedId})$`,
  description: '32 hex digits, with or without 0x, or a UUID; case-insensitive.',
})
export const sentSpanId = z.string().meta({
  id: 'SpanId',
  pattern: `^(0[xX])?(${hexDigit}{16}|${dashedId})$`,
  description:
    '16 hex digits, with or without 0x, or a UUID, of which the last 16 digits count; case-insensitive.',
})

export const spanLink = withExample(
  z
    .object({ trace_id: z.string(), span_id: z.string() })
    .meta({ id: 'SpanAddress', description: 'The ids of a trace and of one of its spans.' }),
  { trace_id: '5d51262606ac9f4a045dcad5ea87c0ae', span_id: 'd49267f6e8c6eb70' },
)
export const linksAnswer = z.array(spanLink)

/** The answer to ingest. */
export const ingestAnswer = z.object({ count: z.int(), links: linksAnswer }).meta({ id: 'IngestResponse' })

const link = z
  .looseObject({ trace_id: z.string(), span_id: z.string(), attributes: freeObject.optional() })
  .meta({ id: 'SpanLink', description: 'An OpenTelemetry link; attributes.key is its name.' })

const reference = z
  .looseObject({
    id: z.string().optional(),
    slug: z.string().optional(),
    version: z.string().optional(),
    attributes: freeObject.optional(),
  })
  .meta({ id: 'SpanReference', description: 'A copy of one of ag.references; attributes.key is its name.' })

const event = z
  .looseObject({ name: z.string(), timestamp: z.string(), attributes: freeObject.optional() })
  .meta({ id: 'SpanEvent' })

const hash = z.looseObject({ id: z.string(), attributes: freeObject.optional() }).meta({ id: 'SpanHash' })

const totals = z
  .object({
    duration: z.number().optional(),
    errors: z.number().optional(),
    tokens: z.number().optional(),
    cost: z.number().optional(),
  })
  .meta({ id: 'SpanTotals', description: 'Totals of the span and its descendants; only on request.' })

const headOfTrace = z
  .object({ state: z.enum(['finished', 'running', 'root_missing']).optional(), ...totals.shape })
  .meta({
    id: 'TraceOfHead',
    description: 'On the head of a trace, on request: its state and the totals of all its spans.',
  })

const preview = z
  .object({ inputs: z.string().optional(), outputs: z.string().optional() })
  .meta({ id: 'SpanPreview', description: 'The start of inputs and outputs; only on request.' })

/** All members but the ids may be absent. */
const spanFields = {
  trace_id: z.string(),
  span_id: z.string(),
  ...z
    .object({
      parent_id: z.string().nullable(),
      trace_type: z.enum(traceTypes),
      span_type: z.enum(spanTypes),
      span_kind: z.enum(spanKinds),
      span_name: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      status_code: z.enum(statusCodes),
      status_message: z.string(),
      session_id: z.string(),
      user_id: z.string(),
      agent_id: z.string(),
      attributes: freeObject,
      references: z.array(reference),
      links: z.array(link),
      hashes: z.array(hash),
      events: z.array(event),
      adapters: z.array(z.string()),
      created_at: z.string(),
      created_by_id: z.string(),
      updated_at: z.string(),
      updated_by_id: z.string(),
      totals,
      preview,
      trace: headOfTrace,
    })
    .partial().shape,
}

export const spanAnswer = withExample(z.looseObject(spanFields).meta({ id: 'Span' }), {
  trace_id: '9b08939b965c310c62e3e8275417f87a',
  span_id: 'd2e6e40300246800',
  span_name: 'answer',
})

/** Only the top level is validated, because a trace may be too deep for a recursive check. The document has all levels. */
const children = documentedAs(
  z.record(z.string(), z.unknown()),
  z.lazy(() => spanTree),
)

const treeSpan = z
  .looseObject({ ...spanFields, spans: children.optional() })
  .meta({ id: 'TreeSpan', description: 'A span with its children, by their names.' })

/** Children by name: one span, or the list of spans that share the name. */
export const spanTree: z.ZodType = z
  .record(z.string(), z.union([treeSpan, z.array(treeSpan)]))
  .meta({ id: 'SpanTree' })

export const traceAnswer = withExample(
  z.object({ trace_id: z.string(), spans: spanTree }).meta({ id: 'Trace' }),
  {
    trace_id: '9b08939b965c310c62e3e8275417f87a',
    spans: {
      answer: {
        trace_id: '9b08939b965c310c62e3e8275417f87a',
        span_id: 'd2e6e40300246800',
        span_name: 'answer',
        spans: {
          chat: {
            trace_id: '9b08939b965c310c62e3e8275417f87a',
            span_id: 'fedf669ce3197b02',
            span_name: 'chat',
          },
        },
      },
    },
  },
)

export const nextSpans = z
  .looseObject({
    next: z.string().optional(),
    limit: z.int().optional(),
    order: z.string().optional(),
    oldest: z.unknown().optional(),
    newest: z.unknown().optional(),
    rate: z.unknown().optional(),
    interval: z.unknown().optional(),
  })
  .meta({ id: 'NextSpanWindowing', description: 'Send it back unchanged to read the next page.' })
  .optional()
