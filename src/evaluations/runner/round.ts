// One round of a run: writes the computed outcomes and takes the next tasks in one transaction. Only the current holder
// of a task writes its outcome, so each is written once.
import type {
  EvaluationJob,
  EvaluationResult,
  EvaluationRun,
  EvaluationTask,
  JobPhase,
} from '../../storage/contract/contract.ts'
import type { ResultError } from '../../programs/failure.ts'
import { planScenarios, type PlannedScenario } from '../records/cells.ts'
import { changeFields, type TransactionContext } from '../records/engine.ts'
import { advanceScenarios } from '../records/jobs/advance-scenarios.ts'
import { isClosed, runData } from '../records/run-data.ts'
import { transitionRun } from '../records/runs.ts'
import { leaseNow, transact, type RunnerParts } from './parts.ts'

/** The part of a computed cell that its result stores. */
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

export interface FinishedTask {
  readonly task: EvaluationTask
  /** Undefined for metrics: those are already written. */
  readonly outcome: Outcome | undefined
}

export interface TakenCell {
  readonly task: EvaluationTask
  readonly scenarioPlan: PlannedScenario
}

export interface Round {
  /** Undefined: the run is deleted or closed, and no work is left. */
  readonly run: EvaluationRun | undefined
  readonly phase: JobPhase
  readonly cells: readonly TakenCell[]
  /** Scenarios whose metrics are due. */
  readonly metrics: readonly EvaluationTask[]
}

const cellsInFlightDefault = 10
/** Scenarios per metrics task: their traces are read with one query. */
const metricsTasksMax = 200

function withOutcome(
  txContext: TransactionContext,
  { outcome, before }: { readonly outcome: Outcome; readonly before: EvaluationResult },
): EvaluationResult {
  const testcaseId = outcome.status === 'success' ? outcome.testcaseId : undefined
  return {
    ...before,
    ...changeFields(txContext),
    status: outcome.status,
    traceId: outcome.traceId,
    testcaseId: testcaseId ?? before.testcaseId,
    hashId: outcome.hashId,
    error: outcome.status === 'failure' ? { ...outcome.error } : undefined,
  }
}

/** Writes the outcomes of tasks that this process still holds. Returns the number of these tasks. */
async function commitOutcomes(
  txContext: TransactionContext,
  {
    run,
    holder,
    finishedTasks,
  }: {
    readonly run: EvaluationRun
    readonly holder: string
    readonly finishedTasks: readonly FinishedTask[]
  },
): Promise<number> {
  const outcomes = new Map(finishedTasks.map(({ task, outcome }) => [task.id, outcome]))
  const heldTasks = await txContext.tx.tasksHeldBy(holder, [...outcomes.keys()])
  const changes = new Map(
    heldTasks.flatMap(({ id, resultId }) => {
      const outcome = outcomes.get(id)
      return resultId === undefined || outcome === undefined
        ? []
        : [[resultId, (before: EvaluationResult) => withOutcome(txContext, { outcome, before })] as const]
    }),
  )
  await txContext.tx.deleteTasks(heldTasks.map(({ id }) => id))
  const scenarioIdsWithTasks = heldTasks
    .filter(({ resultId }) => resultId !== undefined)
    .map(({ scenarioId }) => scenarioId)
  await advanceScenarios(txContext, { run, scenarioIds: [...new Set(scenarioIdsWithTasks)], changes })
  return heldTasks.length
}

export interface RoundOptions {
  readonly finishedTasks: readonly FinishedTask[]
  /** The most cells to take in this round. */
  readonly cellLimit: number
  readonly canTakeMetrics: boolean
}

export const runRound = (
  parts: RunnerParts,
  { job, options }: { readonly job: EvaluationJob; readonly options: RoundOptions },
): Promise<Round> =>
  transact(parts, {
    job,
    work: async (txContext) => {
      const { tx, scope } = txContext
      const [lockedRun] = await tx.lockEvaluationRuns(scope.projectId, [job.runId])
      const storedJob = await tx.evaluationJob(scope.projectId, job.runId)
      const noRecords = { cells: [], metrics: [] }
      if (lockedRun === undefined || storedJob === undefined || isClosed(lockedRun)) {
        return { run: undefined, phase: 'resting', ...noRecords }
      }
      const run =
        lockedRun.status === 'queued'
          ? await transitionRun(txContext, { run: lockedRun, event: { type: 'slot_free' } })
          : lockedRun
      const endedCount = await commitOutcomes(txContext, {
        run,
        holder: parts.holder,
        finishedTasks: options.finishedTasks,
      })
      // Progress: storing the job again resets its count of crashes.
      if (endedCount > 0 && storedJob.deaths !== undefined) await tx.putEvaluationJob(storedJob)
      const tasks = await tx.takeTasks({
        runId: run.id,
        lease: leaseNow(parts),
        cellsMax: runData(run).concurrency?.batch_size ?? cellsInFlightDefault,
        cellLimit: options.cellLimit,
        metricsLimit: options.canTakeMetrics ? metricsTasksMax : 0,
      })
      const cells = tasks.filter(({ stepKey }) => stepKey !== '')
      const scenarioIds = [...new Set(cells.map(({ scenarioId }) => scenarioId))]
      const scenarioPlans =
        scenarioIds.length === 0
          ? []
          : await planScenarios({ reads: tx, projectId: scope.projectId }, { run, scenarioIds })
      const byId = new Map(scenarioPlans.map((scenarioPlan) => [scenarioPlan.scenario.id, scenarioPlan]))
      return {
        run,
        phase: storedJob.phase,
        cells: cells.flatMap((task): readonly TakenCell[] => {
          const scenario = byId.get(task.scenarioId)
          return scenario === undefined ? [] : [{ task, scenarioPlan: scenario }]
        }),
        metrics: tasks.filter(({ stepKey }) => stepKey === ''),
      }
    },
  })
