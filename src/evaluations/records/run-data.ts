// The stored data of a run.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import type { RunData } from '../plan/steps.ts'

/** The limit of cells in flight, and the retries of a failed cell. */
export interface Concurrency {
  readonly batch_size?: number | undefined
  readonly max_retries?: number | undefined
  readonly retry_delay?: number | undefined
}

export interface StoredRunData extends RunData {
  readonly concurrency?: Concurrency | undefined
}

/** The steps of a run; a run without data has none. */
export const runData = (run: Pick<EvaluationRun, 'data'>): StoredRunData =>
  (run.data as unknown as StoredRunData | undefined) ?? { steps: [], repeats: 1 }

export const storedRunData = (data: StoredRunData | undefined): JsonObject | undefined =>
  data as unknown as JsonObject | undefined

export const isClosed = (run: EvaluationRun): boolean => run.flags['is_closed'] === true

/** Whether the server computes cells of the run now. */
export const isActiveOnServer = (run: EvaluationRun): boolean =>
  run.flags['is_active'] === true && run.executor === 'server'
