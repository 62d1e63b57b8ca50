// The buffers of a batch. In compressed batches each buffer begins with its size: -1 for a buffer that is not compressed.
import { inflateLz4Frame } from '../../../src/kernel/parquet/codecs/lz4.ts'
import { inflateZstd } from '../../../src/kernel/parquet/codecs/zstd.ts'
import type { Table } from './flatbuffer.ts'

export interface ArrowBuffers {
  readonly views: readonly DataView[]
  /** The size of all buffers, inflated. */
  readonly sizeBytes: number
}

/** The maximum size of a batch, because a batch is decoded at once. */
const inflatedBytesMax = 512 * 2 ** 20
const codecs = [inflateLz4Frame, inflateZstd] as const

export function arrowBuffers(batch: Table, body: ArrayBuffer): ArrowBuffers {
  const views = batch.pairs(2).map(([offset, length]) => new DataView(body, offset, length))
  const compression = batch.table(3)
  if (compression === undefined) return { views, sizeBytes: body.byteLength }
  const inflate = codecs[compression.byte(0)]
  if (inflate === undefined) throw new Error('the compression of a record batch is not supported')
  let sizeBytes = 0
  const inflatedViews = views.map((view) => {
    if (view.byteLength === 0) return view
    const size = Number(view.getBigInt64(0, true))
    const content = new Uint8Array(view.buffer, view.byteOffset + 8, view.byteLength - 8)
    sizeBytes += size === -1 ? content.length : size
    if (size < -1 || sizeBytes > inflatedBytesMax)
      throw new RangeError('a record batch is larger than 512 MiB')
    if (size === -1) return new DataView(view.buffer, content.byteOffset, content.length)
    const bytes = inflate(content, size)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  })
  return { views: inflatedViews, sizeBytes }
}
