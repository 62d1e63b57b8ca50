// Parquet files of pyarrow, intact and damaged. `npm run fuzz:parquet` found the damaged ones: pyarrow refuses each of
// them, and hyparquet alone reads each without an error.
import { readFileSync } from 'node:fs'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { parquetRecords } from '../../../../importers/reading/parquet.ts'
import { defaultTestsetLimits } from '../../limits.ts'
import { unreadableFile, type ImportItem } from '../items.ts'
import { readParquet } from './read-parquet.ts'

interface Fixtures {
  readonly files: Readonly<Record<string, string>>
  readonly mutants: readonly {
    readonly of: string
    readonly at: number
    readonly bytes: readonly number[]
    readonly message: string
  }[]
}

const path = new URL('../../../kernel/parquet/fixtures/damaged.json', import.meta.url)
const { files, mutants } = JSON.parse(readFileSync(path, 'utf8')) as Fixtures

const bytesOf = (name: string): Uint8Array => new Uint8Array(Buffer.from(files[name] ?? '', 'base64'))

const bufferOf = (bytes: Uint8Array) => ({
  byteLength: bytes.length,
  slice: (start: number, end = bytes.length) => bytes.slice(start, end).buffer,
})

async function itemsOf(bytes: Uint8Array): Promise<readonly ImportItem[]> {
  const items: ImportItem[] = []
  for await (const batch of readParquet(bufferOf(bytes), defaultTestsetLimits)) items.push(...batch)
  return items
}

async function recordsOf(bytes: Uint8Array): Promise<number> {
  const { byteLength, slice } = bufferOf(bytes)
  let count = 0
  const file = {
    path: 'f.parquet',
    sizeBytes: byteLength,
    slice: async (a: number, b: number) => slice(a, b),
  }
  for await (const _ of parquetRecords(file as Parameters<typeof parquetRecords>[0])) count += 1
  return count
}

const damagedBytes = ({ of, at, bytes }: Fixtures['mutants'][number]): Uint8Array => {
  const changedBytes = bytesOf(of)
  changedBytes.set(bytes, at)
  return changedBytes
}

describe('a Parquet file', () => {
  test.each(Object.keys(files))('%s is read in full by the server and by the importers', async (name) => {
    const items = await itemsOf(bytesOf(name))
    expect(items.map(({ kind }) => kind)).toEqual(Array.from({ length: 60 }, () => 'row'))
    expect(await recordsOf(bytesOf(name))).toBe(60)
  })

  test.each(mutants)('$of with byte $at changed is refused: $message', async (mutant) => {
    const errors = (await itemsOf(damagedBytes(mutant))).filter((item) => item.kind === 'error')
    expect(errors.map(({ message }) => message)).toEqual([mutant.message])
    expect(unreadableFile('parquet', errors).code).toBe('payload_undecodable')
  })

  test.each(mutants)('$of with byte $at changed is refused by the importers', async (mutant) => {
    await expect(recordsOf(damagedBytes(mutant))).rejects.toThrow()
  })

  test('with a JSON column whose numbers would be rounded is refused by the importers', async () => {
    const fileWith = (value: unknown): Uint8Array =>
      new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'j', data: [value], type: 'JSON' }] }))
    const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
    expect(await recordsOf(fileWith({ n: rawJSON('9007199254740991') }))).toBe(1)
    await expect(recordsOf(fileWith({ n: rawJSON('9007199254740993') }))).rejects.toThrow('at /n: The number')
  })

  test('with page checksums is refused whichever byte of a page changes, with column and row group', async () => {
    const intactBytes = bytesOf('zstd-dict-v2-crc')
    // The body of the first page of ids.
    for (let at = 45; at < 60; at++) {
      const changedBytes = intactBytes.slice()
      changedBytes[at] = (changedBytes[at] ?? 0) ^ 1
      const [error] = (await itemsOf(changedBytes)).filter((item) => item.kind === 'error')
      expect(error?.message).toBe(
        "Column 'id', row group 0: The checksum of a page does not match its bytes.",
      )
      expect(error).toMatchObject({ column: 'id' })
    }
  })
})
