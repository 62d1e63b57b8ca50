// OTLP bodies as they were before compression. They are inflated whole and off the main thread; what grows beyond the
// limit is cut there, so a small body cannot become a large one in memory.
import { promisify } from 'node:util'
import { gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { AssayError } from '../../errors.ts'
import type { PayloadForm } from '../../storage/contract.ts'
import { mebibytes } from '../server.ts'

type Inflater = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>

/** RFC 9110 says zlib; some clients send the bare stream. */
const deflate: Inflater = (bytes, options) =>
  isZlib(bytes) ? promisify(inflate)(bytes, options) : promisify(inflateRaw)(bytes, options)

const inflaters: ReadonlyMap<string, Inflater> = new Map([
  ['gzip', promisify(gunzip) as Inflater],
  ['x-gzip', promisify(gunzip) as Inflater],
  ['deflate', deflate],
  ['zstd', promisify(zstdDecompress) as Inflater],
])

const startsWith = (bytes: Uint8Array, ...magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte)

/** A zlib header: deflate with a window of 32 kB, and a check over both bytes. */
const isZlib = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x78 && ((bytes[0] << 8) | (bytes[1] ?? 0)) % 31 === 0

/** The encoding that the first bytes show. No OTLP message begins with any of these. */
function sniffed(bytes: Uint8Array): string {
  if (startsWith(bytes, 0x1f, 0x8b)) return 'gzip'
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd'
  return isZlib(bytes) ? 'deflate' : 'identity'
}

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
    return await inflater(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytesMax)
    throw new AssayError(
      'payload_undecodable',
      `Failed to parse OTLP stream. It is not valid ${encoding} data.`,
      {
        cause: error,
      },
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
export function otlpForm(contentType: string | undefined, bytes: Uint8Array): PayloadForm {
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

const blanks: readonly number[] = [0x20, 0x09, 0x0a, 0x0d]
const beginsWithBrace = (bytes: Uint8Array): boolean => bytes.find((byte) => !blanks.includes(byte)) === 0x7b

/** In which encoding a request is answered: its own, as far as it can be told. `body` is what was read of it so far. */
export function speaksJson(contentType: string | undefined, body: unknown): boolean {
  const type = mediaType(contentType)
  return type === 'application/json' || (type === '' && body instanceof Uint8Array && beginsWithBrace(body))
}
