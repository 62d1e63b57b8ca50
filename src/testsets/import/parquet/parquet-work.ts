// Reads Parquet files in the sandbox pool. The metadata is at the end of the file, so the bytes are first written to a
// temporary file. A separate process receives it as an open descriptor and returns batch after batch.
// read-parquet.ts decodes, parquet-values.ts converts values, parquet-codecs.ts decompresses. Start here.
import { createWriteStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { AssayError, limitExceeded } from '../../../kernel/errors.ts'
import type { FileSession, SandboxPool } from '../../../kernel/work/calls.ts'
import { WorkFailure } from '../../../kernel/work/failure.ts'
import type { TestsetLimits } from '../../limits.ts'
import type { ImportBatches } from '../items.ts'
import type { NextBatch } from './parquet-child.ts'

/** The program of the reading process. */
export const parquetProgram = fileURLToPath(new URL('parquet-child.ts', import.meta.url))

/** The sandbox pool that decodes files, and the project that is charged for it. */
export interface FileWork {
  readonly sandboxPool: SandboxPool
  readonly project: string
  /** Ends the reading when the client disconnects. */
  readonly signal?: AbortSignal | undefined
}

/**
 * A file that exceeds a limit of the sandbox pool is `limit_exceeded`; a file whose process died is
 * `payload_undecodable`.
 */
function refusal(error: unknown): unknown {
  if (!(error instanceof WorkFailure) || error.reason === 'closed') return error
  const { reason, message, setting, limit } = error
  if ((reason === 'time' || reason === 'memory') && setting !== undefined && limit !== undefined) {
    return limitExceeded({
      type: 'value_error',
      loc: ['body', 'file'],
      msg: `Reading the file: ${message}`,
      limit,
      setting,
    })
  }
  return new AssayError('payload_undecodable', `Failed to read Parquet file: ${message}`, { cause: error })
}

async function* batchesOf(session: FileSession, limits: TestsetLimits): ImportBatches {
  for (;;) {
    const { items, isLast } = (await session.ask('parquetBatch', limits)) as NextBatch
    if (isLast) return
    yield items
  }
}

/** Reads a Parquet file from a stream, through a temporary file in `directory`, which is deleted at the end. */
export async function* readParquetStream(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly directory: string; readonly limits: TestsetLimits; readonly work: FileWork },
): ImportBatches {
  const { sandboxPool, project, signal } = options.work
  const directory = await mkdtemp(join(options.directory, 'assay-import-'))
  try {
    const path = join(directory, 'upload.parquet')
    await pipeline(chunks, createWriteStream(path))
    const handle = await open(path)
    try {
      const session = await sandboxPool.openFile({ project, signal }, handle.fd)
      try {
        yield* batchesOf(session, options.limits)
      } finally {
        await session.end()
      }
    } catch (error) {
      signal?.throwIfAborted()
      throw refusal(error)
    } finally {
      await handle.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
