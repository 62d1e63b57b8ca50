// The health check notices a store that cannot be written or read.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClickHouseClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpanStore } from '../contract/contract.ts'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-check-'))
let store: SpanStore
let engine: ClickHouseClient
beforeAll(async () => {
  store = await openEmbedded(directory)
  engine = await (await loadEngine(directory)).connect({ max_threads: 1 })
})
afterAll(async () => {
  await engine.close()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

/** The engine refuses writes below this free space, as on a full disk. */
const requireFreeBytes = (bytes: string) =>
  engine.command({
    query: `ALTER TABLE checks MODIFY SETTING min_free_disk_bytes_to_perform_insert = ${bytes}`,
  })

test('a check fails with a clear message while the disk is full', async () => {
  await store.check()
  await requireFreeBytes('1000000000000000')
  await expect(store.check()).rejects.toMatchObject({
    code: 'unavailable',
    detail: 'The disk of the trace store is full.',
  })
  await requireFreeBytes('0')
  await store.check()
})

test('a check fails while spans cannot be read', async () => {
  await engine.command({ query: 'RENAME TABLE spans TO elsewhere' })
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' })
  await engine.command({ query: 'RENAME TABLE elsewhere TO spans' })
  await store.check()
})
