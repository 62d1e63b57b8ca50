// OTLP over HTTP. /otlp/v1/traces answers in our own words (202, count and links); /v1/traces, on the main port and on
// that of OTLP, answers in those of the OTLP specification. Both put spans into the inbox before they answer. So do the
// routes of logs with what they keep.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { notQueued, type Accepted, type Ingest } from '../../../tracing/ingest/accept.ts'
import { exportResponseJson, exportResponseProtobuf } from '../../../tracing/otlp/encode.ts'
import { bytesRoute, projectRoute, type Caller, type Route } from '../../route.ts'
import { ingestAnswer } from '../shapes.ts'
import { otlpForm, otlpTypes, speaksJson, whileInflated } from './inflate.ts'
import { ignoredMessage, protobufType, receiptHeader, refusedMessage, statusForm } from './otlp-answers.ts'
import { otlpLogs, otlpMetrics, otlpTraces } from './otlp-shapes.ts'

export interface IngestParts {
  readonly ingest: Ingest
  readonly inflatedBytesMax: number
}

async function accepted(
  { ingest, inflatedBytesMax }: IngestParts,
  call: { readonly body: Uint8Array; readonly request: FastifyRequest },
  { scope }: Caller,
  someNeeded: boolean,
): Promise<Accepted & { readonly form: SpanPayloadForm }> {
  const { headers } = call.request
  return whileInflated(call.body, headers['content-encoding'], inflatedBytesMax, async (bytes) => {
    const form = otlpForm(headers['content-type'], bytes)
    return { ...(await ingest.accept(scope, { form, bytes, someNeeded })), form }
  })
}

/** What every route that takes spans says of itself. */
const takesSpans = {
  access: 'editor',
  writes: true,
  unavailable: notQueued,
  bytesOf: otlpTypes,
  bytesSchema: otlpTraces,
  bodyOptional: true,
} as const

const ownRoutes = (parts: IngestParts): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/otlp/v1/traces',
    operationId: 'check_otlp',
    sdkName: 'otlp.check',
    summary: 'Whether spans can be sent with this key.',
    access: 'viewer',
    programs: true,
    answer: z.object({ status: z.literal('ready') }),
    handle: async () => ({ status: 'ready' }),
  }),
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/otlp/v1/traces',
    operationId: 'ingest_otlp',
    sdkName: 'otlp.ingest',
    summary: 'Send spans in OTLP, protobuf or JSON. They are durable when the answer arrives.',
    ...takesSpans,
    programs: true,
    status: 202,
    answer: ingestAnswer,
    handle: async (call, caller) => {
      const { receiptId, links } = await accepted(parts, call, caller, true)
      void call.reply.header(receiptHeader, receiptId)
      return { count: links.length, links }
    },
  }),
]

/**
 * For pages, too: what exporters and programs are given takes no cookie. Spans that were kept elsewhere are brought by a person, who may
 * write traces already.
 */
const importSpans = (parts: IngestParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/spans/import',
    operationId: 'import_spans',
    sdkName: 'spans.import',
    summary: 'Bring in spans that another tool kept, in OTLP. They are durable when the answer arrives.',
    description: 'The receipt says what became of them. Spans that were there before are replaced.',
    ...takesSpans,
    status: 202,
    answer: z.object({ count: z.int(), receipt_id: z.string() }),
    handle: async (call, caller) => {
      const { receiptId, links } = await accepted(parts, call, caller, false)
      void call.reply.header(receiptHeader, receiptId)
      return { count: links.length, receipt_id: receiptId }
    },
  })

const partialSuccess = z
  .object({ rejectedSpans: z.string().optional(), errorMessage: z.string().optional() })
  .meta({ id: 'ExportPartialSuccess' })

interface ExportPlace {
  readonly outside: boolean
}

const exportTraces = (parts: IngestParts, { outside }: ExportPlace): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/v1/traces',
    outside,
    operationId: outside ? 'export_traces' : 'api_export_traces',
    ...(outside ? { sdkName: 'otlp.exportTraces' } : {}),
    summary: 'Send spans in OTLP; answers as the OTLP specification says.',
    ...takesSpans,
    programs: true,
    answerError: statusForm,
    answerTypes: statusForm.types,
    answer: z.object({ partialSuccess: partialSuccess.optional() }),
    handle: async (call, caller) => {
      const taken = await accepted(parts, call, caller, false)
      void call.reply.header(receiptHeader, taken.receiptId)
      const partial = { rejected: taken.refused.length, errorMessage: refusedMessage(taken) }
      if (taken.form === 'otlp_json') return exportResponseJson(partial)
      return call.reply.type(protobufType).send(Buffer.from(exportResponseProtobuf(partial)))
    },
  })

interface ExportedPlace {
  readonly path: string
  readonly outside: boolean
  /** What the operation id begins with. */
  readonly named: string
}

const standardPlace = ({ outside }: ExportPlace): ExportedPlace => ({
  path: '/v1',
  outside,
  named: outside ? '' : 'api_',
})

/** Exporters add `/v1/<what>` to the address they are given, which may be that of our own route. */
const besideOurRoute: ExportedPlace = { path: '/otlp/v1', outside: false, named: 'otlp_' }

const nothingKept = z.object({}).meta({ id: 'ExportNothingResponse' })

const partialLogs = z
  .object({ rejectedLogRecords: z.string().optional(), errorMessage: z.string().optional() })
  .meta({ id: 'ExportLogsPartialSuccess' })

const exportLogs = (
  { ingest, inflatedBytesMax }: IngestParts,
  { path, outside, named }: ExportedPlace,
): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: `${path}/logs`,
    outside,
    operationId: `${named}export_logs`,
    ...(outside ? { sdkName: 'otlp.exportLogs' } : {}),
    summary:
      'Send logs in OTLP: events named gen_ai.* join the span whose ids they carry, those of coding agents become spans, others are counted and ignored.',
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: notQueued,
    bytesOf: otlpTypes,
    bytesSchema: otlpLogs,
    bodyOptional: true,
    answerError: statusForm,
    answerTypes: statusForm.types,
    answer: z.object({ partialSuccess: partialLogs.optional() }),
    handle: async ({ body, request, reply }, { scope }) => {
      const { headers } = request
      return whileInflated(body, headers['content-encoding'], inflatedBytesMax, async (bytes) => {
        const isJson = otlpForm(headers['content-type'], bytes) === 'otlp_json'
        const form = isJson ? 'logs_json' : 'logs_protobuf'
        const taken = await ingest.acceptLogs(scope, { form, bytes })
        if (taken.receiptId !== undefined) void reply.header(receiptHeader, taken.receiptId)
        const partial = { rejected: taken.ignored, errorMessage: ignoredMessage(taken) }
        if (isJson) return exportResponseJson(partial, 'rejectedLogRecords')
        return reply.type(protobufType).send(Buffer.from(exportResponseProtobuf(partial)))
      })
    },
  })

/** Exporters that send everything stay quiet: the answer is success, and nothing is stored. */
const exportMetrics = ({ path, outside, named }: ExportedPlace): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: `${path}/metrics`,
    outside,
    operationId: `${named}export_metrics`,
    ...(outside ? { sdkName: 'otlp.exportMetrics' } : {}),
    summary: 'Takes OTLP metrics and stores nothing, so that exporters stay quiet.',
    access: 'editor',
    programs: true,
    bytesOf: otlpTypes,
    bytesSchema: otlpMetrics,
    bodyOptional: true,
    answerError: statusForm,
    answerTypes: statusForm.types,
    answer: nothingKept,
    handle: async ({ request, reply, body }) =>
      speaksJson(request.headers['content-type'], body) ? {} : reply.type(protobufType).send(Buffer.alloc(0)),
  })

/** The routes that exporters know by their standard paths: beside /api, and all that the OTLP port serves. */
export const exportRoutes = (parts: IngestParts, place: ExportPlace): readonly Route[] => [
  exportTraces(parts, place),
  exportMetrics(standardPlace(place)),
  exportLogs(parts, standardPlace(place)),
]

export const otlpRoutes = (parts: IngestParts): readonly Route[] => [
  ...ownRoutes(parts),
  importSpans(parts),
  ...exportRoutes(parts, { outside: true }),
  ...exportRoutes(parts, { outside: false }),
  exportMetrics(besideOurRoute),
  exportLogs(parts, besideOurRoute),
]
