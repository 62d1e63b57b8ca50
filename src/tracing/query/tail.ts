// New spans that satisfy a filter, as they are stored, by whatever process. Spans are noticed by the receipts that are
// finished: while none is, the span store is not asked.
import { microsecondsOf, microsecondText, type Clock } from '../../kernel/clock.ts'
import type { QueryScope, RelationalReads, ShownSpan, SpanQueries } from '../../storage/contract/contract.ts'
import { bothFilters, type Filter } from '../filter/ast.ts'
import { querySpans } from './pages.ts'

const hourUs = 3_600_000_000
/** Clocks of processes differ a little, and a receipt is finished after its spans can be read. */
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

/** Spans stored since the last look, none twice; those that started more than an hour ago are not looked for. */
export async function* tailSpans(parts: TailParts): AsyncGenerator<readonly ShownSpan[]> {
  const { reads, queries, clock, scope, filter } = parts
  const startedAt = microsecondsOf(clock.now())
  let seenUntil = ''
  let since = startedAt
  const told = new Set<string>()
  while (!parts.isOver()) {
    const nowUs = microsecondsOf(clock.now())
    const finished = (await reads.lastFinished(scope.projectId, microsecondText(nowUs - hourUs))) ?? ''
    if (finished > seenUntil) {
      seenUntil = finished
      const { rows } = await querySpans(queries, scope, {
        filter: bothFilters(filter, storedSince(Math.max(startedAt, since - overlapUs))),
        windowing: {
          oldest: BigInt(nowUs - hourUs) * 1000n,
          order: 'descending',
          limit: spansAtOnce,
          sent: {},
        },
        isWindowed: true,
      })
      const fresh = rows.filter(({ trace_id, span_id }) => !told.has(trace_id + span_id))
      for (const { trace_id, span_id } of fresh) told.add(trace_id + span_id)
      if (told.size > rememberedMax) told.clear()
      since = nowUs
      if (fresh.length > 0) yield fresh
    }
    await parts.pause(parts.pollMs)
  }
}
