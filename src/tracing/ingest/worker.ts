// The ingest worker: takes payloads from the inbox, writes their spans to the span store, then removes the payloads.
// After a crash at any point the payload is still in the inbox and is taken again.
import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondText, microsecondsOf } from '../../kernel/clock.ts'
import { releaseBuffer } from '../../kernel/memory.ts'
import type {
  InboxEntry,
  Rejection,
  RelationalStore,
  UsageDay,
  WaitingLog,
} from '../../storage/contract/contract.ts'
import { joinWaiting } from './logs/join.ts'
import { isLogForm, type LogEntry } from './logs/log-event.ts'
import { dropBeyondLimit, type WaitingLimits } from './logs/waiting.ts'
import type { IngestMetrics } from './metrics.ts'
import type { BatchEntry, EntryUsage } from './rows/batch.ts'
import { rulesText, type RulesText } from './rules.ts'
import { batchOf, tracesOf, writeBatch, type Batch, type TraceWriteParts } from './write-traces.ts'
import { setOwn } from '../../kernel/own.ts'

export interface WorkerParts extends TraceWriteParts {
  readonly waitingLimits: WaitingLimits
  readonly metrics: IngestMetrics
  /**
   * Interval between the starts of two batches, so that many small requests become one insert. A single request is taken
   * at once.
   */
  readonly intervalMs: number
  readonly onError: (error: unknown, work: string) => void
}

export interface IngestWorker {
  /** Signals that an entry was added to the inbox. */
  readonly wake: () => void
  /** Finishes the current batch and stops. */
  readonly stop: () => Promise<void>
}

/**
 * Limits of one batch. A batch takes all waiting entries, so its size follows the load. Rows of large batches cost the
 * engine a third of those of small ones, because they are merged less often.
 */
const batchBytesMax = 8 * 1024 * 1024
const batchEntriesMax = 1_000
/** The lease of a batch. Far longer than a batch takes. */
const leaseMs = 60_000
/** Poll interval of an empty inbox: other processes add entries without waking this one. */
const pollMs = 200
const retryMsMax = 5_000

interface PreparedBatch {
  readonly batch: Batch
  /** Log events. Their spans may be in this batch, stored earlier, or missing. */
  readonly logs: readonly WaitingLog[]
  readonly entries: readonly InboxEntry[]
}

/** A single payload that exceeds a batch. Its rows take several times as much memory. */
const isLarge = ({ entries }: PreparedBatch): boolean =>
  entries.reduce((sum, { payload }) => sum + payload.byteLength, 0) > batchBytesMax

const timeIn = (ms: number): string => millisecondText(Date.now() + ms)

export function startWorker(parts: WorkerParts): IngestWorker {
  const stopController = new AbortController()
  let wakeSignal = Promise.withResolvers<void>()
  const runUntilStopped = async (): Promise<void> => {
    let retryMs = 100
    const state: WorkerState = {
      interval: createBatchInterval(parts.intervalMs, stopController.signal),
      unreleasedIds: new Set(),
      lastProject: undefined,
    }
    let nextPreparation: Promise<PreparedBatch | undefined> | undefined
    while (!stopController.signal.aborted) {
      try {
        const preparation = nextPreparation ?? prepare(parts, state)
        // Cleared before the await: a failed batch is not awaited again.
        nextPreparation = undefined
        const preparedBatch = await preparation
        if (preparedBatch === undefined) {
          await Promise.race([wakeSignal.promise, sleep(pollMs)])
          wakeSignal = Promise.withResolvers()
          continue
        }
        // The next batch is prepared while this one is written, unless several large payloads would be in memory.
        if (!isLarge(preparedBatch)) {
          nextPreparation = prepare(parts, state)
          nextPreparation.catch(() => undefined)
        }
        await finish(parts, { preparedBatch, state })
        retryMs = 100
      } catch (error) {
        parts.onError(error, `spans are not stored yet; retrying in ${retryMs} ms`)
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, retryMsMax)
      }
    }
    const unusedBatch = await nextPreparation?.catch(() => undefined)
    if (unusedBatch !== undefined) await release(parts.store, unusedBatch.entries, state)
  }
  const loop = runUntilStopped()
  return {
    wake: () => wakeSignal.resolve(),
    stop: async () => {
      stopController.abort()
      wakeSignal.resolve()
      await loop
    },
  }
}

interface BatchInterval {
  /** Resolves when a batch interval has passed since the last call of `onStart`. */
  readonly wait: () => Promise<void>
  readonly onStart: () => void
}

function createBatchInterval(intervalMs: number, signal: AbortSignal): BatchInterval {
  let startedAtMs = -Infinity
  return {
    wait: async () => {
      const ms = startedAtMs + intervalMs - performance.now()
      if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined)
    },
    onStart: () => {
      startedAtMs = performance.now()
    },
  }
}

/** The state of the worker between batches. */
interface WorkerState {
  readonly interval: BatchInterval
  /** Ids of entries that could not be released when their batch failed. They are released before others are taken. */
  readonly unreleasedIds: Set<string>
  /** The project of the last entry taken. */
  lastProject: string | undefined
}

/** Takes entries. Undefined if the inbox is empty. */
async function prepare(
  { store, clock, rowBuilders }: WorkerParts,
  state: WorkerState,
): Promise<PreparedBatch | undefined> {
  const { interval, unreleasedIds } = state
  await interval.wait()
  const releasableIds = [...unreleasedIds]
  const { entries, lastProject } = await store.write(async (tx) => {
    await tx.releaseInbox(releasableIds)
    return tx.takeInbox({
      now: clock.now(),
      until: timeIn(leaseMs),
      untilMax: timeIn(2 * leaseMs),
      bytesMax: batchBytesMax,
      entriesMax: batchEntriesMax,
      afterProject: state.lastProject,
    })
  })
  state.lastProject = lastProject
  for (const id of releasableIds) unreleasedIds.delete(id)
  if (entries.length === 0) return undefined
  interval.onStart()
  try {
    const rules: Record<string, RulesText> = {}
    for (const { projectId } of entries) {
      if (!Object.hasOwn(rules, projectId)) setOwn(rules, projectId, await rulesText(store.read, projectId))
    }
    const nowMicroseconds = BigInt(Date.now()) * 1000n
    const logEntries = entries.filter(isLogEntry)
    return {
      entries,
      batch: await batchOf(rowBuilders, {
        entries: entries.filter(isSpanEntry),
        workContext: { rules, nowMicroseconds },
      }),
      logs: logEntries.length === 0 ? [] : await rowBuilders.logs(logEntries, rules),
    }
  } catch (error) {
    await release(store, entries, state)
    throw error
  }
}

const isLogEntry = (entry: InboxEntry): entry is LogEntry => isLogForm(entry.form)
const isSpanEntry = (entry: InboxEntry): entry is BatchEntry => !isLogForm(entry.form)

async function finish(
  parts: WorkerParts,
  { preparedBatch, state }: { readonly preparedBatch: PreparedBatch; readonly state: WorkerState },
): Promise<void> {
  const { store, clock } = parts
  const { batch, logs, entries } = preparedBatch
  try {
    const { rejections, usage } = await writeBatch(parts, batch)
    const rejectionsWithIds = rejections.map((refusal): Rejection => ({ ...refusal, id: clock.id() }))
    const ids = entries.map(({ id }) => id)
    const storedSizes = await store.write(async (tx) => {
      // Entries that another worker finished in the meantime are done; their log events may have joined their spans.
      const deletedIds = new Set(await tx.deleteInbox(ids))
      await tx.insertRejections(rejectionsWithIds)
      await tx.insertWaitingLogs(logs.filter(({ receiptId }) => deletedIds.has(receiptId)))
      const storedCounts = await tx.finishReceipts(
        entries.filter(isSpanEntry).map(({ id }) => ({
          id,
          rejected: rejectionsWithIds.filter(({ receiptId }) => receiptId === id).length,
        })),
        clock.now(),
      )
      await tx.addUsage(usageOf(entries.filter(isSpanEntry), { deletedIds, storedCounts, usage }))
      await tx.countSpanWrites(new Set(entries.filter(isSpanEntry).map(({ projectId }) => projectId)))
      await tx.finishLogReceipts(
        entries.filter(isLogEntry).map(({ id }) => id),
        clock.now(),
      )
      return storedCounts
    })
    countStored(parts, { entries, storedCounts: storedSizes })
    if (rejectionsWithIds.length > 0) parts.metrics.countRejected('unstorable', rejectionsWithIds.length)
    for (const { payload } of entries) releaseBuffer(payload)
  } catch (error) {
    await release(store, entries, state)
    throw error
  }
  await join(parts, preparedBatch)
}

/** The usage of finished requests, by project and day of receipt. Requests that another worker finished are omitted. */
function usageOf(
  entries: readonly BatchEntry[],
  counts: {
    readonly deletedIds: ReadonlySet<string>
    readonly storedCounts: ReadonlyMap<string, number>
    readonly usage: readonly EntryUsage[]
  },
): readonly UsageDay[] {
  const calls = new Map(counts.usage.map((item) => [item.receiptId, item]))
  const days = new Map<string, UsageDay>()
  for (const { id, projectId, receivedAt, payload } of entries) {
    if (!counts.deletedIds.has(id)) continue
    const day = receivedAt.slice(0, 10)
    const previous = days.get(projectId + day)
    days.set(projectId + day, {
      projectId,
      day,
      spans: (previous?.spans ?? 0) + (counts.storedCounts.get(id) ?? 0),
      bytes: (previous?.bytes ?? 0) + payload.byteLength,
      testcases: 0,
      calls: (previous?.calls ?? 0) + (calls.get(id)?.calls ?? 0),
      cost: (previous?.cost ?? 0) + (calls.get(id)?.cost ?? 0),
    })
  }
  return [...days.values()]
}

function countStored(
  { metrics, clock }: WorkerParts,
  {
    entries,
    storedCounts,
  }: { readonly entries: readonly InboxEntry[]; readonly storedCounts: ReadonlyMap<string, number> },
): void {
  const now = microsecondsOf(clock.now())
  for (const { id, projectId, receivedAt } of entries) {
    const count = storedCounts.get(id)
    if (count === undefined) continue
    metrics.countStored(projectId, count)
    metrics.observeVisibility(Math.max(0, (now - microsecondsOf(receivedAt)) / 1e6))
  }
}

/** Joins log events and spans. Events of a failed join keep waiting; maintenance retries them every minute. */
async function join(parts: WorkerParts, { batch, logs }: PreparedBatch): Promise<void> {
  const byProject = Map.groupBy(logs, ({ projectId }) => projectId)
  const logTraces = [...byProject].map(([projectId, projectLogs]) => ({
    projectId,
    traceIds: [...new Set(projectLogs.map(({ traceId }) => traceId))],
  }))
  try {
    await joinWaiting(parts, [...tracesOf(batch), ...logTraces])
    for (const projectId of byProject.keys()) await dropBeyondLimit(parts, projectId, parts.waitingLimits)
  } catch (error) {
    parts.onError(error, 'log events are not joined to their spans yet')
  }
}

async function release(
  store: RelationalStore,
  entries: readonly InboxEntry[],
  { unreleasedIds }: WorkerState,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await store
    .write((tx) => tx.releaseInbox(ids))
    .catch(() => {
      for (const id of ids) unreleasedIds.add(id)
    })
}
