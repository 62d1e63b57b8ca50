// The records of evaluations: a run, its scenarios, the results of their cells, metrics over them, and
// annotation queues. The definition of a run (`data`) is JSON here; the evaluations module interprets it.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Flags, Lifecycle, ListBounds } from './versions.ts'

export type EvaluationStatus =
  | 'pending'
  | 'queued'
  | 'running'
  | 'success'
  | 'failure'
  | 'errors'
  | 'cancelled'

interface EvaluationRecord extends Lifecycle {
  readonly id: string
  readonly status: EvaluationStatus
  readonly flags: Flags
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
}

export interface EvaluationRun extends EvaluationRecord {
  readonly name: string | undefined
  readonly description: string | undefined
  /** Who computes its cells: this program, or the client that created the run. */
  readonly executor: 'server' | 'client'
  readonly data: JsonObject | undefined
}

export interface EvaluationScenario extends EvaluationRecord {
  readonly runId: string
  /** Minutes. */
  readonly interval: number | undefined
  readonly timestamp: string | undefined
}

/** Unique per run, scenario, step and repeat. */
export interface EvaluationResult extends EvaluationRecord {
  readonly runId: string
  readonly scenarioId: string
  readonly stepKey: string
  readonly repeatIdx: number
  readonly traceId: string | undefined
  readonly testcaseId: string | undefined
  readonly hashId: string | undefined
  readonly error: JsonObject | undefined
  readonly interval: number | undefined
  readonly timestamp: string | undefined
}

/** Unique per run, scenario and time; an absent scenario or time counts as a value. */
export interface EvaluationMetrics extends EvaluationRecord {
  readonly runId: string
  readonly scenarioId: string | undefined
  readonly timestamp: string | undefined
  readonly interval: number | undefined
  readonly data: JsonObject | undefined
}

export interface EvaluationQueue extends EvaluationRecord {
  readonly runId: string
  readonly name: string | undefined
  readonly description: string | undefined
  readonly data: JsonObject | undefined
}

export interface EvaluationRecords {
  readonly run: EvaluationRun
  readonly scenario: EvaluationScenario
  readonly result: EvaluationResult
  readonly metrics: EvaluationMetrics
  readonly queue: EvaluationQueue
}
export type EvaluationKind = keyof EvaluationRecords

/** Filters of a list. Absent members, empty lists and members that a kind does not have restrict nothing. */
export interface EvaluationFilter {
  readonly ids?: readonly string[] | undefined
  readonly runIds?: readonly string[] | undefined
  /** `true`: must be set; `false`: must be absent. */
  readonly scenarioIds?: readonly string[] | boolean | undefined
  readonly timestamps?: readonly string[] | boolean | undefined
  readonly intervals?: readonly number[] | undefined
  readonly stepKeys?: readonly string[] | undefined
  readonly repeatIdxs?: readonly number[] | undefined
  readonly statuses?: readonly EvaluationStatus[] | undefined
  readonly traceIds?: readonly string[] | undefined
  readonly testcaseIds?: readonly string[] | undefined
  /** Only queues are archived. */
  readonly includeArchived?: boolean | undefined
}

/** The number of records per status; statuses without records are omitted. */
export type CountByStatus = Readonly<Partial<Record<EvaluationStatus, number>>>

/** Counts of scenarios and results of a run. */
export interface StatusCounts {
  readonly scenarios: CountByStatus
  readonly results: CountByStatus
}

/** A result with the members that lists and statistics need. */
export type EvaluationCell = Pick<
  EvaluationResult,
  'id' | 'scenarioId' | 'stepKey' | 'repeatIdx' | 'status' | 'traceId' | 'testcaseId'
>

/**
 * Cells by column: a run may have very many, and an object per cell would be most of the work of reading
 * them.
 */
export interface CellColumns {
  readonly scenarioIds: readonly string[]
  /** Positions among the requested steps. */
  readonly steps: readonly number[]
  readonly repeatIdxs: readonly number[]
  readonly succeeded: readonly boolean[]
  /** '' if there is none. */
  readonly traceIds: readonly string[]
  readonly testcaseIds: readonly string[]
}

export interface EvaluationReads {
  /** In the order of creation; without bounds all records, oldest first. */
  evaluationRecords<K extends EvaluationKind>(
    kind: K,
    projectId: string,
    filter: EvaluationFilter,
    bounds?: ListBounds,
  ): Promise<readonly EvaluationRecords[K][]>
  /**
   * The results of a run, or only those of these steps, in the order of creation. They have few members, because a
   * run may have very many results.
   */
  runCells(projectId: string, runId: string, stepKeys?: readonly string[]): Promise<readonly EvaluationCell[]>
  /** The cells of these steps of a run, in the order of creation. */
  cellColumns(projectId: string, runId: string, stepKeys: readonly string[]): Promise<CellColumns>
  /** The scenarios of a run, in the order of creation. */
  runScenarios(
    projectId: string,
    runId: string,
  ): Promise<readonly Pick<EvaluationScenario, 'id' | 'status'>[]>
  statusCounts(projectId: string, runId: string): Promise<StatusCounts>
  /** Filters `traceIds` to those that a result refers to. With `since`, only results created since then count. */
  tracesOfResults(
    projectId: string,
    results: { readonly traceIds: readonly string[]; readonly since?: string | undefined },
  ): Promise<readonly string[]>
}

export interface EvaluationWrites {
  /** The existing runs among these, locked against other writers until the transaction ends. */
  lockEvaluationRuns(projectId: string, ids: readonly string[]): Promise<readonly EvaluationRun[]>
  /** Upserts full records by id. Throws for a result or metrics whose unique key belongs to another id. */
  putEvaluationRecords<K extends EvaluationKind>(
    kind: K,
    projectId: string,
    records: readonly EvaluationRecords[K][],
  ): Promise<void>
  /** Deletes the records with these ids, or below these runs or scenarios. Returns the deleted ids. */
  deleteEvaluationRecords(
    kind: EvaluationKind,
    projectId: string,
    by: 'id' | 'runId' | 'scenarioId',
    values: readonly string[],
  ): Promise<readonly string[]>
}
