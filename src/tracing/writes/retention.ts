// Retention of traces. A sweep over every project removes the traces of which all spans are older than its limit: all
// spans of a trace or none. A trace that is still referenced is retained at any age.
import { sweepProjects, type ExpiryParts, type ProjectExpiry, type Sweep } from '../../access/retention.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { OldTraces, Partition, SpanCursor, SpanStore } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import type { TraceWrites } from './trace-writes.ts'

/** Returns those of the traces that are referenced, for example by the results of an evaluation. */
export type TracesInUse = (
  traces: Pick<ProjectExpiry, 'projectId' | 'holdsSince'> & { readonly traceIds: readonly string[] },
) => Promise<ReadonlySet<string>>

export interface RetentionParts extends ExpiryParts {
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces'>
  readonly inUse: TracesInUse
}

const spansPerPage = 5_000
const tracesPerPage = 1_000
/** Before any span. */
const firstTime = '1900-01-01 00:00:00.000000000'

export interface TraceSweep extends Sweep {
  /** The time up to which the traces of each project were swept. With an empty map, a sweep also finds late spans. */
  readonly sweptUntil: Map<string, string>
}

/**
 * Removes the expired traces of every project: full months by dropping them, other traces one by one. Returns the
 * number of removed spans. Can be stopped and repeated.
 */
export async function expireTraces(parts: RetentionParts, sweep: TraceSweep): Promise<number> {
  const expiries = new Map<string, ProjectExpiry>()
  await sweepProjects(
    { ...parts, ...sweep },
    {
      subject: 'days',
      expire: async (expiry) => {
        expiries.set(expiry.projectId, { ...expiry, before: rowTime(expiry.before) })
        return 0
      },
    },
  )
  let removedCount = await dropPartitions(parts, { expiries, signal: sweep.signal })
  for (const expiry of expiries.values()) {
    if (sweep.signal?.aborted === true) return removedCount
    try {
      removedCount += await expireBefore(parts, { expiry, sweep })
    } catch (error) {
      parts.onProjectError(expiry.projectId, error)
    }
  }
  return removedCount
}

interface OldRange {
  readonly expiry: ProjectExpiry
  readonly from: string
  readonly to: string
}

/** The traces of spans in a time range, page by page. */
async function* pagesOf(spans: SpanStore, { expiry, from, to }: OldRange): AsyncGenerator<OldTraces> {
  let cursor: SpanCursor | undefined
  do {
    const page = { before: expiry.before, from, to, after: cursor, limit: spansPerPage }
    const oldTraces = await spans.tracesBefore(expiry.projectId, page)
    yield oldTraces
    cursor = oldTraces.next
  } while (cursor !== undefined)
}

interface MonthSweep {
  readonly expiries: ReadonlyMap<string, ProjectExpiry>
  readonly signal: AbortSignal | undefined
}

async function dropPartitions(parts: RetentionParts, months: MonthSweep): Promise<number> {
  const latestExpiry = [...months.expiries.values()]
    .map(({ before }) => before)
    .toSorted()
    .at(-1)
  if (latestExpiry === undefined) return 0
  let removedSpans = 0
  for (const partition of await parts.spans.partitionsBefore(latestExpiry)) {
    if (await isExpired(parts, { ...months, partition }))
      removedSpans += await parts.spans.dropPartition(partition)
  }
  return removedSpans
}

/** Whether no project retains a trace of the month. */
async function isExpired(
  { spans, inUse, onProjectError }: RetentionParts,
  { partition, expiries, signal }: MonthSweep & { readonly partition: Partition },
): Promise<boolean> {
  for (const projectId of partition.projectIds) {
    const expiry = expiries.get(projectId)
    if (expiry === undefined || expiry.before < partition.to) return false
    const { from, to } = partition
    try {
      for await (const { traceIds, hasNewer } of pagesOf(spans, { expiry, from, to })) {
        if (hasNewer || signal?.aborted === true) return false
        if ((await inUse({ ...expiry, traceIds })).size > 0) return false
      }
    } catch (error) {
      onProjectError(projectId, error)
      return false
    }
  }
  return true
}

async function expireBefore(
  { spans, traceWrites, inUse }: RetentionParts,
  { expiry, sweep }: { readonly expiry: ProjectExpiry; readonly sweep: TraceSweep },
): Promise<number> {
  const { projectId, before } = expiry
  const from = sweep.sweptUntil.get(projectId) ?? firstTime
  let removedSpans = 0
  for await (const { traceIds } of pagesOf(spans, { expiry, from, to: before })) {
    const retainedIds = await inUse({ ...expiry, traceIds })
    const deletedRows = await traceWrites.deleteTraces(
      projectId,
      traceIds.filter((id) => !retainedIds.has(id)),
    )
    removedSpans += deletedRows.length
    if (sweep.signal?.aborted === true) return removedSpans
  }
  sweep.sweptUntil.set(projectId, before)
  return removedSpans
}

export interface RemovedCounts {
  readonly spans: number
  readonly traces: number
}

/** Removes every trace with a span of this session or user. Safe to repeat. */
export async function deleteTracesOf(
  { spans, traceWrites }: Pick<RetentionParts, 'spans' | 'traceWrites'>,
  projectId: string,
  owner: { readonly kind: 'session' | 'user'; readonly id: string },
): Promise<RemovedCounts> {
  let removedCounts: RemovedCounts = { spans: 0, traces: 0 }
  for (;;) {
    const traceIds = await spans.tracesWithId(projectId, owner, tracesPerPage)
    if (traceIds.length === 0) return removedCounts
    const deletedRows = await traceWrites.deleteTraces(projectId, traceIds)
    if (deletedRows.length === 0) {
      throw new AssayError('unavailable', 'The spans changed while they were being removed; try again.')
    }
    removedCounts = {
      spans: removedCounts.spans + deletedRows.length,
      traces: removedCounts.traces + traceIds.length,
    }
  }
}
