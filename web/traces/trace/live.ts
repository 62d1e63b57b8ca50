// Whether a trace is still growing, told from the outline alone.
import type { Outline } from './outline.ts'

/**
 * finished: the root is there, and nothing came lately. growing: the root is there, and spans still come. running: the root has not
 * arrived, and spans came lately. rootMissing: the root has not arrived, and nothing came for a while.
 */
export type TraceState = 'finished' | 'growing' | 'running' | 'rootMissing'

/** Exporters send in batches: the last spans of a finished trace follow its root by seconds. */
export const growingMs = 30_000
/** As the lists have it: a step of an agent that takes longer than this is rare. */
export const runningMs = 5 * 60_000

/** `lastSpanMs`: when the newest span ended or arrived, whichever is later. */
export function traceState({
  isRootMissing,
  lastSpanMs,
  nowMs,
}: {
  readonly isRootMissing: boolean
  readonly lastSpanMs: number
  readonly nowMs: number
}): TraceState {
  const silentMs = nowMs - lastSpanMs
  if (isRootMissing) return silentMs < runningMs ? 'running' : 'rootMissing'
  return silentMs < growingMs ? 'growing' : 'finished'
}

/** A trace with any placeholder at its top waits for a span. */
export const lacksRoot = ({ nodes, roots }: Outline): boolean =>
  roots.some((index) => nodes[index]?.span.missing === true)
