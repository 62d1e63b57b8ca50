// OTLP over HTTP. /otlp/v1/traces answers in our own format (202, count and links); /v1/traces, on the main
// port and the OTLP port, answers as the OTLP specification defines. Both store spans in the inbox before
// they answer, and so do the routes of logs.
import { withExample } from '../../examples.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { queueFailureMessage, type AcceptedSpans, type Ingest } from '../../../tracing/ingest/accept.ts'
import { exportResponseJson, exportResponseProtobuf } from '../../../tracing/otlp/encode.ts'
import { bytesRoute, projectRoute, type Caller, type Route } from '../../route.ts'
import { ingestAnswer } from '../shapes.ts'
import { otlpForm, otlpTypes, answersInJson, whileInflated } from './inflate.ts'
import { ignoredMessage, protobufType, receiptHeader, refusedMessage, statusFormat } from './otlp-answers.ts'
import { otlpLogs, otlpMetrics, otlpTraces } from './otlp-shapes.ts'

export interface IngestParts {
  readonly ingest: Ingest
  readonly inflatedBytesMax: number
}

async function acceptSpans(
  { ingest, inflatedBytesMax }: IngestParts,
  {
    call,
    caller: { scope },
    requiresSpans,
  }: {
    readonly call: { readonly body: Uint8Array; readonly request: FastifyRequest }
    readonly caller: Caller
    readonly requiresSpans: boolean
  },
): Promise<AcceptedSpans & { readonly form: SpanPayloadForm }> {
  const { headers } = call.request
  return whileInflated(call.body, {
    contentEncoding: headers['content-encoding'],
    bytesMax: inflatedBytesMax,
    use: async (bytes) => {
      const form = otlpForm(headers['content-type'], bytes)
      return { ...(await ingest.accept(scope, { form, bytes, requiresSpans })), form }
    },
  })
}

/** Common properties of routes that accept spans. */
const spanRouteOptions = {
  access: 'editor',
  writes: true,
  unavailable: queueFailureMessage,
  bytesOf: otlpTypes,
  bytesSchema: otlpTraces,
  bodyOptional: true,
} as const

const ownRoutes = (parts: IngestParts): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/otlp/v1/traces',
    operationId: 'check_otlp',
    examples: { answer: { status: 'ready' } },
    sdkName: 'otlp.check',
    summary: 'Whether this key may send spans.',
    access: 'viewer',
    programs: true,
    answer: z.object({ status: z.literal('ready') }),
    handle: async () => ({ status: 'ready' as const }),
  }),
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/otlp/v1/traces',
    operationId: 'ingest_otlp',
    sdkName: 'otlp.ingest',
    summary: 'Send spans in OTLP, protobuf or JSON. They are durable when the answer arrives.',
    ...spanRouteOptions,
    programs: true,
    status: 202,
    answer: ingestAnswer,
    handle: async (call, caller) => {
      const { receiptId, links } = await acceptSpans(parts, { call, caller, requiresSpans: true })
      void call.reply.header(receiptHeader, receiptId)
      return { count: links.length, links }
    },
  }),
]

/**
 * The route with which pages import spans. The other routes accept no cookie, since exporters use them. A person who
 * imports spans of another tool may already write traces.
 */
const importSpans = (parts: IngestParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/spans/import',
    operationId: 'import_spans',
    examples: { answer: { count: 1, receipt_id: '01a1e3b6-3a65-7bc2-8503-50a80443b27c' } },
    sdkName: 'spans.import',
    summary: 'Import spans of another tool, in OTLP. They are durable when the answer arrives.',
    description: 'The receipt reports the outcome. Existing spans are replaced.',
    ...spanRouteOptions,
    status: 202,
    answer: z.object({ count: z.int(), receipt_id: z.string() }),
    handle: async (call, caller) => {
      const { receiptId, links } = await acceptSpans(parts, { call, caller, requiresSpans: false })
      void call.reply.header(receiptHeader, receiptId)
      return { count: links.length, receipt_id: receiptId }
    },
  })

const partialSuccess = z
  .object({ rejectedSpans: z.string().optional(), errorMessage: z.string().optional() })
  .meta({ id: 'ExportPartialSuccess' })

interface ExportOptions {
  readonly outside: boolean
}

const exportTraces = (parts: IngestParts, { outside }: ExportOptions): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/v1/traces',
    outside,
    operationId: outside ? 'export_traces' : 'api_export_traces',
    examples: { answer: {} },
    ...(outside ? { sdkName: 'otlp.exportTraces' } : {}),
    summary: 'Send spans in OTLP; answers as the OTLP specification defines.',
    ...spanRouteOptions,
    programs: true,
    answerError: statusFormat,
    answerTypes: statusFormat.types,
    answer: z.object({ partialSuccess: partialSuccess.optional() }),
    handle: async (call, caller) => {
      const batch = await acceptSpans(parts, { call, caller, requiresSpans: false })
      void call.reply.header(receiptHeader, batch.receiptId)
      const partial = { rejected: batch.refusedSpans.length, errorMessage: refusedMessage(batch) }
      if (batch.form === 'otlp_json') return exportResponseJson(partial)
      return call.reply.type(protobufType).send(Buffer.from(exportResponseProtobuf(partial)))
    },
  })

interface ExportPath {
  readonly path: string
  readonly outside: boolean
  /** The prefix of the operation id. */
  readonly idPrefix: string
}

const standardPath = ({ outside }: ExportOptions): ExportPath => ({
  path: '/v1',
  outside,
  idPrefix: outside ? '' : 'api_',
})

/** Exporters append `/v1/<signal>` to their configured address, which may be our own route. */
const pathBesideOwnRoute: ExportPath = { path: '/otlp/v1', outside: false, idPrefix: 'otlp_' }

const emptyResponse = withExample(z.object({}).meta({ id: 'ExportNothingResponse' }), {})

const partialLogs = z
  .object({ rejectedLogRecords: z.string().optional(), errorMessage: z.string().optional() })
  .meta({ id: 'ExportLogsPartialSuccess' })

const exportLogs = (
  { ingest, inflatedBytesMax }: IngestParts,
  { path, outside, idPrefix }: ExportPath,
): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: `${path}/logs`,
    outside,
    operationId: `${idPrefix}export_logs`,
    examples: {
      answer: {
        partialSuccess: {
          rejectedLogRecords: '1',
          errorMessage:
            '1 log record(s) ignored: only events named gen_ai.* with a trace id and a span id, and some events of Claude Code and Codex, are stored',
        },
      },
    },
    ...(outside ? { sdkName: 'otlp.exportLogs' } : {}),
    summary:
      'Send logs in OTLP. Events named gen_ai.* are added to the span with their ids, events of coding agents become spans, and others are counted and ignored.',
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: queueFailureMessage,
    bytesOf: otlpTypes,
    bytesSchema: otlpLogs,
    bodyOptional: true,
    answerError: statusFormat,
    answerTypes: statusFormat.types,
    answer: z.object({ partialSuccess: partialLogs.optional() }),
    handle: async ({ body, request, reply }, { scope }) => {
      const { headers } = request
      return whileInflated(body, {
        contentEncoding: headers['content-encoding'],
        bytesMax: inflatedBytesMax,
        use: async (bytes) => {
          const isJson = otlpForm(headers['content-type'], bytes) === 'otlp_json'
          const form = isJson ? 'logs_json' : 'logs_protobuf'
          const batch = await ingest.acceptLogs(scope, { form, bytes })
          if (batch.receiptId !== undefined) void reply.header(receiptHeader, batch.receiptId)
          const partial = { rejected: batch.ignoredCount, errorMessage: ignoredMessage(batch) }
          if (isJson) return exportResponseJson(partial, 'rejectedLogRecords')
          return reply.type(protobufType).send(Buffer.from(exportResponseProtobuf(partial)))
        },
      })
    },
  })

/** Answers success and stores nothing, so that exporters of all signals log no errors. */
const exportMetrics = ({ path, outside, idPrefix }: ExportPath): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: `${path}/metrics`,
    outside,
    operationId: `${idPrefix}export_metrics`,
    ...(outside ? { sdkName: 'otlp.exportMetrics' } : {}),
    summary: 'Accept OTLP metrics and store nothing, so that exporters log no errors.',
    access: 'editor',
    programs: true,
    bytesOf: otlpTypes,
    bytesSchema: otlpMetrics,
    bodyOptional: true,
    answerError: statusFormat,
    answerTypes: statusFormat.types,
    answer: emptyResponse,
    handle: async ({ request, reply, body }) =>
      answersInJson(request.headers['content-type'], body)
        ? {}
        : reply.type(protobufType).send(Buffer.alloc(0)),
  })

/** Routes at the standard paths of exporters: beside /api, and the only routes of the OTLP port. */
export const exportRoutes = (parts: IngestParts, options: ExportOptions): readonly Route[] => [
  exportTraces(parts, options),
  exportMetrics(standardPath(options)),
  exportLogs(parts, standardPath(options)),
]

export const otlpRoutes = (parts: IngestParts): readonly Route[] => [
  ...ownRoutes(parts),
  importSpans(parts),
  ...exportRoutes(parts, { outside: true }),
  ...exportRoutes(parts, { outside: false }),
  exportMetrics(pathBesideOwnRoute),
  exportLogs(parts, pathBesideOwnRoute),
]
