import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partBytesMax } from './format.ts'
import { tarEnd, tarEntry, tarFiles, type TarFile } from './tar.ts'

async function* split(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size: number): Promise<readonly TarFile[]> {
  const files: TarFile[] = []
  for await (const file of tarFiles(split(bytes, size), { fileBytesMax: 1e9 })) files.push(file)
  return files
}

const tarOf = (files: readonly TarFile[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ path, content }) => tarEntry({ path, content }, 1_700_000_000)),
    tarEnd(),
  ])

test('files are read back as they were written, however their bytes arrive', async () => {
  const file = fc.record({
    path: fc.stringMatching(/^[a-z]{1,20}\/\d{6}$/),
    content: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { maxLength: 5 }),
      fc.integer({ min: 1, max: 3000 }),
      async (files, size) => {
        const readFiles = await read(tarOf(files), size)
        expect(readFiles.map(({ path }) => path)).toEqual(files.map(({ path }) => path))
        expect(Buffer.concat(readFiles.map(({ content }) => content))).toEqual(
          Buffer.concat(files.map(({ content }) => content)),
        )
      },
    ),
  )
})

test('a file that ends anywhere before its end is refused', async () => {
  const bytes = tarOf([{ path: 'a', content: Buffer.from('hello') }])
  for (const end of [0, 100, 512, 514, 1024]) {
    await expect(read(bytes.subarray(0, end), 64), String(end)).rejects.toThrow('truncated')
  }
})

test('an entry that is a link or too large is refused before its content is read', async () => {
  const entry = (change: (header: Buffer) => void): Buffer => {
    const [header = Buffer.alloc(0)] = tarEntry({ path: 'a', content: Buffer.from('x') }, 0)
    change(header)
    const sum = header.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 0x20 : byte), 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return header
  }
  await expect(
    read(
      entry((header) => header.write('2', 156)),
      512,
    ),
  ).rejects.toThrow('no regular file')
  const large = (partBytesMax + 1).toString(8).padStart(11, '0')
  await expect(
    read(
      entry((header) => header.write(large, 124)),
      512,
    ),
  ).rejects.toThrow('too large')
})
