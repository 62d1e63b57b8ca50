import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { newFileTarget, openFileTarget } from './file-target.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const contents = {
  'objects/aa/empty': Buffer.alloc(0),
  'objects/aa/block': randomBytes(512),
  'objects/bb/large': randomBytes(3_000_001),
  'snapshots/last': Buffer.from('list'),
}

/** Writes a complete file with these contents, several at a time. */
async function writeTestFile(): Promise<{ readonly folder: string; readonly path: string }> {
  const folder = newFolder()
  const path = join(folder, 'one.tar')
  const target = newFileTarget(path, newFolder())
  await Promise.all(
    Object.entries(contents).map(([name, content]) =>
      target.write(Readable.from([content]), async () => name),
    ),
  )
  expect(readdirSync(folder)).not.toContain('one.tar')
  await target.finish?.()
  return { folder, path }
}

test('a file is read as it was written, belongs to its user, and leaves no other files', async () => {
  const { folder, path } = await writeTestFile()
  const target = openFileTarget(path)
  for (const [name, content] of Object.entries(contents)) {
    expect((await buffer(target.read(name))).equals(content)).toBe(true)
  }
  expect((await target.list('snapshots')).map(({ name }) => name)).toEqual(['snapshots/last'])
  expect(await target.has('objects/aa/other')).toBe(false)
  await expect(buffer(target.read('objects/aa/other'))).rejects.toThrow('it has no objects/aa/other')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['one.tar'])
})

test('the program tar reads the file', async () => {
  const { folder, path } = await writeTestFile()
  execFileSync('tar', ['-xf', path, '-C', folder])
  for (const [name, content] of Object.entries(contents)) {
    expect(readFileSync(join(folder, name)).equals(content)).toBe(true)
  }
})

test('a source that fails leaves no file, and the previous one remains', async () => {
  const { folder, path } = await writeTestFile()
  const before = readFileSync(path)
  const target = newFileTarget(path, newFolder())
  await target.write(Readable.from([Buffer.from('x')]), async () => 'objects/x')
  const failingChunks = async function* (): AsyncGenerator<Buffer> {
    yield Buffer.from('y')
    throw new Error('disk error')
  }
  await expect(target.write(Readable.from(failingChunks()), async () => 'objects/y')).rejects.toThrow(
    'disk error',
  )
  expect(readdirSync(folder)).toEqual(['one.tar'])
  expect(readFileSync(path).equals(before)).toBe(true)
})

test.each([
  {
    name: 'a truncated file',
    change: (bytes: Buffer) => bytes.subarray(0, -1024),
    reason: 'it is truncated',
  },
  { name: 'another file', change: () => randomBytes(2000), reason: 'it is not a tar file' },
])('$name is refused', async ({ change, reason }) => {
  const { path } = await writeTestFile()
  writeFileSync(path, change(readFileSync(path)))
  await expect(openFileTarget(path).list('snapshots')).rejects.toThrow(reason)
})
