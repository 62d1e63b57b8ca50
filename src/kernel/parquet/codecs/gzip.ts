// A strict gzip decoder (RFC 1951 and 1952): header, checksum and length of each member are checked, and no byte may
// follow the last member.
import { crc32 } from '../crc32.ts'
import { throwDamaged, requireIntact } from '../damage.ts'
import { ForwardBits, PrefixCode } from './prefix-code.ts'

const trailerBytes = 8
const windowBytes = 32 * 1024

const headerFlags = { crc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const

/** Returns the offset of the compressed data. */
function headerEnd(input: Uint8Array, start: number): number {
  const byte = (at: number): number => input[at] ?? throwDamaged('Gzip data ends early.')
  requireIntact(
    byte(start) === 31 && byte(start + 1) === 139 && byte(start + 2) === 8,
    'It is not gzip data.',
  )
  const flags = byte(start + 3)
  requireIntact((flags & headerFlags.reserved) === 0, 'The gzip header has unknown flags.')
  let offset = start + 10
  if (flags & headerFlags.extra) offset += 2 + byte(offset) + byte(offset + 1) * 256
  for (const flag of [headerFlags.name, headerFlags.comment]) {
    if (flags & flag) while (byte(offset++) !== 0) continue
  }
  if ((flags & headerFlags.crc) === 0) return offset
  const checksum = byte(offset) + byte(offset + 1) * 256
  requireIntact((crc32(input.subarray(start, offset)) & 0xffff) === checksum, 'The gzip header is damaged.')
  return offset + 2
}

/** Baselines and extra bits of codes: each group of `size` codes has one extra bit more than the previous one. */
function baselines({ first, count, size }: Readonly<Record<'first' | 'count' | 'size', number>>) {
  const bases: number[] = []
  const extras: number[] = []
  for (let code = 0, base = first; code < count; code++) {
    const extraBits = Math.max(0, Math.floor(code / size) - 1)
    bases.push(base)
    extras.push(extraBits)
    base += 2 ** extraBits
  }
  return { bases, extras }
}

const lengths = baselines({ first: 3, count: 28, size: 4 })
lengths.bases.push(258)
lengths.extras.push(0)
const distances = baselines({ first: 1, count: 30, size: 2 })

// prettier-ignore
const codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

interface BlockCodes {
  readonly symbols: PrefixCode
  readonly distances: PrefixCode
}

const fixedCodes: BlockCodes = {
  symbols: new PrefixCode(
    Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  ),
  distances: new PrefixCode(Array.from({ length: 32 }, () => 5)),
}

/** A block may have no distance code, or a single one of one bit. Any other code must be complete. */
const hasAtMostOneCode = (codeLengths: Uint8Array): boolean =>
  codeLengths.every((length) => length <= 1) && codeLengths.filter((length) => length > 0).length <= 1

function dynamicCodes(bits: ForwardBits): BlockCodes {
  const symbolCount = bits.read(5) + 257
  const distanceCount = bits.read(5) + 1
  requireIntact(symbolCount <= 286 && distanceCount <= 30, 'A block has too many codes.')
  const orderCount = bits.read(4) + 4
  const orderLengths = new Uint8Array(19)
  for (const symbol of codeLengthOrder.slice(0, orderCount)) orderLengths[symbol] = bits.read(3)
  const lengthCode = new PrefixCode(orderLengths)
  const codeLengths = new Uint8Array(symbolCount + distanceCount)
  for (let index = 0; index < codeLengths.length;) {
    const symbol = lengthCode.read(bits)
    if (symbol < 16) {
      codeLengths[index++] = symbol
      continue
    }
    requireIntact(symbol !== 16 || index > 0, 'A block repeats a code length that does not exist.')
    const repeatedLength = symbol === 16 ? (codeLengths[index - 1] ?? 0) : 0
    const count = symbol === 16 ? 3 + bits.read(2) : symbol === 17 ? 3 + bits.read(3) : 11 + bits.read(7)
    requireIntact(index + count <= codeLengths.length, 'A block has too many code lengths.')
    codeLengths.fill(repeatedLength, index, index + count)
    index += count
  }
  requireIntact(codeLengths[256] !== 0, 'A block has no end.')
  const distanceLengths = codeLengths.subarray(symbolCount)
  return {
    symbols: new PrefixCode(codeLengths.subarray(0, symbolCount)),
    distances: new PrefixCode(distanceLengths, { canBeIncomplete: hasAtMostOneCode(distanceLengths) }),
  }
}

/** The output of all members. */
class Output {
  readonly bytes: Uint8Array
  at = 0
  /** The start of the current member. */
  start = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
  }

  require(count: number): void {
    requireIntact(this.at + count <= this.bytes.length, 'Gzip data has another size than its page announces.')
  }

  copy(distance: number, count: number): void {
    this.require(count)
    requireIntact(
      distance <= Math.min(this.at - this.start, windowBytes),
      'Gzip data copies bytes from before its start.',
    )
    for (const end = this.at + count; this.at < end; this.at++) {
      this.bytes[this.at] = this.bytes[this.at - distance] ?? 0
    }
  }
}

function inflateBlock(
  codes: BlockCodes,
  { bits, output }: { readonly bits: ForwardBits; readonly output: Output },
): void {
  for (;;) {
    const symbol = codes.symbols.read(bits)
    if (symbol === 256) return
    if (symbol < 256) {
      output.require(1)
      output.bytes[output.at++] = symbol
      continue
    }
    const base = lengths.bases[symbol - 257] ?? throwDamaged('A length is invalid.')
    const count = base + bits.read(lengths.extras[symbol - 257] ?? 0)
    const code = codes.distances.read(bits)
    const baseDistance = distances.bases[code] ?? throwDamaged('A distance is invalid.')
    output.copy(baseDistance + bits.read(distances.extras[code] ?? 0), count)
  }
}

function inflateBlocks(bits: ForwardBits, output: Output): void {
  for (let isLast = false; !isLast;) {
    isLast = bits.read(1) === 1
    const type = bits.read(2)
    if (type === 1) inflateBlock(fixedCodes, { bits, output })
    else if (type === 2) inflateBlock(dynamicCodes(bits), { bits, output })
    else {
      requireIntact(type === 0, 'A block has an unknown type.')
      bits.rest()
      const length = bits.read(16)
      requireIntact((bits.read(16) ^ 0xffff) === length, 'A stored block is damaged.')
      output.require(length)
      output.bytes.set(bits.take(length), output.at)
      output.at += length
    }
  }
}

export function inflateGzip(input: Uint8Array, length: number): Uint8Array {
  const output = new Output(length)
  for (let offset = 0; offset < input.length || offset === 0;) {
    const bits = new ForwardBits(input, headerEnd(input, offset))
    output.start = output.at
    inflateBlocks(bits, output)
    bits.rest()
    const trailer = bits.take(trailerBytes)
    const view = new DataView(trailer.buffer, trailer.byteOffset, trailerBytes)
    const member = output.bytes.subarray(output.start, output.at)
    requireIntact(
      view.getUint32(0, true) === crc32(member) && view.getUint32(4, true) === member.length,
      'Gzip data does not match its checksum.',
    )
    offset = bits.position / 8
  }
  requireIntact(output.at === length, 'Gzip data has another size than its page announces.')
  return output.bytes
}
