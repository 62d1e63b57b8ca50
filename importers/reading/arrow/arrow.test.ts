// The fixture was written by `save_to_disk` of datasets 5.2.0.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceFile } from '../../files.ts'
import type { ImportedRow } from '../../importer.ts'
import { runImport } from '../../run.ts'
import { huggingface } from '../../sources/huggingface.ts'
import { recordsOf } from '../records.ts'

const folder = join(import.meta.dirname, '../../fixtures/save-to-disk')

const fileOf = (path: string, bytes: Uint8Array): SourceFile => ({
  path,
  sizeBytes: bytes.length,
  slice: async (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
  content: async function* () {
    yield bytes
  },
  openRelative: () => undefined,
})

const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => statSync(join(folder, name)).isFile())
  .toSorted()
const inputs = [
  {
    kind: 'folder',
    path: 'quiz',
    files: paths.map((name) => fileOf(`quiz/${relative('.', name)}`, readFileSync(join(folder, name)))),
  },
] as const

test('a dataset that was saved to disk is a testset, with its splits as tags', async () => {
  const rows: ImportedRow[] = []
  for await (const item of huggingface.read(inputs)) if (item.kind === 'row') rows.push(item.row)
  expect(rows.map(({ data, tags }) => ({ ...data, split: tags?.['split'] }))).toEqual([
    {
      id: 3,
      question: 'Capital of Italy?',
      answer: 'Rome',
      meta: { level: null, tags: ['easy'] },
      score: 2,
      ok: null,
      split: 'test',
    },
    {
      id: 1,
      question: 'Capital of Peru?',
      answer: 'Lima',
      meta: { level: 1, tags: ['easy', 'south'] },
      score: 0.5,
      ok: true,
      split: 'train',
    },
    {
      id: 2,
      question: 'Größe?',
      answer: null,
      meta: { level: 2, tags: [] },
      score: -1.25,
      ok: false,
      split: 'train',
    },
  ])
  const { report } = await runImport({
    importer: huggingface,
    inputs,
    to: undefined,
    onProgress: () => undefined,
  })
  expect(report).toMatchObject({ complete: true, records: { read: 3, imported: 3 } })
})

const trainBytes = readFileSync(join(folder, 'train/data-00000-of-00001.arrow'))

async function readAll(bytes: Uint8Array): Promise<readonly string[]> {
  const kinds: string[] = []
  for await (const result of recordsOf(fileOf('x.arrow', bytes)))
    kinds.push('fault' in result ? 'fault' : 'record')
  return kinds
}

test('a file that is cut anywhere within a message is reported as unreadable', async () => {
  const rows = await readAll(trainBytes)
  expect(rows).toEqual(['record', 'record'])
  // The stream ends with a mark of eight bytes.
  for (let end = 1; end < trainBytes.length - 8; end += 11) {
    const kinds = await readAll(trainBytes.subarray(0, end))
    expect([end, kinds.filter((kind) => kind === 'record').length]).toEqual([end, 0])
  }
})

test('damaged bytes give values or an error, and never more rows', async () => {
  for (let at = 0; at < trainBytes.length; at += 3) {
    const damagedBytes = Uint8Array.from(trainBytes)
    damagedBytes[at] = 255 - (trainBytes[at] ?? 0)
    const kinds = await readAll(damagedBytes)
    expect(kinds.filter((kind) => kind === 'record').length).toBeLessThanOrEqual(2)
  }
})

// The files in fixtures/arrow were written by pyarrow 26.0.1.
async function recordsIn(name: string): Promise<readonly unknown[]> {
  const bytes = readFileSync(join(import.meta.dirname, '../../fixtures/arrow', name))
  const records: unknown[] = []
  for await (const result of recordsOf(fileOf(name, bytes)))
    records.push('fault' in result ? result.fault : result.record)
  return records
}

test.each(['lz4', 'zstd'])('buffers that %s compressed, and dictionaries, are read', async (codec) => {
  const records = await recordsIn(`${codec}.arrow`)
  expect(records).toEqual(
    Array.from({ length: 200 }, (_, id) => ({
      id,
      city: ['Lima', 'Rome', 'Lima', null][id % 4],
      long: `word ${id % 7} `.repeat(60),
      tags: id % 2 === 1 ? ['easy', 'south'] : [],
    })),
  )
})

test('a list outside its column makes the file unreadable', async () => {
  const damagedBytes = Buffer.from(trainBytes)
  // The ends of the lists of tags: 0, 2, 2.
  const offsets = Buffer.from([0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0])
  damagedBytes.writeInt32LE(-1, damagedBytes.indexOf(offsets) + 4)
  expect(await readAll(damagedBytes)).toEqual(['fault'])
})

test('an Arrow file, a stream between marks, is read', async () => {
  const mark = Buffer.from('ARROW1\0\0')
  // The footer repeats the positions of the batches.
  expect(await readAll(Buffer.concat([mark, trainBytes, Buffer.from('footer'), mark]))).toEqual([
    'record',
    'record',
  ])
})

test('a dictionary grows by deltas and is replaced', async () => {
  const cities = ['a', 'b', 'c', 'a', null, 'z'].map((city) => ({ city }))
  expect(await recordsIn('deltas.arrow')).toEqual(cities)
})

test.each(['lz4', 'zstd', 'deltas'])(
  'damaged bytes of %s.arrow give values or an error, and never more rows',
  async (name) => {
    const bytes = readFileSync(join(import.meta.dirname, `../../fixtures/arrow/${name}.arrow`))
    const { length } = await recordsIn(`${name}.arrow`)
    for (let at = 0; at < bytes.length; at += 41) {
      const damagedBytes = Uint8Array.from(bytes)
      damagedBytes[at] = 255 - (bytes[at] ?? 0)
      const kinds = await readAll(damagedBytes)
      expect(kinds.filter((kind) => kind === 'record').length).toBeLessThanOrEqual(length)
    }
  },
)
