// One turn of a run: what was computed is written and what comes next is taken, in one transaction. An outcome is
// written only by whoever still holds its task, so each is written once.
import type {
  EvaluationJob,
  EvaluationResult,
  EvaluationRun,
  EvaluationTask,
  JobPhase,
} from '../../storage/contract/contract.ts'
import type { ResultError } from '../../programs/failure.ts'
import { plannedScenarios, type PlannedScenario } from '../records/cells.ts'
import { changedNow, type InTransaction } from '../records/engine.ts'
import { followCells } from '../records/follow.ts'
import { isClosed, runData } from '../records/run-data.ts'
import { moveRun } from '../records/runs.ts'
import { leaseNow, transact, type RunnerParts } from './parts.ts'

/** What a result keeps of a cell that was computed. */
export type Outcome =
  | {
      readonly status: 'success'
      readonly traceId?: string | undefined
      readonly testcaseId?: string | undefined
      readonly hashId?: string | undefined
    }
  | {
      readonly status: 'failure'
      readonly traceId?: string | undefined
      readonly hashId?: string | undefined
      readonly error: ResultError
    }

export interface Finished {
  readonly task: EvaluationTask
  /** Metrics have none: they are written already. */
  readonly outcome: Outcome | undefined
}

export interface TakenCell {
  readonly task: EvaluationTask
  readonly planned: PlannedScenario
}

export interface Turn {
  /** Undefined: it is gone or closed, and there is nothing more to do. */
  readonly run: EvaluationRun | undefined
  readonly phase: JobPhase
  readonly cells: readonly TakenCell[]
  /** Scenarios to be summed up. */
  readonly metrics: readonly EvaluationTask[]
}

const cellsInFlightDefault = 10
/** Scenarios summed up together: their traces are read at once. */
const metricsAtOnce = 200

function withOutcome(at: InTransaction, outcome: Outcome, before: EvaluationResult): EvaluationResult {
  const testcaseId = outcome.status === 'success' ? outcome.testcaseId : undefined
  return {
    ...before,
    ...changedNow(at),
    status: outcome.status,
    traceId: outcome.traceId,
    testcaseId: testcaseId ?? before.testcaseId,
    hashId: outcome.hashId,
    error: outcome.status === 'failure' ? { ...outcome.error } : undefined,
  }
}

/** Outcomes of tasks that were taken away meanwhile are dropped. Returns how many tasks have ended. */
async function settle(
  at: InTransaction,
  run: EvaluationRun,
  holder: string,
  finished: readonly Finished[],
): Promise<number> {
  const outcomes = new Map(finished.map(({ task, outcome }) => [task.id, outcome]))
  const held = await at.tx.tasksHeldBy(holder, [...outcomes.keys()])
  const changes = new Map(
    held.flatMap(({ id, resultId }) => {
      const outcome = outcomes.get(id)
      return resultId === undefined || outcome === undefined
        ? []
        : [[resultId, (before: EvaluationResult) => withOutcome(at, outcome, before)] as const]
    }),
  )
  await at.tx.deleteTasks(held.map(({ id }) => id))
  const touched = held.filter(({ resultId }) => resultId !== undefined).map(({ scenarioId }) => scenarioId)
  await followCells(at, run, [...new Set(touched)], changes)
  return held.length
}

export interface TurnOptions {
  readonly finished: readonly Finished[]
  /** How many cells may be taken at most. */
  readonly cellsTaken: number
  readonly takesMetrics: boolean
}

export const takeTurn = (parts: RunnerParts, job: EvaluationJob, options: TurnOptions): Promise<Turn> =>
  transact(parts, job, async (at) => {
    const { tx, scope } = at
    const [held] = await tx.lockEvaluationRuns(scope.projectId, [job.runId])
    const stored = await tx.evaluationJob(scope.projectId, job.runId)
    const none = { cells: [], metrics: [] }
    if (held === undefined || stored === undefined || isClosed(held)) {
      return { run: undefined, phase: 'resting', ...none }
    }
    const run = held.status === 'queued' ? await moveRun(at, held, { type: 'slot_free' }) : held
    const settled = await settle(at, run, parts.holder, options.finished)
    // Progress: putting the job again resets its count of deaths.
    if (settled > 0 && stored.deaths !== undefined) await tx.putEvaluationJob(stored)
    const taken = await tx.takeTasks({
      runId: run.id,
      lease: leaseNow(parts),
      cellsMax: runData(run).concurrency?.batch_size ?? cellsInFlightDefault,
      cellsTaken: options.cellsTaken,
      metricsTaken: options.takesMetrics ? metricsAtOnce : 0,
    })
    const cells = taken.filter(({ stepKey }) => stepKey !== '')
    const ids = [...new Set(cells.map(({ scenarioId }) => scenarioId))]
    const planned = ids.length === 0 ? [] : await plannedScenarios(tx, scope.projectId, run, ids)
    const byId = new Map(planned.map((one) => [one.scenario.id, one]))
    return {
      run,
      phase: stored.phase,
      cells: cells.flatMap((task): readonly TakenCell[] => {
        const scenario = byId.get(task.scenarioId)
        return scenario === undefined ? [] : [{ task, planned: scenario }]
      }),
      metrics: taken.filter(({ stepKey }) => stepKey === ''),
    }
  })
