// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleTraceRequest, DeleteSimpleTraceResponse, EditSimpleTraceRequest, QuerySimpleTracesRequest, QuerySimpleTracesResponse, TraceRecordResponse } from './schemas.ts'

/** The body of `simpleTraces.create`. */
export type CreateSimpleTraceBody = CreateSimpleTraceRequest

/** The answer of `simpleTraces.create`. */
export type CreateSimpleTraceAnswer = TraceRecordResponse

/** The body of `simpleTraces.query`. */
export type QuerySimpleTracesBody = QuerySimpleTracesRequest

/** The answer of `simpleTraces.query`. */
export type QuerySimpleTracesAnswer = QuerySimpleTracesResponse

/** The query parameters of `simpleTraces.fetch`. */
export interface FetchSimpleTraceQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `simpleTraces.fetch`. */
export type FetchSimpleTraceAnswer = TraceRecordResponse

/** The body of `simpleTraces.edit`. */
export type EditSimpleTraceBody = EditSimpleTraceRequest

/** The query parameters of `simpleTraces.edit`. */
export interface EditSimpleTraceQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `simpleTraces.edit`. */
export type EditSimpleTraceAnswer = TraceRecordResponse

/** The query parameters of `simpleTraces.delete`. */
export interface DeleteSimpleTraceQuery {
  /** The id of the span, 16 hex digits. */
  readonly span_id?: string
}

/** The answer of `simpleTraces.delete`. */
export type DeleteSimpleTraceAnswer = DeleteSimpleTraceResponse

/** The operations of `assay.simpleTraces`. */
export const simpleTraces = (core: Core) => ({
  /** Write one trace as a flat record. It is readable when the answer arrives. */
  create: (body: CreateSimpleTraceBody, options?: CallOptions) =>
    core.json<CreateSimpleTraceAnswer>('POST /api/simple/traces/', { body, options }),
  /** Matching traces, newest first. */
  query: (body?: QuerySimpleTracesBody, options?: CallOptions) =>
    core.pages<QuerySimpleTracesAnswer, 'traces'>('POST /api/simple/traces/query', 'traces', { body, repeatable: true, options }),
  /** One trace as a flat record. */
  fetch: (traceId: string, query?: FetchSimpleTraceQuery, options?: CallOptions) =>
    core.json<FetchSimpleTraceAnswer>(`GET /api/simple/traces/${at(traceId)}`, { query, options }),
  /** Replace the sent members. Omitted members stay unchanged, null clears. */
  edit: (traceId: string, body: EditSimpleTraceBody, options?: CallOptions & { readonly query?: EditSimpleTraceQuery }) =>
    core.json<EditSimpleTraceAnswer>(`PATCH /api/simple/traces/${at(traceId)}`, { body, query: options?.query, options }),
  /** Delete one trace and answer its last state. Idempotent. */
  delete: (traceId: string, query?: DeleteSimpleTraceQuery, options?: CallOptions) =>
    core.json<DeleteSimpleTraceAnswer>(`DELETE /api/simple/traces/${at(traceId)}`, { query, repeatable: true, options }),
})
