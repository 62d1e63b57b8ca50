// Assignments of queue items to people. An item that a person holds is not offered to others; an item that a person
// skipped still is. Annotations themselves are in the results.
import type { EvaluationStatus } from './evaluations.ts'

/** Unique per person and item (scenario and repeat) of a queue; deleted with its queue and its scenario. */
export interface QueueAssignment {
  readonly queueId: string
  readonly scenarioId: string
  readonly repeatIdx: number
  readonly userId: string
  readonly state: 'held' | 'skipped'
  /** Held: the end of the hold. Skipped: the time of the skip. */
  readonly at: string
}

/** The number of cells of a run with this status that this person wrote last. */
export interface CellCountByAuthor {
  readonly userId: string
  readonly status: EvaluationStatus
  readonly count: number
  readonly lastAt: string
}

export interface QueueAssignmentReads {
  queueAssignments(projectId: string, queueIds: readonly string[]): Promise<readonly QueueAssignment[]>
  /** Counts cells of these steps, and only those of `scenarioIds` if that is present. */
  cellCountsByAuthor(
    run: { readonly projectId: string; readonly runId: string },
    cells: { readonly stepKeys: readonly string[]; readonly scenarioIds?: readonly string[] | undefined },
  ): Promise<readonly CellCountByAuthor[]>
}

export interface QueueAssignmentWrites {
  /** Upserts an assignment by person and item. */
  putQueueAssignment(projectId: string, assignment: QueueAssignment): Promise<void>
  /**
   * Removes the assignment of a person to one item; without an item, all that the person holds in the queue.
   */
  endQueueAssignments(
    projectId: string,
    assignments: Pick<QueueAssignment, 'queueId' | 'userId'> & {
      readonly item?: Pick<QueueAssignment, 'scenarioId' | 'repeatIdx'>
    },
  ): Promise<void>
}
