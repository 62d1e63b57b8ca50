// What is asked of a run while it goes on and after it has ended: what changed, how far it is, what it was made of.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { CountByStatus, EvaluationRecords, EvaluationStatus } from './evaluations.ts'

/** A place in the order in which records of a run last changed. */
export interface ChangePlace {
  readonly changedAt: string
  readonly id: string
}

/** When a record was last changed; one that never was, when it was made. */
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
  /** When the first scenario was made, and when a result last changed. */
  readonly firstAt: string | undefined
  readonly lastAt: string | undefined
}

export interface RunFollowingReads {
  /** Records of a run in the order in which they last changed, after a place. */
  changedRecords<K extends 'scenario' | 'result'>(
    kind: K,
    run: { readonly projectId: string; readonly runId: string },
    page: { readonly after: ChangePlace; readonly limit: number },
  ): Promise<readonly EvaluationRecords[K][]>
  runCounts(projectId: string, runId: string): Promise<RunCounts>
  /** How many results of these steps last changed after a time, and have one of these statuses. */
  resultsChangedSince(
    run: { readonly projectId: string; readonly runId: string },
    since: string,
    of: { readonly statuses: readonly EvaluationStatus[]; readonly stepKeys: readonly string[] },
  ): Promise<number>
  /** As it was last put; it goes with its run. */
  runManifest(projectId: string, runId: string): Promise<JsonObject | undefined>
}

export interface RunFollowingWrites {
  putRunManifest(projectId: string, runId: string, manifest: JsonObject): Promise<void>
}
