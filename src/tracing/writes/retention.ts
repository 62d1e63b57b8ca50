// Retention of traces. A sweep over every project removes the traces of which all spans are older than its limit: all
// spans of a trace or none. A trace that is still referenced is retained at any age.
import { AssayError } from '../../kernel/errors.ts'
import type { InboxReads, RelationalReads, SpanStore } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import type { TraceWrites } from './trace-writes.ts'

/** Of these traces, the ones that are referenced, for example as results of an evaluation. */
export type TracesInUse = (projectId: string, traceIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface RetentionParts {
  readonly reads: () => Pick<RelationalReads, 'projects' | 'projectSetting'>
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces'>
  readonly inUse: TracesInUse
  /** For projects without a setting. 0: for ever. */
  readonly daysDefault: number
}

const dayMs = 86_400_000
const tracesPerPage = 1_000

/** Days for which a project retains its traces. Undefined without a setting; 0: for ever. */
export async function retentionDays(
  reads: Pick<InboxReads, 'projectSetting'>,
  projectId: string,
): Promise<number | undefined> {
  const setting = await reads.projectSetting(projectId, 'retention')
  if (setting === undefined) return undefined
  const { days } = JSON.parse(setting.value) as { readonly days: number | null }
  return days ?? undefined
}

/** Removes the expired traces of every project and returns the number of removed spans. Can be stopped and repeated. */
export async function expireTraces(
  parts: RetentionParts,
  { nowMs, signal }: { readonly nowMs: number; readonly signal?: AbortSignal },
): Promise<number> {
  let removed = 0
  const reads = parts.reads()
  for (const { id } of await reads.projects({ includeArchived: true })) {
    const days = (await retentionDays(reads, id)) ?? parts.daysDefault
    if (days === 0) continue
    removed += await expireBefore(parts, { projectId: id, before: new Date(nowMs - days * dayMs), signal })
    if (signal?.aborted === true) return removed
  }
  return removed
}

async function expireBefore(
  { spans, traceWrites, inUse }: RetentionParts,
  {
    projectId,
    before,
    signal,
  }: { readonly projectId: string; readonly before: Date; readonly signal: AbortSignal | undefined },
): Promise<number> {
  const time = rowTime(before.toISOString())
  let removed = 0
  let after = ''
  for (;;) {
    const old = await spans.tracesBefore(projectId, time, { after, limit: tracesPerPage })
    const retained = await inUse(projectId, old)
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
