// Parquet, a slice of rows at a time.
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { Read } from './record.ts'

/** A slice is decoded at once: with wide rows of texts this is some tens of megabytes. */
const sliceRows = 2000

/** As JSON has values: big integers that fit are numbers, others text; times are ISO; bytes are base64. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  }
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
  }
  return value
}

export async function* parquetRecords(path: string): AsyncGenerator<Read> {
  const file = await asyncBufferFromFile(path)
  const metadata = await parquetMetadataAsync(file)
  const rows = Number(metadata.num_rows)
  for (let rowStart = 0; rowStart < rows; rowStart += sliceRows) {
    const rowEnd = Math.min(rows, rowStart + sliceRows)
    const slice = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })
    for (const [i, record] of slice.entries()) {
      yield {
        at: { file: path, line: rowStart + i + 1 },
        record: plain(record) as Readonly<{ [name: string]: unknown }>,
      }
    }
  }
}
