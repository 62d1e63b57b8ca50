// The runner: computes the cells of the runs that the server executes, so that a crash at any moment neither repeats
// what is finished nor leaves anything out.
//   runner      one for each process: which runs it works on, leases, cancelled cells (start here)
//   project-turns   whose runs these are, when there are more than it may work on
//   run-loop    one for each of these runs: cells in flight
//   turn        the one transaction of a loop: outcomes written, the next tasks taken
//   cell-work   what the executor needs to know about a cell
//   prepare, sources, live   from the items of a run to scenarios and tasks
//   finish      metrics, and the status of a run that has nothing left to compute
// May import the rest of evaluations/ and what that may import.
import { microsecondText } from '../../kernel/clock.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationJob,
  EvaluationRun,
  Lease,
  RelationalStore,
  RelationalTx,
} from '../../storage/contract/contract.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import type { Executor } from '../../programs/execution/contract.ts'
import type { EvaluationEngine, InTransaction } from '../records/engine.ts'

export interface RunnerSettings {
  /** How many runs this process works on at once. */
  readonly runsMax: number
  /** How many cells of all these runs it computes at once. */
  readonly cellsMax: number
  /** After this time without a sign of life what a process held is free for others. */
  readonly leaseMs: number
  /** How long a change that another process made may go unseen. */
  readonly pollMs: number
  /** How often live runs look for new traces, and how long a trace has to be stored by then. */
  readonly liveTickMs: number
  readonly liveDelayMs: number
}

export const runnerDefaults = {
  pollMs: 500,
  liveTickMs: 60_000,
  liveDelayMs: 10_000,
} as const satisfies Partial<RunnerSettings>

/** Told of cells as they begin and end, and of processes that died with some. */
export interface RunnerMetrics {
  leasesTakenOver(): void
  cellBegan(): void
  cellEnded(outcome: 'success' | 'failure' | 'cancelled'): void
}

export interface RunnerParts {
  readonly engine: EvaluationEngine
  readonly store: RelationalStore
  readonly executor: Executor
  readonly traceWrites: Pick<TraceWrites, 'caughtUp'>
  readonly settings: RunnerSettings
  readonly partyOf: PartyOf
  /** Of this process and this start: no other one has the same. */
  readonly holder: string
  /** Milliseconds since 1970, for leases and ticks. */
  readonly nowMs: () => number
  readonly metrics: RunnerMetrics
  /** Told when all items of a run are known, before it can end. */
  readonly onPrepared?: (run: EvaluationRun, job: EvaluationJob) => Promise<void>
  readonly onError: (error: unknown, what: string) => void
}

export const timeText = (ms: number): string => microsecondText(ms * 1000)

/** Clocks of processes may differ by as much as a lease lasts; one that differs by more than this is wrong. */
const leasesBlamed = 10

export function leaseNow({ holder, settings, nowMs }: RunnerParts): Lease {
  const now = nowMs()
  const { leaseMs } = settings
  return {
    holder,
    now: timeText(now),
    until: timeText(now + leaseMs),
    untilMax: timeText(now + 2 * leaseMs),
    blameFrom: timeText(now - leasesBlamed * leaseMs),
  }
}

/** The runner writes in the name of whoever started the run. */
export const scopeOfJob = ({ store }: Pick<RunnerParts, 'store'>, job: EvaluationJob): Scope => ({
  projectId: job.projectId,
  actorId: job.actorId,
  role: 'editor',
  store,
  touched: () => undefined,
})

/** A transaction about a run. */
export const transact = <T>(
  parts: RunnerParts,
  job: EvaluationJob,
  work: (at: InTransaction) => Promise<T>,
): Promise<T> => {
  const scope = scopeOfJob(parts, job)
  return parts.store.write((tx: RelationalTx) => work({ engine: parts.engine, scope, tx }))
}
