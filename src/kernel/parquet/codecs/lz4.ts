// A strict LZ4 decoder: input and output must end together. Pages of the codec LZ4 may have Hadoop's framing;
// pages of LZ4_RAW are one block. Arrow files have LZ4 frames.
import { DamagedParquet, requireIntact } from '../damage.ts'

const truncatedMessage = 'LZ4 data is cut off.'

/** Writes a block to the output from `start` on; returns its end. */
function inflateBlock(input: Uint8Array, output: Uint8Array, start: number): number {
  let inputOffset = 0
  let position = start
  const readLength = (nibble: number): number => {
    let length = nibble
    if (nibble < 15) return length
    for (;;) {
      requireIntact(inputOffset < input.length, truncatedMessage)
      const byte = input[inputOffset++] ?? 0
      length += byte
      if (byte < 255) return length
    }
  }
  for (;;) {
    requireIntact(inputOffset < input.length, truncatedMessage)
    const token = input[inputOffset++] ?? 0
    const literals = readLength(token >> 4)
    requireIntact(
      literals <= input.length - inputOffset && literals <= output.length - position,
      truncatedMessage,
    )
    output.set(input.subarray(inputOffset, inputOffset + literals), position)
    inputOffset += literals
    position += literals
    // The last sequence has no match.
    if (inputOffset === input.length) return position
    requireIntact(inputOffset + 2 <= input.length, truncatedMessage)
    const offset = (input[inputOffset] ?? 0) + (input[inputOffset + 1] ?? 0) * 256
    inputOffset += 2
    const length = readLength(token & 15) + 4
    requireIntact(
      offset > 0 && offset <= position && length <= output.length - position,
      'LZ4 data copies bytes from before its start.',
    )
    for (let i = 0; i < length; i++) output[position + i] = output[position - offset + i] ?? 0
    position += length
  }
}

export function inflateLz4Raw(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  requireIntact(inflateBlock(input, output, 0) === length, truncatedMessage)
  return output
}

/** Blocks with a prefix of two big-endian 32-bit lengths: uncompressed and compressed. */
function inflateHadoop(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  let position = 0
  for (let offset = 0; offset < input.length;) {
    requireIntact(offset + 8 <= input.length, truncatedMessage)
    const [inflatedBytes, deflatedBytes] = [view.getUint32(offset), view.getUint32(offset + 4)]
    offset += 8
    requireIntact(
      deflatedBytes <= input.length - offset && inflatedBytes <= length - position,
      truncatedMessage,
    )
    const end = inflateBlock(input.subarray(offset, offset + deflatedBytes), output, position)
    requireIntact(end === position + inflatedBytes, truncatedMessage)
    position = end
    offset += deflatedBytes
  }
  requireIntact(position === length, truncatedMessage)
  return output
}

const frameMagic = 0x18_4d_22_04
/** Bits of the flag byte of a frame. */
const frameFlags = { dictionary: 1, checksum: 4, size: 8, blockChecksums: 16 } as const
const storedFlag = 0x80_00_00_00

/** An LZ4 frame, whose blocks may copy from earlier ones. Checksums are not verified. */
export function inflateLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength)
  requireIntact(input.length >= 11 && view.getUint32(0, true) === frameMagic, 'It is not an LZ4 frame.')
  const flags = view.getUint8(4)
  const hasFlag = (flag: number): boolean => (flags & flag) !== 0
  let offset = 7 + (hasFlag(frameFlags.size) ? 8 : 0) + (hasFlag(frameFlags.dictionary) ? 4 : 0)
  let position = 0
  for (;;) {
    requireIntact(offset + 4 <= input.length, truncatedMessage)
    const size = view.getUint32(offset, true)
    offset += 4
    if (size === 0) break
    const bytes = size % storedFlag
    requireIntact(bytes <= input.length - offset, truncatedMessage)
    const block = input.subarray(offset, offset + bytes)
    offset += bytes + (hasFlag(frameFlags.blockChecksums) ? 4 : 0)
    if (size < storedFlag) position = inflateBlock(block, output, position)
    else {
      requireIntact(bytes <= length - position, truncatedMessage)
      output.set(block, position)
      position += bytes
    }
  }
  requireIntact(
    position === length && offset + (hasFlag(frameFlags.checksum) ? 4 : 0) === input.length,
    truncatedMessage,
  )
  return output
}

export function inflateLz4(input: Uint8Array, length: number): Uint8Array {
  try {
    return inflateHadoop(input, length)
  } catch (error) {
    if (!(error instanceof DamagedParquet)) throw error
    return inflateLz4Raw(input, length)
  }
}
