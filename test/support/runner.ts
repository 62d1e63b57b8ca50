// A runner over real stores, with a clock that tests move and an executor that tests watch.
import { microsecondText, systemClock, type Clock } from '../../src/kernel/clock.ts'
import type { CellOutcome, CellWork, Executor } from '../../src/programs/execution/contract.ts'
import { createExecutor } from '../../src/programs/execution/executor.ts'
import type { EvaluationEngine } from '../../src/evaluations/records/engine.ts'
import type { RunnerSettings } from '../../src/evaluations/runner/parts.ts'
import { startRunner, type Runner } from '../../src/evaluations/runner/runner.ts'
import type { RelationalStore } from '../../src/storage/contract/contract.ts'
import { realEngine } from './engine.ts'
import type { ExecutionStores } from './execution.ts'

/** A clock that tests advance. Stored times and leases use it. */
export interface ManualClock extends Clock {
  pass(ms: number): void
  nowMs(): number
}

export function movedClock(): ManualClock {
  const clock = systemClock()
  let passedMs = 0
  let lastUs = 0
  const nowMs = (): number => Date.now() + passedMs
  return {
    ...clock,
    now: () => {
      lastUs = Math.max(nowMs() * 1000, lastUs + 1)
      return microsecondText(lastUs)
    },
    nowMs,
    pass: (ms) => {
      passedMs += ms
    },
  }
}

export interface TestRunner {
  readonly engine: EvaluationEngine
  /** Cells in the order of their execution. */
  readonly executed: CellWork[]
  /** Starts a runner. `execute` replaces the real executor, `store` is another view of the store. */
  start(
    settings?: Partial<RunnerSettings>,
    execute?: Executor['execute'],
    store?: RelationalStore,
  ): Promise<Runner>
  stop(): Promise<void>
}

/** Ends with the signal, even if `execute` still waits. */
const abortable =
  (execute: Executor['execute']): Executor['execute'] =>
  (work, signal) => {
    const { promise, reject } = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => reject(new Error('aborted')))
    return Promise.race([execute(work, signal), promise])
  }

/** Runners share the stores and the clock. Their errors fail the test unless it handles them. */
export function testRunner(
  stores: ExecutionStores,
  clock: ManualClock,
  onError?: (error: unknown) => void,
): TestRunner {
  const executedCells: CellWork[] = []
  const executor = createExecutor(stores.parts())
  const recordingExecutor: Executor = {
    execute: async (work, signal): Promise<CellOutcome> => {
      executedCells.push(work)
      return executor.execute(work, signal)
    },
    close: () => executor.close(),
  }
  const runners: Runner[] = []
  const errors: unknown[] = []
  const engine: EvaluationEngine = {
    clock,
    versioning: realEngine(),
    spans: stores.spans,
    waitForIngest: (projectId) => stores.traceWrites.waitForIngest(projectId),
    reserveSlot: () => runners.some((runner) => runner.reserveSlot()),
    wake: () => runners.forEach((runner) => runner.wake()),
  }
  return {
    engine,
    executed: executedCells,
    start: async (settings = {}, execute, store = stores.store) => {
      const runner = await startRunner(
        {
          engine: { ...engine, wake: () => undefined },
          store,
          executor:
            execute === undefined ? recordingExecutor : { ...recordingExecutor, execute: abortable(execute) },
          settings: {
            runsMax: 4,
            cellsMax: 20,
            leaseMs: 30_000,
            takeoverGraceMs: 0,
            pollMs: 50,
            liveTickMs: 60_000,
            liveDelayMs: 10_000,
            liveTracesMax: 1000,
            liveBacklogMs: 86_400_000,
            ...settings,
          },
          partyOf: (projectId) => projectId,
          holder: clock.id(),
          nowMs: () => clock.nowMs(),
          metrics: {
            onLeasesTakenOver: () => undefined,
            onCellStarted: () => undefined,
            onCellEnded: () => undefined,
          },
          onError: onError ?? ((error) => void errors.push(error)),
        },
        false,
      )
      runners.push(runner)
      return {
        ...runner,
        stop: async () => {
          runners.splice(runners.indexOf(runner), 1)
          await runner.stop()
        },
      }
    },
    stop: async () => {
      for (const runner of runners.splice(0)) await runner.stop()
      await executor.close()
      if (errors.length > 0) throw new AggregateError(errors, String(errors[0]))
    },
  }
}
