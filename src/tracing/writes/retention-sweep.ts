// The background sweep that removes expired records and traces, and reclaims the disk space of traces.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sweep } from '../../access/retention.ts'
import { expireTraces, type RetentionParts } from './retention.ts'

export interface RetentionSweepParts extends RetentionParts {
  readonly everyMs: number
  /** Removes expired records before traces: records hold traces. */
  readonly expireRecords: (sweep: Sweep) => Promise<void>
  readonly onRemoved: (spans: number) => void
  /** Called after a sweep without an error. */
  readonly onSwept: () => void
  readonly onError: (error: unknown) => void
}

const dayMs = 86_400_000

/** Sweeps now and then at intervals. Stopping waits for the current page. */
export function startRetention(parts: RetentionSweepParts): { readonly stop: () => Promise<void> } {
  const abort = new AbortController()
  const { signal } = abort
  let reclaimedAt = Date.now()

  async function sweep(): Promise<void> {
    const times = { nowMs: Date.now(), signal }
    await parts.expireRecords(times)
    const removed = await expireTraces(parts, times)
    if (removed > 0) parts.onRemoved(removed)
    // Single deletions free little space, so it is reclaimed once a day.
    const isDue = removed > 0 || Date.now() - reclaimedAt > dayMs
    if (!isDue || signal.aborted) return
    await parts.spans.reclaim()
    reclaimedAt = Date.now()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().then(parts.onSwept, parts.onError)
      await sleep(parts.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const sweeping = run()
  return {
    stop: async () => {
      abort.abort()
      await sweeping
    },
  }
}
