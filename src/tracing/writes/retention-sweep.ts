// The background pass of the worker: what is too old is removed, and its space given back.
import { setTimeout as sleep } from 'node:timers/promises'
import { expireTraces, type RetentionParts } from './retention.ts'

export interface RetentionSweepParts extends RetentionParts {
  readonly everyMs: number
  readonly onRemoved: (spans: number) => void
  /** After a pass without an error. */
  readonly onSwept: () => void
  readonly onError: (error: unknown) => void
}

const dayMs = 86_400_000

/** Runs a pass now and from then on at intervals. Stopping waits for the page under way. */
export function startRetention(parts: RetentionSweepParts): { readonly stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let reclaimedAt = Date.now()

  async function pass(): Promise<void> {
    const removed = await expireTraces(parts, Date.now(), signal)
    if (removed > 0) parts.onRemoved(removed)
    // Single deletions leave little behind: their space is given back once a day.
    const isDue = removed > 0 || Date.now() - reclaimedAt > dayMs
    if (!isDue || signal.aborted) return
    await parts.spans.reclaim()
    reclaimedAt = Date.now()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await pass().then(parts.onSwept, parts.onError)
      await sleep(parts.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
