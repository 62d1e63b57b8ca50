// Log events that tell of spans: they leave the inbox for here in the transaction that removes their payload, and wait
// until their span is stored and has taken them, or too long.

export interface WaitingLog {
  /** The same for the same record of the same request: one that is inserted again waits once. */
  readonly id: string
  readonly projectId: string
  readonly traceId: string
  readonly spanId: string
  /** '' for an event that was taken back from a span which is being replaced. */
  readonly receiptId: string
  readonly actorId: string
  readonly receivedAt: string
  /** Position in its request. */
  readonly index: number
  /** JSON text. */
  readonly event: string
}

/** One without what it says. */
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
  /** Whether there is any of the project, taken or not. */
  hasWaitingLogs(projectId: string): Promise<boolean>
  /** Those of these traces, taken or not: oldest first, those of a request in its order. */
  waitingLogs(projectId: string, traceIds: readonly string[]): Promise<readonly WaitingLog[]>
  /** Spans that have not taken what waits for them, in the order of their ids: at most `limit` after the given one. */
  spansAwaited(after: AwaitedSpan | undefined, limit: number): Promise<readonly AwaitedSpan[]>
  /** Those that were taken before this time and are still here, oldest first. */
  logsTakenBefore(before: string, limit: number): Promise<readonly WaitingLog[]>
  /** Those that were received before this time and no span has taken, oldest first. */
  logsWaitingSince(before: string, limit: number): Promise<readonly WaitingLogHeader[]>
  /** Of those of the project that no span has taken. */
  waitingLogSize(projectId: string): Promise<WaitingLogSize>
  /** The oldest of the project that no span has taken, as far as all of them together have more than so many bytes. */
  logsBeyond(projectId: string, bytesMax: number): Promise<readonly WaitingLogHeader[]>
}

export interface WaitingLogWrites {
  /** One that is there already stays as it is. */
  insertWaitingLogs(logs: readonly WaitingLog[]): Promise<void>
  /** Says that their spans have taken them. They stay: where several processes write, it is looked at once more. */
  markLogsTaken(ids: readonly string[], at: string): Promise<void>
  /** Answers those that were there: of several that give the same one up, one is told so. */
  deleteWaitingLogs(ids: readonly string[]): Promise<readonly string[]>
  /** Removes those of these traces; or only those that were taken, which are not given to their spans again. */
  dropWaitingLogs(
    projectId: string,
    traceIds: readonly string[],
    which: 'all' | 'taken',
  ): Promise<{ readonly receiptIds: readonly string[] }>
  /** Finishes those of the receipts of which none waits to be taken: all but the rejected ones are stored. */
  finishLogReceipts(ids: readonly string[], at: string): Promise<void>
}
