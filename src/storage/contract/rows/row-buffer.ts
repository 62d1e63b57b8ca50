// Encodes values in the binary formats of the engine: fixed-width numbers are little-endian, texts have a length
// prefix. The output is a list of chunks, so a growing buffer is never copied.
import { memoize } from '../../../kernel/memoize.ts'
import { RowsRefused } from '../columnar.ts'

/** Shorter texts are copied by a loop: a call into the runtime costs as much as some forty characters. */
const loopCharactersMax = 40

/** Chunks double up to this size. */
const chunkBytesMax = 1024 * 1024
const chunkBytesFirst = 1024

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A UUID is two little-endian words of 64 bits. */
function uuidBytes(text: string): Uint8Array {
  if (!uuidShape.test(text)) throw new RowsRefused(`${text} is not a UUID`)
  const bytes = Buffer.from(text.replaceAll('-', ''), 'hex')
  bytes.subarray(0, 8).reverse()
  bytes.subarray(8).reverse()
  return bytes
}

/** `2026-11-15 09:00:00` in nanoseconds since 1970. */
function secondNanoseconds(second: string): bigint {
  const ms = Date.parse(`${second.replace(' ', 'T')}Z`)
  if (Number.isNaN(ms)) throw new RowsRefused(`${second} is not a time`)
  return BigInt(ms) * 1_000_000n
}

const sizeBytes = (value: number): number => Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7))

/** Ids of projects and keys, and full seconds, occur in many rows. */
const memoizedUuidBytes = memoize(uuidBytes)
const memoizedSeconds = memoize(secondNanoseconds)

/** `2026-11-15 09:00:00.123456789` in nanoseconds since 1970, within 64 bits. */
function nanosecondsOf(time: string): bigint {
  const nanoseconds = memoizedSeconds(time.slice(0, 19)) + BigInt(Number(time.slice(20).padEnd(9, '0')))
  if (BigInt.asIntN(64, nanoseconds) !== nanoseconds) throw new RowsRefused(`${time} is out of range`)
  return nanoseconds
}

/** Methods with the name of a type append one value. */
export class RowBuffer {
  readonly #full: Uint8Array<ArrayBuffer>[] = []
  #bytes: Buffer<ArrayBuffer> = Buffer.alloc(0)
  #length = 0
  #lastTime: { readonly text: string; readonly nanoseconds: bigint } | undefined

  /** Returns the bytes; the buffer must not be used afterwards. */
  chunks(): readonly Uint8Array<ArrayBuffer>[] {
    this.#close()
    return this.#full
  }

  byte(value: number): void {
    this.#ensureCapacity(1)
    this.#bytes[this.#length++] = value
  }

  /** Lengths, seven bits per byte. */
  size(value: number): void {
    this.#ensureCapacity(5)
    let remaining = value
    while (remaining > 0x7f) {
      this.#bytes[this.#length++] = (remaining & 0x7f) | 0x80
      remaining >>>= 7
    }
    this.#bytes[this.#length++] = remaining
  }

  text(value: string): void {
    if (value.length > loopCharactersMax || !this.#asciiText(value)) this.#anyText(value)
  }

  /** False, with nothing written, if a character is not ASCII. */
  #asciiText(value: string): boolean {
    const { length } = value
    this.#ensureCapacity(length + 1)
    const bytes = this.#bytes
    let offset = this.#length
    bytes[offset++] = length
    for (let i = 0; i < length; i += 1) {
      const code = value.charCodeAt(i)
      if (code > 0x7f) return false
      bytes[offset++] = code
    }
    this.#length = offset
    return true
  }

  /**
   * Reserves a length prefix as if every character were one byte; if that is too short, the text is moved.
   */
  #anyText(value: string): void {
    this.#ensureCapacity(value.length * 3 + 5)
    const start = this.#length
    const guess = sizeBytes(value.length)
    const length = this.#bytes.write(value, start + guess)
    const neededBytes = sizeBytes(length)
    if (neededBytes !== guess)
      this.#bytes.copyWithin(start + neededBytes, start + guess, start + guess + length)
    this.size(length)
    this.#length += length
  }

  double(value: number): void {
    this.#ensureCapacity(8)
    this.#bytes.writeDoubleLE(value, this.#length)
    this.#length += 8
  }

  uint16(value: number): void {
    this.#ensureCapacity(2)
    this.#bytes.writeUInt16LE(value, this.#length)
    this.#length += 2
  }

  uint32(value: number): void {
    this.#ensureCapacity(4)
    this.#bytes.writeUInt32LE(value, this.#length)
    this.#length += 4
  }

  uint64(value: bigint): void {
    this.#ensureCapacity(8)
    this.#bytes.writeBigUInt64LE(value, this.#length)
    this.#length += 8
  }

  /** A count as 64 bits. */
  count(value: number): void {
    this.uint32(value)
    this.uint32(0)
  }

  uuid(text: string): void {
    const uuid = memoizedUuidBytes(text)
    this.#ensureCapacity(16)
    this.#bytes.set(uuid, this.#length)
    this.#length += 16
  }

  /** Throws RowsRefused outside of the range of 64 bits of nanoseconds. */
  time(text: string): void {
    // Spans of a request were received at the same time.
    if (text !== this.#lastTime?.text) this.#lastTime = { text, nanoseconds: nanosecondsOf(text) }
    this.#ensureCapacity(8)
    this.#bytes.writeBigInt64LE(this.#lastTime.nanoseconds, this.#length)
    this.#length += 8
  }

  #ensureCapacity(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const next = Math.min(Math.max(this.#bytes.length * 2, chunkBytesFirst), chunkBytesMax)
    this.#close()
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(next, bytes))
  }

  #close(): void {
    if (this.#length > 0) this.#full.push(this.#bytes.subarray(0, this.#length))
    this.#length = 0
  }
}
