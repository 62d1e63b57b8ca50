// Reads Parquet files, one slice of rows at a time.
import { parquetReadObjects, parquetSchema, type Compressors } from 'hyparquet'
import { openCheckedParquet } from '../../src/kernel/parquet/checked-file.ts'
import { inflateBrotli } from '../../src/kernel/parquet/codecs/brotli.ts'
import { inflateGzip } from '../../src/kernel/parquet/codecs/gzip.ts'
import { inflateWith } from '../../src/kernel/parquet/inflate.ts'
import { inflateLz4, inflateLz4Raw } from '../../src/kernel/parquet/codecs/lz4.ts'
import { inflateSnappy } from '../../src/kernel/parquet/codecs/snappy.ts'
import { timestampParsers } from '../../src/kernel/parquet/timestamps.ts'
import { inflateZstd } from '../../src/kernel/parquet/codecs/zstd.ts'
import { strictUtf8 } from '../../src/kernel/strict-utf8.ts'
import type { SourceFile } from '../files.ts'
import { base64Of } from './bytes.ts'
import { exactJson } from './exact-json.ts'
import type { ReadResult } from './record.ts'

/**
 * Strict decoders in plain JavaScript: those of hyparquet-compressors accept damaged data, and one is WebAssembly,
 * which the policy of the pages forbids.
 */
const compressors: Compressors = {
  SNAPPY: inflateSnappy,
  GZIP: inflateGzip,
  BROTLI: inflateBrotli,
  ZSTD: inflateZstd,
  LZ4: inflateLz4,
  LZ4_RAW: inflateLz4Raw,
}

/** A slice is decoded at once: with wide rows of texts this is some tens of megabytes. */
const sliceRows = 2000

const textOf = strictUtf8({ ignoreBOM: true })

/** The library would put replacement characters where text is not UTF-8. */
const parsers = {
  ...timestampParsers,
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && textOf(bytes),
  jsonFromBytes: (bytes: Uint8Array | undefined) => bytes && exactJson(textOf(bytes)),
}

/** Values as JSON: safe integers are numbers, larger ones text; times are ISO 8601; bytes are base64. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return base64Of(value)
  // A null list or group. For scalars, recordOf has thrown before.
  if (value === undefined) return null
  if (Array.isArray(value)) return value.map(plainValue)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainValue(member)]))
  }
  return value
}

/** The record as JSON. Throws if a scalar is missing: the file is damaged, a null would be explicit. */
function recordOf(record: Readonly<Record<string, unknown>>, scalars: readonly string[]): RecordObject {
  for (const name of scalars) {
    if (record[name] === undefined) throw new Error(`A value of '${name}' is missing.`)
  }
  return plainValue(record) as RecordObject
}

type RecordObject = Readonly<{ [name: string]: unknown }>

export async function* parquetRecords({ path, sizeBytes, slice }: SourceFile): AsyncGenerator<ReadResult> {
  const file = { byteLength: sizeBytes, slice: (start: number, end = sizeBytes) => slice(start, end) }
  const { metadata, checkRowGroup } = await openCheckedParquet(file, inflateWith(compressors))
  const columns = parquetSchema(metadata).children
  const scalars = columns.filter(({ children }) => children.length === 0).map(({ element }) => element.name)
  // Bytes without a text type stay bytes, as on the server.
  const options = { file, metadata, compressors, parsers, utf8: false }
  let rowStart = 0
  for (const [index, group] of metadata.row_groups.entries()) {
    await checkRowGroup(index)
    const groupEnd = rowStart + Number(group.num_rows)
    while (rowStart < groupEnd) {
      const rowEnd = Math.min(groupEnd, rowStart + sliceRows)
      const records = await parquetReadObjects({ ...options, rowStart, rowEnd })
      for (const [i, record] of records.entries()) {
        yield {
          at: { file: path, line: rowStart + i + 1 },
          record: recordOf(record, scalars),
        }
      }
      rowStart = rowEnd
    }
  }
}
