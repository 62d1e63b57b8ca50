import { noIngestMetrics } from './metrics.fixture.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/support/databases.ts'
import { storeBackends, type TestStore } from '../../../test/support/span-stores.ts'
import { systemClock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { startRowBuilders, type RowBuilderPool } from './row-builders/row-builders.ts'
import { createMutex } from './mutex.ts'
import { startWorker, type IngestWorker } from './worker.ts'
import { until } from '../../../test/support/eventually.ts'

const clock = systemClock()
const projectId = clock.id()
let database: FreshDatabase
let relational: RelationalStore
let columnar: TestStore
let rowBuilders: RowBuilderPool
let worker: IngestWorker
/** While true, the relational store refuses writes, as on a full disk. */
let isFull = false
let failures = 0

beforeAll(async () => {
  database = await freshDatabase('sqlite')
  relational = await database.open()
  columnar = await storeBackends.embedded()
  rowBuilders = startRowBuilders(2)
  worker = startWorker({
    intervalMs: 50,
    metrics: noIngestMetrics,
    waitingLimits: { hoursMax: 1, bytesMax: 1024 },
    store: {
      ...relational,
      read: relational.read,
      write: async (work) => {
        if (isFull) throw new AssayError('unavailable', 'The disk of the database is full.')
        return relational.write(work)
      },
    },
    // The disk fills up while a batch is being written and the next one is being taken.
    spans: {
      ...columnar.store,
      write: async (rows) => {
        await columnar.store.write(rows)
        if (failures === 0) isFull = true
      },
    },
    rowBuilders,
    clock,
    isShared: false,
    onWritten: () => undefined,
    mutex: createMutex(),
    onError: () => {
      failures += 1
    },
  })
})
afterAll(async () => {
  await worker.stop()
  await rowBuilders.stop()
  await relational.close()
  await columnar.remove()
  await database.remove()
})

async function send(): Promise<void> {
  const payload = JSON.stringify([{ trace_id: clock.hex(32), span_id: clock.hex(16) }])
  const entry = { id: clock.id(), projectId, actorId: projectId, receivedAt: clock.now() }
  await relational.write((tx) => tx.appendInbox({ ...entry, form: 'records', payload: Buffer.from(payload) }))
  worker.wake()
}

test('a worker continues at once when a full disk has space again', async () => {
  await send()
  await expect.poll(() => failures).toBeGreaterThanOrEqual(3)
  isFull = false
  await send()
  // The limit is far below the lease of a batch: entries that could not be released are released now.
  await until(async () => (await relational.read.inboxNewest(projectId)) === undefined, 'an empty inbox')
  expect(await columnar.store.traceIds(projectId, '', 10)).toHaveLength(2)
})
