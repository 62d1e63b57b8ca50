// BLAKE2b over text, fast enough to run twice for every imported row. hash-wasm hashes 360,000 to 430,000 texts of
// 150 bytes a second on one core, @noble/hashes 34,000 to 61,000. An import needs two hashes for each of 25,000 rows a
// second. The WebAssembly is compiled once, when the module loads.
import { createBLAKE2b, type IHasher } from 'hash-wasm'

/** The shared buffer for short texts; a buffer per text would cost more. */
const sharedBuffer = Buffer.allocUnsafeSlow(64 * 1024)
const bytesPerUnitMax = 3

const hexHasher =
  (hasher: IHasher) =>
  (text: string): string => {
    const isShort = text.length * bytesPerUnitMax <= sharedBuffer.length
    const input = isShort ? sharedBuffer.subarray(0, sharedBuffer.write(text)) : text
    return hasher.init().update(input).digest('hex')
  }

/** 16 bytes, 32 hex digits: a testcase id. */
export const blake2b16 = hexHasher(await createBLAKE2b(128))
/** 6 bytes, 12 hex digits: a generated dedup id. */
export const blake2b6 = hexHasher(await createBLAKE2b(48))
/** 20 bytes, 40 hex digits: the name of a page. */
export const blake2b20 = hexHasher(await createBLAKE2b(160))
/** 4 bytes as a number: the fingerprint of a key, for lookups. */
const blake2b4 = hexHasher(await createBLAKE2b(32))
export const fingerprint32 = (text: string): number => Number.parseInt(blake2b4(text), 16)
