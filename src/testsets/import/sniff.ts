// What a file is: by what the client says, by its name, or by its first bytes; gzip is recognised by content.
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

const typeOfExtension: Readonly<Record<string, FileType>> = {
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  parquet: 'parquet',
}

/** The type that a file name tells, `.gz` aside. */
export function fileTypeOfName(name: string): FileType | undefined {
  const extension = /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]
  return extension === undefined ? undefined : ownMember(typeOfExtension, extension.toLowerCase())
}

/** The type that the first bytes tell. */
export function fileTypeOfContent(head: Uint8Array): FileType {
  if (Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1') return 'parquet'
  const first = Buffer.from(head)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()[0]
  return first === '[' ? 'json' : first === '{' ? 'jsonl' : 'csv'
}

/** Passes chunks through and refuses the file once they are more bytes than the limit. */
async function* bounded(
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

/** The first bytes, at least so many unless the file is shorter, and the whole content with them. */
async function peeked(
  chunks: AsyncIterable<Uint8Array>,
  bytesMin: number,
): Promise<{ readonly head: Uint8Array; readonly chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let bytes = 0
  while (bytes < bytesMin) {
    const next = await iterator.next()
    if (next.done === true) break
    first.push(next.value)
    bytes += next.value.length
  }
  const head = Buffer.concat(first)
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* first
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { head, chunks: all() }
}

const unreadable = (
  what: string,
  { message, cause }: { readonly message: string; readonly cause?: unknown },
): AssayError =>
  new AssayError('payload_undecodable', `Failed to read ${what}: ${message}`, {
    cause,
    extra: { errors: [{ line: 1, message }] },
  })

/** What spreadsheets save by default; its bytes might pass for a CSV header. */
const isZip = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004'

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b

async function* inflated(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  // An error of the source ends the iteration below: the callback has nothing to add.
  pipeline(Readable.from(chunks, { objectMode: false }), gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof AssayError) throw cause
    throw unreadable('gzip file', { message: 'The compressed data is damaged or cut short.', cause })
  }
}

/** Opens a file for reading. The size limit holds for the bytes received and for the inflated ones. */
export async function sniffFile(
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly fileType?: FileType; readonly fileName?: string; readonly limits: TestsetLimits },
): Promise<SniffedFile> {
  const { limits } = options
  let content = await peeked(bounded(chunks, limits), 2)
  if (isGzip(content.head)) {
    content = await peeked(bounded(inflated(content.chunks), limits), 4096)
  } else {
    content = await peeked(content.chunks, 4096)
  }
  if (isZip(content.head)) {
    throw unreadable('file', {
      message: 'It is a zip archive, as Excel workbooks are: save the table as CSV and send that.',
    })
  }
  const fileType =
    options.fileType ?? fileTypeOfName(options.fileName ?? '') ?? fileTypeOfContent(content.head)
  return { fileType, chunks: content.chunks }
}
