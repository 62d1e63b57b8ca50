// The worker: takes payloads from the inbox, writes their spans to the span store, then removes them from the inbox.
// Whatever happens in between, the payload is still there and is taken again.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondText, type Clock } from '../../clock.ts'
import type { InboxEntry, Rejection, RelationalStore } from '../../storage/contract.ts'
import type { NewRejection, TouchedTraces } from './batch.ts'
import { rulesText, type RulesText } from './rules.ts'
import { writeBatch, type TraceWriting } from './write-traces.ts'

export interface WorkerParts extends TraceWriting {
  readonly store: RelationalStore
  readonly clock: Clock
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
const batchBytesMax = 4 * 1024 * 1024
const batchEntriesMax = 1_000
/** Between the starts of two batches, so that many small requests become one insert; a lone request is taken at once. */
const batchIntervalMs = 300
/** How long a batch belongs to its worker; far more than it takes. */
const leaseMs = 60_000
/** How often an empty inbox is looked at: other processes put things into it without waking this one. */
const pollMs = 200
const retryMsMax = 5_000

interface Prepared {
  readonly batch: number
  readonly entries: readonly InboxEntry[]
  readonly touched: readonly TouchedTraces[]
  readonly rejected: readonly NewRejection[]
}

const later = (ms: number): string => microsecondText((Date.now() + ms) * 1000)

export function startWorker(parts: WorkerParts): IngestWorker {
  const stopping = new AbortController()
  let woken = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    let retryMs = 100
    const state: WorkerState = { pace: createPace(stopping.signal), unreleased: new Set() }
    let next: Promise<Prepared | undefined> | undefined
    while (!stopping.signal.aborted) {
      try {
        const prepared = await (next ?? prepare(parts, state))
        next = undefined
        if (prepared === undefined) {
          await Promise.race([woken.promise, sleep(pollMs)])
          woken = Promise.withResolvers()
          continue
        }
        // The next batch is decoded while this one is written.
        next = prepare(parts, state)
        next.catch(() => undefined)
        await finish(parts, state, prepared)
        retryMs = 100
      } catch (error) {
        parts.onError(error, `spans are not stored yet; trying again in ${retryMs} ms`)
        await sleep(retryMs)
        retryMs = Math.min(retryMs * 2, retryMsMax)
      }
    }
    const left = await next?.catch(() => undefined)
    if (left !== undefined) await release(parts, state, left)
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

interface WorkerState {
  readonly pace: Pace
  /** Entries that could not be given back, because the inbox could not be written: they are with the next ones taken. */
  readonly unreleased: Set<string>
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

/** Takes entries and has them decoded; undefined when the inbox is empty. */
async function prepare(parts: WorkerParts, state: WorkerState): Promise<Prepared | undefined> {
  const { store, clock, mill } = parts
  const { pace, unreleased } = state
  await pace.wait()
  const left = [...unreleased]
  const entries = await store.write(async (tx) => {
    await tx.releaseInbox(left)
    return tx.takeInbox({
      now: clock.now(),
      until: later(leaseMs),
      bytesMax: batchBytesMax,
      entriesMax: batchEntriesMax,
    })
  })
  for (const id of left) unreleased.delete(id)
  if (entries.length === 0) return undefined
  pace.began()
  const batch = mill.next()
  try {
    const rules: Record<string, RulesText> = {}
    for (const { projectId } of entries) rules[projectId] ??= await rulesText(store.read, projectId)
    const { touched, rejected } = await mill.prepare(batch, entries, rules, BigInt(Date.now()) * 1000n)
    return { batch, entries, touched, rejected }
  } catch (error) {
    await release(parts, state, { batch, entries })
    throw error
  }
}

async function finish(parts: WorkerParts, state: WorkerState, prepared: Prepared): Promise<void> {
  const { store, clock, mill } = parts
  const { batch, entries, touched } = prepared
  try {
    const rejected = [...prepared.rejected, ...(await writeBatch(parts, batch, touched))]
    await mill.forget(batch)
    const named = rejected.map((one): Rejection => ({ ...one, id: clock.id() }))
    const ids = entries.map(({ id }) => id)
    await store.write(async (tx) => {
      await tx.insertRejections(named)
      await tx.finishReceipts(
        ids.map((id) => ({ id, rejected: named.filter(({ receiptId }) => receiptId === id).length })),
        clock.now(),
      )
      await tx.deleteInbox(ids)
    })
  } catch (error) {
    await release(parts, state, prepared)
    throw error
  }
}

async function release(
  { store, mill }: WorkerParts,
  { unreleased }: WorkerState,
  { batch, entries }: Pick<Prepared, 'batch' | 'entries'>,
): Promise<void> {
  await mill.forget(batch).catch(() => undefined)
  const ids = entries.map(({ id }) => id)
  await store
    .write((tx) => tx.releaseInbox(ids))
    .catch(() => {
      for (const id of ids) unreleased.add(id)
    })
}
