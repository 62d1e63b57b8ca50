// What people do about the items of a queue before they have judged them: one holds an item so that nobody else judges it
// meanwhile, or has left it to others. What was judged stands in the results.
import type { EvaluationStatus } from './evaluations.ts'

/** One for each person and item (scenario and repeat) of a queue; it goes with its queue and its scenario. */
export interface QueueTurn {
  readonly queueId: string
  readonly scenarioId: string
  readonly repeatIdx: number
  readonly userId: string
  readonly state: 'held' | 'skipped'
  /** Held: until then. Skipped: since then. */
  readonly at: string
}

/** Cells of a run that have this status and were last written by this person. */
export interface JudgedCount {
  readonly userId: string
  readonly status: EvaluationStatus
  readonly count: number
  readonly lastAt: string
}

export interface QueueTurnReads {
  queueTurns(projectId: string, queueIds: readonly string[]): Promise<readonly QueueTurn[]>
  /** Of these steps; with scenarios, of these alone. */
  judgedCounts(
    run: { readonly projectId: string; readonly runId: string },
    of: { readonly stepKeys: readonly string[]; readonly scenarioIds?: readonly string[] | undefined },
  ): Promise<readonly JudgedCount[]>
}

export interface QueueTurnWrites {
  /** Writes a turn; one of the same person and item is replaced. */
  putQueueTurn(projectId: string, turn: QueueTurn): Promise<void>
  /** Forgets what a person does about one item; without it, all that the person holds in the queue. */
  endQueueTurns(
    projectId: string,
    of: Pick<QueueTurn, 'queueId' | 'userId'> & {
      readonly item?: Pick<QueueTurn, 'scenarioId' | 'repeatIdx'>
    },
  ): Promise<void>
}
