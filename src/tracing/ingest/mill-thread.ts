// The thread behind mill.ts: keeps the batches that are under way and answers calls about them.
import { parentPort } from 'node:worker_threads'
import { encodeRows, RowEncoder, type SpanRows } from '../../storage/contract.ts'
import { noRules, SpanBatch } from './batch.ts'
import type { MillAnswer, MillCalls, MillRequest } from './mill.ts'
import { rulesCache } from './rules.ts'

const batches = new Map<number, SpanBatch>()
const rulesOf = rulesCache()

function batchOf(number: number): SpanBatch {
  const batch = batches.get(number)
  if (batch === undefined) throw new Error(`batch ${number} is not under way`)
  return batch
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
  rows(number, known) {
    const batch = batchOf(number)
    const encoder = new RowEncoder(batch.size)
    const changed = batch.rows(known, (row) => encoder.add(row))
    return { rows: encoder.rows(), changed }
  },
  unsettled: (number, known) => batchOf(number).unsettled(known),
  rerolled: (number, rows) => encodeRows(batchOf(number).rerolled(rows)),
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
  const { bytes } = rows as Partial<SpanRows>
  return bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
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
