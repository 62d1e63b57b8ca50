// The spans of a server as files of a backup.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  rowOf,
  someSpan,
  storeBackends,
  testProject,
  type TestStore,
} from '../../../test/support/span-stores.ts'
import { encodeRows } from '../../storage/contract/contract.ts'
import { Archive, type StoredFile } from '../archive.ts'
import { folderTarget } from '../target.ts'
import { clickhouseSource, restoreSpans } from './clickhouse.ts'

let folder: string
let archive: Archive
let testStore: TestStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-clickhouse-backup-'))
  archive = new Archive(folderTarget(join(folder, 'target')), undefined)
  testStore = await storeBackends.server()
})
afterEach(async () => {
  await testStore.remove()
  rmSync(folder, { recursive: true, force: true })
})

const idOf = (number: number): string => String(number).padStart(32, '0')
const write = (number: number, start_time: string): Promise<void> =>
  testStore.store.write(encodeRows([rowOf({ ...someSpan, trace_id: idOf(number), start_time })]))
const source = (previousFiles: readonly StoredFile[]) =>
  clickhouseSource({ spans: testStore.store.transfer, scratch: folder, archive })(previousFiles)

test('a copy has the spans at the time of the freeze, and restores them', async () => {
  await write(1, '2026-11-15T09:00:00.000000Z')
  await write(2, '2026-10-15T09:00:00.000000Z')
  const { files, spanColumns: columns = '', release } = await source([])
  await write(3, '2026-11-15T09:00:30.000000Z')
  const storedFiles = await Promise.all(files.map((file) => file.store(archive)))
  await release()
  const target = await storeBackends.server()
  try {
    const restoreTarget = { spans: target.store.transfer, archive, scratch: folder, columns }
    for (const file of storedFiles) await restoreSpans(file, restoreTarget)
    const numbers = [1, 2, 3].map(
      async (number) => (await target.store.trace(testProject, idOf(number))).length,
    )
    expect(await Promise.all(numbers)).toEqual([1, 1, 0])
    expect(await target.store.trace(testProject, idOf(1))).toEqual(
      await testStore.store.trace(testProject, idOf(1)),
    )
    expect(await target.store.integrity()).toEqual({ spans: 2, spansWithoutFacts: 0, factsWithoutSpans: 0 })
  } finally {
    await target.remove()
  }
})

test('days of the last backup that are equal are not read again', async () => {
  await write(1, '2026-11-15T09:00:00.000000Z')
  await write(2, '2026-11-16T09:00:00.000000Z')
  const firstSource = await source([])
  const previousFiles = await Promise.all(firstSource.files.map((file) => file.store(archive)))
  await firstSource.release()
  await write(3, '2026-11-16T10:00:00.000000Z')
  const secondSource = await source(previousFiles)
  expect(secondSource.unchangedFiles).toEqual(previousFiles.filter(({ path }) => path.includes('2026-11-15')))
  expect(secondSource.files.map(({ path }) => path.split('/')[1])).toEqual(['2026-11-16'])
  await secondSource.release()
})

test('the copy of a killed backup is replaced', async () => {
  await write(1, '2026-11-15T09:00:00.000000Z')
  await source([])
  await write(2, '2026-11-16T09:00:00.000000Z')
  const { files, release } = await source([])
  expect(files).toHaveLength(2)
  await release()
})
