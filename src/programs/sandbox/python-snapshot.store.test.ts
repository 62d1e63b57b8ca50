// The snapshot of the Python interpreter in a data directory.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amount } from '../../../test/support/tier.ts'
import { isolation } from '../../../test/support/work.ts'
import { createPythonSnapshot } from './python-snapshot.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-python-test-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Opens the snapshot as a start of a server does, and returns its only file. */
async function openedFile(): Promise<{ readonly path: string; readonly inode: number }> {
  const snapshot = createPythonSnapshot({ isolation, directory })
  await snapshot.open()
  await snapshot.close()
  const names = readdirSync(directory)
  expect(names).toHaveLength(1)
  const path = join(directory, names[0] ?? '')
  return { path, inode: statSync(path).ino }
}

beforeAll(openedFile)

test('only its owner may read the snapshot, and nobody may change it', async () => {
  expect(statSync((await openedFile()).path).mode & 0o777).toBe(0o400)
})

test('the next start uses the same snapshot', async () => {
  expect(await openedFile()).toEqual(await openedFile())
})

const changes = [
  ['whose content differs from its name', (path: string) => truncateSync(path, 1000)],
  ['that others may read', (path: string) => chmodSync(path, 0o444)],
] as const
test.each(changes.slice(0, amount(1, changes.length)))('a snapshot %s is built again', async (_, change) => {
  const { path, inode } = await openedFile()
  change(path)
  const { path: newPath, inode: newInode } = await openedFile()
  expect(newInode).not.toBe(inode)
  expect(statSync(newPath)).toMatchObject({ size: expect.toSatisfy((size: number) => size > 1_000_000) })
})
