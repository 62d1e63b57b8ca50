// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSimpleTraceRequest, DeleteSimpleTraceResponse, EditSimpleTraceRequest, QuerySimpleTracesRequest, QuerySimpleTracesResponse, TraceRecordResponse } from './schemas.ts'

export type CreateSimpleTraceBody = CreateSimpleTraceRequest

export type CreateSimpleTraceAnswer = TraceRecordResponse

export type QuerySimpleTracesBody = QuerySimpleTracesRequest

export type QuerySimpleTracesAnswer = QuerySimpleTracesResponse

export interface FetchSimpleTraceQuery {
  readonly span_id?: string
}

export type FetchSimpleTraceAnswer = TraceRecordResponse

export type EditSimpleTraceBody = EditSimpleTraceRequest

export interface EditSimpleTraceQuery {
  readonly span_id?: string
}

export type EditSimpleTraceAnswer = TraceRecordResponse

export interface DeleteSimpleTraceQuery {
  readonly span_id?: string
}

export type DeleteSimpleTraceAnswer = DeleteSimpleTraceResponse

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
