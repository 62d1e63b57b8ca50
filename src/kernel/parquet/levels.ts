// Reads levels and dictionary indexes, which are run-length encoded or bit-packed.
import { throwDamaged, requireIntact } from './damage.ts'

export interface ByteRange {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

/** `unpack` collects bits in integers of 32 bits, which wider numbers could overflow. */
const bitWidthMax = 24

export const bitWidthOf = (max: number): number => 32 - Math.clz32(max)

/** Reads the header of a run; returns the offset after it. */
function runHeader({ bytes, end }: ByteRange, from: number): readonly [header: number, next: number] {
  let value = 0
  let offset = from
  for (let shift = 0; shift < 35; shift += 7) {
    requireIntact(offset < end, 'A page has fewer values than it announces.')
    const byte = bytes[offset++] ?? 0
    value += (byte & 127) * 2 ** shift
    if (byte >= 128) continue
    requireIntact(value < 2 ** 31, 'A run of values is too long.')
    return [value, offset]
  }
  return throwDamaged('A run of values is too long.')
}

interface HybridOptions {
  readonly bitWidth: number
  readonly count: number
  readonly max: number
  /** The name of a number in messages. */
  readonly label: string
  /** Requires that every run has all the bytes that it announces. */
  readonly isComplete?: boolean
}

/** Reads `count` numbers of this width. Throws if there are fewer, or if one is above `max`. */
export function hybridNumbers(range: ByteRange, options: HybridOptions): Uint32Array {
  const { bitWidth, count, max, label, isComplete = false } = options
  const { bytes, end } = range
  requireIntact(bitWidth <= bitWidthMax, `A ${label} has ${bitWidth} bits: at most ${bitWidthMax} are read.`)
  const numbers = new Uint32Array(count)
  const valueBytes = (bitWidth + 7) >> 3
  let offset = range.start
  let readCount = 0
  while (readCount < count) {
    const [header, next] = runHeader(range, offset)
    offset = next
    const announcedCount = header % 2 === 0 ? header / 2 : (header >>> 1) * 8
    requireIntact(announcedCount > 0, 'A run of values is empty.')
    const runLength = Math.min(announcedCount, count - readCount)
    if (header % 2 === 0) {
      requireIntact(offset + valueBytes <= end, 'A page has fewer values than it announces.')
      let value = 0
      for (let i = 0; i < valueBytes; i++) value |= (bytes[offset++] ?? 0) << (8 * i)
      requireIntact(value >>> 0 <= max, `A ${label} is ${value >>> 0}; the highest is ${max}.`)
      numbers.fill(value, readCount, readCount + runLength)
    } else {
      requireIntact(
        offset + Math.ceil((runLength * bitWidth) / 8) <= end,
        'A page has fewer values than it announces.',
      )
      // Some writers truncate the last run of indexes. Runs of levels are followed by values, so they are
      // complete.
      requireIntact(
        !isComplete || offset + (announcedCount / 8) * bitWidth <= end,
        `A run of ${label}s is longer than its page.`,
      )
      unpack(bytes, offset, numbers.subarray(readCount, readCount + runLength), bitWidth)
      for (let i = readCount; i < readCount + runLength; i++) {
        const value = numbers[i] ?? 0
        requireIntact(value <= max, `A ${label} is ${value}; the highest is ${max}.`)
      }
      offset += (announcedCount / 8) * bitWidth
    }
    readCount += runLength
  }
  return numbers
}

function unpack(bytes: Uint8Array, start: number, output: Uint32Array, bitWidth: number): void {
  let offset = start
  let accumulator = 0
  let bits = 0
  const mask = 2 ** bitWidth - 1
  for (let i = 0; i < output.length; i++) {
    while (bits < bitWidth) {
      accumulator |= (bytes[offset++] ?? 0) << bits
      bits += 8
    }
    output[i] = accumulator & mask
    accumulator >>>= bitWidth
    bits -= bitWidth
  }
}
