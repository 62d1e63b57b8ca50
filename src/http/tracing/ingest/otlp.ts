// OTLP over HTTP. /otlp/v1/traces answers in our own words (202, count and links); /v1/traces, on the main port and on
// that of OTLP, answers in those of the OTLP specification. Both put spans into the inbox before they answer.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AssayError } from '../../../kernel/errors.ts'
import type { PayloadForm } from '../../../storage/contract/contract.ts'
import { notQueued, type Accepted, type Ingest } from '../../../tracing/ingest/accept.ts'
import {
  exportResponseJson,
  exportResponseProtobuf,
  rpcStatusJson,
  rpcStatusProtobuf,
} from '../../../tracing/otlp/encode.ts'
import {
  bytesRoute,
  projectRoute,
  type Caller,
  type ErrorAnswer,
  type ErrorForm,
  type Route,
} from '../../route.ts'
import { ingestAnswer } from '../shapes.ts'
import { otlpOther, otlpTraces, rpcStatus } from './otlp-shapes.ts'
import { otlpForm, otlpTypes, speaksJson, whileInflated } from './inflate.ts'

export interface IngestParts {
  readonly ingest: Ingest
  readonly inflatedBytesMax: number
}

const protobufType = 'application/x-protobuf'

async function accepted(
  { ingest, inflatedBytesMax }: IngestParts,
  call: { readonly body: Uint8Array; readonly request: FastifyRequest },
  { scope }: Caller,
  someNeeded: boolean,
): Promise<Accepted & { readonly form: PayloadForm }> {
  const { headers } = call.request
  return whileInflated(call.body, headers['content-encoding'], inflatedBytesMax, async (bytes) => {
    const form = otlpForm(headers['content-type'], bytes)
    return { ...(await ingest.accept(scope, { form, bytes, someNeeded })), form }
  })
}

export const receiptHeader = 'X-Assay-Receipt'

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
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: notQueued,
    status: 202,
    bytesOf: otlpTypes,
    bytesShown: otlpTraces,
    bodyOptional: true,
    answer: ingestAnswer,
    handle: async (call, caller) => {
      const { receiptId, links } = await accepted(parts, call, caller, true)
      void call.reply.header(receiptHeader, receiptId)
      return { count: links.length, links }
    },
  }),
]

/** google.rpc.Code for each status that these routes answer. */
const rpcCodes: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [413, 8],
  [415, 3],
  [429, 8],
  [503, 14],
])

export const rpcCode = (error: AssayError): number => rpcCodes.get(error.status) ?? 13

/** The sentence of a failure; lists and objects have one inside. */
export function sentence({ detail }: AssayError): string {
  if (typeof detail === 'string') return detail
  return 'message' in detail && typeof detail.message === 'string' ? detail.message : JSON.stringify(detail)
}

function statusAnswer(error: AssayError, request: FastifyRequest): ErrorAnswer {
  const [code, message] = [rpcCode(error), sentence(error)]
  return speaksJson(request.headers['content-type'], request.body)
    ? { contentType: 'application/json', body: JSON.stringify(rpcStatusJson(code, message)) }
    : { contentType: protobufType, body: rpcStatusProtobuf(code, message) }
}

const statusForm: ErrorForm = {
  write: statusAnswer,
  schema: rpcStatus,
  types: ['application/json', protobufType],
}

/** What was refused, in one line: the first reason stands for all. */
export const refusedMessage = ({ refused }: Pick<Accepted, 'refused'>): string =>
  refused[0] === undefined ? '' : `${refused.length} span(s) refused; the first: ${refused[0].reason}`

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
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: notQueued,
    bytesOf: otlpTypes,
    bytesShown: otlpTraces,
    bodyOptional: true,
    answerError: statusForm,
    answerTypes: statusForm.types,
    answer: z.object({ partialSuccess: partialSuccess.optional() }),
    handle: async (call, caller) => {
      const taken = await accepted(parts, call, caller, false)
      void call.reply.header(receiptHeader, taken.receiptId)
      const partial = { rejectedSpans: taken.refused.length, errorMessage: refusedMessage(taken) }
      if (taken.form === 'otlp_json') return exportResponseJson(partial)
      return call.reply.type(protobufType).send(Buffer.from(exportResponseProtobuf(partial)))
    },
  })

interface NothingPlace {
  readonly path: string
  readonly outside: boolean
  /** What the operation id begins with. */
  readonly named: string
}

const standardPlace = ({ outside }: ExportPlace): NothingPlace => ({
  path: '/v1',
  outside,
  named: outside ? '' : 'api_',
})

/** Exporters add `/v1/<what>` to the address they are given, which may be that of our own route. */
const besideOurRoute: NothingPlace = { path: '/otlp/v1', outside: false, named: 'otlp_' }

const nothingKept = z.object({}).meta({ id: 'ExportNothingResponse' })

/** Exporters that send everything stay quiet: the answer is success, and nothing is stored. */
const exportNothing = (what: 'metrics' | 'logs', { path, outside, named }: NothingPlace): Route =>
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: `${path}/${what}`,
    outside,
    operationId: `${named}export_${what}`,
    ...(outside ? { sdkName: what === 'logs' ? 'otlp.exportLogs' : 'otlp.exportMetrics' } : {}),
    summary: `Takes OTLP ${what} and stores nothing, so that exporters stay quiet.`,
    access: 'editor',
    programs: true,
    bytesOf: otlpTypes,
    bytesShown: otlpOther,
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
  exportNothing('metrics', standardPlace(place)),
  exportNothing('logs', standardPlace(place)),
]

export const otlpRoutes = (parts: IngestParts): readonly Route[] => [
  ...ownRoutes(parts),
  ...exportRoutes(parts, { outside: true }),
  ...exportRoutes(parts, { outside: false }),
  exportNothing('metrics', besideOurRoute),
  exportNothing('logs', besideOurRoute),
]
