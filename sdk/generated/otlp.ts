// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type Bytes, type CallOptions, type Core } from '../core/core.ts'
import type { CheckOtlpResponse, IngestHealth, IngestResponse, QueryReceiptsRequest, QueryRejectionsRequest, ReceiptResponse, ReceiptSummaryListResponse, RejectionListResponse, RetryRejectionsRequest } from './schemas.ts'

/** The answer of `otlp.check`. */
export type CheckOtlpAnswer = CheckOtlpResponse

/** The answer of `otlp.ingest`. */
export type IngestOtlpAnswer = IngestResponse

/** The answer of `otlp.health`. */
export type FetchIngestHealthAnswer = IngestHealth

/** The body of `otlp.queryReceipts`. */
export type QueryReceiptsBody = QueryReceiptsRequest

/** The answer of `otlp.queryReceipts`. */
export type QueryReceiptsAnswer = ReceiptSummaryListResponse

/** The answer of `otlp.fetchReceipt`. */
export type FetchReceiptAnswer = ReceiptResponse

/** The body of `otlp.queryRejections`. */
export type QueryRejectionsBody = QueryRejectionsRequest

/** The answer of `otlp.queryRejections`. */
export type QueryRejectionsAnswer = RejectionListResponse

/** The body of `otlp.retryRejections`. */
export type RetryRejectionsBody = RetryRejectionsRequest

/** The answer of `otlp.retryRejections`. */
export type RetryRejectionsAnswer = IngestResponse

/** The operations of `assay.otlp`. */
export const otlp = (core: Core) => ({
  /** Whether this key may send spans. */
  check: (options?: CallOptions) =>
    core.json<CheckOtlpAnswer>('GET /api/otlp/v1/traces', { options }),
  /** Send spans in OTLP, protobuf or JSON. They are durable when the answer arrives. */
  ingest: (bytes: Bytes, options?: CallOptions) =>
    core.json<IngestOtlpAnswer>('POST /api/otlp/v1/traces', { bytes, options }),
  /** Send spans in OTLP; answers as the OTLP specification defines. */
  exportTraces: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/traces', { bytes, options }),
  /** Accept OTLP metrics and store nothing, so that exporters log no errors. */
  exportMetrics: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/metrics', { bytes, repeatable: true, options }),
  /** Send logs in OTLP. Events named gen_ai.* are added to the span with their ids, events of coding agents become spans, and others are counted and ignored. */
  exportLogs: (bytes: Bytes, options?: CallOptions) =>
    core.file('POST /v1/logs', { bytes, options }),
  /** The health of ingest: the inbox, spans per minute for an hour, rejections by reason. */
  health: (options?: CallOptions) =>
    core.json<FetchIngestHealthAnswer>('GET /api/otlp/health', { options }),
  /** The health of ingest as server-sent events: `health`, every two seconds. */
  followHealth: (options?: CallOptions) =>
    core.events('GET /api/otlp/health/events', { options }),
  /** Receipts of ingest requests, newest first. */
  queryReceipts: (body?: QueryReceiptsBody, options?: CallOptions) =>
    core.pages<QueryReceiptsAnswer, 'receipts'>('POST /api/otlp/receipts/query', 'receipts', { body, repeatable: true, options }),
  /** Whether the spans or log events of a request are stored, and which were rejected and why. */
  fetchReceipt: (receiptId: string, options?: CallOptions) =>
    core.json<FetchReceiptAnswer>(`GET /api/otlp/receipts/${at(receiptId)}`, { options }),
  /** Spans and log events that could not be stored, newest first. */
  queryRejections: (body?: QueryRejectionsBody, options?: CallOptions) =>
    core.pages<QueryRejectionsAnswer, 'rejections'>('POST /api/otlp/rejections/query', 'rejections', { body, repeatable: true, options }),
  /** Retry rejected spans. Spans that fail again stay rejected. */
  retryRejections: (body: RetryRejectionsBody, options?: CallOptions) =>
    core.json<RetryRejectionsAnswer>('POST /api/otlp/rejections/retry', { body, options }),
})
