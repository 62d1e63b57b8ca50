// Routes that write and delete full traces.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import { inSlices } from '../../kernel/time-slices.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import type { TracePayload } from '../../tracing/ingest/payloads/trace-body.ts'
import type { SentForm, TraceWrites } from '../../tracing/writes/trace-writes.ts'
import { writeTrace } from '../../tracing/query/texts.ts'
import { bytesRoute, JsonText, projectRoute, type Caller, type Route } from '../route.ts'
import { requireJson } from './ingest/json-type.ts'
import { sentTraceBody } from './sent-spans.ts'
import { linksAnswer, sentTraceId, traceAnswer } from './shapes.ts'
import { checkedTraceId } from './reads/span-reads.ts'
import { traceReadCodes } from '../codes.ts'

export interface TraceWriteParts {
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
}

const params = z.object({ trace_id: sentTraceId })
const writtenAnswer = z
  .object({ count: z.int(), trace_id: z.string(), trace: traceAnswer })
  .meta({ id: 'WrittenTraceResponse' })
const linkedAnswer = z.object({ count: z.int(), links: linksAnswer })

/** A trace in the body of a request. */
interface TraceRequest {
  readonly caller: Caller
  readonly call: { readonly body: Uint8Array; readonly request: FastifyRequest }
  readonly form: SentForm
}

async function requireTrace(
  { spans }: TraceWriteParts,
  { projectId, traceId }: { readonly projectId: string; readonly traceId: string },
): Promise<void> {
  const storedFacts = await spans.facts(projectId, [traceId])
  if (storedFacts.length === 0) throw new AssayError('not_found', 'Trace not found.')
}

/** Adds the sent spans; they replace stored spans with the same ids. With an id in the path the trace must exist. */
async function storeTrace(
  parts: TraceWriteParts,
  { caller: { scope }, call: { body, request }, form }: TraceRequest,
): Promise<TracePayload> {
  requireJson(body, request)
  const trace = await parts.traceWrites.read(form, body)
  const { traceId } = trace
  scope.recordResource('trace', traceId)
  await parts.traceWrites.write(scope, async () => {
    if (form.pathId !== undefined) await requireTrace(parts, { projectId: scope.projectId, traceId })
    return { records: trace }
  })
  return trace
}

async function storedTrace(
  { spans }: TraceWriteParts,
  {
    caller: { scope },
    trace: { traceId, spanIds },
  }: { readonly caller: Caller; readonly trace: TracePayload },
): Promise<JsonText> {
  const rows = await spans.trace(scope.projectId, traceId)
  const trace = await inSlices(writeTrace({ traceId, rows }))
  return new JsonText(`{"count":${spanIds.length},"trace_id":"${traceId}","trace":${trace}}`)
}

const linksTo = ({ traceId, spanIds }: TracePayload) => ({
  count: spanIds.length,
  links: spanIds.map((spanId) => ({ trace_id: traceId, span_id: spanId })),
})

const createTraceRoute = (parts: TraceWriteParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/traces/',
    operationId: 'create_trace',
    sdkName: 'traces.create',
    errors: ['trace_invalid', 'id_mismatch', 'limit_exceeded'],
    summary: 'Write a full trace. It is readable when the answer arrives.',
    access: 'editor',
    writes: true,
    status: 202,
    bytesOf: ['application/json'],
    bytesSchema: sentTraceBody,
    inflates: true,
    answer: writtenAnswer,
    handle: async (call, caller) =>
      storedTrace(parts, {
        caller,
        trace: await storeTrace(parts, { caller, call, form: { layout: 'nested' } }),
      }),
  })

const editTraceRoute = (parts: TraceWriteParts): Route =>
  bytesRoute({
    method: 'PUT',
    path: '/traces/{trace_id}',
    operationId: 'edit_trace',
    sdkName: 'traces.edit',
    errors: ['not_found', 'trace_invalid', 'id_mismatch', 'limit_exceeded'],
    summary: 'Replace or add spans of a trace. Other spans stay unchanged.',
    access: 'editor',
    writes: true,
    status: 202,
    params,
    bytesOf: ['application/json'],
    bytesSchema: sentTraceBody,
    inflates: true,
    answer: writtenAnswer,
    handle: async (call, caller) => {
      const pathId = checkedTraceId(call.params.trace_id)
      return storedTrace(parts, {
        caller,
        trace: await storeTrace(parts, { caller, call, form: { layout: 'nested', pathId } }),
      })
    },
  })

const deleteTraceRoute = (parts: TraceWriteParts): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/traces/{trace_id}',
    operationId: 'delete_trace',
    examples: { answer: { count: 1, trace_id: '5a2e3686259fed9c6a3970b120dba051' } },
    sdkName: 'traces.delete',
    errors: traceReadCodes,
    summary: 'Delete a trace. Complete when the answer arrives; idempotent.',
    access: 'editor',
    writes: true,
    status: 202,
    params,
    answer: z.object({ count: z.int(), trace_id: z.string().optional() }),
    handle: async (call, caller) => {
      const traceId = checkedTraceId(call.params.trace_id)
      const removedTrace = await deleteTrace(parts, { caller, traceId })
      return removedTrace.length === 0 ? { count: 0 } : { count: removedTrace.length, trace_id: traceId }
    },
  })

const ownRoutes = (parts: TraceWriteParts): readonly Route[] => [
  createTraceRoute(parts),
  editTraceRoute(parts),
  deleteTraceRoute(parts),
]

/** Deletes a trace, including spans of it that are still in the inbox. */
export async function deleteTrace(
  { traceWrites }: Pick<TraceWriteParts, 'traceWrites'>,
  { caller: { scope }, traceId }: { readonly caller: Caller; readonly traceId: string },
): Promise<z.output<typeof linksAnswer>> {
  scope.recordResource('trace', traceId)
  await traceWrites.waitForIngest(scope.projectId)
  const removedSpans = await traceWrites.deleteTraces(scope.projectId, [traceId])
  return removedSpans.map(({ trace_id, span_id }) => ({ trace_id, span_id }))
}

const createTracingTraceRoute = (parts: TraceWriteParts): Route =>
  bytesRoute({
    method: 'POST',
    path: '/tracing/traces/',
    operationId: 'create_tracing_trace',
    summary: 'Write a full trace and answer links to its spans.',
    access: 'editor',
    writes: true,
    status: 202,
    deprecatedFor: '/traces/',
    bytesOf: ['application/json'],
    inflates: true,
    answer: linkedAnswer,
    handle: async (call, caller) =>
      linksTo(await storeTrace(parts, { caller, call, form: { layout: 'keyed' } })),
  })

const editTracingTraceRoute = (parts: TraceWriteParts): Route =>
  bytesRoute({
    method: 'PUT',
    path: '/tracing/traces/{trace_id}',
    operationId: 'edit_tracing_trace',
    summary: 'Replace or add spans of a trace and answer links to them.',
    access: 'editor',
    writes: true,
    status: 202,
    deprecatedFor: '/traces/{trace_id}',
    params,
    bytesOf: ['application/json'],
    inflates: true,
    answer: linkedAnswer,
    handle: async (call, caller) => {
      const pathId = checkedTraceId(call.params.trace_id)
      return linksTo(await storeTrace(parts, { caller, call, form: { layout: 'either', pathId } }))
    },
  })

const deleteTracingTraceRoute = (parts: TraceWriteParts): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/tracing/traces/{trace_id}',
    operationId: 'delete_tracing_trace',
    summary: 'Delete a trace and answer links to its spans.',
    access: 'editor',
    writes: true,
    status: 202,
    deprecatedFor: '/traces/{trace_id}',
    params,
    answer: linkedAnswer,
    handle: async (call, caller) => {
      const links = await deleteTrace(parts, { caller, traceId: checkedTraceId(call.params.trace_id) })
      return { count: links.length, links }
    },
  })

const deprecatedRoutes = (parts: TraceWriteParts): readonly Route[] => [
  createTracingTraceRoute(parts),
  editTracingTraceRoute(parts),
  deleteTracingTraceRoute(parts),
]

export const traceWriteRoutes = (parts: TraceWriteParts): readonly Route[] => [
  ...ownRoutes(parts),
  ...deprecatedRoutes(parts),
]
