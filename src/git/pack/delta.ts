// Applies a delta: the sizes of base and result, then instructions that copy a range of the base or insert bytes.
import { malformedError } from '../objects/objects.ts'

const sizeBytesMax = 7

class DeltaReader {
  readonly delta: Uint8Array
  offset = 0

  constructor(delta: Uint8Array) {
    this.delta = delta
  }

  byte(): number {
    const byte = this.delta[this.offset]
    if (byte === undefined) throw malformedError('A delta ends in the middle of an instruction.')
    this.offset += 1
    return byte
  }

  /** A size in groups of 7 bits, the lowest first. */
  size(): number {
    let size = 0
    for (let group = 0; group < sizeBytesMax; group += 1) {
      const byte = this.byte()
      size += (byte & 127) * 128 ** group
      if (byte < 128) return size
    }
    throw malformedError('A delta has a size that is too long.')
  }

  /** A number, the lowest byte first. Only bytes whose mask is set in `code` are written; others are zero. */
  sparse(code: number, masks: readonly number[]): number {
    let value = 0
    for (const [index, mask] of masks.entries()) {
      if ((code & mask) !== 0) value += this.byte() * 256 ** index
    }
    return value
  }
}

/** The size of the result, without applying the delta. */
export function resultSize(delta: Uint8Array): number {
  const reader = new DeltaReader(delta)
  reader.size()
  return reader.size()
}

/** Throws when the delta does not fit its base or does not give exactly the size that it declares. */
export function applyDelta(base: Uint8Array, delta: Uint8Array): Uint8Array {
  const reader = new DeltaReader(delta)
  if (reader.size() !== base.length) throw malformedError('A delta is for a base of another size.')
  const result = new Uint8Array(reader.size())
  let filledBytes = 0
  const append = (part: Uint8Array, size: number): void => {
    if (part.length !== size) throw malformedError('A delta copies bytes beyond the end.')
    if (filledBytes + size > result.length) throw malformedError('A delta gives more bytes than it declares.')
    result.set(part, filledBytes)
    filledBytes += size
  }
  while (reader.offset < delta.length) {
    const code = reader.byte()
    if (code === 0) throw malformedError('A delta has an unknown instruction.')
    if (code < 128) {
      append(delta.subarray(reader.offset, reader.offset + code), code)
      reader.offset += code
    } else {
      const start = reader.sparse(code, [1, 2, 4, 8])
      const size = reader.sparse(code, [16, 32, 64]) || 0x10000
      append(base.subarray(start, start + size), size)
    }
  }
  if (filledBytes !== result.length) throw malformedError('A delta gives fewer bytes than it declares.')
  return result
}
