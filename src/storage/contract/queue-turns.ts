// Assignments of queue items to people: one person holds an item so that nobody else annotates it meanwhile,
// or has skipped it. Annotations themselves are in the results.
import type { EvaluationStatus } from './evaluations.ts'

/** Unique per person and item (scenario and repeat) of a queue; deleted with its queue and its scenario. */
export interface QueueTurn {
  readonly queueId: string
  readonly scenarioId: string
  readonly repeatIdx: number
  readonly userId: string
  readonly state: 'held' | 'skipped'
  /** Held: until then. Skipped: since then. */
  readonly at: string
}

/** Cells of a run with this status that this person wrote last. */
export interface JudgedCount {
  readonly userId: string
  readonly status: EvaluationStatus
  readonly count: number
  readonly lastAt: string
}

export interface QueueTurnReads {
  queueTurns(projectId: string, queueIds: readonly string[]): Promise<readonly QueueTurn[]>
  /** Of these steps; if scenarios are given, of these only. */
  judgedCounts(
    run: { readonly projectId: string; readonly runId: string },
    of: { readonly stepKeys: readonly string[]; readonly scenarioIds?: readonly string[] | undefined },
  ): Promise<readonly JudgedCount[]>
}

export interface QueueTurnWrites {
  /** Upserts an assignment by person and item. */
  putQueueTurn(projectId: string, turn: QueueTurn): Promise<void>
  /**
   * Removes the assignment of a person to one item; without an item, all that the person holds in the queue.
   */
  endQueueTurns(
    projectId: string,
    of: Pick<QueueTurn, 'queueId' | 'userId'> & {
      readonly item?: Pick<QueueTurn, 'scenarioId' | 'repeatIdx'>
    },
  ): Promise<void>
}
