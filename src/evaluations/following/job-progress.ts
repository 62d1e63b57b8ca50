// How far the preparation of a run is. It is written in the transactions that make scenarios and tasks, so that after a
// crash nothing is made twice and nothing is left out.
import type { JsonObject } from '../../kernel/json/value.ts'

/** A place in the list of scenarios, which is ordered by both. */
export interface ScenarioPlace {
  readonly createdAt: string
  readonly id: string
}

/** How far the items of an input step are taken. */
export interface SourceProgress {
  readonly isDone: boolean
  /** How many items of it are taken. */
  readonly taken: number
  /** Where a query goes on. */
  readonly windowing?: JsonObject
}

export interface LiveProgress {
  /** Traces that were stored until then have been looked at. */
  readonly watermark: string
  /** Minutes whose row of metrics is due. */
  readonly ticks: readonly string[]
  /** Somebody wants a look now, without waiting for the minute to end. */
  readonly isAsked?: boolean
}

export interface JobProgress {
  /** By the key of the step. */
  readonly sources?: Readonly<Record<string, SourceProgress>>
  /** Up to where scenarios that were there before were searched for missing cells. */
  readonly searched?: ScenarioPlace | 'all'
  readonly live?: LiveProgress
}

export const jobProgress = (job: { readonly progress: JsonObject }): JobProgress => job.progress

export const storedProgress = (progress: JobProgress): JsonObject => progress as unknown as JsonObject

/** The progress of a run that is started: its scenarios are searched anew, items that were taken stay taken. */
export function progressAtStart(before: JobProgress, watermark: string | undefined): JobProgress {
  const { searched: _, live, ...kept } = before
  const from = watermark ?? live?.watermark
  if (from === undefined) return kept
  return { ...kept, live: { watermark: from, ticks: live?.ticks ?? [], isAsked: true } }
}

/** The same without some input steps, which may come again as others. */
export function progressWithout(before: JobProgress, stepKeys: ReadonlySet<string>): JobProgress {
  const left = Object.entries(before.sources ?? {}).filter(([key]) => !stepKeys.has(key))
  return { ...before, sources: Object.fromEntries(left) }
}
