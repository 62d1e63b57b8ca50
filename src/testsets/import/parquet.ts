// Parquet files. The format keeps its directory at the end of the file, so the bytes are first written to a temporary
// file; then the records are read in slices of a row group.
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
} from 'hyparquet'
import { compressors as libraryCompressors } from 'hyparquet-compressors'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { checkExact, InexactValue, parseExact } from '../exact.ts'
import { tooManyColumns, type TestsetLimits } from '../limits.ts'
import { checkFieldSizes } from '../write.ts'
import type { ImportBatches, ImportItem } from './items.ts'
import { exactJson, parsers, spellAnnotations, takeDecimals, type DecimalScales } from './parquet-values.ts'
import { setOwn } from '../../kernel/own.ts'

/** The key under which our own files name the columns that are JSON text. */
export const jsonColumnsKey = 'assay.json_columns'

/**
 * Records are read so many at a time; a smaller row group is read whole. A slice decodes its row group from the start,
 * so smaller ones cost time; larger ones cost memory.
 */
const sliceRows = 25_000
/** Records of a slice become rows so many at a time. */
const batchRows = 1000

/** A page of no bytes, as a column of nulls has, is not worth inflating, and LZ4 of the library fails at it. */
const compressors: Compressors = Object.fromEntries(
  Object.entries(libraryCompressors).map(([codec, inflate]) => [
    codec,
    (input: Uint8Array, bytes: number) => (bytes === 0 ? new Uint8Array() : inflate(input, bytes)),
  ]),
)

interface OpenFile {
  readonly file: AsyncBuffer
  readonly metadata: FileMetaData
  readonly scales: DecimalScales
  /** Absent in files that we did not write. */
  readonly jsonColumns: ReadonlySet<string> | undefined
}

async function openParquet(file: AsyncBuffer, limits: TestsetLimits): Promise<OpenFile> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false })
  if (parquetSchema(metadata).children.length > limits.columnsMax) throw tooManyColumns(limits, 'file')
  spellAnnotations(metadata.schema)
  const text = metadata.key_value_metadata?.find((each) => each.key === jsonColumnsKey)?.value
  const names = text === undefined ? undefined : (JSON.parse(text) as unknown)
  const jsonColumns = Array.isArray(names) ? new Set(names.map(String)) : undefined
  return { file, metadata, scales: takeDecimals(metadata.schema), jsonColumns }
}

/** In our own files a null is a missing key, and marked columns hold JSON text. */
function valueOf(name: string, value: Json, jsonColumns: ReadonlySet<string> | undefined): Json | undefined {
  if (jsonColumns === undefined) return value
  if (value === null) return undefined
  return jsonColumns.has(name) && typeof value === 'string' ? parseExact(value) : value
}

function rowOf(
  record: JsonObject,
  line: number,
  { jsonColumns }: OpenFile,
  limits: TestsetLimits,
): ImportItem {
  const flat: Record<string, Json> = {}
  let column = ''
  try {
    for (const [name, raw] of Object.entries(record)) {
      column = name
      const value = valueOf(name, raw, jsonColumns)
      if (value === undefined) continue
      checkExact(value)
      setOwn(flat, name, value)
    }
  } catch (cause) {
    if (!(cause instanceof InexactValue || cause instanceof SyntaxError)) throw cause
    return { kind: 'error', line, column, message: cause.message }
  }
  checkFieldSizes(flat, limits, `record ${line}`)
  return { kind: 'row', line, flat }
}

function recordOf(names: readonly string[], values: readonly unknown[]): Readonly<Record<string, unknown>> {
  const record: Record<string, unknown> = {}
  names.forEach((name, i) => setOwn(record, name, values[i]))
  return record
}

async function readSlice(
  opened: OpenFile,
  range: { readonly rowStart: number; readonly rowEnd: number },
): Promise<readonly unknown[]> {
  const names = parquetSchema(opened.metadata).children.map(({ element }) => element.name)
  let records: readonly unknown[] = []
  await parquetRead({
    file: opened.file,
    metadata: opened.metadata,
    ...range,
    compressors,
    parsers,
    utf8: false,
    geoparquet: false,
    // The library would make objects by assignment, and lose a column called `__proto__`.
    rowFormat: 'array',
    onComplete: (rows) => {
      records = rows.map((values) => recordOf(names, values))
    },
  })
  return records
}

/** Slices of at most sliceRows records that do not cross row groups. */
function* slicesOf(
  metadata: FileMetaData,
): Generator<{ readonly rowStart: number; readonly rowEnd: number }> {
  let start = 0
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows)
    for (; start < end; start += sliceRows)
      yield { rowStart: start, rowEnd: Math.min(end, start + sliceRows) }
    start = end
  }
}

/** Reads the records of a Parquet file that can be read at any place. Lines are record numbers, from 1. */
export async function* readParquet(file: AsyncBuffer, limits: TestsetLimits): ImportBatches {
  let line = 0
  try {
    const opened = await openParquet(file, limits)
    const schema = parquetSchema(opened.metadata)
    for (const slice of slicesOf(opened.metadata)) {
      const records = await readSlice(opened, slice)
      for (let i = 0; i < records.length; i += batchRows) {
        const batch = records.slice(i, i + batchRows).map((raw) => exactJson(raw, schema, opened.scales))
        yield batch.filter(isJsonObject).map((record) => rowOf(record, ++line, opened, limits))
      }
    }
  } catch (cause) {
    // hyparquet throws plain errors for everything it cannot read; ours carry a code.
    if (cause instanceof Error && cause.name === 'AssayError') throw cause
    yield [{ kind: 'error', line: line + 1, message: cause instanceof Error ? cause.message : String(cause) }]
  }
}

/** Reads a Parquet file from a stream, by way of a temporary file in `directory`, which is removed at the end. */
export async function* readParquetStream(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly directory: string; readonly limits: TestsetLimits },
): ImportBatches {
  const directory = await mkdtemp(join(options.directory, 'assay-import-'))
  try {
    const path = join(directory, 'upload.parquet')
    await pipeline(chunks, createWriteStream(path))
    const handle = await open(path)
    try {
      const { size } = await handle.stat()
      const file: AsyncBuffer = {
        byteLength: size,
        slice: async (start, end = size) => {
          const bytes = new ArrayBuffer(Math.max(0, end - start))
          await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, start)
          return bytes
        },
      }
      yield* readParquet(file, options.limits)
    } finally {
      await handle.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
