// How ingest is doing, by project: what waits, what came in by the minute, what was rejected and why, and the receipts.
import type { InboxBounds, Receipt } from './inbox.ts'

export interface Waiting {
  readonly entries: number
  readonly bytes: number
  /** When the oldest payload that waits was received. */
  readonly oldestAt: string | undefined
}

export interface IngestMinute {
  /** UTC to the minute, `2026-11-15T09:00`. */
  readonly minute: string
  /** Those that brought spans. */
  readonly requests: number
  /** Spans, as in receipts. */
  readonly received: number
  readonly accepted: number
  readonly stored: number
  /** Log events that were accepted. */
  readonly logEvents: number
}

export type ReceiptStatus = 'pending' | 'stored' | 'rejected'

export interface IngestHealthReads {
  /** Of a project; undefined: of all of them. */
  waiting(projectId: string | undefined): Promise<Waiting>
  /** Minutes in which something was received, oldest first. */
  ingestMinutes(projectId: string, since: string): Promise<readonly IngestMinute[]>
  /** Kept rejections by reason, the most frequent first. */
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
  /** Another number after every `countSpanWrites` of the project: whoever follows its spans sees that there may be new ones. */
  spanWrites(projectId: string): Promise<number>
}
