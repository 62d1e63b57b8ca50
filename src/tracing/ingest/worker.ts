// The ingest worker: takes payloads from the inbox, writes their spans to the span store, then removes the payloads.
// After a crash at any point the payload is still in the inbox and is taken again.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
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
import { batchOf, tracesOf, writeBatch, type Batch, type TraceWriting } from './write-traces.ts'
import { setOwn } from '../../kernel/own.ts'

export interface WorkerParts extends TraceWriting {
  readonly waitingLimits: WaitingLimits
  readonly metrics: IngestMetrics
  readonly onError: (error: unknown, what: string) => void
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
/**
 * Interval between the starts of two batches, so that many small requests become one insert. A single request is taken
 * at once.
 */
const batchIntervalMs = 300
/** The lease of a batch. Far longer than a batch takes. */
const leaseMs = 60_000
/** Poll interval of an empty inbox: other processes add entries without waking this one. */
const pollMs = 200
const retryMsMax = 5_000

interface Prepared {
  readonly batch: Batch
  /** Log events. Their spans may be in this batch, stored earlier, or missing. */
  readonly logs: readonly WaitingLog[]
  readonly entries: readonly InboxEntry[]
}

/** A single payload that exceeds a batch. Its rows take several times as much memory. */
const isLarge = ({ entries }: Prepared): boolean =>
  entries.reduce((sum, { payload }) => sum + payload.byteLength, 0) > batchBytesMax

const timeIn = (ms: number): string => microsecondText((Date.now() + ms) * 1000)

export function startWorker(parts: WorkerParts): IngestWorker {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  const runUntilStopped = async (): Promise<void> => {
    let retryMs = 100
    const state: WorkerState = {
      interval: createBatchInterval(stopping.signal),
      unreleased: new Set(),
      lastProject: undefined,
    }
    let next: Promise<Prepared | undefined> | undefined
    while (!stopping.signal.aborted) {
      try {
        const upcoming = next ?? prepare(parts, state)
        // Cleared before the await: a failed batch is not awaited again.
        next = undefined
        const prepared = await upcoming
        if (prepared === undefined) {
          await Promise.race([woken.promise, sleep(pollMs)])
          woken = Promise.withResolvers()
          continue
        }
        // The next batch is prepared while this one is written, unless several large payloads would be in memory.
        if (!isLarge(prepared)) {
          next = prepare(parts, state)
          next.catch(() => undefined)
        }
        await finish(parts, { prepared, state })
        retryMs = 100
      } catch (error) {
        parts.onError(error, `spans are not stored yet; retrying in ${retryMs} ms`)
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, retryMsMax)
      }
    }
    const unfinished = await next?.catch(() => undefined)
    if (unfinished !== undefined) await release(parts.store, unfinished.entries, state)
  }
  const loop = runUntilStopped()
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort()
      woken.resolve()
      await loop
    },
  }
}

/** Resolves when a batch interval has passed since the last `began`. */
interface BatchInterval {
  readonly wait: () => Promise<void>
  readonly began: () => void
}

function createBatchInterval(stopping: AbortSignal): BatchInterval {
  let beganAt = -Infinity
  return {
    wait: async () => {
      const ms = beganAt + batchIntervalMs - performance.now()
      if (ms > 0) await sleep(ms, undefined, { signal: stopping }).catch(() => undefined)
    },
    began: () => {
      beganAt = performance.now()
    },
  }
}

/** The state of the worker between batches. */
interface WorkerState {
  readonly interval: BatchInterval
  /** Entries that could not be released when their batch failed. They are released before others are taken. */
  readonly unreleased: Set<string>
  /** The project of the last entry taken. */
  lastProject: string | undefined
}

/** Takes entries. Undefined if the inbox is empty. */
async function prepare(
  { store, clock, rowBuilders }: WorkerParts,
  state: WorkerState,
): Promise<Prepared | undefined> {
  const { interval, unreleased } = state
  await interval.wait()
  const releasable = [...unreleased]
  const { entries, lastProject } = await store.write(async (tx) => {
    await tx.releaseInbox(releasable)
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
  for (const id of releasable) unreleased.delete(id)
  if (entries.length === 0) return undefined
  interval.began()
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
        rest: { rules, nowMicroseconds },
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
  { prepared, state }: { readonly prepared: Prepared; readonly state: WorkerState },
): Promise<void> {
  const { store, clock } = parts
  const { batch, logs, entries } = prepared
  try {
    const { rejected, usage } = await writeBatch(parts, batch)
    const withIds = rejected.map((refusal): Rejection => ({ ...refusal, id: clock.id() }))
    const ids = entries.map(({ id }) => id)
    const storedSizes = await store.write(async (tx) => {
      // Entries that another worker finished in the meantime are done; their log events may have joined their spans.
      const deletedIds = new Set(await tx.deleteInbox(ids))
      await tx.insertRejections(withIds)
      await tx.insertWaitingLogs(logs.filter(({ receiptId }) => deletedIds.has(receiptId)))
      const finished = await tx.finishReceipts(
        entries
          .filter(isSpanEntry)
          .map(({ id }) => ({ id, rejected: withIds.filter(({ receiptId }) => receiptId === id).length })),
        clock.now(),
      )
      await tx.addUsage(usageOf(entries.filter(isSpanEntry), { own: deletedIds, finished, usage }))
      await tx.countSpanWrites(new Set(entries.filter(isSpanEntry).map(({ projectId }) => projectId)))
      await tx.finishLogReceipts(
        entries.filter(isLogEntry).map(({ id }) => id),
        clock.now(),
      )
      return finished
    })
    countStored(parts, { entries, stored: storedSizes })
    if (withIds.length > 0) parts.metrics.spansRejected('unstorable', withIds.length)
    for (const { payload } of entries) releaseBuffer(payload)
  } catch (error) {
    await release(store, entries, state)
    throw error
  }
  await join(parts, prepared)
}

/** The usage of finished requests, by project and day of receipt. Requests that another worker finished are omitted. */
function usageOf(
  entries: readonly BatchEntry[],
  counts: {
    readonly own: ReadonlySet<string>
    readonly finished: ReadonlyMap<string, number>
    readonly usage: readonly EntryUsage[]
  },
): readonly UsageDay[] {
  const calls = new Map(counts.usage.map((item) => [item.receiptId, item]))
  const days = new Map<string, UsageDay>()
  for (const { id, projectId, receivedAt, payload } of entries) {
    if (!counts.own.has(id)) continue
    const day = receivedAt.slice(0, 10)
    const previous = days.get(projectId + day)
    days.set(projectId + day, {
      projectId,
      day,
      spans: (previous?.spans ?? 0) + (counts.finished.get(id) ?? 0),
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
    stored,
  }: { readonly entries: readonly InboxEntry[]; readonly stored: ReadonlyMap<string, number> },
): void {
  const now = microsecondsOf(clock.now())
  for (const { id, projectId, receivedAt } of entries) {
    const count = stored.get(id)
    if (count === undefined) continue
    metrics.spansStored(projectId, count)
    metrics.spansVisible(Math.max(0, (now - microsecondsOf(receivedAt)) / 1e6))
  }
}

/** Joins log events and spans. Events of a failed join keep waiting; maintenance retries them every minute. */
async function join(parts: WorkerParts, { batch, logs }: Prepared): Promise<void> {
  const byProject = Map.groupBy(logs, ({ projectId }) => projectId)
  const logged = [...byProject].map(([projectId, ofProject]) => ({
    projectId,
    traceIds: [...new Set(ofProject.map(({ traceId }) => traceId))],
  }))
  try {
    await joinWaiting(parts, [...tracesOf(batch), ...logged])
    for (const projectId of byProject.keys()) await dropBeyondLimit(parts, projectId, parts.waitingLimits)
  } catch (error) {
    parts.onError(error, 'log events are not joined to their spans yet')
  }
}

async function release(
  store: RelationalStore,
  entries: readonly InboxEntry[],
  { unreleased }: WorkerState,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await store
    .write((tx) => tx.releaseInbox(ids))
    .catch(() => {
      for (const id of ids) unreleased.add(id)
    })
}
