// Whether a trace has finished. Lists and the page of a trace decide it here, so that they agree.

/** Finished: a root has arrived. Without a root a trace runs while spans arrive; later its root is missing. */
export type TraceState = 'finished' | 'running' | 'root_missing'

/** Exporters send at least every minute; a step of an agent that takes longer than this is rare. */
export const runningMs = 5 * 60_000

/** A root ends last, so that its arrival ends the trace. `receivedMs`: when the last span arrived. */
export function traceState({
  hasRoot,
  receivedMs,
  nowMs,
}: {
  readonly hasRoot: boolean
  readonly receivedMs: number
  readonly nowMs: number
}): TraceState {
  if (hasRoot) return 'finished'
  return nowMs - receivedMs < runningMs ? 'running' : 'root_missing'
}
