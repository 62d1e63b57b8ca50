import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Archive } from './archive.ts'
import { folderTarget } from './target.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function sourceFile(content: Buffer | string): string {
  const path = join(newFolder(), 'source')
  writeFileSync(path, content)
  return path
}

const contentOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe.each([
  ['without a key', undefined],
  ['with a key', randomBytes(32)],
])('an archive %s', (_, key) => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('spans '.repeat(1000))],
    ['a megabyte', randomBytes(1 << 20)],
  ])('returns %s as it was stored', async (_name, content) => {
    const archive = new Archive(folderTarget(newFolder()), key)
    const file = await archive.put(sourceFile(content), 'columnar/a')
    expect(file).toMatchObject({ path: 'columnar/a', bytes: content.length })
    expect((await contentOf(archive.read(file))).equals(content)).toBe(true)
  })

  test('stores equal content once', async () => {
    const folder = newFolder()
    const archive = new Archive(folderTarget(folder), key)
    const source = sourceFile('the same')
    await archive.put(source, 'a')
    await archive.put(source, 'b')
    expect(filesIn(folder)).toHaveLength(1)
  })

  test.each([
    [
      'a changed byte',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
        writeFileSync(path, bytes)
      },
    ],
    ['a missing end', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -9))],
    ['other content', (path: string) => writeFileSync(path, '')],
    ['no file', (path: string) => rmSync(path)],
  ])('refuses %s', async (_name, damage) => {
    const folder = newFolder()
    const archive = new Archive(folderTarget(folder), key)
    const file = await archive.put(sourceFile(randomBytes(5000)), 'a')
    damage(filesIn(folder)[0] ?? '')
    await expect(contentOf(archive.read(file))).rejects.toThrow()
  })

  test('lists backups from the oldest to the newest, and refuses a changed list', async () => {
    const folder = newFolder()
    const archive = new Archive(folderTarget(folder), key)
    const files = [await archive.put(sourceFile('x'), 'a')]
    const snapshotAt = (point: string) => ({
      format: 1 as const,
      stores: { records: 'sqlite', traces: 'embedded' } as const,
      program: '0.1.0',
      point,
      finishedAt: point,
      files,
      links: [],
    })
    const laterName = await archive.finish(snapshotAt('2026-11-18T08:00:00Z'))
    const earlierName = await archive.finish(snapshotAt('2026-11-18T07:00:00Z'))
    expect(await archive.snapshots()).toEqual([earlierName, laterName])
    expect(await archive.snapshot(laterName)).toEqual(snapshotAt('2026-11-18T08:00:00Z'))
    writeFileSync(join(folder, laterName), readFileSync(join(folder, earlierName)))
    await expect(archive.snapshot(laterName)).rejects.toThrow('was changed')
  })

  test('can be read only by its user', async () => {
    const folder = join(newFolder(), 'target')
    await new Archive(folderTarget(folder), key).put(sourceFile('x'), 'a')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(filesIn(folder).map((path) => statSync(path).mode & 0o777)).toEqual([0o600])
  })
})

test('old backups are removed with the content that only they had', async () => {
  const folder = newFolder()
  const archive = new Archive(folderTarget(folder), undefined)
  const sharedObject = await archive.put(sourceFile('shared'), 'shared')
  const add = async (point: string): Promise<void> => {
    const files = [sharedObject, await archive.put(sourceFile(point), 'own')]
    const stores = { records: 'sqlite', traces: 'embedded' } as const
    await archive.finish({ format: 1, stores, program: '0.1.0', point, finishedAt: point, files, links: [] })
  }
  for (const day of ['16', '17', '18']) await add(`2026-11-${day}T08:00:00Z`)
  const tomorrow = Date.now() + 25 * 3_600_000
  expect(await archive.prune({ keep: 1, nowMs: Date.now() })).toEqual({ backups: 2, files: 0 })
  expect(await archive.prune({ keep: 1, nowMs: tomorrow })).toEqual({ backups: 0, files: 2 })
  const [last = ''] = await archive.snapshots()
  for (const file of (await archive.snapshot(last)).files) await contentOf(archive.read(file))
})

test('a source that cannot be read leaves nothing behind', async () => {
  const folder = newFolder()
  const archive = new Archive(folderTarget(folder), undefined)
  const source = join(newFolder(), 'folder')
  mkdirSync(source)
  await expect(archive.put(source, 'a')).rejects.toThrow('EISDIR')
  expect(filesIn(folder)).toEqual([])
})

test('the content of an encrypted archive is not in its files', async () => {
  const folder = newFolder()
  const key = randomBytes(32)
  const archive = new Archive(folderTarget(folder), key)
  const file = await archive.put(sourceFile('sk-very-secret'), 'a')
  expect(filesIn(folder).some((path) => readFileSync(path).includes('sk-very-secret'))).toBe(false)
  await expect(contentOf(new Archive(folderTarget(folder), randomBytes(32)).read(file))).rejects.toThrow(
    'another key',
  )
})
