// The background sweep that removes expired records and traces, and reclaims the disk space of traces.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sweep } from '../../access/retention.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { expireTraces, type RetentionParts } from './retention.ts'

export interface RetentionSweepParts extends RetentionParts {
  readonly store: Pick<RelationalStore, 'write'>
  readonly everyMs: number
  /** Removes expired records. Runs before traces expire, because traces of records are retained. */
  readonly expireRecords: (sweep: Sweep, onProjectError: RetentionParts['onProjectError']) => Promise<void>
  readonly onRemoved: (spans: number) => void
  /** Called after a sweep in which no project failed. */
  readonly onSwept: () => void
  readonly onError: (error: unknown) => void
}

export const dayMs = 86_400_000
/** Deleted content leaves the disk after this time at the latest. */
export const reclaimAllMs = 30 * dayMs
/** A month is rewritten earlier if this share of its rows is deleted. */
const deletedShareMin = 0.1

/** The name under which the relational store records when space was last reclaimed. */
const reclaimedName = 'trace_store.reclaimed'

interface ReclaimState {
  readonly atMs: number
  /** The last time that months with few deleted rows were included. */
  readonly allAtMs: number
}

/** Claims the daily work on space, for one of the processes. Undefined: it is not due. */
const claimReclaiming = (
  store: RetentionSweepParts['store'],
  nowMs: number,
): Promise<{ readonly shareMin: number } | undefined> =>
  store.write(async (tx) => {
    const setting = await tx.storeSetting(reclaimedName)
    const { atMs, allAtMs }: ReclaimState =
      setting === undefined ? { atMs: 0, allAtMs: nowMs } : JSON.parse(setting)
    if (nowMs - atMs < dayMs) return undefined
    const isAllDue = nowMs - allAtMs >= reclaimAllMs
    const newState: ReclaimState = { atMs: nowMs, allAtMs: isAllDue ? nowMs : allAtMs }
    await tx.setStoreSetting(reclaimedName, JSON.stringify(newState))
    return { shareMin: isAllDue ? 0 : deletedShareMin }
  })

/** Sweeps at once, and then at intervals. Stopping waits for the current page. */
export function startRetention(parts: RetentionSweepParts): { readonly stop: () => Promise<void> } {
  const abortController = new AbortController()
  const { signal } = abortController
  const sweptUntil = new Map<string, string>()

  let failedProjects = 0
  const onProjectError = (projectId: string, error: unknown): void => {
    failedProjects += 1
    parts.onProjectError(projectId, error)
  }

  async function sweep(): Promise<void> {
    failedProjects = 0
    const times = { nowMs: Date.now(), signal, sweptUntil }
    await parts.expireRecords(times, onProjectError)
    const removedCount = await expireTraces({ ...parts, onProjectError }, times)
    if (removedCount > 0) parts.onRemoved(removedCount)
    if (signal.aborted) return
    const claim = await claimReclaiming(parts.store, times.nowMs)
    if (claim === undefined) return
    await parts.spans.reclaim(claim)
    // Once a day a sweep starts at the oldest time again: spans arrive late, and deleted results release traces.
    sweptUntil.clear()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await sweep().then(() => failedProjects > 0 || parts.onSwept(), parts.onError)
      await sleep(parts.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const loop = run()
  return {
    stop: async () => {
      abortController.abort()
      await loop
    },
  }
}
