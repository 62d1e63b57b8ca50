// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteTraceResponse, FetchTraceOutlineResponse, FetchTracesResponse, FindInTraceRequest, FindInTraceResponse, QueryTracesResponse, TraceId, TraceQuery, TraceResponse, WriteTraceRequest, WrittenTraceResponse } from './schemas.ts'

/** The query parameters of `traces.fetch`. */
export interface FetchTraceQuery {
  /** Names of span members, separated by commas. */
  readonly fields?: string
  /** Names of span members, separated by commas. */
  readonly exclude?: string
}

/** The answer of `traces.fetch`. */
export type FetchTraceAnswer = TraceResponse

/** The body of `traces.edit`. */
export type EditTraceBody = WriteTraceRequest

/** The answer of `traces.edit`. */
export type EditTraceAnswer = WrittenTraceResponse

/** The answer of `traces.delete`. */
export type DeleteTraceAnswer = DeleteTraceResponse

/** The answer of `traces.outline`. */
export type FetchTraceOutlineAnswer = FetchTraceOutlineResponse

/** The body of `traces.find`. */
export type FindInTraceBody = FindInTraceRequest

/** The answer of `traces.find`. */
export type FindInTraceAnswer = FindInTraceResponse

/** The query parameters of `traces.fetchMany`. */
export interface FetchTracesQuery {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: readonly TraceId[]
  /** The ids of traces, 32 hex digits each. */
  readonly trace_ids?: readonly TraceId[]
}

/** The answer of `traces.fetchMany`. */
export type FetchTracesAnswer = FetchTracesResponse

/** The body of `traces.create`. */
export type CreateTraceBody = WriteTraceRequest

/** The answer of `traces.create`. */
export type CreateTraceAnswer = WrittenTraceResponse

/** The body of `traces.query`. */
export type QueryTracesBody = TraceQuery

/** The answer of `traces.query`. */
export type QueryTracesAnswer = QueryTracesResponse

/** The operations of `assay.traces`. */
export const traces = (core: Core) => ({
  /** One trace as a tree of spans. */
  fetch: (traceId: string, query?: FetchTraceQuery, options?: CallOptions) =>
    core.json<FetchTraceAnswer>(`GET /api/traces/${at(traceId)}`, { query, options }),
  /** Replace or add spans of a trace. Other spans stay unchanged. */
  edit: (traceId: string, body: EditTraceBody, options?: CallOptions) =>
    core.json<EditTraceAnswer>(`PUT /api/traces/${at(traceId)}`, { body, repeatable: true, options }),
  /** Delete a trace. Complete when the answer arrives; idempotent. */
  delete: (traceId: string, options?: CallOptions) =>
    core.json<DeleteTraceAnswer>(`DELETE /api/traces/${at(traceId)}`, { repeatable: true, options }),
  /** All spans of a trace without their content, oldest first: ids, names, types, times, status, totals. */
  outline: (traceId: string, options?: CallOptions) =>
    core.json<FetchTraceOutlineAnswer>(`GET /api/traces/${at(traceId)}/outline`, { options }),
  /** The ids of spans of a trace that contain a text, oldest first; at most 10,000. */
  find: (traceId: string, body: FindInTraceBody, options?: CallOptions) =>
    core.json<FindInTraceAnswer>(`POST /api/traces/${at(traceId)}/find`, { body, repeatable: true, options }),
  /** Traces by their ids, in the requested order. */
  fetchMany: (query?: FetchTracesQuery, options?: CallOptions) =>
    core.json<FetchTracesAnswer>('GET /api/traces/', { query, options }),
  /** Write a full trace. It is readable when the answer arrives. */
  create: (body: CreateTraceBody, options?: CallOptions) =>
    core.json<CreateTraceAnswer>('POST /api/traces/', { body, options }),
  /** Matching traces, each as a tree of all its spans. */
  query: (body?: QueryTracesBody, options?: CallOptions) =>
    core.pages<QueryTracesAnswer, 'traces'>('POST /api/traces/query', 'traces', { body, repeatable: true, options }),
})
