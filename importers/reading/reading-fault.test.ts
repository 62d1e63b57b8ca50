import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { strictUtf8 } from '../../src/kernel/strict-utf8.ts'
import type { SourceFile } from '../files.ts'
import { jsonOrText } from './exact-json.ts'
import { recordsOf } from './records.ts'

const fileOf = (path: string, failure: Error): SourceFile => ({
  path,
  sizeBytes: 8,
  slice: () => Promise.reject(failure),
  content: async function* () {
    yield new TextEncoder().encode('{"a":1}\n')
    throw failure
  },
  openRelative: () => undefined,
})

const readAll = (path: string, failure: Error): Promise<unknown> =>
  Array.fromAsync(recordsOf(fileOf(path, failure)))

test.each(['a.jsonl', 'a.json', 'a.csv', 'a.parquet', 'a.arrow'])(
  '%s: an error of the program ends the import, an error of the file is a fault',
  async (path) => {
    for (const defect of [new TypeError('x is not a function'), new ReferenceError('x is not defined')])
      await expect(readAll(path, defect)).rejects.toBe(defect)
    expect(await readAll(path, new Error('the disk is gone'))).toContainEqual({
      at: { file: path, line: expect.any(Number) as number },
      fault: 'the rest of the file cannot be read: the disk is gone',
    })
  },
)

test('text that may be JSON stays text when it is none, or inexact', () => {
  expect(jsonOrText('{"a": 0.30000000000000004}')).toEqual({ a: 0.30000000000000004 })
  expect(jsonOrText('{"a": ')).toBe('{"a": ')
  expect(jsonOrText('[1e400]')).toBe('[1e400]')
})

/** A file with these bytes. */
const fileWith = (path: string, bytes: Uint8Array): SourceFile => ({
  ...fileOf(path, new Error('it is not read')),
  sizeBytes: bytes.length,
  slice: async (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
})

test('no damaged byte of a Parquet file is taken for an error of the program', async () => {
  const bytes = new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'question', data: ['Where?', 'é'.repeat(40), null], nullable: true },
        { name: 'score', data: [0.5, 1, 2] },
      ],
    }),
  )
  for (const [at, byte] of bytes.entries()) {
    for (const damage of [byte ^ 8, 255 - byte]) {
      const damagedBytes = bytes.with(at, damage)
      await expect(
        Array.fromAsync(recordsOf(fileWith('a.parquet', damagedBytes))),
        `byte ${at}: ${damage}`,
      ).resolves.toBeDefined()
    }
  }
})

test('invalid UTF-8 in a file is a fault of the file', () => {
  expect(() => strictUtf8()(Uint8Array.of(0xff))).toThrow('The text is not UTF-8.')
  expect(() => strictUtf8()(Uint8Array.of(0xff))).not.toThrow(TypeError)
})
