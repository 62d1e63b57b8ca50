// Log events that wait for their spans. They move here from the inbox in the transaction that deletes their
// payload, and stay until they are joined to their stored span, or until they expire.

export interface WaitingLog {
  /** Equal for the same record of the same request: inserting it again has no effect. */
  readonly id: string
  readonly projectId: string
  readonly traceId: string
  readonly spanId: string
  /** '' for an event that was detached from a stored span, which is then replaced. */
  readonly receiptId: string
  readonly actorId: string
  readonly receivedAt: string
  /** Position in its request. */
  readonly index: number
  /** JSON text. */
  readonly event: string
}

/** An event without its content. */
export type WaitingLogHeader = Omit<WaitingLog, 'event'>

export interface AwaitedSpan {
  readonly projectId: string
  readonly traceId: string
  readonly spanId: string
}

export interface WaitingLogSize {
  readonly events: number
  readonly bytes: number
  /** When the oldest was received. */
  readonly oldestAt: string | undefined
}

export interface WaitingLogReads {
  /** Whether the project has any, taken or not. */
  hasWaitingLogs(projectId: string): Promise<boolean>
  /** The events of these traces, taken or not: oldest first, those of a request in its order. */
  waitingLogs(projectId: string, traceIds: readonly string[]): Promise<readonly WaitingLog[]>
  /** Spans with waiting events, in the order of their ids: at most `limit` after the given one. */
  spansAwaited(after: AwaitedSpan | undefined, limit: number): Promise<readonly AwaitedSpan[]>
  /** Events that were taken before this time and still exist, oldest first. */
  logsTakenBefore(before: string, limit: number): Promise<readonly WaitingLog[]>
  /** Events that were received before this time and not taken, oldest first. */
  logsWaitingSince(before: string, limit: number): Promise<readonly WaitingLogHeader[]>
  /** The size of the events of the project that no span has taken. */
  waitingLogSize(projectId: string): Promise<WaitingLogSize>
  /** The oldest untaken events of the project that exceed a total number of bytes. */
  logsBeyond(projectId: string, bytesMax: number): Promise<readonly WaitingLogHeader[]>
}

export interface WaitingLogWrites {
  /** An existing event stays unchanged. */
  insertWaitingLogs(logs: readonly WaitingLog[]): Promise<void>
  /** Marks events as taken by their spans. They stay for a second check: another process may write a span too. */
  markLogsTaken(ids: readonly string[], at: string): Promise<void>
  /** Returns the deleted events: of several callers that expire the same event, only one gets it. */
  deleteWaitingLogs(ids: readonly string[]): Promise<readonly string[]>
  /**
   * Deletes the events of these traces; or only the taken ones, which do not join their spans again. Returns their
   * number and their receipts.
   */
  dropWaitingLogs(
    projectId: string,
    traceIds: readonly string[],
    which: 'all' | 'taken',
  ): Promise<{ readonly receiptIds: readonly string[]; readonly events: number }>
  /** Finishes those of the receipts without waiting events: all except the rejected ones are stored. */
  finishLogReceipts(ids: readonly string[], at: string): Promise<void>
}
