// A Parquet file in pieces, one for each group of rows, so that a file of any length is held by its group alone. The library
// is loaded with the first file: most servers write none.
import type { SchemaElement } from 'hyparquet'
import type { ColumnSource } from 'hyparquet-writer'

export interface ParquetFile {
  readonly schema: SchemaElement[]
  readonly kvMetadata?: { readonly key: string; readonly value: string }[]
}

export interface ParquetStream {
  /** The bytes of a group of rows, given by columns. */
  readonly group: (columnData: ColumnSource[], rows: number) => Promise<Uint8Array>
  /** The bytes that end the file. */
  readonly end: () => Promise<Uint8Array>
}

export async function openParquetStream({ schema, kvMetadata }: ParquetFile): Promise<ParquetStream> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema,
    // Minimum and maximum of long texts would be most of the footer.
    statistics: false,
    ...(kvMetadata === undefined ? {} : { kvMetadata }),
  })
  /** The bytes written so far; the writer goes on behind them. */
  const taken = (): Uint8Array => {
    const bytes = new Uint8Array(writer.buffer.slice(0, writer.index))
    writer.index = 0
    return bytes
  }
  return {
    group: async (columnData, rowGroupSize) => {
      await file.write({ columnData, rowGroupSize })
      return taken()
    },
    end: async () => {
      await file.finish()
      return taken()
    },
  }
}
