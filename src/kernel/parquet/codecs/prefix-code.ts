// Bits and prefix codes (Huffman codes) as gzip and brotli use them: the lowest bit of a byte comes first.
import { requireIntact } from '../damage.ts'

/** Reads bits. Reading past the end is refused. */
export class ForwardBits {
  readonly bytes: Uint8Array
  /** The position of the next bit. */
  position: number

  constructor(bytes: Uint8Array, start = 0) {
    this.bytes = bytes
    this.position = start * 8
  }

  /** Up to 16 bits, which stay unread. Bits after the end are 0. */
  peek(count: number): number {
    const { bytes, position } = this
    const byteOffset = position >>> 3
    const window =
      (bytes[byteOffset] ?? 0) | ((bytes[byteOffset + 1] ?? 0) << 8) | ((bytes[byteOffset + 2] ?? 0) << 16)
    return (window >>> (position & 7)) & ((1 << count) - 1)
  }

  skip(count: number): void {
    this.position += count
    requireIntact(this.position <= this.bytes.length * 8, 'Compressed data ends early.')
  }

  /** Up to 24 bits. */
  read(count: number): number {
    const low = Math.min(count, 12)
    const lowBits = this.peek(low)
    this.skip(low)
    if (count === low) return lowBits
    const highBits = this.peek(count - low)
    this.skip(count - low)
    return lowBits | (highBits << low)
  }

  /** Skips the rest of the byte and returns these bits. */
  rest(): number {
    return this.read((8 - (this.position & 7)) & 7)
  }

  /** The next bytes. The position is at the start of a byte. */
  take(count: number): Uint8Array {
    const byteOffset = this.position >>> 3
    this.skip(count * 8)
    return this.bytes.subarray(byteOffset, byteOffset + count)
  }
}

const lengthBits = 4
export const codeLengthMax = 15

const reverseBits = (code: number, length: number): number => {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((code >>> i) & 1) << (length - 1 - i)
  return result
}

/** Symbols by their codes. The table has an entry for each value of the longest code's bits. */
export class PrefixCode {
  readonly #table: Uint16Array
  readonly #longestCode: number

  /** `lengths` has the code length of each symbol; 0: the symbol does not occur. */
  constructor(lengths: ArrayLike<number>, options: { readonly canBeIncomplete?: boolean } = {}) {
    const counts = new Uint16Array(codeLengthMax + 2)
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0
      counts[length] = (counts[length] ?? 0) + 1
    }
    counts[0] = 0
    let longestCode = 0
    let space = 1 << codeLengthMax
    const next = new Uint16Array(codeLengthMax + 2)
    for (let length = 1; length <= codeLengthMax; length++) {
      const count = counts[length] ?? 0
      if (count > 0) longestCode = length
      space -= count << (codeLengthMax - length)
      next[length + 1] = ((next[length] ?? 0) + count) << 1
    }
    requireIntact(space === 0 || (space > 0 && options.canBeIncomplete === true), 'A prefix code is invalid.')
    this.#longestCode = longestCode
    this.#table = new Uint16Array(1 << longestCode)
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] ?? 0
      if (length === 0) continue
      const code = next[length] ?? 0
      next[length] = code + 1
      const first = reverseBits(code, length)
      for (let index = first; index < this.#table.length; index += 1 << length) {
        this.#table[index] = (symbol << lengthBits) | length
      }
    }
  }

  read(bits: ForwardBits): number {
    const entry = this.#table[bits.peek(this.#longestCode)] ?? 0
    requireIntact(entry !== 0, 'A code has no symbol.')
    bits.skip(entry & ((1 << lengthBits) - 1))
    return entry >>> lengthBits
  }
}
