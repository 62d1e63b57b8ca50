// Deprecated JSON routes of ingest. They read bodies as bytes: span trees may be deeper, and integers longer,
// than in other JSON bodies.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AssayError, type FieldError } from '../../../kernel/errors.ts'
import { notQueued, type Accepted } from '../../../tracing/ingest/accept.ts'
import { bodyLoc, flatRecords, recordsPayload } from '../../../tracing/ingest/payloads/record-trees.ts'
import { isObject, type Value, type ValueObject } from '../../../tracing/value.ts'
import { bytesRoute, type Caller, type Route } from '../../route.ts'
import { exactBody } from './exact-body.ts'
import { whileInflated } from './inflate.ts'
import { linksAnswer } from '../shapes.ts'
import type { IngestParts } from './otlp.ts'
import { receiptHeader } from './otlp-answers.ts'

const successor = '/otlp/v1/traces'

const wrongType = (
  type: FieldError['type'],
  { loc, msg }: { readonly loc: FieldError['loc']; readonly msg: string },
): FieldError => ({
  type,
  loc,
  msg,
})

/** `{"traces": [{"trace_id", "spans"}]}`. */
function listedTraces(body: ValueObject, fieldErrors: FieldError[]): readonly ValueObject[] {
  const traces = body['traces'] ?? null
  if (traces === null || (Array.isArray(traces) && traces.length === 0)) {
    throw new AssayError('trace_invalid', 'Missing traces')
  }
  if (!Array.isArray(traces)) {
    fieldErrors.push(wrongType('list_type', { loc: ['body', 'traces'], msg: 'Input should be a list.' }))
    return []
  }
  return (traces as readonly Value[]).flatMap((trace, i) => {
    if (!isObject(trace)) {
      fieldErrors.push(
        wrongType('dict_type', { loc: ['body', 'traces', i], msg: 'Input should be an object.' }),
      )
      return []
    }
    return flatRecords(trace['spans'] ?? null, bodyLoc('traces', i, 'spans'), fieldErrors)
  })
}

/** `{"spans": […]}` and `{"traces": {"<trace_id>": {"spans"}}}`, either or both. */
function keyedTraces(body: ValueObject, fieldErrors: FieldError[]): readonly ValueObject[] {
  const spans = body['spans'] ?? []
  const traces = body['traces'] ?? {}
  if (!isObject(traces))
    fieldErrors.push(wrongType('dict_type', { loc: ['body', 'traces'], msg: 'Input should be an object.' }))
  const trees = isObject(traces) ? Object.entries(traces) : []
  return [
    ...flatRecords(spans, bodyLoc('spans'), fieldErrors),
    ...trees.flatMap(([id, trace]) =>
      flatRecords(
        isObject(trace) ? (trace['spans'] ?? null) : null,
        bodyLoc('traces', id, 'spans'),
        fieldErrors,
      ),
    ),
  ]
}

type RecordsOf = (body: ValueObject, fieldErrors: FieldError[]) => readonly ValueObject[]

/** Ingests the spans that `recordsOf` reads from the body. */
async function ingestRecords(
  { ingest, inflatedBytesMax }: IngestParts,
  {
    call,
    caller: { scope },
    recordsOf,
  }: {
    readonly call: {
      readonly body: Uint8Array
      readonly request: FastifyRequest
      readonly reply: FastifyReply
    }
    readonly caller: Caller
    readonly recordsOf: RecordsOf
  },
): Promise<Accepted> {
  const encoding = call.request.headers['content-encoding']
  const batch = await whileInflated(call.body, {
    contentEncoding: encoding,
    bytesMax: inflatedBytesMax,
    use: async (inflated) => {
      const fieldErrors: FieldError[] = []
      const records = recordsOf(exactBody(inflated, call.request), fieldErrors)
      const bytes = recordsPayload(records, fieldErrors)
      return ingest.accept(scope, { form: 'records', bytes, requiresSpans: false })
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
    unavailable: notQueued,
    status: 202,
    deprecatedFor: successor,
    bytesOf: ['application/json'],
    answer: z.object({ count: z.int(), trace_ids: z.array(z.string()), links: linksAnswer }),
    handle: async (call, caller) => {
      const { links } = await ingestRecords(parts, { call, caller, recordsOf: listedTraces })
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
    unavailable: notQueued,
    status: 202,
    deprecatedFor: successor,
    bytesOf: ['application/json'],
    answer: z.object({ count: z.int(), links: linksAnswer }),
    handle: async (call, caller) => {
      const { links } = await ingestRecords(parts, { call, caller, recordsOf: keyedTraces })
      return { count: links.length, links }
    },
  }),
]
