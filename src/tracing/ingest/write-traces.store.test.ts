import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import {
  RowsRefused,
  type RelationalStore,
  type SpanRows,
  type SpanStore,
} from '../../storage/contract/contract.ts'
import { recordsEntry } from './entry.fixture.ts'
import { startRowBuilders } from './row-builders/row-builders.ts'
import { createMutex } from './mutex.ts'
import { batchOf, writeBatch, writeLocked } from './write-traces.ts'

const projectId = '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa'
const spanId = (n: number): string => (n + 1).toString(16).padStart(16, '0')
const ids = Array.from({ length: 40 }, (_, n) => spanId(n))

/** Each entry is large enough for a share of its own. */
const entries = Array.from({ length: 4 }, (_, entry) =>
  recordsEntry(
    { id: `01a1dd51-ea3e-7d78-9f4b-${String(entry).padStart(12, '0')}`, projectId },
    ids.slice(entry * 10, entry * 10 + 10).map((span_id) => ({
      trace_id: String(entry + 1).padStart(32, 'a'),
      span_id,
      start_time: '2026-11-15T09:00:00Z',
      attributes: { text: 'word '.repeat(4_000) },
    })),
  ),
)

/** A store that refuses batches with certain spans and records the others. */
function createRefusingStore(...refusedIds: readonly string[]) {
  const storedIds: string[] = []
  const write = ({ chunks }: SpanRows): Promise<void> => {
    const bytes = Buffer.concat(chunks)
    const batchIds = ids.filter((id) => bytes.includes(id))
    if (batchIds.some((id) => refusedIds.includes(id)))
      return Promise.reject(new RowsRefused('it does not fit'))
    storedIds.push(...batchIds)
    return Promise.resolve()
  }
  const spans = { write, facts: () => Promise.resolve([]) } as unknown as SpanStore
  // No log events are waiting.
  const store = {} as unknown as RelationalStore
  return {
    storedIds,
    parts: {
      spans,
      store,
      clock: systemClock(),
      rowBuilders,
      mutex: createMutex(),
      isShared: false,
      onWritten: () => undefined,
    },
  }
}

const rowBuilders = startRowBuilders(2)
afterAll(() => rowBuilders.stop())
const batch = () => batchOf(rowBuilders, { entries, workContext: { rules: {}, nowMicroseconds: 1n } })

describe('rows that the store refuses', () => {
  test('are rejected one by one, and all others are stored', async () => {
    const badIds = [spanId(3), spanId(4), spanId(27)]
    const { storedIds, parts } = createRefusingStore(...badIds)
    const { rejections } = await writeBatch(parts, await batch())
    expect(rejections.map(({ spanId: id, reason }) => `${id}: ${reason}`).toSorted()).toEqual(
      badIds.map((id) => `${id}: it does not fit`),
    )
    expect(storedIds.toSorted()).toEqual(ids.filter((id) => !badIds.includes(id)))
  })

  test('fail a batch that must be stored completely', async () => {
    const { storedIds, parts } = createRefusingStore(spanId(3))
    await expect(writeLocked(parts, await batch(), undefined)).rejects.toBeInstanceOf(RowsRefused)
    expect(storedIds).toEqual([])
  })
})
