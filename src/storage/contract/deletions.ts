// Deletion jobs: the spans to erase, the progress, and the receipt. A job is leased by one process; another one
// continues it when the lease ends.
import type { JsonObject } from '../../kernel/json/value.ts'

/** The number of erased records. */
export interface ErasedCounts {
  readonly traces: number
  readonly spans: number
  /** Log events that waited for their spans. */
  readonly logEvents: number
  /** Rejected spans, which are stored apart. */
  readonly rejections: number
}

export interface Deletion {
  readonly id: string
  readonly projectId: string
  /** The key that requested it. */
  readonly actorId: string
  readonly createdAt: string
  readonly finishedAt: string | undefined
  readonly request: JsonObject
  readonly erased: ErasedCounts
  /** Why it ended early. */
  readonly error: string | undefined
  /** Whether a process has taken it. */
  readonly isTaken: boolean
}

export interface DeletionReads {
  deletion(projectId: string, id: string): Promise<Deletion | undefined>
  /** Newest first. */
  deletions(projectId: string, limit: number): Promise<readonly Deletion[]>
}

export interface DeletionWrites {
  insertDeletion(deletion: Deletion): Promise<void>
  /** Leases the oldest unfinished job without a valid lease. Two processes never hold the same job. */
  takeDeletion(lease: {
    readonly holder: string
    readonly now: string
    readonly until: string
  }): Promise<Deletion | undefined>
  /** Stores the progress and extends the lease until `until`, or ends the job. False: the lease is lost. */
  putDeletion(
    deletion: Pick<Deletion, 'id' | 'erased' | 'finishedAt' | 'error'>,
    lease: { readonly holder: string; readonly until: string },
  ): Promise<boolean>
  /** Deletes the rejected spans of these traces; returns their number. */
  deleteRejectionsOfTraces(projectId: string, traceIds: readonly string[]): Promise<number>
}
