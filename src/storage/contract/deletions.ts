// Deletion jobs: the spans to erase, the progress, and the receipt. A job is leased by one process; another one
// continues it when the lease ends.
import type { JsonObject } from '../../kernel/json/value.ts'

/** The number of erased records. */
export interface ErasedCounts {
  readonly traces: number
  readonly spans: number
  /** Log events that waited for their spans. */
  readonly logEvents: number
  /** Rejected spans, which are stored separately. */
  readonly rejections: number
  /** Erased traces from which rows of testsets were copied. Absent: none. */
  readonly copiedTraceIds?: readonly string[]
  /** The copies, by testset; absent until all traces are erased. */
  readonly testsets?: readonly TestsetCopies[]
}

/** Rows of a testset that were copied from erased traces. */
export interface TestsetCopies {
  readonly testsetId: string
  readonly rows: number
  /** Revisions that have such rows. */
  readonly revisionIds: readonly string[]
  /** Revisions that the job committed without them. */
  readonly cleanRevisionIds: readonly string[]
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
  /** The reason why it ended early. */
  readonly error: string | undefined
  /** The end of its lease; undefined: no process has it. */
  readonly heldUntil: string | undefined
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
  /** Extends the lease, or ends it if `until` is empty. False: another process has taken the job. */
  renewDeletion(id: string, lease: { readonly holder: string; readonly until: string }): Promise<boolean>
  /** Ends all leases: their processes died. */
  releaseDeletions(): Promise<void>
  /** Deletes the rejected spans of these traces; returns their number. */
  deleteRejectionsOfTraces(projectId: string, traceIds: readonly string[]): Promise<number>
}
