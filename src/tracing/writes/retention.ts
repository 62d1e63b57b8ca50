// How long traces are kept. A pass over every project removes the traces of which all spans are older than it says; a
// trace goes whole or stays whole. What somebody still refers to is kept, whatever its age.
import { AssayError } from '../../kernel/errors.ts'
import type { InboxReads, RelationalReads, SpanStore } from '../../storage/contract/contract.ts'
import { rowTime } from '../ingest/rows/span-row.ts'
import type { TraceWrites } from './trace-writes.ts'

/** Of these traces of a project, those that something refers to: an evaluation that points at them as its results. */
export type TracesInUse = (projectId: string, traceIds: readonly string[]) => Promise<ReadonlySet<string>>

export interface RetentionParts {
  readonly reads: () => Pick<RelationalReads, 'projects' | 'projectSetting'>
  readonly spans: SpanStore
  readonly traceWrites: Pick<TraceWrites, 'deleteTraces'>
  readonly inUse: TracesInUse
  /** For projects that do not say; 0: for ever. */
  readonly daysDefault: number
}

const dayMs = 86_400_000
const tracesPerPage = 1_000

/** Days for which a project keeps its traces; undefined: it does not say. 0: for ever. */
export async function retentionDays(
  reads: Pick<InboxReads, 'projectSetting'>,
  projectId: string,
): Promise<number | undefined> {
  const setting = await reads.projectSetting(projectId, 'retention')
  if (setting === undefined) return undefined
  const { days } = JSON.parse(setting.value) as { readonly days: number | null }
  return days ?? undefined
}

/** Removes what is too old in every project. Answers the number of spans removed. Safe to stop and to repeat. */
export async function expireTraces(
  parts: RetentionParts,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0
  const reads = parts.reads()
  for (const { id } of await reads.projects({ includeArchived: true })) {
    const days = (await retentionDays(reads, id)) ?? parts.daysDefault
    if (days === 0) continue
    removed += await expireBefore(parts, id, new Date(nowMs - days * dayMs), signal)
    if (signal?.aborted === true) return removed
  }
  return removed
}

async function expireBefore(
  { spans, traceWrites, inUse }: RetentionParts,
  projectId: string,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const time = rowTime(before.toISOString())
  let removed = 0
  let after = ''
  for (;;) {
    const old = await spans.tracesBefore(projectId, time, { after, limit: tracesPerPage })
    const kept = await inUse(projectId, old)
    const gone = await traceWrites.deleteTraces(
      projectId,
      old.filter((id) => !kept.has(id)),
    )
    removed += gone.length
    after = old.at(-1) ?? ''
    if (after === '' || signal?.aborted === true) return removed
  }
}

export interface Removed {
  readonly spans: number
  readonly traces: number
}

/** Removes every trace in which some span carries the id of this session or user. Safe to repeat. */
export async function deleteNamed(
  { spans, traceWrites }: Pick<RetentionParts, 'spans' | 'traceWrites'>,
  projectId: string,
  named: { readonly what: 'session' | 'user'; readonly id: string },
): Promise<Removed> {
  let removed: Removed = { spans: 0, traces: 0 }
  for (;;) {
    const traceIds = await spans.tracesNaming(projectId, named, tracesPerPage)
    if (traceIds.length === 0) return removed
    const gone = await traceWrites.deleteTraces(projectId, traceIds)
    if (gone.length === 0) {
      throw new AssayError('unavailable', 'The spans to remove change meanwhile; try again.')
    }
    removed = { spans: removed.spans + gone.length, traces: removed.traces + traceIds.length }
  }
}
