// Strict decompressors for pages of Parquet files: damaged data is refused. hyparquet-compressors accepts a wrong gzip
// checksum, and LZ4 and zstd data that ends early.
import { brotliDecompressSync, unzipSync, zstdDecompressSync } from 'node:zlib'
import type { Compressors } from 'hyparquet'
import { inflateLz4, inflateLz4Raw } from '../../../kernel/parquet/codecs/lz4.ts'
import { inflateSnappy } from '../../../kernel/parquet/codecs/snappy.ts'

type Codec = (input: Uint8Array, length: number) => Uint8Array

/** One byte more than announced is enough to detect that the page is too long. */
const outputLimit = (length: number) => ({ maxOutputLength: length + 1 })

const codecs: Readonly<Record<string, Codec>> = {
  SNAPPY: inflateSnappy,
  GZIP: (input, length) => unzipSync(input, outputLimit(length)),
  BROTLI: (input, length) => brotliDecompressSync(input, outputLimit(length)),
  ZSTD: (input, length) => zstdDecompressSync(input, outputLimit(length)),
  LZ4: inflateLz4,
  LZ4_RAW: inflateLz4Raw,
}

/** An empty page (a column of nulls) is not inflated. */
export const compressors: Compressors = Object.fromEntries(
  Object.entries(codecs).map(([codec, inflate]) => [
    codec,
    (input: Uint8Array, bytes: number) => (bytes === 0 ? new Uint8Array() : inflate(input, bytes)),
  ]),
)
