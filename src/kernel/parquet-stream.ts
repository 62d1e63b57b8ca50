// Writes a Parquet file one row group at a time, so that only one group is in memory. The library is loaded
// with the first file: most servers write none.
import type { SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'

export interface ParquetFile {
  readonly schema: SchemaElement[]
  readonly kvMetadata?: { readonly key: string; readonly value: string }[]
}

export interface ParquetStream {
  /** Returns the bytes of a row group. The rows are passed as columns. */
  readonly group: (columnData: ColumnSource[], rows: number) => Promise<Uint8Array>
  /** Returns the bytes of the footer. */
  readonly end: () => Promise<Uint8Array>
}

export async function openParquetStream({ schema, kvMetadata }: ParquetFile): Promise<ParquetStream> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema,
    // Minimum and maximum of long texts would fill most of the footer.
    statistics: false,
    ...(kvMetadata === undefined ? {} : { kvMetadata }),
  })
  /** Takes the bytes written so far out of the writer. */
  const takeBytes = (): Uint8Array => {
    const bytes = new Uint8Array(writer.buffer.slice(0, writer.index))
    writer.index = 0
    return bytes
  }
  return {
    group: async (columnData, rowGroupSize) => {
      await file.write({ columnData, rowGroupSize })
      return takeBytes()
    },
    end: async () => {
      await file.finish()
      return takeBytes()
    },
  }
}
