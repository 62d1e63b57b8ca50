// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { DeleteTraceResponse, FetchTraceOutlineResponse, FetchTracesResponse, FindInTraceRequest, FindInTraceResponse, QueryTracesResponse, TraceId, TraceQuery, TraceResponse, WriteTraceRequest, WrittenTraceResponse } from './schemas.ts'

export interface FetchTraceQuery {
  /** Names of span members, separated by commas. */
  readonly fields?: string
  /** Names of span members, separated by commas. */
  readonly exclude?: string
}

export type FetchTraceAnswer = TraceResponse

export type EditTraceBody = WriteTraceRequest

export type EditTraceAnswer = WrittenTraceResponse

export type DeleteTraceAnswer = DeleteTraceResponse

export type FetchTraceOutlineAnswer = FetchTraceOutlineResponse

export type FindInTraceBody = FindInTraceRequest

export type FindInTraceAnswer = FindInTraceResponse

export interface FetchTracesQuery {
  readonly trace_id?: readonly TraceId[]
  readonly trace_ids?: readonly TraceId[]
}

export type FetchTracesAnswer = FetchTracesResponse

export type CreateTraceBody = WriteTraceRequest

export type CreateTraceAnswer = WrittenTraceResponse

export type QueryTracesBody = TraceQuery

export type QueryTracesAnswer = QueryTracesResponse

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
