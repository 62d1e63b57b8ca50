// BLAKE2b over text, fast enough to run twice for every imported row. hash-wasm hashes 360,000 to 430,000 texts of
// 150 bytes a second on one core where @noble/hashes does 34,000 to 61,000, which alone would be the whole budget of
// an import (25,000 rows a second, two hashes each). The WebAssembly is compiled once, when the module loads.
import { createBLAKE2b, type IHasher } from 'hash-wasm'

/** Short texts become bytes here, which saves making a buffer for each. */
const bytes = Buffer.allocUnsafeSlow(64 * 1024)
const bytesPerUnitMax = 3

const hexHasher =
  (hasher: IHasher) =>
  (text: string): string => {
    const isShort = text.length * bytesPerUnitMax <= bytes.length
    const input = isShort ? bytes.subarray(0, bytes.write(text)) : text
    return hasher.init().update(input).digest('hex')
  }

/** 16 bytes, 32 hex digits: what testcase ids are made of. */
export const blake2b16 = hexHasher(await createBLAKE2b(128))
/** 6 bytes, 12 hex digits: a generated dedup id. */
export const blake2b6 = hexHasher(await createBLAKE2b(48))
/** 20 bytes, 40 hex digits: the name of a page. */
export const blake2b20 = hexHasher(await createBLAKE2b(160))
/** 4 bytes as a number: the short print of a key, for looking keys up. */
const fourBytes = hexHasher(await createBLAKE2b(32))
export const print32 = (text: string): number => Number.parseInt(fourBytes(text), 16)
