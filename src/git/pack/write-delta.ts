// Writes a delta: the sizes of base and result, then instructions that copy ranges of the base or insert bytes.

interface Edit {
  readonly offset: number
  readonly removedBytes: number
  readonly insertedBytes: Uint8Array
}

/** The longest range that one instruction copies, and the most bytes that one inserts. */
const copyBytesMax = 0xff_ffff
const insertBytesMax = 127

/** Groups of 7 bits, the lowest first. */
function sizeBytes(size: number): readonly number[] {
  const bytes: number[] = []
  let remainingSize = size
  for (; remainingSize >= 128; remainingSize = Math.floor(remainingSize / 128))
    bytes.push((remainingSize & 127) | 128)
  return [...bytes, remainingSize]
}

/** Offset and length without their zero bytes; bits of the first byte mark the bytes that follow. */
function copyInstruction(offset: number, length: number): readonly number[] {
  const bytes: number[] = []
  let code = 128
  for (const [bit, byte] of [
    ...[0, 1, 2, 3].map((index) => [index, Math.floor(offset / 256 ** index) & 255] as const),
    ...[0, 1, 2].map((index) => [index + 4, (length >> (8 * index)) & 255] as const),
  ]) {
    if (byte === 0) continue
    code |= 1 << bit
    bytes.push(byte)
  }
  return [code, ...bytes]
}

function copies(from: number, to: number): readonly number[] {
  const instructions: number[] = []
  for (let offset = from; offset < to; offset += copyBytesMax) {
    instructions.push(...copyInstruction(offset, Math.min(copyBytesMax, to - offset)))
  }
  return instructions
}

function insertions(insertedBytes: Uint8Array): readonly number[] {
  const instructions: number[] = []
  for (let at = 0; at < insertedBytes.length; at += insertBytesMax) {
    const part = insertedBytes.subarray(at, at + insertBytesMax)
    instructions.push(part.length, ...part)
  }
  return instructions
}

/** The delta of a base of this size; `edits` are in order and do not overlap. */
export function writeDelta(baseSize: number, edits: readonly Edit[]): Uint8Array {
  const instructions: number[] = []
  let at = 0
  let size = baseSize
  for (const { offset, removedBytes, insertedBytes } of edits) {
    instructions.push(...copies(at, offset), ...insertions(insertedBytes))
    at = offset + removedBytes
    size += insertedBytes.length - removedBytes
  }
  instructions.push(...copies(at, baseSize))
  return Uint8Array.from([...sizeBytes(baseSize), ...sizeBytes(size), ...instructions])
}
