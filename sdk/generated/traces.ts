// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, JsonObject } from './schemas.ts'

export interface FetchTraceQuery {
  readonly fields?: string | null
  readonly exclude?: string | null
}

export interface FetchTraceAnswer {
  readonly count: number
  readonly trace?: {
    readonly trace_id: string
    readonly spans: {
      readonly [key: string]: unknown
    }
  }
}

export type EditTraceBody = unknown

export interface EditTraceAnswer {
  readonly count: number
  readonly trace_id: string
  readonly trace: {
    readonly trace_id: string
    readonly spans: {
      readonly [key: string]: unknown
    }
  }
}

export interface DeleteTraceAnswer {
  readonly count: number
  readonly trace_id?: string
}

export interface FetchTraceOutlineAnswer {
  readonly count: number
  readonly spans: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id: string
    readonly [key: string]: unknown
  }>
}

export interface FetchTracesQuery {
  readonly trace_id?: string | readonly string[] | null
  readonly trace_ids?: string | readonly string[] | null
}

export interface FetchTracesAnswer {
  readonly count: number
  readonly traces: ReadonlyArray<{
    readonly trace_id: string
    readonly spans: {
      readonly [key: string]: unknown
    }
  }>
}

export type CreateTraceBody = unknown

export interface CreateTraceAnswer {
  readonly count: number
  readonly trace_id: string
  readonly trace: {
    readonly trace_id: string
    readonly spans: {
      readonly [key: string]: unknown
    }
  }
}

export interface QueryTracesBody {
  readonly filtering?: {
    readonly [key: string]: unknown
  } | null
  readonly filter?: string | JsonObject | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
  readonly query_ref?: Reference | null
  readonly query_variant_ref?: Reference | null
  readonly query_revision_ref?: Reference | null
  readonly fields?: readonly string[] | null
  readonly exclude?: readonly string[] | null
}

export interface QueryTracesAnswer {
  readonly count: number
  readonly traces: ReadonlyArray<{
    readonly trace_id: string
    readonly spans: {
      readonly [key: string]: unknown
    }
  }>
  readonly windowing?: {
    readonly next?: string
    readonly [key: string]: unknown
  }
}

export const traces = (core: Core) => ({
  /** One trace as a tree of spans. */
  fetch: (traceId: string, query?: FetchTraceQuery, options?: CallOptions) =>
    core.json<FetchTraceAnswer>(`GET /api/traces/${at(traceId)}`, { query, options }),
  /** Replace spans of a trace or add some; spans that are not mentioned stay. */
  edit: (traceId: string, body?: EditTraceBody, options?: CallOptions) =>
    core.json<EditTraceAnswer>(`PUT /api/traces/${at(traceId)}`, { body, repeatable: true, options }),
  /** Remove a trace. It is gone when the answer arrives; safe to repeat. */
  delete: (traceId: string, options?: CallOptions) =>
    core.json<DeleteTraceAnswer>(`DELETE /api/traces/${at(traceId)}`, { repeatable: true, options }),
  /** All spans of a trace without their content, oldest first: ids, names, types, times, status, totals. */
  outline: (traceId: string, options?: CallOptions) =>
    core.json<FetchTraceOutlineAnswer>(`GET /api/traces/${at(traceId)}/outline`, { options }),
  /** Traces by their ids, in the order asked. */
  fetchMany: (query?: FetchTracesQuery, options?: CallOptions) =>
    core.json<FetchTracesAnswer>('GET /api/traces/', { query, options }),
  /** Write a whole trace; it is readable when the answer arrives. */
  create: (body?: CreateTraceBody, options?: CallOptions) =>
    core.json<CreateTraceAnswer>('POST /api/traces/', { body, options }),
  /** Traces of which some span satisfies the filter, each as a tree of all its spans. */
  query: (body?: QueryTracesBody, options?: CallOptions) =>
    core.pages<QueryTracesAnswer, 'traces'>('POST /api/traces/query', 'traces', { body, repeatable: true, options }),
})
