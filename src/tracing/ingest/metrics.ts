// What is counted of spans on their way into the trace store.

/** `unreadable`: refused when it arrived. `unstorable`: rejected by the worker. */
export type RejectionReason = 'unreadable' | 'unstorable'

export interface IngestMetrics {
  spansAccepted(projectId: string, count: number): void
  spansStored(projectId: string, count: number): void
  spansRejected(reason: RejectionReason, count: number): void
  /** The spans of a request can be read; so many seconds after it was received. */
  spansVisible(seconds: number): void
}
