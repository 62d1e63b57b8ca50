// Opens Parquet files and checks their row groups before they are decoded.
import {
  parquetMetadataAsync,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet'
import { DamagedParquet, requireIntact } from './damage.ts'
import { checkFooter, checkFooterBytes, chunkStart, type Leaf } from './footer.ts'
import { checkChunk, type Inflate } from './pages.ts'

export interface CheckedFile {
  readonly metadata: FileMetaData
  /** Refuses a row group with inconsistent pages. Only one column chunk is in memory at a time. */
  readonly checkRowGroup: (index: number) => Promise<void>
}

const tailBytes = 8

async function footerOf(file: AsyncBuffer): Promise<Uint8Array> {
  requireIntact(file.byteLength >= tailBytes, 'The file is too short.')
  const tail = new DataView(await file.slice(file.byteLength - tailBytes, file.byteLength))
  const length = tail.getUint32(0, true)
  requireIntact(length <= file.byteLength - tailBytes, 'The footer is longer than the file.')
  const start = file.byteLength - tailBytes - length
  return new Uint8Array(await file.slice(start, start + length))
}

/** For a schema that names more children than it has, hyparquet throws TypeError, as programming errors do. */
async function metadataOf(
  file: AsyncBuffer,
): Promise<{ readonly metadata: FileMetaData; readonly schema: SchemaTree }> {
  try {
    const metadata = await parquetMetadataAsync(file, { geoparquet: false })
    return { metadata, schema: parquetSchema(metadata) }
  } catch (cause) {
    throw cause instanceof TypeError
      ? new DamagedParquet(`The footer cannot be read: ${cause.message}`)
      : cause
  }
}

/** Throws DamagedParquet, or the error of hyparquet for an unreadable footer. */
export async function openCheckedParquet(file: AsyncBuffer, inflate: Inflate): Promise<CheckedFile> {
  checkFooterBytes(await footerOf(file))
  const { metadata, schema } = await metadataOf(file)
  const leaves = checkFooter(metadata, schema, file.byteLength)
  return { metadata, checkRowGroup: (index) => checkRowGroup({ file, metadata, leaves, inflate }, index) }
}

async function checkRowGroup(
  context: {
    readonly file: AsyncBuffer
    readonly metadata: FileMetaData
    readonly leaves: readonly Leaf[]
    readonly inflate: Inflate
  },
  index: number,
): Promise<void> {
  const { file, metadata, leaves, inflate } = context
  const group = metadata.row_groups[index]
  const structures = new Map<string, string>()
  for (const [columnIndex, leaf] of leaves.entries()) {
    const meta = group?.columns[columnIndex]?.meta_data
    if (group === undefined || meta === undefined) continue
    const start = chunkStart(meta)
    const bytes = new Uint8Array(await file.slice(start, start + Number(meta.total_compressed_size)))
    const chunk = {
      leaf,
      bytes,
      codec: meta.codec,
      values: Number(meta.num_values),
      rows: Number(group.num_rows),
    }
    try {
      for (const [ancestor, digest] of checkChunk(chunk, inflate)) {
        const expectedDigest = structures.get(ancestor) ?? digest
        requireIntact(expectedDigest === digest, 'It has another structure than the columns beside it.')
        structures.set(ancestor, digest)
      }
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause
      if (cause instanceof RangeError && /allocation|string length/i.test(cause.message)) throw cause
      throw new DamagedParquet(cause.message, { column: leaf.path.join('.'), rowGroup: index })
    }
  }
}
