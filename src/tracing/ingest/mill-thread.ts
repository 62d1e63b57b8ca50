// The thread behind mill.ts: keeps the batches that are under way and answers calls about them.
import { parentPort } from 'node:worker_threads'
import { RowEncoder, type NewRow, type SpanRows } from '../../storage/contract.ts'
import { noRules, SpanBatch } from './batch.ts'
import type { MillAnswer, MillCalls, MilledRows, MillRequest, RowRange } from './mill.ts'
import { rulesCache } from './rules.ts'

const batches = new Map<number, SpanBatch>()
const rulesOf = rulesCache()

function batchOf(number: number): SpanBatch {
  const batch = batches.get(number)
  if (batch === undefined) throw new Error(`batch ${number} is not under way`)
  return batch
}

/** Takes the rows of a range out of all that pass. */
class Gathering {
  readonly #range: RowRange
  readonly #encoder = new RowEncoder()
  #passed = 0
  #first: MilledRows['first']

  constructor(range: RowRange = { from: 0, to: Infinity }) {
    this.#range = range
  }

  add(row: NewRow): void {
    const at = this.#passed
    this.#passed += 1
    if (at < this.#range.from || at >= this.#range.to) return
    const { project_id, trace_id, span_id } = row
    this.#first ??= { project_id, trace_id, span_id }
    this.#encoder.add(row)
  }

  rows(): MilledRows {
    return { ...this.#encoder.rows(), first: this.#first }
  }
}

const calls: MillCalls = {
  prepare(number, entries, rules, nowMicroseconds) {
    const batch = new SpanBatch(nowMicroseconds)
    for (const entry of entries) {
      const own = rules[entry.projectId]
      batch.add(entry, own === undefined ? noRules : rulesOf(own))
    }
    batches.set(number, batch)
    return { touched: batch.touched(), rejected: batch.rejected }
  },
  rows(number, known, range) {
    const gathering = new Gathering(range)
    const changed = batchOf(number).rows(known, (row) => gathering.add(row))
    return { rows: gathering.rows(), changed }
  },
  unsettled: (number, known) => batchOf(number).unsettled(known),
  rerolled(number, rows, range) {
    const gathering = new Gathering(range)
    for (const row of batchOf(number).rerolled(rows)) gathering.add(row)
    return gathering.rows()
  },
  rejectionOf: (number, place, reason) => batchOf(number).rejectionOf(place, reason),
  forget(number) {
    batches.delete(number)
    return undefined
  },
}

/** Rows are handed over, not copied: this thread needs them no more. */
function buffersOf(answer: MillAnswer): ArrayBuffer[] {
  const value = 'value' in answer ? answer.value : undefined
  if (typeof value !== 'object' || value === null) return []
  const rows = 'rows' in value ? value.rows : value
  const { chunks = [] } = rows as Partial<SpanRows>
  return chunks.map(({ buffer }) => buffer)
}

parentPort?.on('message', ({ id, call, args }: MillRequest) => {
  let answer: MillAnswer
  try {
    answer = { id, value: (calls[call] as (...args: readonly unknown[]) => unknown)(...args) }
  } catch (error) {
    answer = { id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
  parentPort?.postMessage(answer, buffersOf(answer))
})
