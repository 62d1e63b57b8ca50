// The state of ingest by project: waiting payloads, arrivals per minute, rejections by reason, and receipts.
import type { InboxBounds, Receipt } from './inbox.ts'

export interface WaitingPayloads {
  readonly entries: number
  readonly bytes: number
  /** When the oldest waiting payload was received. */
  readonly oldestAt: string | undefined
}

export interface IngestMinute {
  /** UTC to the minute, `2026-11-15T09:00`. */
  readonly minute: string
  /** Requests with spans. */
  readonly requests: number
  /** Spans, as in receipts. */
  readonly received: number
  readonly accepted: number
  readonly stored: number
  /** Accepted log events. */
  readonly logEvents: number
}

export type ReceiptStatus = 'pending' | 'stored' | 'rejected'

export interface IngestHealthReads {
  /** The waiting payloads of one project; undefined: of all projects. */
  waitingPayloads(projectId: string | undefined): Promise<WaitingPayloads>
  /** Minutes with arrivals, oldest first. */
  ingestMinutes(projectId: string, since: string): Promise<readonly IngestMinute[]>
  /** Stored rejections by reason, the most frequent first. */
  rejectionReasons(
    projectId: string,
    options: { readonly since: string; readonly limit: number },
  ): Promise<readonly { readonly reason: string; readonly count: number; readonly lastAt: string }[]>
  /** In the order of time of receipt and id. */
  receipts(
    projectId: string,
    filter: { readonly status: ReceiptStatus | undefined },
    bounds: InboxBounds,
  ): Promise<readonly Receipt[]>
  /** Changes with every `countSpanWrites` of the project: a follower of its spans checks it for new ones. */
  spanWrites(projectId: string): Promise<number>
}
