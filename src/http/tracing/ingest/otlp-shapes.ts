// Schemas of OTLP in JSON for the OpenAPI document: those parts of the OpenTelemetry specification that
// ingest checks.
import { withExample } from '../../examples.ts'
import { z } from 'zod'
import { json, jsonObject, optional } from '../../../kernel/validation.ts'
import { hexDigit } from '../shapes.ts'

const nanoseconds = z.unknown().meta({
  id: 'OtlpNanoseconds',
  description: 'Nanoseconds since 1970, as text or as a number.',
  anyOf: [
    { type: 'string', pattern: '^[0-9]{1,19}$' },
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  ],
})

const keyValue = z
  .object({ key: optional(z.string()), value: optional(json) })
  .meta({ id: 'OtlpKeyValue', description: 'value: an AnyValue, such as {"stringValue": "a"}.' })
const attributes = optional(z.array(keyValue))

const event = z
  .object({ timeUnixNano: optional(nanoseconds), name: optional(z.string()), attributes })
  .meta({ id: 'OtlpEvent' })

const link = z
  .object({ traceId: optional(z.string()), spanId: optional(z.string()), attributes })
  .meta({ id: 'OtlpLink' })

const span = z
  .object({
    traceId: z.string().meta({ pattern: `^(?!0*$)${hexDigit}{32}$` }),
    spanId: z.string().meta({ pattern: `^(?!0*$)${hexDigit}{16}$` }),
    parentSpanId: optional(z.string().meta({ pattern: `^(${hexDigit}{16})?$` })),
    name: optional(z.string()),
    kind: optional(z.union([z.string(), z.int()])),
    startTimeUnixNano: optional(nanoseconds),
    endTimeUnixNano: optional(nanoseconds),
    attributes,
    events: optional(z.array(event)),
    links: optional(z.array(link)),
    status: optional(jsonObject),
    traceState: optional(z.string()),
  })
  .meta({
    id: 'OtlpSpan',
    description: 'A span without valid ids is rejected alone, with a reason in the receipt.',
  })

const resource = z.object({ attributes }).meta({ id: 'OtlpResource' })

const scope = z
  .object({ name: optional(z.string()), version: optional(z.string()), attributes })
  .meta({ id: 'OtlpScope' })

const scopeSpans = z
  .object({ scope: optional(scope), spans: optional(z.array(span)) })
  .meta({ id: 'OtlpScopeSpans' })

const resourceSpans = z
  .object({ resource: optional(resource), scopeSpans: optional(z.array(scopeSpans)) })
  .meta({ id: 'OtlpResourceSpans' })

export const otlpTraces = withExample(
  z
    .object({ resourceSpans: optional(z.array(resourceSpans)) })
    .meta({ id: 'OtlpTraces', description: 'An ExportTraceServiceRequest.' }),
  {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'support-api' } }] },
        scopeSpans: [
          {
            scope: { name: 'shop', version: '1.2.0' },
            spans: [
              {
                traceId: '313a252f6f7ba481237b6c70bd170ee8',
                spanId: '4bd92ecd44abec0e',
                name: 'answer',
                startTimeUnixNano: '1794733200000000001',
                endTimeUnixNano: '1794733202000000001',
                attributes: [],
              },
            ],
          },
        ],
      },
    ],
  },
)

const logRecord = z
  .object({
    timeUnixNano: optional(nanoseconds),
    observedTimeUnixNano: optional(nanoseconds),
    traceId: optional(z.string()),
    spanId: optional(z.string()),
    eventName: optional(z.string()),
    attributes,
    body: optional(json),
  })
  .meta({
    id: 'OtlpLogRecord',
    description:
      'A record without a span, or that is no gen_ai event, is ignored, except events of coding agents.',
  })

const scopeLogs = z
  .object({ scope: optional(scope), logRecords: optional(z.array(logRecord)) })
  .meta({ id: 'OtlpScopeLogs' })

const resourceLogs = z
  .object({ resource: optional(resource), scopeLogs: optional(z.array(scopeLogs)) })
  .meta({ id: 'OtlpResourceLogs' })

export const otlpLogs = withExample(
  z
    .object({ resourceLogs: optional(z.array(resourceLogs)) })
    .meta({ id: 'OtlpLogs', description: 'An ExportLogsServiceRequest.' }),
  { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'checkout' }] }] }] },
)

/** Metrics are not stored; the body only has to exist. */
export const otlpMetrics = withExample(json.meta({ id: 'OtlpMetrics', description: 'Ignored.' }), {
  resourceMetrics: [],
})

/** The error format of OTLP. */
export const rpcStatus = z
  .object({ code: z.int(), message: z.string() })
  .meta({ id: 'RpcStatus', description: 'A google.rpc.Status.' })
