// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { Reference, JsonObject } from './schemas.ts'

export interface QuerySpanAttributesBody {
  readonly key?: string | null
  readonly prefix?: string | null
  readonly limit?: number | null
  readonly windowing?: {
    readonly [key: string]: unknown
  } | null
}

export interface QuerySpanAttributesAnswer {
  readonly count: number
  readonly attributes?: ReadonlyArray<{
    readonly key: string
    readonly types: ReadonlyArray<'string' | 'number' | 'boolean'>
    readonly count: number
  }>
  readonly values?: ReadonlyArray<{
    readonly value: string
    readonly count: number
  }>
}

export interface FollowSpansBody {
  readonly filtering?: {
    readonly [key: string]: unknown
  } | null
  readonly filter?: string | JsonObject | null
  readonly fields?: readonly string[] | null
  readonly exclude?: readonly string[] | null
}

export interface FetchSpansQuery {
  readonly trace_id?: string | readonly string[] | null
  readonly trace_ids?: string | readonly string[] | null
  readonly span_id?: string | readonly string[] | null
  readonly span_ids?: string | readonly string[] | null
}

export interface FetchSpansAnswer {
  readonly count: number
  readonly spans: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id: string
    readonly [key: string]: unknown
  }>
}

export interface FetchSpanAnswer {
  readonly count: number
  readonly span?: {
    readonly trace_id: string
    readonly span_id: string
    readonly [key: string]: unknown
  }
}

export interface QuerySpansRpcBody {
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

export interface QuerySpansRpcAnswer {
  readonly count: number
  readonly spans: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id: string
    readonly [key: string]: unknown
  }>
  readonly windowing?: {
    readonly next?: string
    readonly [key: string]: unknown
  }
}

export interface ExportSpansBody {
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
  readonly format?: 'jsonl' | 'parquet' | null
}

export const spans = (core: Core) => ({
  /** Keys of attributes with their types, or the values of one key: what a filter can be completed with. */
  queryAttributes: (body?: QuerySpanAttributesBody, options?: CallOptions) =>
    core.json<QuerySpanAttributesAnswer>('POST /api/spans/attributes/query', { body, repeatable: true, options }),
  /** New spans that satisfy the filter, as server-sent events: `spans`, as they are stored. */
  follow: (body?: FollowSpansBody, options?: CallOptions) =>
    core.events('POST /api/spans/tail', { body, repeatable: true, options }),
  /** Spans by the ids of their traces, by their own, or by both; oldest first. */
  fetchMany: (query?: FetchSpansQuery, options?: CallOptions) =>
    core.json<FetchSpansAnswer>('GET /api/spans/', { query, options }),
  /** One span. */
  fetch: (traceId: string, spanId: string, options?: CallOptions) =>
    core.json<FetchSpanAnswer>(`GET /api/spans/${at(traceId)}/${at(spanId)}`, { options }),
  /** Spans that satisfy the filter, page by page. */
  query: (body?: QuerySpansRpcBody, options?: CallOptions) =>
    core.pages<QuerySpansRpcAnswer, 'spans'>('POST /api/spans/query', 'spans', { body, repeatable: true, options }),
  /** All spans that satisfy the filter, as JSON lines or Parquet. */
  export: (body?: ExportSpansBody, options?: CallOptions) =>
    core.file('POST /api/spans/export', { body, repeatable: true, options }),
})
