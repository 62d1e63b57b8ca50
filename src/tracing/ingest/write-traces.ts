// From decoded batches to the span store: reads the facts of the touched traces, rolls them up with what arrived, writes
// the rows. One at a time in a process, by turns; where other processes write too, it looks again afterwards.
import { AssayError } from '../../errors.ts'
import { RowsRefused, type FactsRow, type SpanPlace, type SpanStore } from '../../storage/contract.ts'
import type { NewRejection, TouchedTraces } from './batch.ts'
import type { MilledRows, Mill, RowRange } from './mill.ts'
import type { Turns } from './turns.ts'

export interface TraceWriting {
  readonly spans: SpanStore
  readonly mill: Mill
  readonly turns: Turns
  /** Other processes write to the span store at the same time. */
  readonly shared: boolean
}

/** Traces asked for at once: bounds the text of the statement. */
const tracesPerQuery = 2_000
/** Stored rows rewritten at once: a whole row is some kilobytes. */
const rowsPerQuery = 1_000
/** Two workers that keep touching one trace settle after a round each; more means that something else is wrong. */
const settlingRoundsMax = 10

const slices = <T>(items: readonly T[], size: number): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

async function factsOf(spans: SpanStore, touched: readonly TouchedTraces[]): Promise<readonly FactsRow[]> {
  const known: FactsRow[] = []
  for (const { projectId, traceIds } of touched) {
    for (const some of slices(traceIds, tracesPerQuery)) {
      for (const row of await spans.facts(projectId, some)) known.push(row)
    }
  }
  return known
}

/**
 * Writes a prepared batch. Resolves when its spans are in the store, with those that the store refused; whatever the
 * moment of a crash, doing it again with the same payloads gives the same rows.
 */
export async function writeBatch(
  writing: TraceWriting,
  batch: number,
  touched: readonly TouchedTraces[],
): Promise<readonly NewRejection[]> {
  const { mill, turns } = writing
  const rejected: NewRejection[] = []
  const refuse: Refuse = async (ids, reason) => {
    const rejection = await mill.rejectionOf(batch, ids, reason)
    if (rejection !== undefined) rejected.push(rejection)
  }
  await turns(() => writeInTurn(writing, { batch, touched, refuse }))
  return rejected
}

/** A prepared batch, and what happens to rows that the store refuses: `refuse` takes each, or without it all fail. */
export interface InTurn {
  readonly batch: number
  readonly touched: readonly TouchedTraces[]
  readonly refuse: Refuse | undefined
}

/** As writeBatch, for a caller whose turn it is. Without `refuse` the rows of the batch are stored all or none. */
export async function writeInTurn(writing: TraceWriting, { batch, touched, refuse }: InTurn): Promise<void> {
  const { spans, mill } = writing
  const known = await factsOf(spans, touched)
  const { rows, changed } = await mill.rows(batch, known)
  await writeOrRefuse(spans, rows, {
    refuse,
    part: async (range) => (await mill.rows(batch, known, range)).rows,
  })
  await rewrite(writing, batch, changed, refuse)
  if (writing.shared) await settle(writing, { batch, touched, refuse })
}

type Refuse = (ids: Omit<SpanPlace, 'start_time'>, reason: string) => Promise<void>

async function rewrite(
  { spans, mill }: TraceWriting,
  batch: number,
  changed: readonly SpanPlace[],
  refuse: Refuse | undefined,
): Promise<void> {
  for (const [projectId, places] of Map.groupBy(changed, ({ project_id }) => project_id)) {
    for (const some of slices(places, rowsPerQuery)) {
      const rows = await spans.spans(projectId, some)
      await writeOrRefuse(spans, await mill.rerolled(batch, rows), {
        refuse,
        part: (range) => mill.rerolled(batch, rows, range),
      })
    }
  }
}

/**
 * Another process may have written to the same traces since their facts were read. Of two writers at least one reads
 * after both have written, and that one puts the roll-up right.
 */
export async function settle(writing: TraceWriting, { batch, touched, refuse }: InTurn): Promise<void> {
  for (let round = 0; round < settlingRoundsMax; round++) {
    const changed = await writing.mill.unsettled(batch, await factsOf(writing.spans, touched))
    if (changed.length === 0) return
    await rewrite(writing, batch, changed, refuse)
  }
  throw new AssayError('unavailable', 'A trace changes faster than it can be rolled up; it is tried again.')
}

/** What is done about rows that the store refuses. */
interface Refusing {
  readonly refuse: Refuse | undefined
  /** Some of the same rows, made anew. */
  readonly part: (range: RowRange) => Promise<MilledRows>
}

/** Rows that the store refuses are found by halving, so that one of them does not cost its neighbours. */
async function writeOrRefuse(
  spans: SpanStore,
  rows: MilledRows,
  { refuse, part }: Refusing,
  from = 0,
): Promise<void> {
  const { count, first } = rows
  if (first === undefined) return
  try {
    await spans.write(rows)
  } catch (error) {
    if (!(error instanceof RowsRefused) || refuse === undefined) throw error
    if (count === 1) return refuse(first, error.message)
    const middle = from + Math.ceil(count / 2)
    for (const range of [
      { from, to: middle },
      { from: middle, to: from + count },
    ]) {
      await writeOrRefuse(spans, await part(range), { refuse, part }, range.from)
    }
  }
}
