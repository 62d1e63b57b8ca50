// Whether a trace is still growing.
import { traceState } from '../../app/spans/trace-state.ts'
import type { Outline } from './outline.ts'

/** The state in lists, or growing: the root has arrived and spans still arrive. */
export type FollowedState = ReturnType<typeof traceState> | 'growing'

/** Exporters send in batches: the last spans of a finished trace follow its root by seconds. */
export const growingMs = 30_000

export function followedState(trace: Parameters<typeof traceState>[0]): FollowedState {
  const state = traceState(trace)
  return state === 'finished' && trace.nowMs - trace.receivedMs < growingMs ? 'growing' : state
}

/** A root has no parent, not even one that is missing. */
export const hasRoot = ({ nodes, roots }: Outline): boolean =>
  roots.some((index) => nodes[index]?.span.isPlaceholder !== true)
