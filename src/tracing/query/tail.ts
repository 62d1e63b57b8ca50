// Streams new spans that match a filter as any process stores them. The relational store counts writes of spans; while
// the count is unchanged, the span store is not queried.
import { microsecondsOf, type Clock } from '../../kernel/clock.ts'
import type {
  QueryScope,
  RelationalReads,
  SelectedSpan,
  SpanQueries,
} from '../../storage/contract/contract.ts'
import { bothFilters, type Filter } from '../filter/ast.ts'
import { querySpans } from './pages.ts'

const hourUs = 3_600_000_000
/** Clocks of processes differ slightly, and a write is counted after its spans are readable. */
const overlapUs = 5_000_000
/** Maximum number of spans per batch. Of more spans, only the newest by start are sent. */
const spansAtOnce = 200
const reportedIdsMax = 20_000

export interface TailParts {
  readonly reads: RelationalReads
  readonly queries: SpanQueries
  readonly clock: Clock
  readonly scope: QueryScope
  readonly filter: Filter
  readonly pollMs: number
  readonly pause: (ms: number) => Promise<void>
  readonly isOver: () => boolean
}

const storedSince = (us: number): Filter => ({
  kind: 'compare',
  subject: { kind: 'field', field: 'created_at' },
  operator: 'gte',
  value: BigInt(us) * 1000n,
})

/** Spans stored since `sinceUs`, the newest by start. Spans that started more than an hour ago are not searched. */
async function storedSpans({ queries, clock, scope, filter }: TailParts, sinceUs: number) {
  const { rows } = await querySpans(queries, scope, {
    filter: bothFilters(filter, storedSince(sinceUs)),
    windowing: {
      oldest: BigInt(microsecondsOf(clock.now()) - hourUs) * 1000n,
      order: 'descending',
      limit: spansAtOnce,
      sent: {},
    },
    isWindowed: true,
  })
  return rows
}

/**
 * Yields the spans stored since the last poll, each once. The first batch is empty: spans stored before it are readable
 * by then, later ones will follow, so a client that reads a list at that moment misses none.
 */
export async function* tailSpans(parts: TailParts): AsyncGenerator<readonly SelectedSpan[]> {
  const { reads, clock, scope } = parts
  const reportedIds = new Set<string>()
  const takeUnreported = (rows: readonly SelectedSpan[]): readonly SelectedSpan[] => {
    const newRows = rows.filter(({ trace_id, span_id }) => !reportedIds.has(trace_id + span_id))
    if (reportedIds.size > reportedIdsMax) reportedIds.clear()
    for (const { trace_id, span_id } of newRows) reportedIds.add(trace_id + span_id)
    return newRows
  }
  let sinceUs = microsecondsOf(clock.now())
  let writeCount = await reads.spanWrites(scope.projectId)
  // Spans that are being written may have an earlier time, so later searches start a few seconds earlier. Spans that
  // are already stored in these seconds count as reported.
  takeUnreported(await storedSpans(parts, sinceUs - overlapUs))
  yield []
  while (!parts.isOver()) {
    const nowUs = microsecondsOf(clock.now())
    const writes = await reads.spanWrites(scope.projectId)
    if (writes !== writeCount) {
      writeCount = writes
      const newRows = takeUnreported(await storedSpans(parts, sinceUs - overlapUs))
      sinceUs = nowUs
      if (newRows.length > 0) yield newRows
    }
    await parts.pause(parts.pollMs)
  }
}
