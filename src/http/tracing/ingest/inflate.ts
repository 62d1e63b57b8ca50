// Inflates OTLP bodies off the main thread. Output above the limit is cut, so a small body cannot grow
// without bound in memory.
import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, zstdDecompress, type Zlib } from 'node:zlib'
import { AssayError } from '../../../kernel/errors.ts'
import { releaseBuffer } from '../../../kernel/memory.ts'
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { createMutex } from '../../../tracing/ingest/mutex.ts'
import { mebibytes } from '../../server/server.ts'
import { zstdFramesMax } from '../../bodies/zstd-frames.ts'

/** The inflated bytes, and the number of input bytes consumed. */
interface InflateResult {
  readonly buffer: Uint8Array
  readonly consumed: number
}

/** `bytesMax` bounds the output. */
type Inflater = (bytes: Uint8Array, bytesMax: number) => Promise<InflateResult>

function inflaterOf(call: typeof gunzip): Inflater {
  const inflateOnce = promisify(call)
  return async (bytes, maxOutputLength) => {
    // With `info` the result has more members than its type declares.
    const { buffer, engine } = (await inflateOnce(bytes, { maxOutputLength, info: true })) as unknown as {
      readonly buffer: Uint8Array
      readonly engine: Zlib
    }
    return { buffer, consumed: engine.bytesWritten }
  }
}

const gzipMembers = inflaterOf(gunzip)
const zlibStream = inflaterOf(inflate)
const bareStream = inflaterOf(inflateRaw)
const zstdFrame = inflaterOf(zstdDecompress as typeof gunzip)

/** Reads all members; bytes after them count as padding. */
const gzip: Inflater = async (bytes, bytesMax) => {
  const { buffer } = await gzipMembers(bytes, bytesMax)
  return { buffer, consumed: bytes.length }
}

/** RFC 9110 requires zlib; some clients send the raw stream, whose first bytes may look like a zlib header. */
const deflate: Inflater = async (bytes, bytesMax) => {
  if (!hasZlibHeader(bytes)) return bareStream(bytes, bytesMax)
  try {
    return await zlibStream(bytes, bytesMax)
  } catch (error) {
    if (isTooLarge(error)) throw error
    return bareStream(bytes, bytesMax)
  }
}

/** Reads all frames: parallel or chunked writers produce several, and Node stops after the first. */
const zstd: Inflater = async (bytes, bytesMax) => {
  const parts: Uint8Array[] = []
  let [consumed, size] = [0, 0]
  while (consumed < bytes.length && parts.length < zstdFramesMax) {
    const frame = await zstdFrame(bytes.subarray(consumed), bytesMax)
    parts.push(frame.buffer)
    size += frame.buffer.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    consumed += frame.consumed
  }
  return { buffer: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), consumed }
}

const inflaters: ReadonlyMap<string, Inflater> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['zstd', zstd],
])

const isTooLarge = (error: unknown): boolean =>
  (error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE'

const startsWith = (bytes: Uint8Array, ...magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte)

/** Deflate with a window of any size, and the checksum of the header. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0

/** The header that zlib writes by default: a window of 32 kB. */
const isZlib = (bytes: Uint8Array): boolean => bytes[0] === 0x78 && hasZlibHeader(bytes)

/** Detects the encoding from the first bytes. No OTLP message begins with any of these. */
function sniffEncoding(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x1f, 0x8b)) return 'gzip'
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd'
  return isZlib(bytes) ? 'deflate' : 'identity'
}

/** Most bodies inflate to far less; larger ones are in memory one at a time. */
const smallBytesMax = 4 * 1024 * 1024
const largeBodyMutex = createMutex()

/**
 * Passes the inflated body to `use`. A hundred bodies at once must fit into memory, so large ones wait,
 * compressed, until the previous large one is processed. `use` must not retain the bytes.
 */
export async function whileInflated<T>(
  bytes: Uint8Array,
  {
    contentEncoding,
    bytesMax,
    use,
  }: {
    readonly contentEncoding: string | undefined
    readonly bytesMax: number
    readonly use: (inflated: Uint8Array) => Promise<T>
  },
): Promise<T> {
  let inflatedBytes: Uint8Array
  try {
    inflatedBytes = await inflateBody(bytes, {
      contentEncoding,
      bytesMax: Math.min(bytesMax, Math.max(smallBytesMax, bytes.length)),
    })
  } catch (error) {
    const isLarge = error instanceof AssayError && error.code === 'payload_too_large'
    if (!isLarge || bytesMax <= smallBytesMax) throw error
    return largeBodyMutex(async () => {
      const largeBytes = await inflateBody(bytes, { contentEncoding, bytesMax })
      const result = await use(largeBytes)
      releaseBuffer(largeBytes)
      return result
    })
  }
  return use(inflatedBytes)
}

export async function inflateBody(
  bytes: Uint8Array,
  { contentEncoding, bytesMax }: { readonly contentEncoding: string | undefined; readonly bytesMax: number },
): Promise<Uint8Array> {
  const declaredEncoding = contentEncoding?.trim().toLowerCase()
  const encoding =
    declaredEncoding === undefined || declaredEncoding === '' ? sniffEncoding(bytes) : declaredEncoding
  if (bytes.length === 0 || encoding === 'identity') return refuseLarge(bytes, bytesMax)
  const inflater = inflaters.get(encoding)
  if (inflater === undefined) {
    throw new AssayError('unsupported_media_type', `Content-Encoding '${encoding}' is not supported.`)
  }
  try {
    const { buffer, consumed } = await inflater(bytes, bytesMax)
    if (consumed < bytes.length) throw new Error(`${bytes.length - consumed} bytes follow the end`)
    return buffer
  } catch (error) {
    if (error instanceof AssayError) throw error
    if (isTooLarge(error)) throw tooLarge(bytesMax)
    throw new AssayError(
      'payload_undecodable',
      `Failed to parse OTLP stream. It is not valid ${encoding} data.`,
      { cause: error },
    )
  }
}

const tooLarge = (bytesMax: number): AssayError =>
  new AssayError(
    'payload_too_large',
    `OTLP batch size exceeds ${mebibytes(bytesMax)} limit after decompression. ` +
      `The limit is ingest_inflated_bytes_max (${bytesMax} bytes).`,
  )

function refuseLarge(bytes: Uint8Array, bytesMax: number): Uint8Array {
  if (bytes.length > bytesMax) throw tooLarge(bytesMax)
  return bytes
}

const protobufTypes = ['application/x-protobuf', 'application/protobuf', 'application/octet-stream']

/** Media types of OTLP over HTTP. */
export const otlpTypes = [...protobufTypes, 'application/json'] as const

const mediaType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The encoding of a request. Without a type, text that starts with a brace is JSON. */
export function otlpForm(contentType: string | undefined, bytes: Uint8Array): SpanPayloadForm {
  const type = mediaType(contentType)
  if (protobufTypes.includes(type)) return 'otlp_protobuf'
  if (type === 'application/json') return 'otlp_json'
  if (type !== '') {
    throw new AssayError(
      'unsupported_media_type',
      `Content-Type '${type}' is neither OTLP protobuf nor JSON.`,
    )
  }
  return beginsWithBrace(bytes) ? 'otlp_json' : 'otlp_protobuf'
}

/** JSON white space, and the byte order mark that some clients send first. */
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
const beginsWithBrace = (bytes: Uint8Array): boolean => bytes.find((byte) => !blanks.includes(byte)) === 0x7b

/** Whether to answer in JSON: the encoding of the request, if it is known. `body` is the part read so far. */
export function answersInJson(contentType: string | undefined, body: unknown): boolean {
  const type = mediaType(contentType)
  return type === 'application/json' || (type === '' && body instanceof Uint8Array && beginsWithBrace(body))
}
