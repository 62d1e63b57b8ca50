// Reads of a run during and after its execution: changes, progress and its manifest.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { CountByStatus, EvaluationRecords, EvaluationStatus } from './evaluations.ts'

/** A position in the order of last changes of a run's records. */
export interface ChangeCursor {
  readonly changedAt: string
  readonly id: string
}

/** The time of the last change, or of the creation of an unchanged record. */
export const changedAt = (record: {
  readonly createdAt: string
  readonly updatedAt: string | undefined
}): string => record.updatedAt ?? record.createdAt

export interface StepCount {
  readonly stepKey: string
  readonly status: EvaluationStatus
  readonly count: number
}

export interface RunCounts {
  readonly scenarios: CountByStatus
  readonly results: readonly StepCount[]
  /** When the first scenario was created, and when a result last changed. */
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
}

export interface RunFollowingReads {
  /** Records of a run in the order of their last change, after a position. */
  changedRecords<K extends 'scenario' | 'result'>(
    kind: K,
    run: { readonly projectId: string; readonly runId: string },
    page: { readonly after: ChangeCursor; readonly limit: number },
  ): Promise<readonly EvaluationRecords[K][]>
  runCounts(projectId: string, runId: string): Promise<RunCounts>
  /** The number of results of these steps that last changed after a time and have one of these statuses. */
  resultsChangedSince(
    run: { readonly projectId: string; readonly runId: string },
    since: string,
    results: { readonly statuses: readonly EvaluationStatus[]; readonly stepKeys: readonly string[] },
  ): Promise<number>
  /** The last stored manifest; it is deleted with its run. */
  runManifest(projectId: string, runId: string): Promise<JsonObject | undefined>
}

export interface RunFollowingWrites {
  putRunManifest(projectId: string, runId: string, manifest: JsonObject): Promise<void>
}
