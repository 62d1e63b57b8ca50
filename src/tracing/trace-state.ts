// Decides whether a trace has finished. Lists and the trace page use the same rule.

/** Finished: a root has arrived. Without a root, a trace is running while spans arrive; later its root is missing. */
export type TraceState = 'finished' | 'running' | 'root_missing'

/** Exporters send at least every minute. A step of an agent rarely takes longer than this. */
export const runningMs = 5 * 60_000

/** A root ends last, so its arrival ends the trace. `receivedMs` is the time at which the last span arrived. */
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
