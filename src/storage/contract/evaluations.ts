// The records of evaluations: a run, its scenarios, the results of their cells, metrics over them, and queues of work
// for people. What a run is made of (`data`) is JSON here; the evaluations read it.
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
  /** Who computes its cells: this program, or the client that made the run. */
  readonly executor: 'server' | 'client'
  readonly data: JsonObject | undefined
}

export interface EvaluationScenario extends EvaluationRecord {
  readonly runId: string
  /** Minutes. */
  readonly interval: number | undefined
  readonly timestamp: string | undefined
}

/** One for each (run, scenario, step, repeat). */
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

/** One for each (run, scenario or none, time or none). */
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

/** What narrows a list. Absent members and empty lists restrict nothing; what a kind does not have restricts nothing. */
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

/** How many have each status; those that do not occur are left out. */
export type CountByStatus = Readonly<Partial<Record<EvaluationStatus, number>>>

/** Of the scenarios and results of a run. */
export interface StatusCounts {
  readonly scenarios: CountByStatus
  readonly results: CountByStatus
}

/** A result without what only its own page shows. */
export type EvaluationCell = Pick<
  EvaluationResult,
  'id' | 'scenarioId' | 'stepKey' | 'repeatIdx' | 'status' | 'traceId' | 'testcaseId'
>

/** Cells by columns: a run may have very many, and an object for each would be most of the work of reading them. */
export interface CellColumns {
  readonly scenarioIds: readonly string[]
  /** Positions among the steps that were asked for. */
  readonly steps: readonly number[]
  readonly repeatIdxs: readonly number[]
  readonly succeeded: readonly boolean[]
  /** '' where there is none. */
  readonly traceIds: readonly string[]
  readonly testcaseIds: readonly string[]
}

export interface EvaluationReads {
  /** In the order of creation; without bounds all there are, oldest first. */
  evaluationRecords<K extends EvaluationKind>(
    kind: K,
    projectId: string,
    filter: EvaluationFilter,
    bounds?: ListBounds,
  ): Promise<readonly EvaluationRecords[K][]>
  /** The results of a run, of these steps if any are named, in the order of creation: a run may have very many. */
  runCells(projectId: string, runId: string, stepKeys?: readonly string[]): Promise<readonly EvaluationCell[]>
  /** The cells of these steps of a run, in the order of creation. */
  cellColumns(projectId: string, runId: string, stepKeys: readonly string[]): Promise<CellColumns>
  /** The scenarios of a run, in the order of creation. */
  runScenarios(
    projectId: string,
    runId: string,
  ): Promise<readonly Pick<EvaluationScenario, 'id' | 'status'>[]>
  statusCounts(projectId: string, runId: string): Promise<StatusCounts>
  /** Of these traces, those that a result points at. */
  tracesOfResults(projectId: string, traceIds: readonly string[]): Promise<readonly string[]>
}

export interface EvaluationWrites {
  /** The runs that there are of these, held against other writers until the transaction ends. */
  lockEvaluationRuns(projectId: string, ids: readonly string[]): Promise<readonly EvaluationRun[]>
  /** Writes whole records; one whose id is there is replaced. A result or metrics whose key another id has throws. */
  putEvaluationRecords<K extends EvaluationKind>(
    kind: K,
    projectId: string,
    records: readonly EvaluationRecords[K][],
  ): Promise<void>
  /** Removes the records with these ids, or below these runs or scenarios. Answers the ids of what was there. */
  deleteEvaluationRecords(
    kind: EvaluationKind,
    projectId: string,
    by: 'id' | 'runId' | 'scenarioId',
    values: readonly string[],
  ): Promise<readonly string[]>
}
