// The runner computes the cells of the runs that the server executes. A crash at any moment neither repeats a finished
// cell nor loses one.
// store-contact   measures how long the store has answered; leases expire only while it answers
// runner          one per process: active runs, leases, cancelled cells (start here)
// project-shares  picks the runs to work on when there are more than the process may run
// run-loop        one per active run: cells in flight
// round           the one transaction of a loop: writes outcomes and takes the next tasks
// cell-work       gathers the executor's input for a cell
// prepare, sources, live   turn the items of a run into scenarios and tasks
// finish          writes metrics and the final status of a run without tasks
// May import the rest of evaluations/ and the modules below it.
import { millisecondText } from '../../kernel/clock.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationJob,
  EvaluationRun,
  Lease,
  RelationalStore,
  RelationalTx,
} from '../../storage/contract/contract.ts'
import type { Executor } from '../../programs/execution/contract.ts'
import type { EvaluationEngine, TransactionContext } from '../records/engine.ts'
import type { StoreContact } from './store-contact.ts'

export interface RunnerSettings {
  /** The number of runs that this process works on at once. */
  readonly runsMax: number
  /** The number of cells of all these runs that it computes at once. */
  readonly cellsMax: number
  /** A process that does not renew its leases for this long loses its tasks to other processes. */
  readonly leaseMs: number
  /** The process takes over the tasks of others after the store has answered it for this long. */
  readonly takeoverGraceMs: number
  /** Polling interval: the longest time that a change by another process goes unnoticed. */
  readonly pollMs: number
  /** The interval at which live runs look for new traces. */
  readonly liveTickMs: number
  /** A live run takes a trace that has been stored for this long. */
  readonly liveDelayMs: number
  /** The most traces of one tick. Further ones are skipped and counted. */
  readonly liveTracesMax: number
  /** The longest delay of a live run. Older traces are skipped and counted. */
  readonly liveBacklogMs: number
}

export const runnerDefaults = {
  pollMs: 500,
  liveTickMs: 60_000,
  liveDelayMs: 10_000,
} as const satisfies Partial<RunnerSettings>

/** Counts cells as they start and end, and takeovers from crashed processes. */
export interface RunnerMetrics {
  onLeasesTakenOver(): void
  onCellStarted(): void
  onCellEnded(outcome: 'success' | 'failure' | 'cancelled'): void
}

export interface RunnerParts {
  readonly engine: EvaluationEngine
  readonly store: RelationalStore
  readonly contact: StoreContact
  readonly executor: Executor
  readonly settings: RunnerSettings
  readonly partyOf: PartyOf
  /** Unique per process and start. */
  readonly holder: string
  /** Milliseconds since 1970, for leases and ticks. */
  readonly nowMs: () => number
  readonly metrics: RunnerMetrics
  /** Called when all items of a run have become scenarios, before the run can end. */
  readonly onPrepared?: (run: EvaluationRun, job: EvaluationJob) => Promise<void>
  readonly onError: (error: unknown, message: string) => void
}

/**
 * Clocks of processes may differ by as much as a lease; a clock that differs by more than this many leases is wrong.
 */
const clockErrorLeasesMax = 10

export function leaseNow({ holder, settings, nowMs, contact }: RunnerParts): Lease {
  const now = nowMs()
  const { leaseMs } = settings
  return {
    holder,
    now: millisecondText(now),
    expiredBefore: contact.isSteady(performance.now()) ? millisecondText(now) : '',
    until: millisecondText(now + leaseMs),
    untilMax: millisecondText(now + 2 * leaseMs),
    blameFrom: millisecondText(now - clockErrorLeasesMax * leaseMs),
  }
}

/** The runner writes in the name of the user or key that started the run. */
export const scopeOfJob = ({ store }: Pick<RunnerParts, 'store'>, job: EvaluationJob): Scope => ({
  projectId: job.projectId,
  actorId: job.actorId,
  role: 'editor',
  store,
  recordResource: () => undefined,
})

/** Runs a transaction about a run. */
export const transact = <T>(
  parts: RunnerParts,
  {
    job,
    work,
  }: { readonly job: EvaluationJob; readonly work: (txContext: TransactionContext) => Promise<T> },
): Promise<T> => {
  const scope = scopeOfJob(parts, job)
  return parts.store.write((tx: RelationalTx) => work({ engine: parts.engine, scope, tx }))
}
