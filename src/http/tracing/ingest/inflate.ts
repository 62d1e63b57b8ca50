// OTLP bodies as they were before compression. They are inflated whole and off the main thread; what grows beyond the
// limit is cut there, so a small body cannot become a large one in memory.
import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, zstdDecompress, type Zlib } from 'node:zlib'
import { AssayError } from '../../../kernel/errors.ts'
import { releaseBuffer } from '../../../kernel/memory.ts'
import type { SpanPayloadForm } from '../../../storage/contract/contract.ts'
import { createTurns } from '../../../tracing/ingest/turns.ts'
import { mebibytes } from '../../server/server.ts'
import { zstdFramesMax } from '../../bodies/zstd-frames.ts'

/** What came out, and how many of the bytes it was made of. */
interface Inflated {
  readonly buffer: Uint8Array
  readonly taken: number
}

/** `bytesMax` bounds what comes out. */
type Inflater = (bytes: Uint8Array, bytesMax: number) => Promise<Inflated>

function inflating(call: typeof gunzip): Inflater {
  const inflateOnce = promisify(call)
  return async (bytes, maxOutputLength) => {
    // With `info` it answers more than its types say.
    const { buffer, engine } = (await inflateOnce(bytes, { maxOutputLength, info: true })) as unknown as {
      readonly buffer: Uint8Array
      readonly engine: Zlib
    }
    return { buffer, taken: engine.bytesWritten }
  }
}

const gzipMembers = inflating(gunzip)
const zlibStream = inflating(inflate)
const bareStream = inflating(inflateRaw)
const zstdFrame = inflating(zstdDecompress as typeof gunzip)

/** All members are read; what follows them counts as padding. */
const gzip: Inflater = async (bytes, bytesMax) => {
  const { buffer } = await gzipMembers(bytes, bytesMax)
  return { buffer, taken: bytes.length }
}

/** RFC 9110 says zlib; some clients send the bare stream, whose first bytes may look like a zlib header. */
const deflate: Inflater = async (bytes, bytesMax) => {
  if (!hasZlibHeader(bytes)) return bareStream(bytes, bytesMax)
  try {
    return await zlibStream(bytes, bytesMax)
  } catch (error) {
    if (isTooLarge(error)) throw error
    return bareStream(bytes, bytesMax)
  }
}

/** All frames: zstd that is written in parallel or in parts has several, and the runtime stops after the first. */
const zstd: Inflater = async (bytes, bytesMax) => {
  const parts: Uint8Array[] = []
  let [taken, size] = [0, 0]
  while (taken < bytes.length && parts.length < zstdFramesMax) {
    const frame = await zstdFrame(bytes.subarray(taken), bytesMax)
    parts.push(frame.buffer)
    size += frame.buffer.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    taken += frame.taken
  }
  return { buffer: parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), taken }
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

/** Deflate with a window of any size, and a check over both bytes. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) | second) % 31 === 0

/** The header that zlib writes by itself: a window of 32 kB. */
const isZlib = (bytes: Uint8Array): boolean => bytes[0] === 0x78 && hasZlibHeader(bytes)

/** The encoding that the first bytes show. No OTLP message begins with any of these. */
function sniffed(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x1f, 0x8b)) return 'gzip'
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd'
  return isZlib(bytes) ? 'deflate' : 'identity'
}

/** What most requests inflate to stays far below this; larger ones are held in memory one at a time. */
const smallBytesMax = 4 * 1024 * 1024
const largeOnes = createTurns()

/**
 * Gives the inflated body to `use`. What a hundred small bodies become at once must fit into memory: those that grow
 * large wait for each other, compressed, until the one before them was used. `use` keeps nothing of the bytes.
 */
export async function whileInflated<T>(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
  use: (inflated: Uint8Array) => Promise<T>,
): Promise<T> {
  let small: Uint8Array
  try {
    small = await inflated(bytes, contentEncoding, Math.min(bytesMax, Math.max(smallBytesMax, bytes.length)))
  } catch (error) {
    const isLarge = error instanceof AssayError && error.code === 'payload_too_large'
    if (!isLarge || bytesMax <= smallBytesMax) throw error
    return largeOnes(async () => {
      const large = await inflated(bytes, contentEncoding, bytesMax)
      const result = await use(large)
      releaseBuffer(large)
      return result
    })
  }
  return use(small)
}

/** The body as it was before compression. */
export async function inflated(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Uint8Array> {
  const named = contentEncoding?.trim().toLowerCase()
  const encoding = named === undefined || named === '' ? sniffed(bytes) : named
  if (bytes.length === 0 || encoding === 'identity') return refuseLarge(bytes, bytesMax)
  const inflater = inflaters.get(encoding)
  if (inflater === undefined) {
    throw new AssayError('unsupported_media_type', `Content-Encoding '${encoding}' is not supported.`)
  }
  try {
    const { buffer, taken } = await inflater(bytes, bytesMax)
    if (taken < bytes.length) throw new Error(`${bytes.length - taken} bytes follow its end`)
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

/** The encoding of a request. Without a type, text that begins with a brace is JSON. */
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

/** White space of JSON, and the byte order mark that some clients put before it. */
const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
const beginsWithBrace = (bytes: Uint8Array): boolean => bytes.find((byte) => !blanks.includes(byte)) === 0x7b

/** In which encoding a request is answered: its own, as far as it can be told. `body` is what was read of it so far. */
export function speaksJson(contentType: string | undefined, body: unknown): boolean {
  const type = mediaType(contentType)
  return type === 'application/json' || (type === '' && body instanceof Uint8Array && beginsWithBrace(body))
}
