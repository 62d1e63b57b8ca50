import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { family, records } from '../conformance/records.ts'
import { openSqlite } from './sqlite.ts'
import { until } from '../../../test/support/eventually.ts'

const MiB = 1024 * 1024

const directory = mkdtempSync(join(tmpdir(), 'assay-sqlite-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('statements prepared before a new column read rows correctly', async () => {
  const path = join(directory, 'assay.sqlite')
  const store = await openSqlite(path)
  const { projectId, history } = records(systemClock())
  const { artifact, variant } = await history(store, 1)
  const before = await store.read.headOfVariant(projectId, family, { id: variant.id })
  expect(before?.artifact.slug).toBe(artifact.slug)
  const otherConnection = new DatabaseSync(path)
  otherConnection.exec("alter table revisions add column added text default 'added'")
  otherConnection.close()
  expect(await store.read.headOfVariant(projectId, family, { id: variant.id })).toEqual(before)
  await store.close()
})

/** Simulates a burst: inserts payloads into the inbox, and deletes them as after they are stored. */
async function simulateBurst(store: Awaited<ReturnType<typeof openSqlite>>, count: number): Promise<void> {
  const clock = systemClock()
  const ids = Array.from({ length: count }, () => clock.id())
  const payload = Buffer.alloc(MiB, 1)
  for (const id of ids) {
    await store.write((tx) =>
      tx.appendInbox({ id, projectId: id, actorId: id, receivedAt: clock.now(), form: 'records', payload }),
    )
  }
  await store.write((tx) => tx.deleteInbox(ids))
}

test('after a burst the file shrinks to its old size plus the reserved free pages', async () => {
  const path = join(directory, 'burst.sqlite')
  const store = await openSqlite(path, { shrinkEveryMs: 20 })
  await simulateBurst(store, 80)
  expect(statSync(path).size + statSync(`${path}-wal`).size).toBeGreaterThan(80 * MiB)
  await until(() => statSync(path).size <= 20 * MiB && statSync(`${path}-wal`).size <= MiB, 'a small file')
  await store.close()
})

test('opening a file of an older version lets it shrink and keeps its records', async () => {
  const path = join(directory, 'earlier.sqlite')
  const { projectId, history } = records(systemClock())
  const before = await openSqlite(path)
  const { variant } = await history(before, 2)
  const head = await before.read.headOfVariant(projectId, family, { id: variant.id })
  await before.close()
  const earlierConnection = new DatabaseSync(path)
  earlierConnection.exec(
    'pragma journal_mode = delete; pragma auto_vacuum = none; vacuum; pragma journal_mode = wal',
  )
  expect(earlierConnection.prepare('pragma auto_vacuum').get()).toEqual({ auto_vacuum: 0 })
  earlierConnection.close()

  const store = await openSqlite(path)
  expect(await store.read.headOfVariant(projectId, family, { id: variant.id })).toEqual(head)
  await store.close()
  const after = new DatabaseSync(path)
  expect(after.prepare('pragma auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  after.close()
})
