// Packets (pkt-lines): four hexadecimal digits of length, then the content. Lengths 0, 1 and 2 are markers. A side band
// is the first byte of a packet: 1 is the answer itself, 2 is progress, 3 is an error.
import { malformedError } from '../objects/objects.ts'
import { tooLarge } from '../pack/pack.ts'

const lengthDigits = 4
const packetBytesMax = 65_520
const bandBytesMax = packetBytesMax - lengthDigits - 1

export const flushPacket = Buffer.from('0000')
export const delimiterPacket = Buffer.from('0001')

export function packet(content: string | Uint8Array): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const length = (bytes.length + lengthDigits).toString(16).padStart(lengthDigits, '0')
  return Buffer.concat([Buffer.from(length), bytes])
}

export const line = (text: string): Buffer => packet(`${text}\n`)

/** An error that the client prints as a fatal message. */
export const errorPacket = (message: string): Buffer => packet(`ERR ${message}`)

export type Band = 1 | 2 | 3

/** Splits content into packets of a side band. */
export function* sideBand(band: Band, content: string | Uint8Array): Generator<Buffer> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  for (let at = 0; at < bytes.length; at += bandBytesMax) {
    yield packet(Buffer.concat([Buffer.from([band]), bytes.subarray(at, at + bandBytesMax)]))
  }
}

export type Marker = 'flush' | 'delimiter' | 'end'

const markers: readonly Marker[] = ['flush', 'delimiter', 'end']

/** The value of a hexadecimal digit; NaN for other bytes. */
function digitOf(byte: number | undefined): number {
  if (byte === undefined) return NaN
  if (byte >= 48 && byte <= 57) return byte - 48
  const lowerCaseByte = byte | 32
  return lowerCaseByte >= 97 && lowerCaseByte <= 102 ? lowerCaseByte - 87 : NaN
}

/**
 * Reads the packets of a request, at most `packetsMax`: an empty packet has four bytes, and each is an object in
 * memory.
 */
export class PacketReader {
  readonly #bytes: Buffer
  readonly #packetsMax: number
  #offset = 0
  #packetCount = 0

  constructor(bytes: Buffer, packetsMax = Infinity) {
    this.#bytes = bytes
    this.#packetsMax = packetsMax
  }

  #length(): number {
    let length = 0
    for (let at = this.#offset; at < this.#offset + lengthDigits; at += 1)
      length = length * 16 + digitOf(this.#bytes[at])
    return Number.isNaN(length) ? -1 : length
  }

  /** The text of the next packet without its newline, or a marker. Undefined at the end of the request. */
  next(): { readonly text: string } | Marker | undefined {
    if (this.#offset >= this.#bytes.length) return undefined
    this.#packetCount += 1
    if (this.#packetCount > this.#packetsMax) {
      throw tooLarge(`The request has more than ${this.#packetsMax} packets.`)
    }
    const length = this.#length()
    const marker = markers[length]
    if (marker !== undefined) {
      this.#offset += lengthDigits
      return marker
    }
    if (length < lengthDigits || this.#offset + length > this.#bytes.length) {
      throw malformedError('The request has a malformed packet.')
    }
    const text = this.#bytes.toString('utf8', this.#offset + lengthDigits, this.#offset + length)
    this.#offset += length
    return { text: text.endsWith('\n') ? text.slice(0, -1) : text }
  }

  /** The texts until the next marker or the end, and the marker. */
  section(): { readonly lines: readonly string[]; readonly marker: Marker | undefined } {
    const lines: string[] = []
    for (;;) {
      const next = this.next()
      if (next === undefined || typeof next === 'string') return { lines, marker: next }
      lines.push(next.text)
    }
  }

  /** The bytes after the last packet that was read. */
  rest(): Buffer {
    return this.#bytes.subarray(this.#offset)
  }
}
