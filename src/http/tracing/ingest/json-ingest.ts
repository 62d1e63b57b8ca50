// Deprecated JSON routes of ingest. They read bodies as bytes: span trees may be deeper, and integers longer,
// than in other JSON bodies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { queueFailureMessage, type AcceptedSpans } from '../../../tracing/ingest/accept.ts'
import type { RecordsForm } from '../../../tracing/ingest/payloads/sent-records.ts'
import { bytesRoute, type Caller, type Route } from '../../route.ts'
import { whileInflated } from './inflate.ts'
import { requireJson } from './json-type.ts'
import { linksAnswer } from '../shapes.ts'
import type { IngestParts } from './otlp.ts'
import { receiptHeader } from './otlp-answers.ts'

const successor = '/otlp/v1/traces'

/** Ingests the spans of the body. */
async function ingestRecords(
  { ingest, inflatedBytesMax }: IngestParts,
  {
    call,
    caller: { scope },
    form,
  }: {
    readonly call: {
      readonly body: Uint8Array
      readonly request: FastifyRequest
      readonly reply: FastifyReply
    }
    readonly caller: Caller
    readonly form: RecordsForm
  },
): Promise<AcceptedSpans> {
  const encoding = call.request.headers['content-encoding']
  const batch = await whileInflated(call.body, {
    contentEncoding: encoding,
    bytesMax: inflatedBytesMax,
    use: async (inflated) => {
      requireJson(inflated, call.request)
      return ingest.acceptRecords(scope, { form, body: inflated })
    },
  })
  void call.reply.header(receiptHeader, batch.receiptId)
  return batch
}

export const jsonIngestRoutes = (parts: IngestParts): readonly Route[] => [
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/traces/ingest',
    operationId: 'ingest_traces',
    summary: 'Send full traces as JSON records.',
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: queueFailureMessage,
    status: 202,
    deprecatedFor: successor,
    bytesOf: ['application/json'],
    answer: z.object({ count: z.int(), trace_ids: z.array(z.string()), links: linksAnswer }),
    handle: async (call, caller) => {
      const { links } = await ingestRecords(parts, { call, caller, form: 'listed' })
      const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))]
      return { count: links.length, trace_ids: traceIds, links }
    },
  }),
  bytesRoute({
    method: 'POST',
    sessions: false,
    path: '/tracing/spans/ingest',
    operationId: 'ingest_spans',
    summary: 'Send spans as JSON records.',
    access: 'editor',
    programs: true,
    writes: true,
    unavailable: queueFailureMessage,
    status: 202,
    deprecatedFor: successor,
    bytesOf: ['application/json'],
    answer: z.object({ count: z.int(), links: linksAnswer }),
    handle: async (call, caller) => {
      const { links } = await ingestRecords(parts, { call, caller, form: 'keyed' })
      return { count: links.length, links }
    },
  }),
]
