// The work of the runner. A job is the server's work on a run; tasks are its remaining computations. Tasks
// are leased: the holder writes the outcome, and the tasks of a dead process are free again when the lease
// ends. Both are deleted with their run, scenario or result.
import type { JsonObject } from '../../kernel/json/value.ts'

/**
 * `preparing`: scenarios and tasks are being created. `computing`: tasks are being computed. `summing`: the
 * run was ended from outside, and its metrics are due. `resting`: no work before `dueAt` or the next request.
 */
export type JobPhase = 'preparing' | 'computing' | 'summing' | 'resting'

/** Unique per run that the server executes or has executed. */
export interface EvaluationJob {
  readonly runId: string
  readonly projectId: string
  /** Who requested it: the author of its writes. */
  readonly actorId: string
  readonly phase: JobPhase
  /** When it was requested: older jobs are served first. */
  readonly askedAt: string
  readonly dueAt: string | undefined
  /** The progress of the preparation; only the runner reads it. */
  readonly progress: JsonObject
  /** How many processes died while they held it; absent: none. A new job starts at none. */
  readonly deaths?: number
}

/** A cell to compute (`resultId` is its result), or the metrics of a scenario. */
export interface EvaluationTask {
  /** New for each dispatch of the cell; tasks are leased in the order of their ids. */
  readonly id: string
  readonly projectId: string
  readonly runId: string
  readonly scenarioId: string
  readonly resultId: string | undefined
  /** '' for metrics. */
  readonly stepKey: string
  readonly repeatIdx: number
  /** False while it waits for another cell of its scenario. */
  readonly isReady: boolean
  /** How many processes died while they held it; absent: none. A new task starts at none. */
  readonly deaths?: number
}

/** The holder of a lease and its end. */
export interface Lease {
  readonly holder: string
  readonly now: string
  /**
   * A lease of another holder that ended before this has expired. Empty: none has, because the caller cannot know
   * whether the store was unavailable when the holder tried to renew it.
   */
  readonly expiredBefore: string
  readonly until: string
  /** A lease that ends later than this comes from a wrong clock, and has expired. */
  readonly untilMax: string
  /** A lease that ended before this ended too long ago to conclude a death: a clock may be wrong. */
  readonly blameFrom: string
}

/** Expired leases that were not released. The caller is alive: its own leases are not included. */
export interface ExpiredLeases {
  readonly endedBefore: string
  /** A lease from a wrong clock: expired too, without a death. */
  readonly endingAfter: string
  /** A lease that ended before this has expired, without a known death. */
  readonly blameFrom: string
  readonly exceptOf: string
}

/** Tasks of a holder, and its jobs unless tasks are given. */
export interface HeldTasks {
  readonly holder: string
  readonly ids?: readonly string[]
}

export interface TaskRequest {
  readonly runId: string
  readonly lease: Lease
  /** How many cells of the run may be leased in parallel, by all holders. */
  readonly cellsMax: number
  /** The most cells to lease now. */
  readonly cellLimit: number
  readonly metricsLimit: number
}

/** The remaining work of all runs. */
export interface TaskBacklog {
  /** Free tasks. */
  readonly ready: number
  /** Tasks that wait for another cell of their scenario. */
  readonly blocked: number
  /** Leased tasks. */
  readonly leased: number
  /** When the oldest unfinished run was requested. */
  readonly oldestAskedAt: string | undefined
}

export interface TaskReads {
  taskBacklog(): Promise<TaskBacklog>
  evaluationJob(projectId: string, runId: string): Promise<EvaluationJob | undefined>
  /** Jobs of all projects that have work now, the oldest request first. */
  evaluationJobsDue(now: string): Promise<readonly EvaluationJob[]>
  /** The ids of the tasks of a holder. */
  heldTasks(holder: string): Promise<readonly string[]>
  /** Tasks of these scenarios. */
  scenarioTasks(scenarioIds: readonly string[]): Promise<readonly EvaluationTask[]>
  hasTasks(runId: string): Promise<boolean>
  /** Whether another holder's lease on a task has expired without a release. */
  hasExpiredLeases(leases: ExpiredLeases): Promise<boolean>
}

export interface TaskWrites {
  /** Writes a full job; its lease stays. Its deaths are reset: any write is progress. */
  putEvaluationJob(job: EvaluationJob): Promise<void>
  /**
   * Leases a run for starting, preparing or ending it. Undefined: another holder has it. Idempotent for the
   * holder. A job with deaths is leased alone among such jobs, so that no other is blamed.
   */
  takeEvaluationJob(runId: string, lease: Lease): Promise<{ readonly deaths: number } | undefined>
  /** Releases the lease; does nothing for anyone but the holder. */
  releaseEvaluationJob(runId: string, holder: string): Promise<void>
  /** Adds tasks. A task of the same cell, or metrics of the same scenario, is replaced and free again. */
  putTasks(tasks: readonly EvaluationTask[]): Promise<void>
  /**
   * Leases the oldest free and ready tasks of a run; the results of their cells become running. The holder's
   * current tasks are not leased again, even when their lease has expired. Of the cells with two deaths one
   * is leased at a time, and metrics with two deaths are leased one at a time while nothing else of the run is:
   * this identifies the task that kills processes.
   */
  takeTasks(request: TaskRequest): Promise<readonly EvaluationTask[]>
  /** Those of these tasks that the holder has. */
  tasksHeldBy(holder: string, ids: readonly string[]): Promise<readonly EvaluationTask[]>
  /** Marks tasks as ready. */
  markTasksReady(ids: readonly string[]): Promise<void>
  deleteTasks(ids: readonly string[]): Promise<void>
  /** All remaining tasks of a run. */
  deleteRunTasks(runId: string): Promise<void>
  /** Every lease of the holder, on jobs and tasks, now ends at `until`. */
  renewLeases(lease: Lease): Promise<void>
  /**
   * Releases leases: those of a holder, some of its tasks, or expired ones; `all`: every lease, because all holders
   * have died. Results are queued again.
   */
  releaseTasks(leases: HeldTasks | ExpiredLeases | 'all'): Promise<void>
  /** The unfinished cells of a run become cancelled, and its scenarios with them; manual cells stay. */
  cancelCells(
    projectId: string,
    runId: string,
    change: { readonly at: string; readonly by: string },
  ): Promise<void>
}
