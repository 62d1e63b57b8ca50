// A strict Snappy decoder: it reads only the input, writes and copies only within the output, and both end
// together.
import { requireIntact } from '../damage.ts'

const truncatedMessage = 'Snappy data is cut off.'

/** Reads the announced length; returns it with the offset of the first element. */
function preamble(input: Uint8Array): { readonly length: number; readonly start: number } {
  let length = 0
  for (let offset = 0; offset < 5; offset++) {
    requireIntact(offset < input.length, truncatedMessage)
    const byte = input[offset] ?? 0
    length += (byte & 127) * 2 ** (7 * offset)
    if (byte < 128) return { length, start: offset + 1 }
  }
  return { length: Infinity, start: 5 }
}

function littleEndian(input: Uint8Array, at: number, size: number): number {
  requireIntact(at + size <= input.length, truncatedMessage)
  let value = 0
  for (let i = 0; i < size; i++) value += (input[at + i] ?? 0) * 2 ** (8 * i)
  return value
}

export function inflateSnappy(input: Uint8Array, length: number): Uint8Array {
  const { length: announcedLength, start } = preamble(input)
  requireIntact(announcedLength === length, 'Snappy data has another length than the page announces.')
  const output = new Uint8Array(length)
  let inputOffset = start
  let position = 0
  while (inputOffset < input.length) {
    const tag = input[inputOffset++] ?? 0
    const high = tag >> 2
    if ((tag & 3) === 0) {
      const extraBytes = high >= 60 ? high - 59 : 0
      const size = (extraBytes === 0 ? high : littleEndian(input, inputOffset, extraBytes)) + 1
      inputOffset += extraBytes
      requireIntact(size <= input.length - inputOffset && size <= length - position, truncatedMessage)
      if (size < 16) for (let i = 0; i < size; i++) output[position + i] = input[inputOffset + i] ?? 0
      else output.set(input.subarray(inputOffset, inputOffset + size), position)
      inputOffset += size
      position += size
      continue
    }
    const offsetBytes = [0, 1, 2, 4][tag & 3] ?? 0
    const size = (tag & 3) === 1 ? (high & 7) + 4 : high + 1
    const offset = littleEndian(input, inputOffset, offsetBytes) + ((tag & 3) === 1 ? (tag >> 5) * 256 : 0)
    inputOffset += offsetBytes
    requireIntact(
      offset > 0 && offset <= position && size <= length - position,
      'Snappy data copies bytes from before its start.',
    )
    if (size <= offset) output.copyWithin(position, position - offset, position - offset + size)
    else for (let i = 0; i < size; i++) output[position + i] = output[position - offset + i] ?? 0
    position += size
  }
  requireIntact(position === length, truncatedMessage)
  return output
}
