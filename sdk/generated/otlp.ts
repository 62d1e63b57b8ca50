// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type Bytes, type CallOptions, type Core } from '../core/core.ts'
import type { CheckOtlpResponse, IngestHealth, IngestResponse, QueryReceiptsRequest, QueryRejectionsRequest, ReceiptResponse, ReceiptSummaryListResponse, RejectionListResponse, RetryRejectionsRequest } from './schemas.ts'

export type CheckOtlpAnswer = CheckOtlpResponse

export type IngestOtlpAnswer = IngestResponse

export type FetchIngestHealthAnswer = IngestHealth

export type QueryReceiptsBody = QueryReceiptsRequest

export type QueryReceiptsAnswer = ReceiptSummaryListResponse

export type FetchReceiptAnswer = ReceiptResponse

export type QueryRejectionsBody = QueryRejectionsRequest

export type QueryRejectionsAnswer = RejectionListResponse

export type RetryRejectionsBody = RetryRejectionsRequest

export type RetryRejectionsAnswer = IngestResponse

export const otlp = (core: Core) => ({
  /** Whether spans can be sent with this key. */
  check: (options?: CallOptions) =>
    core.json<CheckOtlpAnswer>('GET /api/otlp/v1/traces', { options }),
  /** Send spans in OTLP, protobuf or JSON. They are durable when the answer arrives. */
  ingest: (bytes: Bytes, options?: CallOptions) =>
    core.json<IngestOtlpAnswer>('POST /api/otlp/v1/traces', { bytes, options }),
  /** Send spans in OTLP; answers as the OTLP specification says. */
  exportTraces: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/traces', { bytes, options }),
  /** Takes OTLP metrics and stores nothing, so that exporters stay quiet. */
  exportMetrics: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/metrics', { bytes, repeatable: true, options }),
  /** Send logs in OTLP: events named gen_ai.* join the span whose ids they carry, those of coding agents become spans, others are counted and ignored. */
  exportLogs: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/logs', { bytes, options }),
  /** How ingest is doing: what waits, spans by the minute for an hour, rejections by reason. */
  health: (options?: CallOptions) =>
    core.json<FetchIngestHealthAnswer>('GET /api/otlp/health', { options }),
  /** How ingest is doing, as server-sent events: `health`, every two seconds. */
  followHealth: (options?: CallOptions) =>
    core.events('GET /api/otlp/health/events', { options }),
  /** What became of requests that brought spans or log events, newest first. */
  queryReceipts: (body?: QueryReceiptsBody, options?: CallOptions) =>
    core.pages<QueryReceiptsAnswer, 'receipts'>('POST /api/otlp/receipts/query', 'receipts', { body, repeatable: true, options }),
  /** Whether the spans or log events of a request are stored, and which were rejected and why. */
  fetchReceipt: (receiptId: string, options?: CallOptions) =>
    core.json<FetchReceiptAnswer>(`GET /api/otlp/receipts/${at(receiptId)}`, { options }),
  /** Spans and log events that could not be stored, newest first. */
  queryRejections: (body?: QueryRejectionsBody, options?: CallOptions) =>
    core.pages<QueryRejectionsAnswer, 'rejections'>('POST /api/otlp/rejections/query', 'rejections', { body, repeatable: true, options }),
  /** Put rejected spans through again. Those that are refused again stay rejected. */
  retryRejections: (body: RetryRejectionsBody, options?: CallOptions) =>
    core.json<RetryRejectionsAnswer>('POST /api/otlp/rejections/retry', { body, options }),
})
