// Detects the type of a file: by the request, by its name, or by its first bytes. gzip is detected by content.
import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { AssayError } from '../../kernel/errors.ts'
import { fileTooLarge, type TestsetLimits } from '../limits.ts'
import type { FileType } from './items.ts'
import { ownMember } from '../../kernel/own.ts'

export interface SniffedFile {
  readonly fileType: FileType
  /** The content, inflated. */
  readonly chunks: AsyncIterable<Uint8Array>
}

const fileTypeByExtension: Readonly<Record<string, FileType>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
}

/** The type by the file name, without `.gz`. */
export function fileTypeOfName(name: string): FileType | undefined {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]
  return extension === undefined ? undefined : ownMember(fileTypeByExtension, extension.toLowerCase())
}

/** The type by the first bytes. */
export function fileTypeOfContent(head: Uint8Array): FileType {
  if (Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1') return 'parquet'
  const first = Buffer.from(head)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()[0]
  return first === '[' ? 'json' : first === '{' ? 'jsonl' : 'csv'
}

/** Passes chunks through and throws once they exceed the limit. */
async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  limits: TestsetLimits,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > limits.uploadBytesMax) throw fileTooLarge(limits)
    yield chunk
  }
}

/** The first bytes (at least `bytesMin`, unless the file is shorter), and the full content including them. */
async function peek(
  chunks: AsyncIterable<Uint8Array>,
  bytesMin: number,
): Promise<{ readonly head: Uint8Array; readonly chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const firstChunks: Uint8Array[] = []
  let bytes = 0
  while (bytes < bytesMin) {
    const next = await iterator.next()
    if (next.done === true) break
    firstChunks.push(next.value)
    bytes += next.value.length
  }
  const head = Buffer.concat(firstChunks)
  async function* allChunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* firstChunks
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head, chunks: allChunks() }
}

const unreadableError = (
  subject: string,
  { message, cause }: { readonly message: string; readonly cause?: unknown },
): AssayError =>
  new AssayError('payload_undecodable', `Failed to read ${subject}: ${message}`, {
    cause,
    extra: { errors: [{ line: 1, message }] },
  })

/** Excel workbooks are zip archives; the bytes could pass for a CSV header. */
const isZip = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004'

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b

async function* inflate(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // An error of the source ends the iteration below, so the callback is empty.
  pipeline(Readable.from(chunks, { objectMode: false }), gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof AssayError) throw cause
    throw unreadableError('gzip file', { message: 'The compressed data is damaged or cut short.', cause })
  }
}

/** Opens a file for reading. The size limit applies to the received bytes and to the inflated bytes. */
export async function sniffFile(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly fileType?: FileType; readonly fileName?: string; readonly limits: TestsetLimits },
): Promise<SniffedFile> {
  const { limits } = options
  let content = await peek(limitBytes(chunks, limits), 2)
  if (isGzip(content.head)) {
    content = await peek(limitBytes(inflate(content.chunks), limits), 4096)
  } else {
    content = await peek(content.chunks, 4096)
  }
  if (isZip(content.head)) {
    throw unreadableError('file', {
      message: 'It is a zip archive, as Excel workbooks are: save the table as CSV and send that.',
    })
  }
  const fileType =
    options.fileType ?? fileTypeOfName(options.fileName ?? '') ?? fileTypeOfContent(content.head)
  return { fileType, chunks: content.chunks }
}
