// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type Bytes, type CallOptions, type Core } from '../core/core.ts'
import type { ExportSpansRequest, FetchSpansResponse, FollowSpansRequest, ImportSpansResponse, QuerySpanAttributesRequest, QuerySpanAttributesResponse, QuerySpansRpcResponse, SpanId, SpanQuery, SpanResponse, TraceId, TranslateSpanFilterRequest, TranslateSpanFilterResponse } from './schemas.ts'

/** The answer of `spans.import`. */
export type ImportSpansAnswer = ImportSpansResponse

/** The body of `spans.queryAttributes`. */
export type QuerySpanAttributesBody = QuerySpanAttributesRequest

/** The answer of `spans.queryAttributes`. */
export type QuerySpanAttributesAnswer = QuerySpanAttributesResponse

/** The body of `spans.follow`. */
export type FollowSpansBody = FollowSpansRequest

/** The body of `spans.translateFilter`. */
export type TranslateSpanFilterBody = TranslateSpanFilterRequest

/** The answer of `spans.translateFilter`. */
export type TranslateSpanFilterAnswer = TranslateSpanFilterResponse

/** The query parameters of `spans.fetchMany`. */
export interface FetchSpansQuery {
  /** The id of the trace, 32 hex digits. */
  readonly trace_id?: readonly TraceId[]
  /** The ids of traces, 32 hex digits each. */
  readonly trace_ids?: readonly TraceId[]
  /** The id of the span, 16 hex digits. */
  readonly span_id?: readonly SpanId[]
  /** The ids of spans, 16 hex digits each. */
  readonly span_ids?: readonly SpanId[]
}

/** The answer of `spans.fetchMany`. */
export type FetchSpansAnswer = FetchSpansResponse

/** The answer of `spans.fetch`. */
export type FetchSpanAnswer = SpanResponse

/** The body of `spans.query`. */
export type QuerySpansRpcBody = SpanQuery

/** The answer of `spans.query`. */
export type QuerySpansRpcAnswer = QuerySpansRpcResponse

/** The body of `spans.export`. */
export type ExportSpansBody = ExportSpansRequest

/** The operations of `assay.spans`. */
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
  /** Fetch one span. */
  fetch: (traceId: string, spanId: string, options?: CallOptions) =>
    core.json<FetchSpanAnswer>(`GET /api/spans/${at(traceId)}/${at(spanId)}`, { options }),
  /** Matching spans, page by page; with heads one span per trace. */
  query: (body?: QuerySpansRpcBody, options?: CallOptions) =>
    core.pages<QuerySpansRpcAnswer, 'spans'>('POST /api/spans/query', 'spans', { body, repeatable: true, options }),
  /** All matching spans, as JSON lines, Parquet or CSV. */
  export: (body?: ExportSpansBody, options?: CallOptions) =>
    core.file('POST /api/spans/export', { body, repeatable: true, options }),
})
