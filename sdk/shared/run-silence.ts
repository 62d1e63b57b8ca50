// Decides whether the program that computes a run has probably ended: a killed program cannot report its end.
import { runningMs } from '../../src/tracing/trace-state.ts'

/** The members of a run's progress that the decision needs. */
export interface FollowedRun {
  readonly status: string
  /** `server`: the server continues the run. */
  readonly executor: string
  readonly cells: Readonly<Record<string, number>>
  readonly last_change_at: string
}

/** A program without results for this time has probably ended, like a trace without its root and without new spans. */
export const silentMs = runningMs

/** The time of the last change if the program has probably ended. Runs that wait for people alone are not silent. */
export function silentSince(run: FollowedRun, nowMs: number): string | undefined {
  const { waiting = 0, manual = 0 } = run.cells
  if (run.status !== 'running' || run.executor !== 'client' || (manual > 0 && waiting === 0)) return undefined
  return nowMs - Date.parse(run.last_change_at) >= silentMs ? run.last_change_at : undefined
}
