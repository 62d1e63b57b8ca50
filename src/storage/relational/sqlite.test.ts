import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { family, records } from '../conformance/records.ts'
import { openSqlite } from './sqlite.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-sqlite-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('rows are read right by statements that are older than a column', async () => {
  const path = join(directory, 'assay.sqlite')
  const store = await openSqlite(path)
  const { projectId, history } = records(systemClock())
  const { artifact, variant } = await history(store, 1)
  const before = await store.read.headOfVariant(projectId, family, { id: variant.id })
  expect(before?.artifact.slug).toBe(artifact.slug)
  const other = new DatabaseSync(path)
  other.exec("alter table revisions add column added text default 'added'")
  other.close()
  expect(await store.read.headOfVariant(projectId, family, { id: variant.id })).toEqual(before)
  await store.close()
})
