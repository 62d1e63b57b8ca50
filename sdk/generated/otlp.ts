// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type Bytes, type CallOptions, type Core } from '../core/core.ts'
import type { Windowing } from './schemas.ts'

export interface CheckOtlpAnswer {
  readonly status: 'ready'
}

export interface IngestOtlpAnswer {
  readonly count: number
  readonly links: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id: string
  }>
}

export interface ExportTracesAnswer {
  readonly partialSuccess?: {
    readonly rejectedSpans?: string
    readonly errorMessage?: string
  }
}

export type ExportMetricsAnswer = Record<string, never>

export type ExportLogsAnswer = Record<string, never>

export interface FetchIngestHealthAnswer {
  readonly waiting: {
    readonly requests: number
    readonly bytes: number
    readonly oldest_received_at?: string
  }
  readonly minutes: ReadonlyArray<{
    readonly minute: string
    readonly requests: number
    readonly received: number
    readonly accepted: number
    readonly stored: number
  }>
  readonly rejections: ReadonlyArray<{
    readonly reason: string
    readonly count: number
    readonly last_received_at: string
  }>
}

export interface QueryReceiptsBody {
  readonly receipt?: {
    readonly status?: 'pending' | 'stored' | 'rejected' | null
  } | null
  readonly windowing?: Windowing | null
}

export interface QueryReceiptsAnswer {
  readonly count: number
  readonly receipts: ReadonlyArray<{
    readonly id: string
    readonly status: 'pending' | 'stored' | 'rejected'
    readonly received_at: string
    readonly finished_at?: string
    readonly received: number
    readonly accepted: number
    readonly stored: number
  }>
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface FetchReceiptAnswer {
  readonly count: number
  readonly receipt?: {
    readonly id: string
    readonly status: 'pending' | 'stored' | 'rejected'
    readonly received_at: string
    readonly finished_at?: string
    readonly received: number
    readonly accepted: number
    readonly stored: number
    readonly rejected: ReadonlyArray<{
      readonly id: string
      readonly index: number
      readonly trace_id?: string
      readonly span_id?: string
      readonly reason: string
    }>
  }
}

export interface QueryRejectionsBody {
  readonly receipt_id?: string | null
  readonly windowing?: Windowing | null
}

export interface QueryRejectionsAnswer {
  readonly count: number
  readonly rejections: ReadonlyArray<{
    readonly id: string
    readonly receipt_id: string
    readonly index: number
    readonly trace_id?: string
    readonly span_id?: string
    readonly reason: string
    readonly received_at: string
  }>
  readonly windowing?: {
    readonly next?: string
    readonly limit?: number
    readonly order?: string
    readonly newest?: string
    readonly oldest?: string
  }
}

export interface RetryRejectionsBody {
  readonly rejection_ids: readonly string[]
}

export interface RetryRejectionsAnswer {
  readonly count: number
  readonly links: ReadonlyArray<{
    readonly trace_id: string
    readonly span_id: string
  }>
}

export const otlp = (core: Core) => ({
  /** Whether spans can be sent with this key. */
  check: (options?: CallOptions) =>
    core.json<CheckOtlpAnswer>('GET /api/otlp/v1/traces', { options }),
  /** Send spans in OTLP, protobuf or JSON. They are durable when the answer arrives. */
  ingest: (bytes: Bytes, options?: CallOptions) =>
    core.json<IngestOtlpAnswer>('POST /api/otlp/v1/traces', { bytes, options }),
  /** Send spans in OTLP; answers as the OTLP specification says. */
  exportTraces: (bytes: Bytes, options?: CallOptions) =>
    core.json<ExportTracesAnswer>('POST /v1/traces', { bytes, options }),
  /** Takes OTLP metrics and stores nothing, so that exporters stay quiet. */
  exportMetrics: (bytes: Bytes, options?: CallOptions) =>
    core.json<ExportMetricsAnswer>('POST /v1/metrics', { bytes, repeatable: true, options }),
  /** Takes OTLP logs and stores nothing, so that exporters stay quiet. */
  exportLogs: (bytes: Bytes, options?: CallOptions) =>
    core.json<ExportLogsAnswer>('POST /v1/logs', { bytes, repeatable: true, options }),
  /** How ingest is doing: what waits, spans by the minute for an hour, rejections by reason. */
  health: (options?: CallOptions) =>
    core.json<FetchIngestHealthAnswer>('GET /api/otlp/health', { options }),
  /** How ingest is doing, as server-sent events: `health`, every two seconds. */
  followHealth: (options?: CallOptions) =>
    core.events('GET /api/otlp/health/events', { options }),
  /** What became of requests that brought spans, newest first. */
  queryReceipts: (body?: QueryReceiptsBody, options?: CallOptions) =>
    core.pages<QueryReceiptsAnswer, 'receipts'>('POST /api/otlp/receipts/query', 'receipts', { body, repeatable: true, options }),
  /** Whether the spans of a request are stored, and which were rejected and why. */
  fetchReceipt: (receiptId: string, options?: CallOptions) =>
    core.json<FetchReceiptAnswer>(`GET /api/otlp/receipts/${at(receiptId)}`, { options }),
  /** Spans that could not be stored, newest first. */
  queryRejections: (body?: QueryRejectionsBody, options?: CallOptions) =>
    core.pages<QueryRejectionsAnswer, 'rejections'>('POST /api/otlp/rejections/query', 'rejections', { body, repeatable: true, options }),
  /** Put rejected spans through again. Those that are refused again stay rejected. */
  retryRejections: (body: RetryRejectionsBody, options?: CallOptions) =>
    core.json<RetryRejectionsAnswer>('POST /api/otlp/rejections/retry', { body, options }),
})
