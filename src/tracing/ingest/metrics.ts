// Metrics of spans on their way into the trace store.

/** `unreadable`: refused when it arrived. `unstorable`: rejected by the worker. */
export type RejectionReason = 'unreadable' | 'unstorable'

export interface IngestMetrics {
  countAccepted(projectId: string, count: number): void
  countStored(projectId: string, count: number): void
  countRejected(reason: RejectionReason, count: number): void
  /** Spans of a request became readable this many seconds after the request was received. */
  observeVisibility(seconds: number): void
}
