// Two processes on one store, as with a ClickHouse server: one removes a trace while the other is about to write to it.
import { noIngestMetrics } from '../ingest/metrics.fixture.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/support/databases.ts'
import { storeBackends, type TestStore } from '../../../test/support/span-stores.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { InboxEntry, RelationalStore, SpanStore } from '../../storage/contract/contract.ts'
import { startRowBuilders, type RowBuilderPool } from '../ingest/row-builders/row-builders.ts'
import { createMutex } from '../ingest/mutex.ts'
import { startWorker, type IngestWorker } from '../ingest/worker.ts'
import { addressedSpan, editedSpan } from '../simple/edit.ts'
import { createTraceWrites, type TraceWrites } from './trace-writes.ts'
import { until } from '../../../test/support/eventually.ts'

const clock = systemClock()
const author = { projectId: clock.id(), actorId: clock.id() }

/** A store that lets a number of writes through and then blocks the next one until it is released. */
function blockable(store: SpanStore) {
  let writesLeft = Number.POSITIVE_INFINITY
  let arrival = Promise.withResolvers<void>()
  let gate = Promise.withResolvers<void>()
  const spans: SpanStore = {
    ...store,
    write: async (lines) => {
      if (writesLeft === 0) {
        writesLeft = Number.POSITIVE_INFINITY
        arrival.resolve()
        await gate.promise
      }
      writesLeft -= 1
      await store.write(lines)
    },
  }
  return {
    spans,
    blockAfter: (writes: number) => {
      writesLeft = writes
      arrival = Promise.withResolvers()
      gate = Promise.withResolvers()
    },
    blocked: () => arrival.promise,
    release: () => gate.resolve(),
  }
}

describe('while another process writes to a trace', () => {
  let database: FreshDatabase
  let relational: RelationalStore
  let columnar: TestStore
  let blockedStore: ReturnType<typeof blockable>
  let rowBuilderPools: readonly RowBuilderPool[]
  let worker: IngestWorker
  let [localWrites, remoteWrites]: readonly TraceWrites[] = []

  beforeAll(async () => {
    database = await freshDatabase('sqlite')
    relational = await database.open()
    columnar = await storeBackends.embedded()
    blockedStore = blockable(columnar.store)
    rowBuilderPools = [startRowBuilders(), startRowBuilders()]
    const [own, theirs] = rowBuilderPools.map((rowBuilders) => ({
      rowBuilders,
      store: relational,
      clock,
      isShared: true,
      onWritten: () => undefined,
      mutex: createMutex(),
    }))
    if (own === undefined || theirs === undefined) throw new Error('two row builder pools were started')
    localWrites = createTraceWrites({ ...own, spans: columnar.store, traceSpansMax: 10_000 })
    const process = { ...theirs, spans: blockedStore.spans }
    remoteWrites = createTraceWrites({ ...process, traceSpansMax: 10_000 })
    worker = startWorker({
      intervalMs: 50,
      ...process,
      metrics: noIngestMetrics,
      waitingLimits: { hoursMax: 1, bytesMax: 1024 },
      onError: (error) => expect.unreachable(String(error)),
    })
  })
  afterAll(async () => {
    await worker.stop()
    for (const rowBuilders of rowBuilderPools) await rowBuilders.stop()
    await relational.close()
    await columnar.remove()
    await database.remove()
  })

  /** Puts a span into the inbox, where the other process finds it. */
  async function send(span: { readonly trace_id: string; readonly span_id: string; parent_id?: string }) {
    const entry: InboxEntry = {
      id: clock.id(),
      ...author,
      receivedAt: clock.now(),
      form: 'records',
      payload: Buffer.from(
        JSON.stringify([
          {
            ...span,
            start_time: '2026-11-15T09:00:00Z',
            attributes: { ag: { metrics: { tokens: { incremental: { prompt: 1 } } } } },
          },
        ]),
      ),
    }
    await relational.write((tx) => tx.appendInbox(entry))
    worker.wake()
  }

  const stored = async (): Promise<void> => {
    await until(
      async () => (await relational.read.inboxNewest(author.projectId)) === undefined,
      'an empty inbox',
    )
  }
  const spanIds = async (traceId: string) =>
    (await columnar.store.trace(author.projectId, traceId)).map(({ span_id }) => span_id)
  const remove = (traceId: string) => localWrites?.deleteTraces(author.projectId, [traceId])

  /** Stores a root, and sends a child while the other process is blocked before one of its writes. */
  async function sendChild(writesBefore: number) {
    const trace_id = clock.hex(32)
    const [root, child] = [clock.hex(16), clock.hex(16)]
    await send({ trace_id, span_id: root })
    await stored()
    blockedStore.blockAfter(writesBefore)
    await send({ trace_id, span_id: child, parent_id: root })
    await blockedStore.blocked()
    return { traceId: trace_id, root, child }
  }

  test('a deletion is not undone by a later roll-up of the removed spans', async () => {
    const { traceId, root, child } = await sendChild(1)
    expect((await remove(traceId))?.map(({ span_id }) => span_id).toSorted()).toEqual(
      [root, child].toSorted(),
    )
    blockedStore.release()
    await stored()
    expect(await spanIds(traceId)).toEqual([])
  })

  test('a span written after a deletion starts a new trace with only itself', async () => {
    const { traceId, root, child } = await sendChild(0)
    expect((await remove(traceId))?.map(({ span_id }) => span_id)).toEqual([root])
    blockedStore.release()
    await stored()
    expect(await spanIds(traceId)).toEqual([child])
    const [row] = await columnar.store.trace(author.projectId, traceId)
    expect(JSON.parse(row?.attributes ?? '{}')).toMatchObject({
      ag: { metrics: { tokens: { cumulative: { prompt: 1 } } } },
    })
  })

  const headsOf = async (traceId: string): Promise<readonly string[]> => {
    const scope = { projectId: author.projectId, columns: new Set(['is_head'] as const) }
    const rows = await columnar.store.queries.traces(scope, [traceId])
    return rows.filter(({ is_head }) => is_head === 1).map(({ span_id }) => span_id)
  }

  test('a trace has one head, whichever of two processes writes the root', async () => {
    const trace_id = clock.hex(32)
    const [first, secondId, root] = ['1', '2', '3'].map((digit) => digit.repeat(16))
    if (first === undefined || secondId === undefined || root === undefined) throw new Error('three ids')
    await send({ trace_id, span_id: secondId, parent_id: root })
    await stored()
    expect(await headsOf(trace_id)).toEqual([secondId])
    // The other process has read that there is no root, and writes an earlier span.
    blockedStore.blockAfter(0)
    await send({ trace_id, span_id: first, parent_id: root })
    await blockedStore.blocked()
    const record = { trace_id, span_id: root, start_time: '2026-11-15T09:00:00Z' }
    await localWrites?.write(author, async () => ({ records: [record] }))
    blockedStore.release()
    await stored()
    expect(await headsOf(trace_id)).toEqual([root])
    expect(await localWrites?.deleteSpan(author.projectId, { traceId: trace_id, spanId: root })).toBe(true)
    expect(await headsOf(trace_id)).toEqual([first])
    await send({ trace_id, span_id: root })
    await stored()
    expect(await headsOf(trace_id)).toEqual([root])
  })

  test('an edit does not restore a span that was removed in the meantime', async () => {
    const traceId = clock.hex(32)
    await send({ trace_id: traceId, span_id: clock.hex(16) })
    await stored()
    blockedStore.blockAfter(0)
    const editPromise = remoteWrites?.write(author, async () => {
      const row = addressedSpan(await columnar.store.trace(author.projectId, traceId), undefined)
      if (row === undefined) throw new Error('the span is stored')
      const { record, origin } = editedSpan(row, { tags: { team: 'care' } })
      return { records: [record], origin }
    })
    await blockedStore.blocked()
    expect(await remove(traceId)).toHaveLength(1)
    blockedStore.release()
    await editPromise
    expect(await spanIds(traceId)).toEqual([])
  })
})
