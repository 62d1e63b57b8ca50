// Synchronous writes: when these functions resolve, the written spans are readable and the removed ones are gone. They
// share the pipeline and the mutex of ingest. There is no inbox, because the caller waits anyway.
//
// This folder has the writes of requests: full traces, deletions, retention. May import access/,
// storage/contract/contract.ts, the kernel and the rest of tracing/. Start here.
import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from '../../kernel/errors.ts'
import { inSlices } from '../../kernel/time-slices.ts'
import { RowsRefused, type FactsRow, type SpanPlace } from '../../storage/contract/contract.ts'
import type { EntryUsage, RowOrigin } from '../ingest/rows/batch.ts'
import { isLong } from '../ingest/accept.ts'
import { tracePayload, type TraceForm, type TracePayload } from '../ingest/payloads/trace-body.ts'
import { rulesText } from '../ingest/rules.ts'
import { joinLogs } from '../ingest/logs/join.ts'
import { batchOf, reconcile, tracesOf, writeLocked, type TraceWriteParts } from '../ingest/write-traces.ts'
import { writeText, type ValueObject } from '../value.ts'

/** The project and the user of a write. */
export interface Author {
  readonly projectId: string
  readonly actorId: string
}

/** The form of the trace in a body. */
export type SentForm = Omit<TraceForm, 'spansMax'>

export interface SpanChange {
  /** Span records. One with the id of a stored span replaces it; the others are added. Empty: nothing is written. */
  readonly records: readonly ValueObject[] | TracePayload
  /** The origin that the rows record. Default: a JSON route. */
  readonly origin?: RowOrigin
}

export interface TraceWrites {
  /**
   * Waits for the write mutex of this process, calls `change` and writes its records: all or nothing, readable when it
   * resolves. `change` may read stored spans; no other writer of this process changes them in between.
   */
  write(author: Author, change: () => Promise<SpanChange>): Promise<void>
  /** Reads the body of a full trace; in a thread if it is long. */
  read(form: SentForm, body: Uint8Array): Promise<TracePayload>
  /** Removes traces and returns the removed spans. Safe to repeat. */
  deleteTraces(projectId: string, traceIds: readonly string[]): Promise<readonly SpanPlace[]>
  /** Removes one span and updates the sums of its trace. Returns false if the span does not exist. */
  deleteSpan(projectId: string, span: { readonly traceId: string; readonly spanId: string }): Promise<boolean>
  /** Resolves when the spans that ingest accepted before this call are stored, so that a deletion finds them. */
  waitForIngest(projectId: string): Promise<void>
}

export interface WriteParts extends TraceWriteParts {
  /** The most spans of a trace that a request writes. */
  readonly traceSpansMax: number
}

const ingestPollMs = 25
/** The worker normally stores a payload within a second. A store that takes longer than this is in trouble. */
const ingestWaitMsMax = 20_000
const tracesPerDelete = 500

export function createTraceWrites(parts: WriteParts): TraceWrites {
  const { spans, rowBuilders, clock, mutex } = parts

  async function writeRecords(
    { projectId, actorId }: Author,
    { records, origin }: SpanChange,
  ): Promise<void> {
    const rules = { [projectId]: await rulesText(parts.store.read, projectId) }
    const entry = {
      id: clock.id(),
      projectId,
      actorId,
      receivedAt: clock.now(),
      form: 'records' as const,
      payload: 'payload' in records ? records.payload : Buffer.from(await inSlices(writeText(records))),
      ...(origin === undefined ? {} : { origin }),
    }
    const nowMicroseconds = BigInt(Date.now()) * 1000n
    try {
      const batch = await batchOf(rowBuilders, { entries: [entry], workContext: { rules, nowMicroseconds } })
      for (const { traceIds } of tracesOf(batch)) await dropLogs(projectId, { traceIds, which: 'taken' })
      const bytes = entry.payload.byteLength
      const usage = await writeLocked(parts, batch, undefined)
      const count = 'payload' in records ? records.spanIds.length : records.length
      parts.onWritten(projectId, { spans: count, bytes, ...sumOf(usage) })
      await joinLogs(parts, tracesOf(batch))
    } catch (error) {
      throw error instanceof RowsRefused ? unstorable(error) : error
    }
  }

  /** Drops the waiting log events of removed traces, or those that spans had joined before they are rewritten. */
  async function dropLogs(
    projectId: string,
    { traceIds, which }: { readonly traceIds: readonly string[]; readonly which: 'all' | 'taken' },
  ): Promise<void> {
    if (!(await parts.store.read.hasWaitingLogs(projectId))) return
    await parts.store.write(async (tx) => {
      const { receiptIds } = await tx.dropWaitingLogs(projectId, traceIds, which)
      await tx.finishLogReceipts(receiptIds, clock.now())
    })
  }

  return {
    write: (author, change) =>
      mutex(async () => {
        const spanChange = await change()
        if ('payload' in spanChange.records || spanChange.records.length > 0)
          await writeRecords(author, spanChange)
      }),

    read: async (sentForm, body) => {
      const form = { ...sentForm, spansMax: parts.traceSpansMax }
      return isLong('records', body) ? rowBuilders.tracePayload(form, body) : tracePayload(form, body)
    },

    async deleteTraces(projectId, traceIds) {
      const removedFacts: FactsRow[] = []
      for (let i = 0; i < traceIds.length; i += tracesPerDelete) {
        await mutex(async () => {
          const chunk = traceIds.slice(i, i + tracesPerDelete)
          await dropLogs(projectId, { traceIds: chunk, which: 'all' })
          const rows = await spans.facts(projectId, chunk)
          await spans.deleteSpans(rows)
          removedFacts.push(...rows)
        })
      }
      return removedFacts
    },

    deleteSpan: (projectId, { traceId, spanId }) =>
      mutex(async () => {
        const row = (await spans.facts(projectId, [traceId])).find(({ span_id }) => span_id === spanId)
        if (row === undefined) return false
        await spans.deleteSpans([row])
        // Updates the sums of the rest of the trace.
        await reconcile(parts, { touchedTraces: [{ projectId, traceIds: [traceId] }], mayRefuse: false })
        return true
      }),

    async waitForIngest(projectId) {
      // Compares with the newest waiting entry and not with the current time: clocks of accepting processes may differ.
      const newestEntry = await parts.store.read.inboxNewest(projectId)
      if (newestEntry === undefined) return
      const deadline = performance.now() + ingestWaitMsMax
      while (await parts.store.read.inboxHolds(projectId, newestEntry)) {
        if (performance.now() > deadline) {
          throw new AssayError(
            'unavailable',
            'Spans that arrived earlier are still being stored; try again.',
            {
              headers: { 'Retry-After': '5' },
            },
          )
        }
        await sleep(ingestPollMs)
      }
    },
  }
}

const sumOf = (usage: readonly EntryUsage[]): Pick<EntryUsage, 'calls' | 'cost'> => ({
  calls: usage.reduce((sum, { calls }) => sum + calls, 0),
  cost: usage.reduce((sum, { cost }) => sum + cost, 0),
})

const unstorable = (refusal: RowsRefused): AssayError =>
  new AssayError('trace_invalid', `The trace cannot be stored: ${refusal.message}.`, { cause: refusal })
