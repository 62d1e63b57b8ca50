// The worker: takes payloads from the inbox, writes their spans to the span store, then removes them from the inbox.
// Whatever happens in between, the payload is still there and is taken again.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
import { releaseBuffer } from '../../kernel/memory.ts'
import type { InboxEntry, Rejection, RelationalStore, WaitingLog } from '../../storage/contract/contract.ts'
import { joinWaiting } from './logs/join.ts'
import { isLogForm, type LogEntry } from './logs/log-event.ts'
import { giveUpBeyond, type WaitingLimits } from './logs/waiting.ts'
import type { IngestMetrics } from './metrics.ts'
import type { BatchEntry } from './rows/batch.ts'
import { rulesText, type RulesText } from './rules.ts'
import { batchOf, tracesOf, writeBatch, type Batch, type TraceWriting } from './write-traces.ts'
import { setOwn } from '../../kernel/own.ts'

export interface WorkerParts extends TraceWriting {
  readonly waitingLimits: WaitingLimits
  readonly metrics: IngestMetrics
  readonly onError: (error: unknown, what: string) => void
}

export interface IngestWorker {
  /** Says that something was put into the inbox. */
  readonly wake: () => void
  /** Finishes the batch under way and stops. */
  readonly stop: () => Promise<void>
}

/**
 * Bytes and requests of one batch. A batch takes what waits, so it is as large as the load is high: rows of large batches
 * cost the engine a third of those of small ones, because they are merged less often.
 */
const batchBytesMax = 8 * 1024 * 1024
const batchEntriesMax = 1_000
/** Between the starts of two batches, so that many small requests become one insert; a lone request is taken at once. */
const batchIntervalMs = 300
/** How long a batch belongs to its worker; far more than it takes. */
const leaseMs = 60_000
/** How often an empty inbox is looked at: other processes put things into it without waking this one. */
const pollMs = 200
const retryMsMax = 5_000

interface Prepared {
  readonly batch: Batch
  /** Log events that came for spans of any time. */
  readonly logs: readonly WaitingLog[]
  readonly entries: readonly InboxEntry[]
}

/** A single payload that is more than a batch: its rows, which are made next, take several times as much. */
const isLarge = ({ entries }: Prepared): boolean =>
  entries.reduce((sum, { payload }) => sum + payload.byteLength, 0) > batchBytesMax

const later = (ms: number): string => microsecondText((Date.now() + ms) * 1000)

export function startWorker(parts: WorkerParts): IngestWorker {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    let retryMs = 100
    const course: Course = { pace: createPace(stopping.signal), owed: new Set(), lastProject: undefined }
    let next: Promise<Prepared | undefined> | undefined
    while (!stopping.signal.aborted) {
      try {
        const upcoming = next ?? prepare(parts, course)
        // Also when it failed: awaited again, it would fail for ever.
        next = undefined
        const prepared = await upcoming
        if (prepared === undefined) {
          await Promise.race([woken.promise, sleep(pollMs)])
          woken = Promise.withResolvers()
          continue
        }
        // The next batch is taken while this one is written, unless that would hold several large payloads in memory.
        if (!isLarge(prepared)) {
          next = prepare(parts, course)
          next.catch(() => undefined)
        }
        await finish(parts, prepared, course)
        retryMs = 100
      } catch (error) {
        parts.onError(error, `spans are not stored yet; trying again in ${retryMs} ms`)
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, retryMsMax)
      }
    }
    const left = await next?.catch(() => undefined)
    if (left !== undefined) await release(parts.store, left.entries, course)
  }
  const running = run()
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort()
      woken.resolve()
      await running
    },
  }
}

/** Resolves when a batch interval has passed since it last said that a batch began. */
interface Pace {
  readonly wait: () => Promise<void>
  readonly began: () => void
}

function createPace(stopping: AbortSignal): Pace {
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

/** What the worker remembers from one batch to the next. */
interface Course {
  readonly pace: Pace
  /** Entries that could not be given back when their batch failed; it is tried again before others are taken. */
  readonly owed: Set<string>
  /** Whose turn was the last. */
  lastProject: string | undefined
}

/** Takes entries; undefined when the inbox is empty. */
async function prepare(
  { store, clock, rowBuilders }: WorkerParts,
  course: Course,
): Promise<Prepared | undefined> {
  const { pace, owed } = course
  await pace.wait()
  const given = [...owed]
  const { entries, lastProject } = await store.write(async (tx) => {
    await tx.releaseInbox(given)
    return tx.takeInbox({
      now: clock.now(),
      until: later(leaseMs),
      untilMax: later(2 * leaseMs),
      bytesMax: batchBytesMax,
      entriesMax: batchEntriesMax,
      afterProject: course.lastProject,
    })
  })
  course.lastProject = lastProject
  for (const id of given) owed.delete(id)
  if (entries.length === 0) return undefined
  pace.began()
  try {
    const rules: Record<string, RulesText> = {}
    for (const { projectId } of entries) {
      if (!Object.hasOwn(rules, projectId)) setOwn(rules, projectId, await rulesText(store.read, projectId))
    }
    const nowMicroseconds = BigInt(Date.now()) * 1000n
    const logEntries = entries.filter(isLogEntry)
    return {
      entries,
      batch: await batchOf(rowBuilders, entries.filter(isSpanEntry), { rules, nowMicroseconds }),
      logs: logEntries.length === 0 ? [] : await rowBuilders.logs(logEntries, rules),
    }
  } catch (error) {
    await release(store, entries, course)
    throw error
  }
}

const isLogEntry = (entry: InboxEntry): entry is LogEntry => isLogForm(entry.form)
const isSpanEntry = (entry: InboxEntry): entry is BatchEntry => !isLogForm(entry.form)

async function finish(parts: WorkerParts, prepared: Prepared, course: Course): Promise<void> {
  const { store, clock } = parts
  const { batch, logs, entries } = prepared
  try {
    const rejected = await writeBatch(parts, batch)
    const named = rejected.map((one): Rejection => ({ ...one, id: clock.id() }))
    const ids = entries.map(({ id }) => id)
    const stored = await store.write(async (tx) => {
      // What another worker has finished meanwhile was taken care of; its log events may have found their spans.
      const own = new Set(await tx.deleteInbox(ids))
      await tx.insertRejections(named)
      await tx.insertWaitingLogs(logs.filter(({ receiptId }) => own.has(receiptId)))
      const finished = await tx.finishReceipts(
        entries
          .filter(isSpanEntry)
          .map(({ id }) => ({ id, rejected: named.filter(({ receiptId }) => receiptId === id).length })),
        clock.now(),
      )
      await tx.countSpanWrites(new Set(entries.filter(isSpanEntry).map(({ projectId }) => projectId)))
      await tx.finishLogReceipts(
        entries.filter(isLogEntry).map(({ id }) => id),
        clock.now(),
      )
      return finished
    })
    countStored(parts, entries, stored)
    if (named.length > 0) parts.metrics.spansRejected('unstorable', named.length)
    for (const { payload } of entries) releaseBuffer(payload)
  } catch (error) {
    await release(store, entries, course)
    throw error
  }
  await join(parts, prepared)
}

function countStored(
  { metrics, clock }: WorkerParts,
  entries: readonly InboxEntry[],
  stored: ReadonlyMap<string, number>,
): void {
  const now = microsecondsOf(clock.now())
  for (const { id, projectId, receivedAt } of entries) {
    const count = stored.get(id)
    if (count === undefined) continue
    metrics.spansStored(projectId, count)
    metrics.spansVisible(Math.max(0, (now - microsecondsOf(receivedAt)) / 1e6))
  }
}

/** Brings log events and spans together. What fails here waits where it is, and is looked at every minute. */
async function join(parts: WorkerParts, { batch, logs }: Prepared): Promise<void> {
  const byProject = Map.groupBy(logs, ({ projectId }) => projectId)
  const logged = [...byProject].map(([projectId, ofProject]) => ({
    projectId,
    traceIds: [...new Set(ofProject.map(({ traceId }) => traceId))],
  }))
  try {
    await joinWaiting(parts, [...tracesOf(batch), ...logged])
    for (const projectId of byProject.keys()) await giveUpBeyond(parts, projectId, parts.waitingLimits)
  } catch (error) {
    parts.onError(error, 'log events are not with their spans yet')
  }
}

async function release(
  store: RelationalStore,
  entries: readonly InboxEntry[],
  { owed }: Course,
): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await store
    .write((tx) => tx.releaseInbox(ids))
    .catch(() => {
      for (const id of ids) owed.add(id)
    })
}
