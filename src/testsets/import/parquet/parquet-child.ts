// The program of a process that reads one Parquet file. No other process loads the decoder.
import { fstatSync, readSync } from 'node:fs'
import type { AsyncBuffer } from 'hyparquet'
import { serveCalls } from '../../../kernel/work/serve-calls.ts'
import type { TestsetLimits } from '../../limits.ts'
import type { ImportItem } from '../items.ts'
import { readParquet } from './read-parquet.ts'

export interface NextBatch {
  readonly items: readonly ImportItem[]
  readonly isLast: boolean
}

/** The file descriptor of the file in a process of the sandbox pool. */
const descriptor = 3

const bufferOfDescriptor = (): AsyncBuffer => {
  const { size } = fstatSync(descriptor)
  return {
    byteLength: size,
    slice: (start, end = size) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start))
      for (let offset = 0; offset < bytes.length;) {
        const readBytes = readSync(descriptor, bytes, offset, bytes.length - offset, start + offset)
        if (readBytes === 0) break
        offset += readBytes
      }
      return bytes.buffer
    },
  }
}

let batches: AsyncIterator<readonly ImportItem[]> | undefined

/** The calls of the process: `next` is called until the last batch. */
const parquetCalls = {
  parquetBatch: async (limits: TestsetLimits): Promise<NextBatch> => {
    batches ??= readParquet(bufferOfDescriptor(), limits)[Symbol.asyncIterator]()
    const next = await batches.next()
    return next.done === true ? { items: [], isLast: true } : { items: next.value, isLast: false }
  },
} as const

await serveCalls(parquetCalls)
