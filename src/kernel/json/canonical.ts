// Hashes of canonical JSON text.
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { canonicalJson, CanonicalWriter } from './canonical-text.ts'
import type { Sliced } from '../sliced.ts'
import type { Json } from './value.ts'

export { canonicalJson } from './canonical-text.ts'

const utf8 = new TextEncoder()

const contentHashBytes = 32

export const blake2bBytes = (text: string, sizeBytes: number): Uint8Array =>
  blake2b(utf8.encode(text), { dkLen: sizeBytes })

export const blake2bHex = (text: string, sizeBytes: number): string =>
  bytesToHex(blake2bBytes(text, sizeBytes))

/** Bytes that are hashed without a pause: about 2 ms. */
const hashedBytes = 64 * 1024

/** The content hash of a large value, in time slices; undefined if its JSON text is longer than the limit. */
export function* hashingContent(value: Json, charactersMax = Infinity): Sliced<string | undefined> {
  const writer = new CanonicalWriter(charactersMax)
  const text = yield* writer.text(value)
  if (writer.isTooLong) return undefined
  const bytes = utf8.encode(text)
  yield
  const hash = blake2b.create({ dkLen: contentHashBytes })
  for (let start = 0; start < bytes.length; start += hashedBytes) {
    hash.update(bytes.subarray(start, start + hashedBytes))
    yield
  }
  return bytesToHex(hash.digest())
}

/** 64 hex digits over the canonical text: equal exactly when the values are equal. */
export const contentHash = (value: Json): string => blake2bHex(canonicalJson(value), contentHashBytes)
