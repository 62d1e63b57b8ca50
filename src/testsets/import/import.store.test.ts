// Files of every format are imported as rows, or refused with line and column. Long because all formats share fixtures.
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { parquetWriteBuffer } from 'hyparquet-writer'
import type { AssayError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { amount } from '../../../test/support/tier.ts'
import { testSandboxPool, isolation } from '../../../test/support/work.ts'
import { startSandboxPool } from '../../programs/work/sandbox-pool.ts'
import { exportList } from '../export/export.ts'
import { rowFromJson } from '../incoming.ts'
import { contentOf, memoryContext, rowsOf, type MemoryContext } from '../test-support.ts'
import { writeList } from '../write.ts'
import { hostileFiles } from './corpus.ts'
import { dryRunImport, importFile, type UploadedFile } from './import.ts'
import type { FileType } from './items.ts'
import type { SkippedRows } from './report.ts'
import { fileTypeOfContent, fileTypeOfName } from './sniff.ts'

const sandboxPool = testSandboxPool()
afterAll(() => sandboxPool.close())

type Content = string | Uint8Array

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

const upload = (
  content: Content,
  options: Partial<UploadedFile> = {},
  chunkBytes = 1 << 16,
): UploadedFile => ({
  chunks: inChunks(typeof content === 'string' ? new TextEncoder().encode(content) : content, chunkBytes),
  work: { sandboxPool, project: 'p' },
  ...options,
})

const withoutDedupId = (data: JsonObject): JsonObject => {
  const { testcase_dedup_id: _dedupId, ...rest } = data
  return rest
}

async function importRows(context: MemoryContext, file: UploadedFile): Promise<readonly JsonObject[]> {
  const root = await importFile(context, file)
  return (await contentOf(context, root)).map(({ data }) => withoutDedupId(data))
}

const refusal = async (promise: Promise<unknown>): Promise<AssayError> =>
  promise.then(
    () => {
      throw new Error('was not refused')
    },
    (error: AssayError) => error,
  )

describe('the corpus of hostile files', () => {
  test.each(hostileFiles)('$name', async ({ content, options, rows, errors }) => {
    // Chunks may end inside characters, quotes and line ends.
    for (const chunkBytes of [1, 2, 3, 7, 1 << 16]) {
      const context = memoryContext()
      const outcome = await importRows(context, upload(content, options, chunkBytes)).then(
        (importedRows) => ({ rows: importedRows }),
        (error: AssayError) => ({ errors: error.extra['errors'], status: error.status }),
      )
      expect(outcome).toEqual(rows === undefined ? { errors, status: 400 } : { rows })
    }
  })
})

/** A context that notes the length of each write. */
function countingContext() {
  const context = memoryContext()
  const { testcases } = context
  const lengths: number[] = []
  const save: typeof testcases.save = (batch) => {
    lengths.push(JSON.stringify(batch).length)
    return testcases.save(batch)
  }
  return { context: { ...context, testcases: { ...testcases, save } }, lengths }
}

describe('an import', () => {
  const longText = 'x'.repeat(2 ** 17)
  const longRows = Array.from({ length: 100 }, (_, i) => ({ n: `${i}`, a: longText }))
  const longFiles: readonly (readonly [FileType, Content])[] = [
    ['csv', `n,a\n${longRows.map(({ n, a }) => `${n},${a}\n`).join('')}`],
    ['json', JSON.stringify(longRows)],
    ['jsonl', longRows.map((row) => JSON.stringify(row)).join('\n')],
    [
      'parquet',
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'n', data: longRows.map(({ n }) => n), type: 'STRING' },
            { name: 'a', data: longRows.map(({ a }) => a), type: 'STRING' },
          ],
        }),
      ),
    ],
  ]

  test.each(longFiles)('stores long rows of %s in batches of bounded length', async (fileType, content) => {
    const { context, lengths } = countingContext()
    const root = await importFile(context, upload(content, { fileType }))
    expect(root.rows).toBe(longRows.length)
    expect(Math.max(...lengths)).toBeLessThan(9 * 2 ** 20)
    expect(lengths.length).toBeLessThan(5)
  })

  test.each(longFiles)(
    'of %s ends with the first write after its client disconnects',
    async (fileType, content) => {
      const { context, lengths } = countingContext()
      const controller = new AbortController()
      const { save } = context.testcases
      const testcases: typeof context.testcases = {
        ...context.testcases,
        save: (batch) => {
          controller.abort()
          return save(batch)
        },
      }
      const work = { sandboxPool, project: 'p', signal: controller.signal }
      const aborted = importFile({ ...context, testcases }, upload(content, { fileType, work }))
      await expect(aborted).rejects.toThrow('aborted')
      expect(lengths).toHaveLength(1)
    },
  )

  test('refuses a record of Parquet that exceeds the limit of a row', async () => {
    const context = memoryContext()
    const content = new Uint8Array(
      parquetWriteBuffer({
        columnData: ['a', 'b', 'c'].map((name) => ({
          name,
          data: [name.repeat(40)],
          type: 'STRING' as const,
        })),
      }),
    )
    const limits = { ...context.limits, rowBytesMax: 100 }
    const error = await refusal(importFile({ ...context, limits }, upload(content, { fileType: 'parquet' })))
    expect(error.code).toBe('limit_exceeded')
    expect(error.message).toContain('A row (record 1) exceeds testsets.row_bytes_max')
  })

  test('reports the line of the first error, and stores no list', async () => {
    const context = memoryContext()
    const error = await refusal(importFile(context, upload('a,b\n1,2\n3\n')))
    expect(error.code).toBe('payload_undecodable')
    expect(error.detail).toBe('Failed to read CSV file: line 3: The row has 1 cells, the header has 2.')
    expect(context.pages.hashes()).toEqual([])
  })

  test('refuses JSON that is not an array of objects, with the row', async () => {
    const context = memoryContext()
    const detail = 'Failed to parse testcases as JSON array: Testset rows must be a dictionary.'
    const scalar = await refusal(importFile(context, upload('[{"a":1},\n 2]', { fileType: 'json' })))
    expect(scalar.detail).toBe(detail)
    expect(scalar.extra['errors']).toEqual([
      { line: 2, row: 2, message: 'Testset rows must be a dictionary.' },
    ])
    const object = await refusal(importFile(context, upload('{"a":1}', { fileType: 'json' })))
    expect(object.detail).toBe(detail)
  })

  test.each<[string, Content, Partial<UploadedFile>]>([
    ['csv', 'n\n1\n', { fileName: 'x.csv' }],
    ['json', '[{"n":"1"}]', { fileName: 'x.json' }],
    ['jsonl', '{"n":"1"}\n', { fileName: 'x.ndjson' }],
    ['gzipped csv', gzipSync('n\n1\n'), { fileName: 'x.csv.gz' }],
    ['gzipped json by content', gzipSync('[{"n":"1"}]'), {}],
    ['jsonl by content', '\n {"n":"1"}', {}],
    ['tab separated', 'n\tm\n1\t\n', { fileName: 'x.tsv' }],
  ])('reads %s', async (_, content, options) => {
    const [row] = await importRows(memoryContext(), upload(content, options))
    expect(row?.['n']).toBe('1')
  })

  test('refuses damaged gzip', async () => {
    const compressedFile = gzipSync('n\n'.repeat(5000))
    const error = await refusal(
      importFile(memoryContext(), upload(compressedFile.subarray(0, compressedFile.length - 20))),
    )
    expect(error.code).toBe('payload_undecodable')
  })

  test.each<[string, object, string, string]>([
    ['rows', { rowsMax: 2 }, 'a\n1\n2\n3\n', 'The testset exceeds testsets.rows_max (2 rows).'],
    ['columns', { columnsMax: 1 }, 'a,b\n', 'The testset exceeds testsets.columns_max (1 columns).'],
    [
      'one value',
      { fieldBytesMax: 3 },
      'a\néé\n',
      'A value (line 2) exceeds testsets.field_bytes_max (3 bytes).',
    ],
    [
      'one row',
      { rowBytesMax: 3 },
      'a,b\n12,34\n',
      'A row (line 2) exceeds testsets.row_bytes_max (3 bytes).',
    ],
  ])('refuses too large %s, naming the setting', async (_, limits, content, message) => {
    const context = memoryContext()
    const error = await refusal(
      importFile({ ...context, limits: { ...context.limits, ...limits } }, upload(content)),
    )
    expect(error.code).toBe('limit_exceeded')
    expect(error.detail).toMatchObject([{ loc: ['body', 'file'], msg: message }])
  })

  test('refuses too large files by received and by inflated bytes', async () => {
    const context = memoryContext()
    const smallContext = { ...context, limits: { ...context.limits, uploadBytesMax: 100 } }
    const content = `a\n${'x\n'.repeat(200)}`
    for (const fileBytes of [content, gzipSync(content)]) {
      const error = await refusal(importFile(smallContext, upload(fileBytes)))
      expect(error.code).toBe('payload_too_large')
      expect(error.detail).toBe('The file exceeds testsets.upload_bytes_max (100 bytes).')
    }
  })

  test('removes metadata columns from the data and reports invalid ones with line and column', async () => {
    const context = memoryContext()
    const root = await importFile(context, upload('a,__dedup_id__,__tags__\n1,d1,"{""t"":1}"\n2,,\n'))
    const rows = await rowsOf(context.pages, root)
    expect(rows.map(({ dedupId, tags, columns }) => ({ dedupId, tags, columns }))).toEqual([
      { dedupId: 'd1', tags: { t: 1 }, columns: ['a'] },
      { dedupId: expect.stringMatching(/^[0-9a-f]{12}$/) as string, tags: undefined, columns: ['a'] },
    ])
    const error = await refusal(importFile(context, upload('a,__tags__,__id__\n1,no,x\n')))
    expect(error.extra['errors']).toEqual([
      { line: 2, column: '__id__', message: '__id__ is not a UUID.' },
      { line: 2, column: '__tags__', message: '__tags__ is not a JSON object.' },
    ])
  })

  test('an id that the testset does not have is ignored', async () => {
    const rows = await importRows(
      memoryContext(),
      upload('__id__,a\n3439dc96-c56b-5159-be23-6a3c51e6240f,\n'),
    )
    expect(rows).toEqual([{ a: '' }])
  })

  test('of an edited CSV download keeps types where cells are unchanged, and the dedup id', async () => {
    const context = memoryContext()
    const data = { n: 1, ok: true, none: null, list: [1, 2], text: 'x' }
    const root = await writeList(context, [
      rowFromJson({ data }),
      rowFromJson({ data: { n: 2, extra: 'e' } }),
    ])
    const [first] = await rowsOf(context.pages, root)
    const csv = await textOf(exportList(context, { root, fileType: 'csv' }))
    const editedImport = await importFile(context, upload(csv.replace(',x,', ',y,')))
    expect(
      (await contentOf(context, editedImport)).map(({ data: rowData }) => withoutDedupId(rowData)),
    ).toEqual([
      { ...data, text: 'y' },
      { n: 2, extra: 'e' },
    ])
    expect((await rowsOf(context.pages, editedImport))[0]?.dedupId).toBe(first?.dedupId)
  })
})

const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  Buffer.concat(await Array.fromAsync(chunks)).toString('utf8')

describe('a dry run', () => {
  test('reports columns, types, testcases and errors, and stores nothing', async () => {
    const context = memoryContext()
    await importFile(context, upload('country,capital\nFrance,Paris\n'))
    const before = { saves: context.testcases.counts.saves, writes: context.pages.counts.writes }
    const content = 'country;capital;__tags__\nFrance;Paris;\nJapan;;no\nPeru;Lima\n'
    expect(await dryRunImport(context, upload(content))).toEqual({
      file_type: 'csv',
      delimiter: ';',
      rows: 2,
      columns: [
        { name: 'country', types: ['string'], missing: 0 },
        { name: 'capital', types: ['string'], missing: 1 },
      ],
      metadata_columns: ['__tags__'],
      testcases: { new: 1, existing: 1 },
      errors: [
        { line: 3, column: '__tags__', message: '__tags__ is not a JSON object.' },
        { line: 4, message: 'The row has 2 cells, the header has 3.' },
      ],
      errors_total: 2,
    })
    expect({ saves: context.testcases.counts.saves, writes: context.pages.counts.writes }).toEqual(before)
  })

  test('has the first good rows on request', async () => {
    const content = 'country;capital;__tags__\nFrance;Paris;\nJapan;;no\nPeru;Lima\n'
    const { preview } = await dryRunImport(memoryContext(), upload(content, { hasPreview: true }))
    const rows = [{ line: 2, data: { country: 'France', capital: 'Paris' } }]
    expect(preview).toEqual({ rows, bad_rows: 2, can_skip: true })
    const manyRows = upload(`n\n${'1\n'.repeat(100)}`, { hasPreview: true })
    expect((await dryRunImport(memoryContext(), manyRows)).preview?.rows).toHaveLength(10)
  })

  test('names JSON types', async () => {
    const report = await dryRunImport(
      memoryContext(),
      upload('[{"a":1,"b":null},{"a":"x","c":[1]},{"a":true,"b":{}}]'),
    )
    expect(report.columns).toEqual([
      { name: 'a', types: ['number', 'string', 'boolean'], missing: 0 },
      { name: 'b', types: ['null', 'object'], missing: 1 },
      { name: 'c', types: ['array'], missing: 2 },
    ])
  })

  test('lists a hundred errors and counts the others', async () => {
    const report = await dryRunImport(memoryContext(), upload(`a,b\n${'1\n'.repeat(250)}`))
    expect(report.errors.length).toBe(100)
    expect(report.errors_total).toBe(250)
  })
})

describe('an import that skips errors', () => {
  const importSkippingErrors = async (
    context: MemoryContext,
    content: Content,
    options: Partial<UploadedFile> = {},
  ) => {
    let skippedRows: SkippedRows | undefined
    const onSkipped = (rows: SkippedRows): void => {
      skippedRows = rows
    }
    return {
      rows: await importRows(context, upload(content, { ...options, onSkipped })),
      skipped: skippedRows,
    }
  }

  test('stores the good rows, and counts and names the others by line', async () => {
    const content = 'country,__tags__\nFrance,\nJapan,no\nPeru\nItaly,\n'
    expect(await importSkippingErrors(memoryContext(), content)).toEqual({
      rows: [{ country: 'France' }, { country: 'Italy' }],
      skipped: {
        rows: 2,
        errors: [
          { line: 3, column: '__tags__', message: '__tags__ is not a JSON object.' },
          { line: 4, message: 'The row has 1 cells, the header has 2.' },
        ],
      },
    })
    expect(await importSkippingErrors(memoryContext(), '{"a":1}\n{"a":\n[]\n{"a":2}\n')).toMatchObject({
      rows: [{ a: 1 }, { a: 2 }],
      skipped: { rows: 2, errors: [{ line: 2 }, { line: 3 }] },
    })
  })

  test('reads to the end after more errors than are listed', async () => {
    const { rows, skipped } = await importSkippingErrors(memoryContext(), `a,b\n${'1\n'.repeat(250)}1,2\n`)
    expect(rows).toEqual([{ a: '1', b: '2' }])
    expect([skipped?.rows, skipped?.errors.length]).toEqual([250, 100])
  })

  test('reports nothing skipped for a file without errors', async () => {
    expect((await importSkippingErrors(memoryContext(), 'a\n1\n')).skipped).toEqual({ rows: 0, errors: [] })
  })

  test.each<[string, Content, string]>([
    ['a file whose rest cannot be read', 'a,b\n1\n1,2\n"x', 'line 4: The quote opened here is never closed.'],
    ['a wrong header', 'a,a\n1,2\n', "line 1: The column 'a' occurs more than once."],
    ['a broken array', '[{"a":1},\n{"a":', 'line'],
    ['a file without a good row', 'a,b\n1\n', 'line 2: The row has 1 cells, the header has 2.'],
  ])('refuses %s', async (_, content, detail) => {
    const context = memoryContext()
    const error = await refusal(importSkippingErrors(context, content))
    expect(error.code).toBe('payload_undecodable')
    expect(error.detail).toContain(detail)
    expect(context.pages.hashes()).toEqual([])
    const report = await dryRunImport(context, upload(content, { hasPreview: true }))
    expect(report.preview?.can_skip).toBe(false)
  })
})

describe('a Parquet file of another program', () => {
  test('gives exact values: large integers as text, times as ISO 8601, bytes as base64, nulls as null', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'big', data: [9007199254740993n, 5n], type: 'INT64' },
        { name: 'at', data: [new Date(1_700_000_000_123), null], type: 'TIMESTAMP' },
        { name: 'bytes', data: [new Uint8Array([1, 2, 255]), null], type: 'BYTE_ARRAY' },
        { name: 'json', data: [{ a: [1, { b: null }] }, null], type: 'JSON' },
        { name: 'd', data: [1.5, -2], type: 'DOUBLE' },
      ],
    })
    expect(await importRows(memoryContext(), upload(new Uint8Array(buffer)))).toEqual([
      {
        big: '9007199254740993',
        at: '2023-11-14T22:13:20.123Z',
        bytes: 'AQL/',
        json: { a: [1, { b: null }] },
        d: 1.5,
      },
      { big: 5, at: null, bytes: null, json: null, d: -2 },
    ])
  })

  test('gives decimals exactly, as text where a double has too few digits', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [{ name: 'price', data: [0.1, 12345678901234.56] }],
      schema: [
        { name: 'root', num_children: 1 },
        { name: 'price', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 },
      ],
    })
    expect(await importRows(memoryContext(), upload(new Uint8Array(buffer)))).toEqual([
      { price: 0.1 },
      { price: 12345678901234.56 },
    ])
  })

  test('gives enum values as text, and dates and JSON with either spelling of their annotation', async () => {
    const text = (value: string): Uint8Array => new TextEncoder().encode(value)
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'older', data: [text('red')] },
        { name: 'newer', data: [text('blue')] },
        { name: 'json', data: [text('{"a":1}')] },
        { name: 'day', data: [19_782] },
      ],
      schema: [
        { name: 'root', num_children: 4 },
        { name: 'older', type: 'BYTE_ARRAY', converted_type: 'ENUM' },
        { name: 'newer', type: 'BYTE_ARRAY', logical_type: { type: 'ENUM' } },
        { name: 'json', type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
        { name: 'day', type: 'INT32', logical_type: { type: 'DATE' } },
      ],
    })
    expect(await importRows(memoryContext(), upload(new Uint8Array(buffer)))).toEqual([
      { older: 'red', newer: 'blue', json: { a: 1 }, day: '2024-02-29' },
    ])
  })

  test('is read when a compressed page is empty, as a page of nulls is', async () => {
    // An LZ4 block of literals only; an empty block is one byte.
    const literals = (input: Uint8Array): Uint8Array => {
      if (input.length < 15) return new Uint8Array([input.length << 4, ...input])
      const lengths = Array.from({ length: Math.trunc((input.length - 15) / 255) }, () => 255)
      return new Uint8Array([0xf0, ...lengths, (input.length - 15) % 255, ...input])
    }
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'a', data: ['x', 'y'], type: 'STRING' },
        { name: 'nothing', data: [null, null], type: 'STRING' },
      ],
      codec: 'LZ4_RAW',
      compressors: { LZ4_RAW: literals },
    })
    expect(await importRows(memoryContext(), upload(new Uint8Array(buffer)))).toEqual([
      { a: 'x', nothing: null },
      { a: 'y', nothing: null },
    ])
  })

  test('is refused with its record when a number is not finite, and when it is truncated', async () => {
    const buffer = parquetWriteBuffer({ columnData: [{ name: 'd', data: [1, Number.NaN], type: 'DOUBLE' }] })
    const notFinite = await refusal(importFile(memoryContext(), upload(new Uint8Array(buffer))))
    expect(notFinite.extra['errors']).toMatchObject([{ line: 2, column: 'd' }])
    const cutFile = new Uint8Array(buffer).subarray(0, buffer.byteLength - 6)
    const error = await refusal(importFile(memoryContext(), upload(cutFile)))
    expect(error.detail).toMatch(/^Failed to read Parquet file: /)
  })
})

describe('the type of a file', () => {
  test.each<[string, FileType | undefined]>([
    ['a.csv', 'csv'],
    ['a.TSV', 'csv'],
    ['a.json.gz', 'json'],
    ['a.ndjson', 'jsonl'],
    ['a.b.parquet', 'parquet'],
    ['a.txt', undefined],
    ['csv', undefined],
  ])('by the name %s is %s', (name, expected) => {
    expect(fileTypeOfName(name)).toBe(expected)
  })

  test.each<[string, FileType]>([
    ['PAR1...', 'parquet'],
    ['\ufeff [', 'json'],
    ['\n{', 'jsonl'],
    ['a,b', 'csv'],
    ['', 'csv'],
  ])('by the content %j is %s', (content, expected) => {
    expect(fileTypeOfContent(new TextEncoder().encode(content))).toBe(expected)
  })
})

describe('export, then import', () => {
  // Excludes keys with another meaning in files: metadata names, empty names, and in Parquet names that start with a
  // byte order mark.
  const key = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .filter(
      (text) =>
        !/^__.*__$/.test(text) && text !== 'testcase_id' && !text.startsWith('\ufeff') && text.isWellFormed(),
    )
  const double = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(2 ** 53, 1e16, -(2 ** 63), 1e21),
  )
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed()),
    fc.constantFrom('', ' x ', '"', 'a,b', 'l1\r\nl2', '\r', ';', '\ufeff', 'null', '1', '[1]', '-0'),
    double,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  )
  const value = fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(key, scalar, { maxKeys: 3 }) },
  )
  const columnsAndRows = fc.uniqueArray(key, { minLength: 1, maxLength: 4 }).chain((columns) =>
    fc.array(
      fc.record({
        data: fc.dictionary(fc.constantFrom(...columns), value, { maxKeys: 4 }),
        tags: fc.option(fc.dictionary(key, double, { maxKeys: 2 }), { nil: undefined }),
      }),
      { maxLength: 8 },
    ),
  )

  test.each<FileType>(['csv', 'json', 'jsonl', 'parquet'])('gives the same rows as %s', async (fileType) => {
    await fc.assert(
      fc.asyncProperty(columnsAndRows, async (rows) => {
        const context = memoryContext()
        const root = await writeList(
          context,
          rows.map(({ data, tags }) =>
            rowFromJson({
              data,
              ...(tags === undefined ? {} : { tags }),
            }),
          ),
        )
        const bytes = Buffer.concat(await Array.fromAsync(exportList(context, { root, fileType })))
        const secondImport = await importFile(context, upload(bytes, { fileType }))
        const wire = async (list: typeof root): Promise<Json> =>
          (await rowsOf(context.pages, list)).map(({ testcaseId, tags = {} }) => ({ testcaseId, tags }))
        expect(await wire(secondImport)).toEqual(await wire(root))
      }),
      // Each Parquet file is read by its own process.
      { numRuns: fileType === 'parquet' ? amount(3, 10) : amount(50, 150), examples: [[[]]] },
    )
  })

  test.each<FileType>(['json', 'jsonl', 'parquet'])(
    'into another testset keeps the content, as %s',
    async (fileType) => {
      const context = memoryContext()
      const data = { n: 1, f: 1.5, none: null, ok: true, o: { a: [] }, s: 'x' }
      const root = await writeList(context, [rowFromJson({ data }), rowFromJson({ data: { n: 2 } })])
      const bytes = Buffer.concat(await Array.fromAsync(exportList(context, { root, fileType })))
      expect(await importRows(memoryContext(), upload(bytes, { fileType }))).toEqual([data, { n: 2 }])
    },
  )

  test('writes CSV with a header always, metadata columns where used, CRLF and quotes where needed', async () => {
    const context = memoryContext()
    const emptyList = await writeList(context, [])
    expect(await textOf(exportList(context, { root: emptyList, fileType: 'csv' }))).toBe(
      '__id__,__dedup_id__\r\n',
    )
    const root = await writeList(context, [
      rowFromJson({ data: { a: 'x,y', 'b;c': 1e21, testcase_dedup_id: 'd' }, meta: { m: 1 } }),
      rowFromJson({ data: { a: { k: [1] }, testcase_dedup_id: 'e' } }),
    ])
    const [firstRow, secondRow] = await rowsOf(context.pages, root)
    expect(await textOf(exportList(context, { root, fileType: 'csv' }))).toBe(
      [
        'a,"b;c",__id__,__dedup_id__,__meta__',
        `"x,y",1e+21,${firstRow?.testcaseId},d,"{""m"":1}"`,
        `"{""k"":[1]}",,${secondRow?.testcaseId},e,`,
        '',
      ].join('\r\n'),
    )
  })

  test('writes JSON rows with their own keys, then the metadata keys', async () => {
    const context = memoryContext()
    const root = await writeList(context, [
      rowFromJson({ data: { testcase_dedup_id: 'd', a: null }, flags: { f: true } }),
      rowFromJson({ data: { b: 1, testcase_dedup_id: 'e' } }),
    ])
    const [firstRow, secondRow] = await rowsOf(context.pages, root)
    const lines = [
      `{"a":null,"__id__":"${firstRow?.testcaseId}","__dedup_id__":"d","__flags__":{"f":true}}`,
      `{"b":1,"__id__":"${secondRow?.testcaseId}","__dedup_id__":"e"}`,
    ]
    expect(await textOf(exportList(context, { root, fileType: 'json' }))).toBe(`[${lines.join(',')}]`)
    expect(await textOf(exportList(context, { root, fileType: 'jsonl' }))).toBe(`${lines.join('\n')}\n`)
    expect(await textOf(exportList(context, { root: await writeList(context, []), fileType: 'json' }))).toBe(
      '[]',
    )
  })
})

describe('malicious Parquet files', () => {
  const table = (rows: number, text = 'question') =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'q', data: Array.from({ length: rows }, (_, i) => `${text} ${i % 5}`), type: 'STRING' },
          { name: 'n', data: Array.from({ length: rows }, (_, i) => i), type: 'INT32' },
          {
            name: 'f',
            data: Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? null : i)),
            type: 'DOUBLE',
          },
        ],
      }),
    )
  const fastPool = startSandboxPool({ isolation, processesMax: 1, secondsMax: 3, memoryMb: 256 })
  afterAll(() => fastPool.close())
  const outcome = (bytes: Uint8Array, limits: object = {}) => {
    const context = memoryContext()
    const file = upload(bytes, { work: { sandboxPool: fastPool, project: 'p' } })
    return refusal(importFile({ ...context, limits: { ...context.limits, ...limits } }, file))
  }

  test('a file that takes longer than the time limit is refused, with the limit', async () => {
    const sandboxPool = startSandboxPool({ isolation, processesMax: 1, secondsMax: 0.01, memoryMb: 256 })
    try {
      const file = upload(table(100_000), { work: { sandboxPool, project: 'p' } })
      const error = await refusal(importFile(memoryContext(), file))
      expect([error.code, JSON.stringify(error.detail)]).toEqual([
        'limit_exceeded',
        expect.stringMatching(/work\.seconds_max/),
      ])
    } finally {
      await sandboxPool.close()
    }
  })

  test('a file with an endless run of values is refused before it is decoded', async () => {
    const bytes = table(50)
    // The length of a run of equal values; hyparquet alone would loop forever.
    bytes[66] = 128
    expect((await outcome(bytes)).code).toBe('payload_undecodable')
  })

  test('a file with any changed byte is read or refused', async () => {
    const bytes = table(50)
    for (let i = 4; i < bytes.length; i += 97) {
      const changedBytes = bytes.slice()
      changedBytes[i] = 255 - (bytes[i] ?? 0)
      const context = memoryContext()
      const file = upload(changedBytes, {
        work: { sandboxPool: fastPool, project: 'p' },
        fileType: 'parquet',
      })
      const codes = await importFile(context, file).then(
        () => 'read',
        (error: AssayError) => error.code,
      )
      expect(['read', 'payload_undecodable', 'limit_exceeded']).toContain(codes)
    }
  })

  test('a file that decodes to far more bytes is refused, with the limit and its setting', async () => {
    const error = await outcome(table(5000, 'x'.repeat(10_000)), { decodedBytesMax: 1_000_000 })
    expect([error.code, JSON.stringify(error.detail)]).toEqual([
      'limit_exceeded',
      expect.stringMatching(/testsets\.decoded_bytes_max.*1000000/),
    ])
  })

  test('a file with too many rows is refused before a row is read', async () => {
    const error = await outcome(table(50), { rowsMax: 49 })
    expect(JSON.stringify(error.detail)).toMatch(/testsets\.rows_max/)
  })
})

describe('a column mapping', () => {
  const columns = new Map<string, string | null>([
    ['Question', 'question'],
    ['key', '__dedup_id__'],
    ['junk', null],
  ])
  const files: readonly (readonly [FileType, string])[] = [
    ['csv', 'Question,key,junk,rest\nwho?,k1,x,y\n'],
    ['json', '[{"Question": "who?", "key": "k1", "junk": "x", "rest": "y"}]'],
    ['jsonl', '{"Question": "who?", "key": "k1", "junk": "x", "rest": "y"}'],
  ]

  test.each(files)(
    'of a %s file renames columns, makes one the dedup id and leaves one out; others stay',
    async (fileType, content) => {
      const context = memoryContext()
      const root = await importFile(context, upload(content, { fileType, columns }))
      expect((await contentOf(context, root)).map(({ data }) => data)).toEqual([
        { question: 'who?', rest: 'y', testcase_dedup_id: 'k1' },
      ])
    },
  )

  test('gives a dry run the new names', async () => {
    const report = await dryRunImport(
      memoryContext(),
      upload(files[0]?.[1] ?? '', { fileType: 'csv', columns }),
    )
    expect(report.columns.map(({ name }) => name)).toEqual(['question', 'rest'])
    expect(report.errors).toEqual([])
  })

  test('with two columns of one new name is refused with the line', async () => {
    const file = upload('a,b\n1,2\n', { fileType: 'csv', columns: new Map([['a', 'b']]) })
    const report = await dryRunImport(memoryContext(), file)
    expect(report.errors).toEqual([
      { line: 2, column: 'b', message: 'The columns a and b would both be named b.' },
    ])
  })

  test('accepts names of inherited members', async () => {
    const mapping = new Map([['a', '__proto__']])
    const context = memoryContext()
    const root = await importFile(context, upload('[{"a": 1}]', { fileType: 'json', columns: mapping }))
    const [row] = await contentOf(context, root)
    expect(Object.entries(withoutDedupId(row?.data ?? {}))).toEqual([['__proto__', 1]])
  })
})
