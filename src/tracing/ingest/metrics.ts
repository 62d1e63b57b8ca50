// Metrics of spans on their way into the trace store.

/** `unreadable`: refused when it arrived. `unstorable`: rejected by the worker. */
export type RejectionReason = 'unreadable' | 'unstorable'

export interface IngestMetrics {
  spansAccepted(projectId: string, count: number): void
  spansStored(projectId: string, count: number): void
  spansRejected(reason: RejectionReason, count: number): void
  /** Spans of a request became readable this many seconds after the request was received. */
  spansVisible(seconds: number): void
}
