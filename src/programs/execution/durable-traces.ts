// Makes the trace of a finished call durable, so that an outage of the trace store does not repeat the call: the trace
// goes to the trace store or, while that does not answer or is slow, to the inbox, from where the ingest worker stores
// it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Scope } from '../../access/scope.ts'
import { AssayError } from '../../kernel/errors.ts'
import { inSlices } from '../../kernel/time-slices.ts'
import type { Ingest } from '../../tracing/ingest/accept.ts'
import { writeText, type ValueObject } from '../../tracing/value.ts'
import type { TraceGroup } from './trace-group.ts'

/** First and longest pause between attempts while both stores are unavailable. */
const retryMs = 500
const retryMsMax = 5_000
/** How often to look whether the ingest worker has stored a queued trace. */
const receiptPollMs = 500

/**
 * A trace store that hangs answers no write until the connection times out, half a minute later; a process that is
 * killed meanwhile would lose its finished calls. Writes of a busy store take less than a second.
 */
const writeMsMax = 5_000

const isUnavailable = (error: unknown): boolean => error instanceof AssayError && error.code === 'unavailable'
/** Whether a read failed because the store is unavailable or overloaded. */
const isUnanswered = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof AssayError && error.code === 'budget_exceeded')

/** Repeats a read until the store answers. Rejects when the signal aborts. */
export async function retryWhileUnavailable<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, retryMsMax)) {
    try {
      return await read()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      await sleep(waitMs, undefined, { signal })
    }
  }
}

/** The destinations of a trace: the trace store, else the inbox of the project. */
export interface DurableTraces {
  readonly group: TraceGroup
  readonly ingest: Pick<Ingest, 'accept'>
  readonly scope: Scope
  /** How long the trace store may take before the trace goes to the inbox, too. */
  readonly writeMsMax?: number
}

/** Returns the receipt of the queued records. */
async function enqueue({ ingest, scope }: DurableTraces, records: readonly ValueObject[]): Promise<string> {
  const bytes = Buffer.from(await inSlices(writeText(records)))
  const { projectId, actorId, store } = scope
  const sender = { projectId, actorId, store }
  return (await ingest.accept(sender, { form: 'records', bytes, requiresSpans: false })).receiptId
}

interface WriteResult {
  readonly receiptId: string | undefined
  /**
   * Resolves when the trace store has stored records that are also in the inbox. Absent: it refused them, or stored
   * them in time.
   */
  readonly lateWrite?: Promise<void>
}

/** Whether the trace store has the records in time. */
async function isWrittenInTime(traces: DurableTraces, write: Promise<void>): Promise<boolean> {
  const deadlineController = new AbortController()
  const deadline = sleep(traces.writeMsMax ?? writeMsMax, false, {
    signal: deadlineController.signal,
    ref: false,
  })
  try {
    return await Promise.race([write.then(() => true), deadline])
  } finally {
    deadlineController.abort()
    deadline.catch(() => undefined)
  }
}

/**
 * Writes records; they are durable when it resolves, and readable unless the trace store is unavailable or slow. A slow
 * store may still store them: the inbox then replaces equal spans.
 */
export async function writeDurably(
  traces: DurableTraces,
  records: readonly ValueObject[],
): Promise<WriteResult> {
  const write = traces.group.write(traces.scope, records)
  try {
    if (await isWrittenInTime(traces, write)) return { receiptId: undefined }
  } catch (error) {
    if (!isUnavailable(error)) throw error
    return { receiptId: await enqueue(traces, records) }
  }
  // The inbox will report a later refusal as well.
  write.catch(() => undefined)
  return { receiptId: await enqueue(traces, records), lateWrite: write }
}

interface AwaitedTraces extends DurableTraces {
  readonly signal: AbortSignal
}

/** Resolves when the trace store has the queued records, or when the signal aborts: they are durable either way. */
async function waitUntilStored({ scope, signal }: AwaitedTraces, receiptId: string): Promise<void> {
  while (!signal.aborted) {
    const receipt = await retryWhileUnavailable(
      () => scope.store.read.receipt(scope.projectId, receiptId),
      signal,
    ).catch(() => undefined)
    if (receipt?.finishedAt !== undefined) {
      if (receipt.stored === receipt.accepted) return
      throw new AssayError('trace_invalid', 'The trace store refused spans of the trace.')
    }
    await sleep(receiptPollMs, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Writes records and waits until they are readable. While it waits, the cell keeps its slot: the runner pauses until
 * the stores are back. Rejects on abort only if the records are not durable.
 */
export async function writeAndWait(traces: AwaitedTraces, records: readonly ValueObject[]): Promise<void> {
  for (let waitMs = retryMs; ; waitMs = Math.min(waitMs * 2, retryMsMax)) {
    try {
      const { receiptId, lateWrite } = await writeDurably(traces, records)
      if (receiptId === undefined) return
      const storedController = new AbortController()
      lateWrite?.then(
        () => storedController.abort(),
        () => undefined,
      )
      const signal = AbortSignal.any([traces.signal, storedController.signal])
      return await waitUntilStored({ ...traces, signal }, receiptId)
    } catch (error) {
      // Any other refusal may pass: a full inbox, or a trace that only the trace store can take. To reject would repeat
      // the call of the program.
      const isFinal = !(error instanceof AssayError) || error.code === 'trace_invalid'
      if (isFinal) throw error
      await sleep(waitMs, undefined, { signal: traces.signal })
    }
  }
}
