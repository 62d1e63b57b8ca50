// New spans that satisfy a filter, as they are stored, by whatever process. Writes of spans are counted in the relational
// store: while the count stays, the span store is not asked.
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
/** Clocks of processes differ a little, and a write is counted after its spans can be read. */
const overlapUs = 5_000_000
/** Spans that are told at once; of more only the newest by their start. */
const spansAtOnce = 200
const rememberedMax = 20_000

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

/** Those stored since then, the newest by their start; those that started more than an hour ago are not looked for. */
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
 * Spans stored since the last look, none twice. First nothing: what was stored before can be read by then, what is stored
 * later will be told, so that whoever reads a list at that moment misses none.
 */
export async function* tailSpans(parts: TailParts): AsyncGenerator<readonly SelectedSpan[]> {
  const { reads, clock, scope } = parts
  const told = new Set<string>()
  const news = (rows: readonly SelectedSpan[]): readonly SelectedSpan[] => {
    const fresh = rows.filter(({ trace_id, span_id }) => !told.has(trace_id + span_id))
    if (told.size > rememberedMax) told.clear()
    for (const { trace_id, span_id } of fresh) told.add(trace_id + span_id)
    return fresh
  }
  let since = microsecondsOf(clock.now())
  let counted = await reads.spanWrites(scope.projectId)
  // What is on its way may bear an earlier time than this: so those of a moment before are looked for too, and known.
  news(await storedSpans(parts, since - overlapUs))
  yield []
  while (!parts.isOver()) {
    const nowUs = microsecondsOf(clock.now())
    const writes = await reads.spanWrites(scope.projectId)
    if (writes !== counted) {
      counted = writes
      const fresh = news(await storedSpans(parts, since - overlapUs))
      since = nowUs
      if (fresh.length > 0) yield fresh
    }
    await parts.pause(parts.pollMs)
  }
}
