// The protobuf wire format: tags, varints, fixed and length-delimited fields over one buffer. Every read is checked
// against the end of the bytes; a message checks that its fields end where it ends.
import { exactInteger } from '../value.ts'

/** The bytes are not a protobuf message. */
export class WireError extends Error {}

const overrun = 'a field runs over the end of its message'

export const wireType = { varint: 0, fixed64: 1, bytes: 2, groupStart: 3, groupEnd: 4, fixed32: 5 } as const

/** A cache of recent attribute names, in the slot of their hash. */
const nameSlots = 2_048
const nameBytesMax = 64
const names: (string | undefined)[] = Array.from({ length: nameSlots })

export class Wire {
  readonly #bytes: Buffer
  pos = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.length
  }

  /** The low 32 bits of a varint, unsigned. Also used for lengths and tags. */
  uint32(): number {
    const first = this.#bytes[this.pos]
    if (first !== undefined && first < 0x80) {
      this.pos += 1
      return first
    }
    return this.#varint().low
  }

  /** An enum number: 32 bits, signed. */
  int32(): number {
    return this.uint32() | 0
  }

  bool(): boolean {
    const { low, high } = this.#varint()
    return low !== 0 || high !== 0
  }

  /** A number if that is exact, else a bigint. */
  int64(): number | bigint {
    const { low, high } = this.#varint()
    // High words of safe positive integers; everything else takes the exact path.
    if (high < 0x200000) return high * 0x1_0000_0000 + low
    return exactInteger(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)))
  }

  fixed32(): number {
    this.#requireBytes(4)
    const value = this.#bytes.readUInt32LE(this.pos)
    this.pos += 4
    return value
  }

  fixed64(): bigint {
    this.#requireBytes(8)
    const value = this.#bytes.readBigUInt64LE(this.pos)
    this.pos += 8
    return value
  }

  double(): number {
    this.#requireBytes(8)
    const value = this.#bytes.readDoubleLE(this.pos)
    this.pos += 8
    return value
  }

  /** Reads a length and returns the end of the value. */
  fieldEnd(): number {
    const length = this.uint32()
    this.#requireBytes(length)
    return this.pos + length
  }

  text(): string {
    return this.textUntil(this.fieldEnd())
  }

  textUntil(end: number): string {
    const value = this.#bytes.toString('utf8', this.pos, end)
    this.pos = end
    return value
  }

  /** As `text`, for frequent texts: attribute names come from a cache. */
  name(): string {
    const end = this.fieldEnd()
    const start = this.pos
    this.pos = end
    const length = end - start
    if (length === 0 || length > nameBytesMax) return this.#bytes.toString('utf8', start, end)
    const slot = this.#slotOf(start, length)
    const cachedName = names[slot]
    if (cachedName !== undefined && cachedName.length === length && this.#equals(cachedName, start))
      return cachedName
    const name = this.#bytes.toString('utf8', start, end)
    // Only ASCII texts have one byte per character.
    if (this.#equals(name, start)) names[slot] = name
    return name
  }

  #slotOf(start: number, length: number): number {
    let hash = length
    // The ends of names differ more than their beginnings.
    for (let i = Math.max(0, length - 12); i < length; i += 1) {
      hash = Math.imul(hash, 31) + (this.#bytes[start + i] ?? 0)
    }
    return hash & (nameSlots - 1)
  }

  #equals(text: string, start: number): boolean {
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      if (code > 0x7f || code !== this.#bytes[start + i]) return false
    }
    return true
  }

  /** An id of the message that ends at `offset`. It must not use bytes of the next message. */
  hex(messageEnd: number): string {
    const end = this.fieldEnd()
    if (end > messageEnd) throw new WireError(overrun)
    const value = this.#bytes.toString('hex', this.pos, end)
    this.pos = end
    return value
  }

  base64(): string {
    const end = this.fieldEnd()
    const value = this.#bytes.toString('base64', this.pos, end)
    this.pos = end
    return value
  }

  view(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end)
  }

  /** The tag of the next field of the message that ends at `end`, or 0 at its end. Skips unknown fields. */
  next(end: number): number {
    if (this.pos >= end) {
      if (this.pos !== end) throw new WireError(overrun)
      return 0
    }
    const tag = this.uint32()
    if (tag >>> 3 === 0) throw new WireError('a field has the number 0')
    return tag
  }

  /** Skips the value of a field. */
  skip(tag: number): void {
    // Counts nested groups instead of recursing, so that hostile nesting is harmless.
    let groups = 0
    let type = tag & 7
    for (;;) {
      switch (type) {
        case wireType.varint:
          this.#varint()
          break
        case wireType.fixed64:
          this.#requireBytes(8)
          this.pos += 8
          break
        case wireType.bytes:
          this.pos = this.fieldEnd()
          break
        case wireType.fixed32:
          this.#requireBytes(4)
          this.pos += 4
          break
        case wireType.groupStart:
          groups += 1
          break
        case wireType.groupEnd:
          groups -= 1
          break
        default:
          throw new WireError(`wire type ${type} does not exist`)
      }
      if (groups < 0) throw new WireError('a group ends that never began')
      if (groups === 0) return
      type = this.uint32() & 7
    }
  }

  #requireBytes(bytes: number): void {
    if (bytes > this.#bytes.length - this.pos) throw new WireError('the bytes end inside a field')
  }

  #byte(): number {
    const byte = this.#bytes[this.pos]
    if (byte === undefined) throw new WireError('the bytes end inside a field')
    this.pos += 1
    return byte
  }

  #varint(): { readonly low: number; readonly high: number } {
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte()
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high |= bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) return { low: low >>> 0, high: high >>> 0 }
    }
    throw new WireError('a varint has more than 10 bytes')
  }
}

/** The tag of a field on the wire. */
export const tagOf = (field: number, type: number): number => (field << 3) | type
