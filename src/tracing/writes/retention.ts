// Retention of traces. A sweep over every project removes the traces of which all spans are older than its limit: all
// spans of a trace or none. A trace that is still referenced is retained at any age.
import { sweepProjects, type ExpiryParts, type ProjectExpiry, type Sweep } from '../../access/retention.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import type { TraceWrites } from './trace-writes.ts'

/** Of these traces, the ones that are referenced, for example as results of an evaluation. */
export type TracesInUse = (
  of: Pick<ProjectExpiry, 'projectId' | 'holdsSince'> & { readonly traceIds: readonly string[] },
) => Promise<ReadonlySet<string>>

export interface RetentionParts extends ExpiryParts {
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces'>
  readonly inUse: TracesInUse
}

const tracesPerPage = 1_000

/** Removes the expired traces of every project and returns the number of removed spans. Can be stopped and repeated. */
export const expireTraces = (parts: RetentionParts, sweep: Sweep): Promise<number> =>
  sweepProjects(
    { ...parts, ...sweep },
    { subject: 'days', expire: (expiry) => expireBefore(parts, { ...expiry, signal: sweep.signal }) },
  )

async function expireBefore(
  { spans, traceWrites, inUse }: RetentionParts,
  { projectId, before, holdsSince, signal }: ProjectExpiry & Pick<Sweep, 'signal'>,
): Promise<number> {
  const time = rowTime(before)
  let removed = 0
  let after = ''
  for (;;) {
    const old = await spans.tracesBefore(projectId, time, { after, limit: tracesPerPage })
    const retained = await inUse({ projectId, traceIds: old, holdsSince })
    const deleted = await traceWrites.deleteTraces(
      projectId,
      old.filter((id) => !retained.has(id)),
    )
    removed += deleted.length
    after = old.at(-1) ?? ''
    if (after === '' || signal?.aborted === true) return removed
  }
}

export interface Removed {
  readonly spans: number
  readonly traces: number
}

/** Removes every trace with a span of this session or user. Safe to repeat. */
export async function deleteTracesOf(
  { spans, traceWrites }: Pick<RetentionParts, 'spans' | 'traceWrites'>,
  projectId: string,
  owner: { readonly what: 'session' | 'user'; readonly id: string },
): Promise<Removed> {
  let removed: Removed = { spans: 0, traces: 0 }
  for (;;) {
    const traceIds = await spans.tracesNaming(projectId, owner, tracesPerPage)
    if (traceIds.length === 0) return removed
    const deleted = await traceWrites.deleteTraces(projectId, traceIds)
    if (deleted.length === 0) {
      throw new AssayError('unavailable', 'The spans changed while they were being removed; try again.')
    }
    removed = { spans: removed.spans + deleted.length, traces: removed.traces + traceIds.length }
  }
}
