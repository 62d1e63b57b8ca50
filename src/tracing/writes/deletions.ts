// Deletion jobs: erase all traces of a user, of a session, or that a filter matches. A job works page by page and
// stores its progress, so that another process continues it after a crash. Erasing is idempotent. A job is leased, and
// the lease is renewed while its process works: a process that lost it stops (deletion-lease.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock.ts'
import { chunks } from '../../kernel/chunks.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Deletion, ErasedCounts, RelationalStore, SpanStore } from '../../storage/contract/contract.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { parseWindowing } from '../filter/windowing.ts'
import { queryTraceIds } from '../query/pages.ts'
import type { CopiedRows } from './copied-rows.ts'
import { holdDeletion, leaseDefaults, leaseEnd, type LeaseTimes } from './deletion-lease.ts'
import { dayMs, reclaimAllMs } from './retention-sweep.ts'
import type { TraceWrites } from './trace-writes.ts'

export interface DeletionParts {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces' | 'waitForIngest'>
  readonly copiedRows: CopiedRows
  readonly clock: Clock
  readonly leaseTimes?: LeaseTimes
  readonly onError: (error: unknown) => void
}

export interface DeletionWorker {
  /** Signals that a job was added. */
  readonly wake: () => void
  /** Finishes the current page and stops. */
  readonly stop: () => Promise<void>
}

/** Traces per query. Pages are large, because a query for the traces of a user reads all spans of the project. */
const tracesPerPage = 10_000
/** Traces between two records of the progress. */
const tracesPerStep = 500
/**
 * The first sweep erases everything that was stored before the request, the second one spans that arrived during the
 * first. Without a limit, the job of a user who remains active would never end, and jobs after it would never start.
 */
const sweepsMax = 2
/** The wait after a failed attempt of a job; the jobs after it do not wait. */
const retryMs = 30_000
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
  for (const subject of ['user', 'session'] as const) {
    const id = request[`${subject}_id`]
    if (typeof id !== 'string') continue
    const traceIds = await spans.tracesWithId(projectId, { kind: subject, id }, tracesPerPage)
    // Those of this page are erased before the same statement finds the next ones.
    return { traceIds, next: traceIds.length < tracesPerPage ? undefined : cursor }
  }
  const filter = parseFiltering(request['filtering'], ['body', 'deletion', 'filtering'])
  const windowing = parseWindowing(cursor, ['windowing'])
  // Partial: a search of many spans takes longer than the time limit of a query.
  const query = { filter, windowing, isWindowed: true, isPartial: true }
  const page = await queryTraceIds(spans.queries, { projectId }, query)
  return { traceIds: page.traceIds, next: page.windowing }
}

const firstPage: JsonObject = { limit: tracesPerPage, order: 'ascending' }

interface RunningDeletion {
  readonly job: Deletion
  readonly holder: string
  readonly leaseMs: number
  /** Aborts when the process stops or has lost the lease. */
  readonly signal: AbortSignal
}

/** The work on one job. */
class DeletionRun {
  readonly #parts: DeletionParts
  readonly #deletion: RunningDeletion
  #erasedCounts: ErasedCounts
  /** Another process has taken the job. */
  #isLost = false

  constructor(parts: DeletionParts, deletion: RunningDeletion) {
    this.#parts = parts
    this.#deletion = deletion
    this.#erasedCounts = deletion.job.erased
  }

  /** Resolves when the job has ended, or after the current step on abort. */
  async run(): Promise<void> {
    const { job } = this.#deletion
    // Spans that were accepted before the request are stored first, so that they are found.
    await this.#parts.traceWrites.waitForIngest(job.projectId)
    for (let sweep = 1, hasMore = true; hasMore && sweep <= sweepsMax; sweep++) {
      hasMore = await this.#eraseMatching()
    }
    if (this.#hasStopped()) return
    await this.#accountForCopies()
    await this.#put(this.#parts.clock.now())
  }

  /** One sweep over all matching traces. Returns whether there were any. */
  async #eraseMatching(): Promise<boolean> {
    const { job } = this.#deletion
    let hasErased = false
    let cursor: JsonObject | undefined = firstPage
    while (cursor !== undefined && !this.#hasStopped()) {
      const page: TracePage = await matchingTraces(this.#parts, { ...job, cursor })
      cursor = page.next
      if (page.traceIds.length === 0) continue
      hasErased = true
      await this.#recordCopies(page.traceIds)
      for (const chunk of chunks(page.traceIds, tracesPerStep)) {
        if (!this.#hasStopped()) await this.#erase(chunk)
      }
    }
    return hasErased
  }

  /** Stores which traces have copies in testsets before they are erased: afterwards only the job knows. */
  async #recordCopies(traceIds: readonly string[]): Promise<void> {
    const withCopies = await this.#parts.copiedRows.tracesWithCopies(this.#deletion.job.projectId)
    const knownIds = new Set(this.#erasedCounts.copiedTraceIds)
    const newIds = traceIds.filter((id) => withCopies.has(id) && !knownIds.has(id))
    if (newIds.length === 0) return
    this.#erasedCounts = { ...this.#erasedCounts, copiedTraceIds: [...knownIds, ...newIds] }
    await this.#put(undefined)
  }

  async #accountForCopies(): Promise<void> {
    const { job } = this.#deletion
    const { copiedTraceIds: traceIds = [] } = this.#erasedCounts
    if (traceIds.length === 0) return
    const isRemoving = job.request['include_testset_rows'] === true
    const testsets = await this.#parts.copiedRows.account(job, { traceIds, isRemoving })
    this.#erasedCounts = { ...this.#erasedCounts, testsets }
  }

  #hasStopped(): boolean {
    return this.#isLost || this.#deletion.signal.aborted
  }

  async #put(finishedAt: string | undefined): Promise<void> {
    const { job, holder, leaseMs } = this.#deletion
    const progress = { id: job.id, erased: this.#erasedCounts, finishedAt, error: undefined }
    const lease = { holder, until: leaseEnd(this.#parts.clock, leaseMs) }
    const isHeld = await this.#parts.store.write((tx) => tx.putDeletion(progress, lease))
    if (!isHeld) this.#isLost = true
  }

  async #erase(traceIds: readonly string[]): Promise<void> {
    const { store, clock, traceWrites } = this.#parts
    const { projectId } = this.#deletion.job
    const counts = await store.write(async (tx) => {
      const { receiptIds, events } = await tx.dropWaitingLogs(projectId, traceIds, 'all')
      await tx.finishLogReceipts(receiptIds, clock.now())
      return { events, rejections: await tx.deleteRejectionsOfTraces(projectId, traceIds) }
    })
    const deletedRows = await traceWrites.deleteTraces(projectId, traceIds)
    if (deletedRows.length === 0) {
      throw new AssayError('unavailable', 'The spans changed while they were being removed; trying again.')
    }
    const erasedBefore = this.#erasedCounts
    this.#erasedCounts = {
      ...erasedBefore,
      traces: erasedBefore.traces + new Set(deletedRows.map(({ trace_id }) => trace_id)).size,
      spans: erasedBefore.spans + deletedRows.length,
      logEvents: erasedBefore.logEvents + counts.events,
      rejections: erasedBefore.rejections + counts.rejections,
    }
    await this.#put(undefined)
  }
}

/** A store that does not answer may recover; any other refusal is permanent. */
const isPermanent = (error: unknown): error is AssayError =>
  error instanceof AssayError && error.code !== 'unavailable'

/** Works on a job under its lease. */
async function workOn(
  parts: DeletionParts,
  {
    job,
    holder,
    stopSignal,
  }: { readonly job: Deletion; readonly holder: string; readonly stopSignal: AbortSignal },
): Promise<void> {
  const { store, clock, onError, leaseTimes = leaseDefaults } = parts
  const lease = holdDeletion(parts, { id: job.id, holder, leaseTimes })
  const signal = AbortSignal.any([stopSignal, lease.lostSignal])
  let freeAt = ''
  try {
    await new DeletionRun(parts, { job, holder, leaseMs: leaseTimes.leaseMs, signal }).run()
  } catch (error) {
    if (!isPermanent(error)) {
      onError(error)
      freeAt = leaseEnd(clock, retryMs)
      return
    }
    const current = (await store.read.deletion(job.projectId, job.id)) ?? job
    const failedJob = { ...current, finishedAt: clock.now(), error: error.message }
    await store.write((tx) => tx.putDeletion(failedJob, { holder, until: '' }))
  } finally {
    await lease.release(freeAt)
  }
}

/** Takes deletion jobs and works on them, one at a time. */
export function startDeletions(parts: DeletionParts): DeletionWorker {
  const { store, clock, onError, leaseTimes = leaseDefaults } = parts
  const stopController = new AbortController()
  const { signal } = stopController
  const holder = clock.id()
  let wakeSignal = Promise.withResolvers<void>()

  async function workOnNext(): Promise<boolean> {
    const lease = { holder, now: clock.now(), until: leaseEnd(clock, leaseTimes.leaseMs) }
    const job = await store.write((tx) => tx.takeDeletion(lease))
    if (job === undefined) return false
    await workOn(parts, { job, holder, stopSignal: signal })
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
        wakeSignal.promise,
        sleep(pollMs, undefined, { signal, ref: false }).catch(() => undefined),
      ])
      wakeSignal = Promise.withResolvers()
    }
  }
  const loop = run()
  return {
    wake: () => wakeSignal.resolve(),
    stop: async () => {
      stopController.abort()
      await loop
    },
  }
}
