// Schemas of spans in requests, for the OpenAPI document. src/tracing parses and validates them: span trees
// may be deeper, and integers longer, than a schema can check.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../../tracing/attributes/vocabularies.ts'
import { jsonObject, optional } from '../../kernel/validation.ts'
import { dashedId, hexDigit } from './shapes.ts'

const notZero = '(?!(0[xX])?[0-]*$)'

const traceId = z
  .string()
  .meta({ id: 'NewTraceId', pattern: `^${notZero}(0[xX])?(${hexDigit}{32}|${dashedId})$` })
const spanId = z
  .string()
  .meta({ id: 'NewSpanId', pattern: `^${notZero}(0[xX])?(${hexDigit}{16}|${dashedId})$` })

/** An empty or all-zero id means that the span has no parent. */
const parentId = z.string().meta({
  id: 'ParentSpanId',
  pattern: `^((0[xX])?[0-]*|(0[xX])?(${hexDigit}{16}|${dashedId}))$`,
  description: 'A span id; empty or all zero: none.',
})

const digitsMax = ['9223372036', '9223372036854', '9223372036854775', '9223372036854775807']

/** The range of storable times: 64 bits of nanoseconds since 1970. */
const year = '(197[1-9]|19[89][0-9]|2[01][0-9]{2}|22[0-5][0-9]|226[01])'
const time = z.unknown().meta({
  id: 'SpanTime',
  description:
    'ISO 8601 (without an offset: UTC), or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970.',
  anyOf: [
    {
      type: 'string',
      pattern: `^${year}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?([Zz]|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])?)?$`,
    },
    { type: 'string', pattern: '^([1-8][0-9]|9[01])[0-9]{8}([0-9]{3}){0,3}$' },
    ...digitsMax.map((max) => ({ type: 'integer', minimum: 10 ** (max.length - 1), maximum: Number(max) })),
  ],
})

const reference = z
  .object({
    id: optional(z.string()),
    slug: optional(z.string()),
    version: optional(z.union([z.string(), z.number()])),
    attributes: optional(jsonObject),
  })
  .meta({ id: 'NewSpanReference' })

const link = z
  .object({ trace_id: traceId, span_id: spanId, attributes: optional(jsonObject) })
  .meta({ id: 'NewSpanLink' })

const hash = z.object({ id: z.string(), attributes: optional(jsonObject) }).meta({ id: 'NewSpanHash' })

const event = z
  .object({ name: z.string(), timestamp: optional(time), attributes: optional(jsonObject) })
  .meta({ id: 'NewSpanEvent' })

const span = z
  .object({
    trace_id: traceId,
    span_id: spanId,
    parent_id: optional(parentId),
    trace_type: optional(z.enum(traceTypes)),
    span_type: optional(z.enum(spanTypes)),
    span_kind: optional(z.enum(spanKinds)),
    span_name: optional(z.string()),
    start_time: optional(time),
    end_time: optional(time),
    status_code: optional(z.enum(statusCodes)),
    status_message: optional(z.string()),
    session_id: optional(z.string()),
    user_id: optional(z.string()),
    agent_id: optional(z.string()),
    attributes: optional(jsonObject),
    exception: optional(jsonObject),
    references: optional(z.array(reference)),
    links: optional(z.array(link)),
    hashes: optional(z.array(hash)),
    events: optional(z.array(event)),
    spans: optional(z.lazy((): z.ZodType => spans)),
  })
  .meta({ id: 'NewSpan', description: 'A span; `spans` has its children.' })

const spans = z
  .union([z.record(z.string(), z.union([span, z.array(span)])), z.array(span)])
  .meta({ id: 'NewSpans', description: 'Spans by their names, or a list of spans.' })

const trace = z
  .object({ trace_id: optional(traceId), spans })
  .meta({ id: 'NewTrace', description: 'A trace with one root. The trace id may be omitted in its spans.' })

export const sentTraceBody = withExample(z.object({ trace }).meta({ id: 'WriteTraceRequest' }), {
  trace: {
    spans: [
      {
        trace_id: '3852532e92b31b3acd61b5b48dff93ee',
        span_id: '223129adbca0cc4b',
        start_time: '2026-11-15T09:00:00Z',
        attributes: { ag: { user: { id: 'other' } } },
      },
    ],
  },
})
