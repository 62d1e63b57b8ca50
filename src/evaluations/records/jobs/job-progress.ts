// The progress of a run's preparation. It is written in the transactions that create scenarios and tasks, so that a
// crash neither duplicates nor loses any.
import type { JsonObject } from '../../../kernel/json/value.ts'

/** A cursor in the list of scenarios, which is ordered by both fields. */
export interface ScenarioCursor {
  readonly createdAt: string
  readonly id: string
}

/** The progress of an input step. */
export interface SourceProgress {
  readonly isDone: boolean
  /** The number of items taken. */
  readonly taken: number
  /** The cursor of a query. */
  readonly windowing?: JsonObject
}

export interface LiveProgress {
  /** Traces stored up to this time have been taken. */
  readonly watermark: string
  /** Minutes whose metrics are due. */
  readonly ticks: readonly string[]
  /** A tick is requested now, without waiting for the minute to end. */
  readonly isAsked?: boolean
  /** The number of matching traces that were not taken because of a limit. */
  readonly skipped?: number
}

export interface JobProgress {
  /** The progress of each input step, by step key. */
  readonly sources?: Readonly<Record<string, SourceProgress>>
  /** The position up to which existing scenarios were searched for missing cells. */
  readonly searched?: ScenarioCursor | 'all'
  readonly live?: LiveProgress
}

export const jobProgress = (job: { readonly progress: JsonObject }): JobProgress => job.progress

export const storedProgress = (progress: JobProgress): JsonObject => progress as unknown as JsonObject

/** The progress of a started run: its scenarios are searched again, items that were taken stay taken. */
export function progressAtStart(before: JobProgress, watermark: string | undefined): JobProgress {
  const { searched: _, live, ...rest } = before
  const from = watermark ?? live?.watermark
  if (from === undefined) return rest
  return { ...rest, live: { ticks: [], ...live, watermark: from, isAsked: true } }
}

/** The progress without some input steps, whose keys may return with other sources. */
export function progressWithout(before: JobProgress, stepKeys: ReadonlySet<string>): JobProgress {
  const remaining = Object.entries(before.sources ?? {}).filter(([key]) => !stepKeys.has(key))
  return { ...before, sources: Object.fromEntries(remaining) }
}
