// Parquet, a slice of rows at a time.
import { parquetMetadataAsync, parquetReadObjects, type Compressors } from 'hyparquet'
import {
  decompressBrotli,
  decompressGzip,
  decompressLz4,
  decompressLz4Raw,
  decompressZstd,
} from 'hyparquet-compressors'
import type { SourceFile } from '../files.ts'
import { base64Of } from './bytes.ts'
import type { Read } from './record.ts'

/** Not the ready-made table: its Snappy is WebAssembly, which the policy of the pages forbids. The reader has one of its own. */
const compressors: Compressors = {
  GZIP: decompressGzip,
  BROTLI: decompressBrotli,
  ZSTD: (input) => decompressZstd(input),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
}

/** A slice is decoded at once: with wide rows of texts this is some tens of megabytes. */
const sliceRows = 2000

/** As JSON has values: big integers that fit are numbers, others text; times are ISO; bytes are base64. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return base64Of(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  }
  return value
}

export async function* parquetRecords({ path, sizeBytes, slice }: SourceFile): AsyncGenerator<Read> {
  const file = { byteLength: sizeBytes, slice: (start: number, end = sizeBytes) => slice(start, end) }
  const metadata = await parquetMetadataAsync(file)
  const rows = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < rows; rowStart += sliceRows) {
    const rowEnd = Math.min(rows, rowStart + sliceRows)
    const records = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })
    for (const [i, record] of records.entries()) {
      yield {
        at: { file: path, line: rowStart + i + 1 },
        record: plain(record) as Readonly<{ [name: string]: unknown }>,
      }
    }
  }
}
