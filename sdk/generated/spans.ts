// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type Bytes, type CallOptions, type Core } from '../core/core.ts'
import type { ExportSpansRequest, FetchSpansResponse, FollowSpansRequest, ImportSpansResponse, QuerySpanAttributesRequest, QuerySpanAttributesResponse, QuerySpansRpcResponse, SpanId, SpanQuery, SpanResponse, TraceId, TranslateSpanFilterRequest, TranslateSpanFilterResponse } from './schemas.ts'

export type ImportSpansAnswer = ImportSpansResponse

export type QuerySpanAttributesBody = QuerySpanAttributesRequest

export type QuerySpanAttributesAnswer = QuerySpanAttributesResponse

export type FollowSpansBody = FollowSpansRequest

export type TranslateSpanFilterBody = TranslateSpanFilterRequest

export type TranslateSpanFilterAnswer = TranslateSpanFilterResponse

export interface FetchSpansQuery {
  readonly trace_id?: readonly TraceId[]
  readonly trace_ids?: readonly TraceId[]
  readonly span_id?: readonly SpanId[]
  readonly span_ids?: readonly SpanId[]
}

export type FetchSpansAnswer = FetchSpansResponse

export type FetchSpanAnswer = SpanResponse

export type QuerySpansRpcBody = SpanQuery

export type QuerySpansRpcAnswer = QuerySpansRpcResponse

export type ExportSpansBody = ExportSpansRequest

export const spans = (core: Core) => ({
  /** Import spans of another tool, in OTLP. They are durable when the answer arrives. */
  import: (bytes: Bytes, options?: CallOptions) =>
    core.json<ImportSpansAnswer>('POST /api/spans/import', { bytes, options }),
  /** Attribute keys with their types, or the values of one key, for filter completion. */
  queryAttributes: (body?: QuerySpanAttributesBody, options?: CallOptions) =>
    core.json<QuerySpanAttributesAnswer>('POST /api/spans/attributes/query', { body, repeatable: true, options }),
  /** New matching spans as server-sent events: `spans`, sent when they are stored. */
  follow: (body?: FollowSpansBody, options?: CallOptions) =>
    core.events('POST /api/spans/tail', { body, repeatable: true, options }),
  /** A filter in both formats: the tree that saved queries store, and the text that people type. */
  translateFilter: (body: TranslateSpanFilterBody, options?: CallOptions) =>
    core.json<TranslateSpanFilterAnswer>('POST /api/spans/filter', { body, repeatable: true, options }),
  /** Spans by trace ids, span ids, or both; oldest first. */
  fetchMany: (query?: FetchSpansQuery, options?: CallOptions) =>
    core.json<FetchSpansAnswer>('GET /api/spans/', { query, options }),
  /** One span. */
  fetch: (traceId: string, spanId: string, options?: CallOptions) =>
    core.json<FetchSpanAnswer>(`GET /api/spans/${at(traceId)}/${at(spanId)}`, { options }),
  /** Matching spans, page by page; with heads one span per trace. */
  query: (body?: QuerySpansRpcBody, options?: CallOptions) =>
    core.pages<QuerySpansRpcAnswer, 'spans'>('POST /api/spans/query', 'spans', { body, repeatable: true, options }),
  /** All matching spans, as JSON lines, Parquet or CSV. */
  export: (body?: ExportSpansBody, options?: CallOptions) =>
    core.file('POST /api/spans/export', { body, repeatable: true, options }),
})
