import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Archive } from './archive.ts'
import { newFileTarget } from './file-target.ts'
import { extractBackup, verifyBackup } from './restore-backup.ts'
import { embeddedTraceSource, sqliteSource } from './sources/embedded.ts'
import { folderTarget } from './target.ts'
import { writeBackup, type BackupSource } from './write-backup.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A source with one file of records and these files of traces. */
function sourceOf(
  traces: Readonly<Record<string, string>>,
  onReleased = (): void => undefined,
): BackupSource {
  const folder = newFolder()
  for (const [path, content] of Object.entries(traces)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return {
    stores: { records: 'sqlite', traces: 'embedded' },
    records: sqliteSource({ scratch: newFolder(), copy: (to) => writeFileSync(to, 'records') }),
    traces: embeddedTraceSource(async () => ({
      files: Object.keys(traces).map((path) => ({ source: join(folder, path), path })),
      links: [{ path: 'data/spans', target: '../store/a' }],
      release: async () => onReleased(),
    })),
    extraFiles: {},
  }
}

const options = { program: '0.1.0', now: () => '2026-11-18T07:00:00.000000Z', onProgress: () => undefined }
const ignoreProgress = (): void => undefined

test('a backup is extracted with its files and links', async () => {
  const archive = new Archive(folderTarget(newFolder()), undefined)
  const { snapshot } = await writeBackup(sourceOf({ 'store/a/part/data.bin': 'spans' }), {
    ...options,
    archive,
  })
  const folder = newFolder()
  await extractBackup({ snapshot, folder }, { archive, onProgress: ignoreProgress })
  expect(readFileSync(join(folder, 'assay.sqlite'), 'utf8')).toBe('records')
  expect(readFileSync(join(folder, 'columnar/store/a/part/data.bin'), 'utf8')).toBe('spans')
  expect(readlinkSync(join(folder, 'columnar/data/spans'))).toBe('../store/a')
})

test('a file that the last backup has is not read again', async () => {
  const archive = new Archive(folderTarget(newFolder()), undefined)
  const source = sourceOf({ 'store/a/part/data.bin': 'spans' })
  const firstBackup = await writeBackup(source, { ...options, archive })
  const reads: string[] = []
  const put = archive.put.bind(archive)
  archive.put = (from, path) => {
    reads.push(path)
    return put(from, path)
  }
  const secondBackup = await writeBackup(source, {
    ...options,
    archive,
    now: () => '2026-11-18T08:00:00.000000Z',
  })
  expect(reads).toEqual(['assay.sqlite'])
  expect(secondBackup.snapshot.files.map(({ hash }) => hash)).toEqual(
    firstBackup.snapshot.files.map(({ hash }) => hash),
  )
})

test('a file that is missing from the folder of backups is stored again', async () => {
  const target = newFolder()
  const archive = new Archive(folderTarget(target), undefined)
  const source = sourceOf({ 'store/a/part/data.bin': 'spans' })
  await writeBackup(source, { ...options, archive })
  rmSync(join(target, 'objects'), { recursive: true })
  const { snapshot } = await writeBackup(source, { ...options, archive })
  await verifyBackup(snapshot, { archive, onProgress: ignoreProgress })
})

test('a backup that fails is not listed, and the traces are released', async () => {
  const archive = new Archive(folderTarget(newFolder()), undefined)
  let isReleased = false
  const source = sourceOf({ 'store/a/part/data.bin': 'spans' }, () => (isReleased = true))
  const brokenSource = { ...source, extraFiles: { 'secrets.key': join(newFolder(), 'missing') } }
  await expect(writeBackup(brokenSource, { ...options, archive })).rejects.toThrow('ENOENT')
  expect(await archive.snapshots()).toEqual([])
  expect(isReleased).toBe(true)
})

/** Files that a killed and a running backup left: one is older than a day. */
function leaveUnfinished(folder: string, prefix: string): void {
  for (const [name, time] of [
    ['killed', '2026-11-17T06:00:00Z'],
    ['running', '2026-11-17T08:00:00Z'],
  ] as const) {
    const path = join(folder, `${prefix}${name}`)
    writeFileSync(path, 'half')
    utimesSync(path, new Date(time), new Date(time))
  }
}

test('a backup removes the unfinished files of one that was killed a day ago', async () => {
  const source = sourceOf({ 'store/a/part/data.bin': 'spans' })
  const folder = newFolder()
  leaveUnfinished(folder, '.partial-')
  await writeBackup(source, { ...options, archive: new Archive(folderTarget(folder), undefined) })
  expect(readdirSync(folder).toSorted()).toEqual(['.partial-running', 'objects', 'snapshots'])
  const outsideFolder = newFolder()
  leaveUnfinished(outsideFolder, 'one.tar.partial-')
  const file = newFileTarget(join(outsideFolder, 'one.tar'), newFolder())
  await writeBackup(source, { ...options, archive: new Archive(file, undefined) })
  expect(readdirSync(outsideFolder).toSorted()).toEqual(['one.tar', 'one.tar.partial-running'])
})

test.each(['../outside', 'columnar/../../outside'])('a backup that names %s is refused', async (path) => {
  const archive = new Archive(folderTarget(newFolder()), undefined)
  const { snapshot } = await writeBackup(sourceOf({}), { ...options, archive })
  const hostileSnapshot = { ...snapshot, files: snapshot.files.map((file) => ({ ...file, path })) }
  const extraction = extractBackup(
    { snapshot: hostileSnapshot, folder: newFolder() },
    { archive, onProgress: ignoreProgress },
  )
  await expect(extraction).rejects.toThrow('outside of its folder')
})

test('a link that leads outside is refused', async () => {
  const archive = new Archive(folderTarget(newFolder()), undefined)
  const { snapshot } = await writeBackup(sourceOf({}), { ...options, archive })
  const hostileSnapshot = { ...snapshot, links: [{ path: 'columnar/data', target: '../../etc' }] }
  const extraction = extractBackup(
    { snapshot: hostileSnapshot, folder: newFolder() },
    { archive, onProgress: ignoreProgress },
  )
  await expect(extraction).rejects.toThrow('outside of its folder')
})
