// Deletion jobs: erase all traces of a user, of a session, or that a filter matches. A job works page by page and
// stores its progress, so that another process continues it after a crash. Erasing is idempotent.
import { setTimeout as sleep } from 'node:timers/promises'
import { microsecondsOf, microsecondText, type Clock } from '../../kernel/clock.ts'
import { chunks } from '../../kernel/chunks.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Deletion, ErasedCounts, RelationalStore, SpanStore } from '../../storage/contract/contract.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { parseWindowing } from '../filter/windowing.ts'
import { queryTraceIds } from '../query/pages.ts'
import { dayMs, reclaimAllMs } from './retention-sweep.ts'
import type { TraceWrites } from './trace-writes.ts'

export interface DeletionParts {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces' | 'caughtUp'>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export interface DeletionWorker {
  /** Signals that a job was added. */
  readonly wake: () => void
  /** Finishes the current page and stops. */
  readonly stop: () => Promise<void>
}

/** Traces that one query finds: finding those of a user reads all spans of the project. */
const tracesPerPage = 10_000
/** Traces between two records of the progress. */
const tracesPerStep = 500
/** The lease of a page. Far longer than a page takes. */
const leaseMs = 60_000
/** Other processes add jobs without waking this one. */
const pollMs = 5_000

/** The day by which the bytes of deleted spans have left the disk (retention-sweep.ts). */
export const leavesDiskBy = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + reclaimAllMs + 2 * dayMs).toISOString().slice(0, 10)

export const nothingErased: ErasedCounts = { traces: 0, spans: 0, logEvents: 0, rejections: 0 }

interface TracePage {
  readonly traceIds: readonly string[]
  /** The cursor of the next page; undefined: this was the last one. */
  readonly next: JsonObject | undefined
}

/** The next traces to erase. */
async function matchingTraces(
  { spans }: DeletionParts,
  { projectId, request, cursor }: Pick<Deletion, 'projectId' | 'request'> & { readonly cursor: JsonObject },
): Promise<TracePage> {
  for (const what of ['user', 'session'] as const) {
    const id = request[`${what}_id`]
    if (typeof id !== 'string') continue
    const traceIds = await spans.tracesNaming(projectId, { what, id }, tracesPerPage)
    return { traceIds, next: undefined }
  }
  const filter = parseFiltering(request['filtering'], ['body', 'deletion', 'filtering'])
  const windowing = parseWindowing(cursor, ['windowing'])
  const query = { filter, windowing, isWindowed: true }
  const page = await queryTraceIds(spans.queries, { projectId }, query)
  return { traceIds: page.traceIds, next: page.windowing }
}

const firstPage: JsonObject = { limit: tracesPerPage, order: 'ascending' }

interface RunningDeletion {
  readonly job: Deletion
  readonly holder: string
  readonly signal: AbortSignal
}

/** The work on one job. */
class DeletionRun {
  readonly #parts: DeletionParts
  readonly #of: RunningDeletion
  #erased: ErasedCounts

  constructor(parts: DeletionParts, of: RunningDeletion) {
    this.#parts = parts
    this.#of = of
    this.#erased = of.job.erased
  }

  /** Resolves when the job has ended, when another process has taken it, or on abort. */
  async run(): Promise<void> {
    const { job, signal } = this.#of
    // Spans that were accepted before the request are stored first, so that they are found.
    await this.#parts.traceWrites.caughtUp(job.projectId)
    for (let isClean = false; !isClean;) {
      isClean = true
      let cursor: JsonObject | undefined = firstPage
      while (cursor !== undefined && !signal.aborted) {
        const page: TracePage = await matchingTraces(this.#parts, { ...job, cursor })
        cursor = page.next
        if (page.traceIds.length > 0) isClean = false
        for (const some of chunks(page.traceIds, tracesPerStep)) {
          if (!signal.aborted && !(await this.#erase(some))) return
        }
      }
      if (signal.aborted) return void (await this.#put(undefined))
    }
    await this.#put(this.#parts.clock.now())
  }

  /** False: another process has taken the job. */
  #put(finishedAt: string | undefined): Promise<boolean> {
    const { job, holder, signal } = this.#of
    const progress = { id: job.id, erased: this.#erased, finishedAt, error: undefined }
    // A stopped process releases the job at once.
    const lease = { holder, until: signal.aborted ? '' : later(this.#parts.clock, leaseMs) }
    return this.#parts.store.write((tx) => tx.putDeletion(progress, lease))
  }

  async #erase(traceIds: readonly string[]): Promise<boolean> {
    const { store, clock, traceWrites } = this.#parts
    const { projectId } = this.#of.job
    const counts = await store.write(async (tx) => {
      const { receiptIds, events } = await tx.dropWaitingLogs(projectId, traceIds, 'all')
      await tx.finishLogReceipts(receiptIds, clock.now())
      return { events, rejections: await tx.deleteRejectionsOfTraces(projectId, traceIds) }
    })
    const deleted = await traceWrites.deleteTraces(projectId, traceIds)
    if (deleted.length === 0) {
      throw new AssayError('unavailable', 'The spans changed while they were being removed; trying again.')
    }
    const before = this.#erased
    this.#erased = {
      traces: before.traces + new Set(deleted.map(({ trace_id }) => trace_id)).size,
      spans: before.spans + deleted.length,
      logEvents: before.logEvents + counts.events,
      rejections: before.rejections + counts.rejections,
    }
    return this.#put(undefined)
  }
}

const later = (clock: Clock, ms: number): string => microsecondText(microsecondsOf(clock.now()) + ms * 1000)

/** A store that does not answer may recover; any other refusal is permanent. */
const isPermanent = (error: unknown): error is AssayError =>
  error instanceof AssayError && error.code !== 'unavailable'

/** Takes deletion jobs and works on them, one at a time. */
export function startDeletions(parts: DeletionParts): DeletionWorker {
  const { store, clock, onError } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  const holder = clock.id()
  let woken = Promise.withResolvers<void>()

  async function workOnNext(): Promise<boolean> {
    const lease = { holder, now: clock.now(), until: later(clock, leaseMs) }
    const job = await store.write((tx) => tx.takeDeletion(lease))
    if (job === undefined) return false
    try {
      await new DeletionRun(parts, { job, holder, signal }).run()
    } catch (error) {
      if (!isPermanent(error)) throw error
      const current = (await store.read.deletion(job.projectId, job.id)) ?? job
      const failed = { ...current, finishedAt: clock.now(), error: error.message }
      await store.write((tx) => tx.putDeletion(failed, lease))
    }
    return true
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const hasWorked = await workOnNext().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (hasWorked) continue
      await Promise.race([
        woken.promise,
        sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined),
      ])
      woken = Promise.withResolvers()
    }
  }
  const running = run()
  return {
    wake: () => woken.resolve(),
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
