// Hashes of canonical JSON text.
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { canonicalJson } from './canonical-text.ts'
import type { Json } from './value.ts'

export { canonicalJson } from './canonical-text.ts'

const utf8 = new TextEncoder()

export const blake2bBytes = (text: string, sizeBytes: number): Uint8Array =>
  blake2b(utf8.encode(text), { dkLen: sizeBytes })

export const blake2bHex = (text: string, sizeBytes: number): string =>
  bytesToHex(blake2bBytes(text, sizeBytes))

/** 64 hex digits over the canonical text: equal exactly when the values are equal. */
export const contentHash = (value: Json): string => blake2bHex(canonicalJson(value), 32)
