// Brotli with the decoder for browsers, which fills missing output with zeros and reads zeros behind the end of its input. Both are refused.
import { decompressBrotli } from 'hyparquet-compressors'
import { requireIntact } from '../../src/kernel/parquet/damage.ts'

/** The head of a stream (RFC 7932, section 9): whether its first block is the last, and how many bytes that block has. */
function firstBlock(input: Uint8Array): { readonly isLast: boolean; readonly bytes: number } {
  let position = 0
  const read = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i++, position++) {
      value += (((input[position >> 3] ?? 0) >> (position & 7)) & 1) * 2 ** i
    }
    return value
  }
  // The size of the window takes 1, 4 or 7 bits.
  if (read(1) === 1 && read(3) === 0) read(3)
  const isLast = read(1) === 1
  if (isLast && read(1) === 1) return { isLast, bytes: 0 }
  const nibbles = read(2) + 4
  // Metadata: a block without output.
  return { isLast, bytes: nibbles === 7 ? 0 : read(nibbles * 4) + 1 }
}

/** More than the decoder can read behind the end. */
const paddingBytes = 16

export function inflateBrotli(input: Uint8Array, length: number): Uint8Array {
  const { isLast, bytes } = firstBlock(input)
  requireIntact(
    isLast ? bytes === length : bytes <= length,
    'Brotli data has another size than its page announces.',
  )
  const output = decompressBrotli(input, length)
  // Decode again with other bytes after the input. If the two results differ, the decoder read past the end.
  const padded = new Uint8Array(input.length + paddingBytes).fill(255)
  padded.set(input)
  const again = decompressBrotli(padded, length)
  requireIntact(
    output.every((byte, at) => byte === again[at]),
    'Brotli data ends early.',
  )
  return output
}
