// The work of the runner. A job says what the server has to do about a run; tasks are what is left to compute of it.
// Tasks are taken with a lease: whoever holds one writes its outcome, and what a process that died held is free again
// when the lease ends. Both go with their run, scenario or result.
import type { JsonObject } from '../../kernel/json/value.ts'

/**
 * `preparing`: scenarios and tasks are being made. `computing`: tasks are being computed. `summing`: the run was ended
 * from outside, and its metrics are due. `resting`: nothing is to be done before `dueAt`, or before somebody asks.
 */
export type JobPhase = 'preparing' | 'computing' | 'summing' | 'resting'

/** One for each run that the server executes or has executed. */
export interface EvaluationJob {
  readonly runId: string
  readonly projectId: string
  /** Who asked for it: the author of what it writes. */
  readonly actorId: string
  readonly phase: JobPhase
  /** When it was asked for: older ones are taken up first. */
  readonly askedAt: string
  readonly dueAt: string | undefined
  /** How far it is prepared; only the runner reads it. */
  readonly progress: JsonObject
  /** How many processes died while they held it; absent: none. A job that is put begins anew. */
  readonly deaths?: number
}

/** A cell that is to be computed (`resultId` is its result), or the metrics of a scenario. */
export interface EvaluationTask {
  /** A new one each time the cell is dispatched; tasks are taken in the order of their ids. */
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
  /** How many processes died while they held it; absent: none. A task that is put again begins anew. */
  readonly deaths?: number
}

/** Who holds tasks, and until when nobody else may. */
export interface Lease {
  readonly holder: string
  readonly now: string
  readonly until: string
  /** What ends later than this was given by a clock that was wrong, and is over. */
  readonly untilMax: string
  /** What ended before this ended too long ago to say that somebody died: a clock may be wrong. */
  readonly blameFrom: string
}

/** Leases that ended without being given back. Whoever asks is alive: its own are not among them. */
export interface LostLeases {
  readonly endedBefore: string
  /** Given by a clock that was wrong: over too, and nobody died with it. */
  readonly endingAfter: string
  /** What ended before this is over, and nobody is known to have died with it. */
  readonly blameFrom: string
  readonly exceptOf: string
}

/** Tasks of a holder, and its jobs unless tasks are named. */
export interface HeldTasks {
  readonly holder: string
  readonly ids?: readonly string[]
}

export interface TakenTasks {
  readonly runId: string
  readonly lease: Lease
  /** How many cells of the run may be held at the same time, by whomever. */
  readonly cellsMax: number
  /** How many cells are taken now at most. */
  readonly cellsTaken: number
  readonly metricsTaken: number
}

/** What is left to compute of all runs. */
export interface TaskBacklog {
  /** Anybody may take them. */
  readonly ready: number
  /** They wait for another cell of their scenario. */
  readonly blocked: number
  /** Somebody holds them. */
  readonly held: number
  /** When the oldest run that is not finished was asked for. */
  readonly oldestAskedAt: string | undefined
}

export interface TaskReads {
  taskBacklog(): Promise<TaskBacklog>
  evaluationJob(projectId: string, runId: string): Promise<EvaluationJob | undefined>
  /** Jobs of all projects with something to do now, those asked for first ahead. */
  evaluationJobsDue(now: string): Promise<readonly EvaluationJob[]>
  /** Ids of the tasks that a holder has. */
  heldTasks(holder: string): Promise<readonly string[]>
  /** Tasks of these scenarios. */
  scenarioTasks(scenarioIds: readonly string[]): Promise<readonly EvaluationTask[]>
  hasTasks(runId: string): Promise<boolean>
  /** Whether a lease of anybody else has ended without being given back. */
  hasLostTasks(lost: LostLeases): Promise<boolean>
}

export interface TaskWrites {
  /** Writes a job as a whole; a lease on it stays. Its deaths are forgotten: whatever was written was progress. */
  putEvaluationJob(job: EvaluationJob): Promise<void>
  /**
   * Takes the right to take up, prepare or end a run. Undefined: somebody else has it. Safe to repeat by the holder. A job
   * that a process has died with is held alone among such, so that no other gets the blame for it.
   */
  takeEvaluationJob(runId: string, lease: Lease): Promise<{ readonly deaths: number } | undefined>
  /** Gives that right back; nothing happens to whoever does not have it. */
  giveBackEvaluationJob(runId: string, holder: string): Promise<void>
  /** Adds tasks. One of the same cell, or metrics of the same scenario, is replaced and free again. */
  putTasks(tasks: readonly EvaluationTask[]): Promise<void>
  /**
   * Takes the oldest free tasks of a run that are ready; the results of their cells become running. What the holder has
   * already is not taken again, even when its lease has ended. Of cells that two processes have died with one is held at a
   * time: whichever ends processes is then known.
   */
  takeTasks(taking: TakenTasks): Promise<readonly EvaluationTask[]>
  /** Of these tasks, those that the holder has. */
  tasksHeldBy(holder: string, ids: readonly string[]): Promise<readonly EvaluationTask[]>
  /** Lets tasks wait no longer. */
  readyTasks(ids: readonly string[]): Promise<void>
  deleteTasks(ids: readonly string[]): Promise<void>
  /** Everything that is left of a run. */
  deleteRunTasks(runId: string): Promise<void>
  /** Every lease of the holder, on jobs and tasks, ends at `until`. */
  renewLeases(lease: Lease): Promise<void>
  /**
   * Gives back what a holder has (all or some), or frees what was lost, or what anybody had, with whom the holders died;
   * results are queued again.
   */
  releaseTasks(whose: HeldTasks | LostLeases | 'all'): Promise<void>
  /** The unfinished cells of a run end as cancelled, its scenarios with them; manual cells stay. */
  cancelCells(
    projectId: string,
    runId: string,
    changed: { readonly at: string; readonly by: string },
  ): Promise<void>
}
