import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTarHeader, tarEnd, tarEntries, tarFiles, tarHeader, tarPadding, type TarFile } from './tar.ts'

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const fileBytesMax = 2000

async function read(bytes: Buffer, size: number): Promise<readonly TarFile[]> {
  const files: TarFile[] = []
  for await (const file of tarFiles(chunksOf(bytes, size), { bytesMax: 100_000, fileBytesMax }))
    files.push(file)
  return files
}

const tarOf = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, content }) => [
      tarHeader({ name, bytes: content.length, modifiedMs: 1_700_000_000_000 }),
      content,
      tarPadding(content.length),
    ]),
    tarEnd(),
  ])

test('files are read back as they were written, however their bytes arrive', async () => {
  const file = fc.record({
    name: fc.stringMatching(/^[a-z]{1,20}\/\d{6}$/),
    content: fc.uint8Array({ maxLength: fileBytesMax }).map((bytes) => Buffer.from(bytes)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 5 }),
      fc.integer({ min: 1, max: 3000 }),
      async (files, size) => {
        const readFiles = await read(tarOf(files), size)
        expect(readFiles.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
        expect(Buffer.concat(readFiles.map(({ content }) => content))).toEqual(
          Buffer.concat(files.map(({ content }) => content)),
        )
      },
    ),
  )
})

test('a file that ends anywhere before its end is refused', async () => {
  const bytes = tarOf([{ name: 'a', content: Buffer.from('hello') }])
  for (const end of [0, 100, 512, 514, 1024]) {
    await expect(read(bytes.subarray(0, end), 64), String(end)).rejects.toThrow('truncated')
  }
})

test.each([0, 8 ** 11 - 1, 8 ** 11, 2 ** 50])('a header states a size of %d bytes', (bytes) => {
  const entry = { name: 'objects/a', bytes, modifiedMs: 1_790_000_000_000 }
  expect(readTarHeader(tarHeader(entry))).toEqual(entry)
})

test('entries have the positions of their contents', async () => {
  const files = ['one', 'two'].map((name) => ({ name, content: Buffer.from(`content of ${name}`) }))
  const bytes = tarOf(files)
  const contents: string[] = []
  const readAt = async (at: number, length: number) => bytes.subarray(at, at + length)
  for await (const { position, bytes: length } of tarEntries(readAt)) {
    contents.push(bytes.toString('utf8', position, position + length))
  }
  expect(contents).toEqual(['content of one', 'content of two'])
})

/** A modified header with a valid checksum. */
function changedHeader(change: (header: Buffer) => void): Buffer {
  const header = tarHeader({ name: 'a', bytes: 1, modifiedMs: 0 })
  change(header)
  const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

test.each<[string, Buffer, string]>([
  ['is a link', changedHeader((header) => header.write('2', 156)), 'is not a regular file'],
  ['has no size', changedHeader((header) => header.write('x', 124)), 'no valid size'],
  [
    'has a size beyond exact numbers',
    changedHeader((header) => {
      header.writeUInt8(0x80, 124)
      header.writeBigUInt64BE(2n ** 63n, 128)
    }),
    'no valid size',
  ],
  [
    'is too large',
    tarHeader({ name: 'a', bytes: fileBytesMax + 1, modifiedMs: 0 }),
    "the file 'a' is too large",
  ],
  ['has a wrong checksum', Buffer.alloc(512, 'x'), 'not a tar file'],
])('an entry that %s is refused before its content is read', async (_, header, reason) => {
  await expect(read(header, 512)).rejects.toThrow(reason)
})

test('an archive with more bytes than allowed is refused, also after its last file', async () => {
  const content = Buffer.alloc(fileBytesMax)
  const files = Array.from({ length: 50 }, (_, i) => ({ name: String(i), content }))
  await expect(read(tarOf(files), 512)).rejects.toThrow('its content is too large')
  await expect(read(Buffer.alloc(200_000), 512)).rejects.toThrow('its content is too large')
})
