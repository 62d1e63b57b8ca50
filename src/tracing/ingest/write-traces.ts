// Writes payloads to the span store: reads the facts of the touched traces, rolls them up with the new spans, writes
// the rows. A process writes one batch at a time, under a mutex. If other processes write too, it checks again
// afterwards.
import { AssayError } from '../../kernel/errors.ts'
import { chunks } from '../../kernel/chunks.ts'
import {
  RowsRefused,
  type FactsRow,
  type RelationalStore,
  type SpanStore,
  type UsageCounts,
} from '../../storage/contract/contract.ts'
import type { Clock } from '../../kernel/clock.ts'
import { detachLogs } from './logs/detach-logs.ts'
import type { BatchEntry, EntryUsage, NewRejection, TouchedTraces } from './rows/batch.ts'
import type { EntryGroup } from './rows/groups.ts'
import type { BuiltRows, RowRange, RowWork, SpanIds } from './row-builders/row-builder-calls.ts'
import type { RowBuilderPool } from './row-builders/row-builders.ts'
import { isPlainSpan, groupByTrace, traceKey, type ChangedSpan } from './rows/stored-traces.ts'
import type { Mutex } from './mutex.ts'

export interface TraceWriteParts {
  /** Has the waiting log events and the rules of projects. */
  readonly store: RelationalStore
  readonly clock: Clock
  readonly spans: SpanStore
  readonly rowBuilders: RowBuilderPool
  readonly mutex: Mutex
  /** Other processes write to the span store at the same time. */
  readonly isShared: boolean
  /** Called with a project when a request has written spans of it. */
  readonly onWritten: (projectId: string, usage: Partial<UsageCounts>) => void
}

/** The traces of a batch. */
export const tracesOf = ({ shares }: Batch): readonly TouchedTraces[] =>
  shares.flatMap(({ touchedTraces }) => touchedTraces)

/** Payloads on their way to the span store, split into shares that are processed in parallel. */
export interface Batch {
  readonly shares: readonly Share[]
}

interface Share {
  readonly work: RowWork
  readonly touchedTraces: readonly TouchedTraces[]
}

/** A smaller share is not worth another thread. */
const shareBytesMin = 64 * 1024
/** Traces per query: bounds the text of the statement. */
const tracesPerQuery = 2_000
/** Stored rows rewritten at once. A full row is some kilobytes. */
const rowsPerQuery = 1_000
/** Two workers that keep changing one trace agree after a round each. More rounds mean that something else is wrong. */
const reconcileRoundsMax = 10

const bytesOf = (entries: readonly BatchEntry[]): number =>
  entries.reduce((sum, { payload }) => sum + payload.byteLength, 0)

/** Payloads that share traces stay together; the rest is spread evenly. */
export async function batchOf(
  rowBuilders: RowBuilderPool,
  {
    entries,
    workContext,
  }: { readonly entries: readonly BatchEntry[]; readonly workContext: Omit<RowWork, 'groups'> },
): Promise<Batch> {
  const groups = (await rowBuilders.groups(entries)).map((group) => ({
    ...group,
    payloads: group.entries.map((i) => entries[i] as BatchEntry),
  }))
  const count = Math.min(rowBuilders.threads, Math.max(1, Math.floor(bytesOf(entries) / shareBytesMin)))
  const bins = Array.from({ length: count }, () => ({ groups: [] as typeof groups, bytes: 0 }))
  for (const group of groups) {
    const smallestBin = bins.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    smallestBin.groups.push(group)
    smallestBin.bytes += bytesOf(group.payloads)
  }
  return {
    shares: bins
      .filter((bin) => bin.groups.length > 0)
      .map((bin) => ({
        work: { groups: bin.groups.map(({ payloads }) => payloads), ...workContext },
        touchedTraces: touchedBy(bin.groups),
      })),
  }
}

function touchedBy(groups: readonly EntryGroup[]): readonly TouchedTraces[] {
  const byProject = Map.groupBy(
    groups.flatMap(({ touchedTraces }) => touchedTraces),
    ({ projectId }) => projectId,
  )
  return [...byProject].map(([projectId, touchedTraces]) => ({
    projectId,
    traceIds: touchedTraces.flatMap(({ traceIds }) => traceIds),
  }))
}

export async function factsOf(
  spans: SpanStore,
  touchedTraces: readonly TouchedTraces[],
): Promise<readonly FactsRow[]> {
  const facts: FactsRow[] = []
  for (const { projectId, traceIds } of touchedTraces) {
    for (const chunk of chunks(traceIds, tracesPerQuery)) {
      for (const row of await spans.facts(projectId, chunk)) facts.push(row)
    }
  }
  return facts
}

/**
 * Takes the mutex and writes a batch. Resolves when its spans are stored, with the spans that cannot be stored.
 * Repeating it with the same payloads, after a crash at any point, yields the same rows.
 */
export async function writeBatch(
  parts: TraceWriteParts,
  batch: Batch,
): Promise<{ readonly rejections: readonly NewRejection[]; readonly usage: readonly EntryUsage[] }> {
  const rejections: NewRejection[] = []
  const usage = await parts.mutex(() => writeLocked(parts, batch, rejections))
  return { rejections, usage }
}

/**
 * As writeBatch, for a caller that holds the mutex. Spans that cannot be stored are added to the list; without a list,
 * RowsRefused has the reason, and nothing of the batch is stored. Returns the model calls of the requests.
 */
export async function writeLocked(
  parts: TraceWriteParts,
  { shares }: Batch,
  rejections: NewRejection[] | undefined,
): Promise<readonly EntryUsage[]> {
  const { spans, rowBuilders } = parts
  const touchedTraces = touchedBy(shares.map((share) => ({ ...share, entries: [] })))
  const factsByTrace = groupByTrace(await factsOf(spans, touchedTraces))
  const results = await Promise.all(
    shares.map(async ({ work, touchedTraces: shareTraces }) => {
      const facts = shareTraces.flatMap(({ projectId, traceIds }) =>
        traceIds.flatMap((id) => factsByTrace.get(traceKey(projectId, id)) ?? []),
      )
      const buildRange = async (range: RowRange) => (await rowBuilders.rows(work, facts, range)).rows
      return { ...(await rowBuilders.rows(work, facts)), work, buildRange }
    }),
  )
  for (const rejection of results.flatMap((share) => share.rejections)) {
    if (rejections === undefined) throw new RowsRefused(rejection.reason)
    rejections.push(rejection)
  }
  // A client that writes spans itself sends all of them.
  if (rejections !== undefined) {
    await detachLogs(
      parts,
      results.flatMap(({ replacedWithLogs }) => replacedWithLogs),
    )
  }
  const blocks = results.map(({ rows, work, buildRange }): Block => {
    const refuse = async (ids: SpanIds, reason: string): Promise<void> => {
      const rejection = await rowBuilders.rejectionOf(work, ids, reason)
      if (rejection !== undefined) rejections?.push(rejection)
    }
    return { rows, buildRange, refuse: rejections && refuse }
  })
  await writeBlocks(spans, blocks)
  const mayRefuse = rejections !== undefined
  await rewrite(parts, { changedSpans: results.flatMap(({ changedSpans }) => changedSpans), mayRefuse })
  if (parts.isShared) await reconcile(parts, { touchedTraces, mayRefuse })
  return results.flatMap(({ usage }) => usage)
}

/** Stored spans that the store refuses to rewrite stay unchanged. */
async function rewrite(
  { spans, rowBuilders }: TraceWriteParts,
  { changedSpans, mayRefuse }: { readonly changedSpans: readonly ChangedSpan[]; readonly mayRefuse: boolean },
): Promise<void> {
  const refuse = mayRefuse ? () => Promise.resolve() : undefined
  for (const [projectId, projectSpans] of Map.groupBy(changedSpans, ({ project_id }) => project_id)) {
    for (const chunk of chunks(projectSpans, rowsPerQuery)) {
      const rows = await spans.spans(projectId, chunk)
      const buildRange = (range?: RowRange) => rowBuilders.rerolledRows(rows, chunk, range)
      await writeBlocks(spans, [{ rows: await buildRange(), buildRange, refuse }])
    }
  }
}

/**
 * Another process may have written to the same traces since their facts were read. Of two writers at least one reads
 * after both have written, and that one corrects the roll-up.
 */
export async function reconcile(
  parts: TraceWriteParts,
  {
    touchedTraces,
    mayRefuse,
  }: { readonly touchedTraces: readonly TouchedTraces[]; readonly mayRefuse: boolean },
): Promise<void> {
  for (let round = 0; round < reconcileRoundsMax; round++) {
    const facts = await factsOf(parts.spans, touchedTraces)
    const changedSpans = await parts.rowBuilders.unsettledSpans(facts)
    if (changedSpans.length === 0) return parts.isShared ? removeFormerCopies(parts.spans, facts) : undefined
    await rewrite(parts, { changedSpans, mayRefuse })
  }
  throw new AssayError('unavailable', 'A trace changes faster than it can be rolled up; it will be retried.')
}

/**
 * Of two processes that stored a span at the same time, one may have taken it for the head of its trace. The
 * other one does not know that row, so its own row leaves no tombstone among the copies. At least one of the two reads
 * after both have written, and removes the copy.
 */
async function removeFormerCopies(spans: SpanStore, facts: readonly FactsRow[]): Promise<void> {
  const plainSpans = Map.groupBy(facts.filter(isPlainSpan), ({ project_id }) => project_id)
  for (const [projectId, rows] of plainSpans) {
    for (const chunk of chunks(rows, rowsPerQuery)) await spans.removeCopies(projectId, chunk)
  }
}

/** Rows of one thread. */
interface Block {
  readonly rows: BuiltRows
  /** Builds a range of the same rows again. */
  readonly buildRange: (range: RowRange) => Promise<BuiltRows>
  /** Takes a row that the store refuses. Without it, all rows fail. */
  readonly refuse: ((ids: SpanIds, reason: string) => Promise<void>) | undefined
}

/** Writes all blocks in one statement, or none of them. */
export async function writeBlocks(spans: SpanStore, blocks: readonly Block[]): Promise<void> {
  try {
    await spans.write({
      count: blocks.reduce((sum, { rows }) => sum + rows.count, 0),
      chunks: blocks.flatMap(({ rows }) => rows.chunks),
    })
  } catch (error) {
    if (!(error instanceof RowsRefused) || blocks.some(({ refuse }) => refuse === undefined)) throw error
    for (const block of blocks) await writeByHalves(spans, block, { from: 0, to: block.rows.count })
  }
}

/** Finds refused rows by bisection, so that one of them does not affect its neighbours. */
async function writeByHalves(spans: SpanStore, block: Block, { from, to }: RowRange): Promise<void> {
  const rows = await block.buildRange({ from, to })
  if (rows.first === undefined) return
  try {
    await spans.write(rows)
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error
    if (to - from === 1) return block.refuse?.(rows.first, error.message)
    const middle = Math.ceil((from + to) / 2)
    await writeByHalves(spans, block, { from, to: middle })
    await writeByHalves(spans, block, { from: middle, to })
  }
}
