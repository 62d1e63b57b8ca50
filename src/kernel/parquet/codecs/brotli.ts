// A strict brotli decoder (RFC 7932) in plain JavaScript, with the tables of hyparquet-compressors. The decoder there
// accepts distances of 0, set padding bits and data that ends early.
import { lookup, lookupOffsets } from 'hyparquet-compressors/src/brotli.context.js'
import {
  kBlockLengthPrefixCode,
  kCopyLengthPrefixCode,
  kCopyRangeLut,
  kInsertLengthPrefixCode,
  kInsertRangeLut,
} from 'hyparquet-compressors/src/brotli.prefix.js'
import { kNumTransforms, transformDictionaryWord } from 'hyparquet-compressors/src/brotli.transform.js'
import { throwDamaged, requireIntact } from '../damage.ts'
import { ForwardBits, PrefixCode } from './prefix-code.ts'

const wrongSize = 'Brotli data has another size than its page announces.'

/** Reads a value below 2^24: the start of its range plus extra bits. */
const readInRange = (
  bits: ForwardBits,
  range: (typeof kBlockLengthPrefixCode)[number] | undefined,
): number => {
  const { offset, nbits } = range ?? throwDamaged('A length is invalid.')
  return offset + bits.read(nbits)
}

/** A code of one symbol takes no bits. */
type Code = Pick<PrefixCode, 'read'>
const singleSymbolCode = (symbol: number): Code => ({ read: () => symbol })

// prettier-ignore
const codeLengthOrder = [1, 2, 3, 4, 0, 5, 17, 6, 16, 7, 8, 9, 10, 11, 12, 13, 14, 15]
/** The fixed code of the lengths of the code-length code, by the next four bits: the length, and its number of bits. */
// prettier-ignore
const fixedLengths = [0, 4, 3, 2, 0, 4, 3, 1, 0, 4, 3, 2, 0, 4, 3, 5]
// prettier-ignore
const fixedBits = [2, 2, 2, 3, 2, 2, 2, 4, 2, 2, 2, 3, 2, 2, 2, 4]

function simpleCode(bits: ForwardBits, alphabetSize: number): Code {
  const count = bits.read(2) + 1
  const width = 32 - Math.clz32(alphabetSize - 1)
  const symbols = Array.from({ length: count }, () => bits.read(width))
  requireIntact(
    new Set(symbols).size === count && symbols.every((symbol) => symbol < alphabetSize),
    'A simple code is invalid.',
  )
  const [first = 0] = symbols
  if (count === 1) return singleSymbolCode(first)
  const isDeep = count === 4 && bits.read(1) === 1
  const lengths = new Uint8Array(alphabetSize)
  const depths = isDeep ? [1, 2, 3, 3] : count === 4 ? [2, 2, 2, 2] : count === 3 ? [1, 2, 2] : [1, 1]
  for (const [i, symbol] of symbols.entries()) lengths[symbol] = depths[i] ?? 0
  return new PrefixCode(lengths)
}

/** The code of code lengths. */
function lengthCode(bits: ForwardBits, skippedCodes: number): Code {
  const lengths = new Uint8Array(18)
  let space = 32
  for (let i = skippedCodes; i < lengths.length && space > 0; i++) {
    const window = bits.peek(4)
    bits.skip(fixedBits[window] ?? 0)
    const length = fixedLengths[window] ?? 0
    lengths[codeLengthOrder[i] ?? 0] = length
    if (length > 0) space -= 32 >> length
  }
  const usedCount = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0)
  if (usedCount === 1) return singleSymbolCode(lengths.findIndex((length) => length > 0))
  requireIntact(space === 0, 'A prefix code is invalid.')
  return new PrefixCode(lengths)
}

function readCode(bits: ForwardBits, alphabetSize: number): Code {
  const skippedCodes = bits.read(2)
  if (skippedCodes === 1) return simpleCode(bits, alphabetSize)
  const code = lengthCode(bits, skippedCodes)
  const lengths = new Uint8Array(alphabetSize)
  let space = 1 << 15
  let previous = 8
  let repeat = 0
  let repeatCount = 0
  for (let index = 0; index < alphabetSize && space > 0;) {
    const symbol = code.read(bits)
    if (symbol < 16) {
      repeat = 0
      lengths[index++] = symbol
      if (symbol === 0) continue
      previous = symbol
      space -= (1 << 15) >> symbol
      continue
    }
    const extraBits = symbol - 14
    const length = symbol === 16 ? previous : 0
    if (repeatCount !== length) repeat = 0
    repeatCount = length
    const previousRepeat = repeat
    if (repeat > 0) repeat = (repeat - 2) << extraBits
    repeat += bits.read(extraBits) + 3
    const count = repeat - previousRepeat
    requireIntact(index + count <= alphabetSize, 'A prefix code has too many symbols.')
    lengths.fill(length, index, index + count)
    index += count
    if (length > 0) space -= count << (15 - length)
  }
  requireIntact(space === 0, 'A prefix code is invalid.')
  return new PrefixCode(lengths)
}

/** 1 to 256. */
function readCount(bits: ForwardBits): number {
  if (bits.read(1) === 0) return 1
  const width = bits.read(3)
  return bits.read(width) + (1 << width) + 1
}

/** The blocks of literals, commands or distances: the current type, and the number of symbols before the next. */
class Blocks {
  readonly typeCount: number
  type = 0
  readonly #typeCode: Code | undefined
  readonly #lengthCode: Code | undefined
  #remaining = Infinity
  #previous = 1

  constructor(bits: ForwardBits) {
    this.typeCount = readCount(bits)
    if (this.typeCount === 1) return
    this.#typeCode = readCode(bits, this.typeCount + 2)
    this.#lengthCode = readCode(bits, kBlockLengthPrefixCode.length)
    this.#remaining = readInRange(bits, kBlockLengthPrefixCode[this.#lengthCode.read(bits)])
  }

  /** Counts a symbol; called before it is read. */
  next(bits: ForwardBits): void {
    if (this.#remaining === 0 && this.#typeCode !== undefined && this.#lengthCode !== undefined) {
      const code = this.#typeCode.read(bits)
      const type = code === 0 ? this.#previous : code === 1 ? (this.type + 1) % this.typeCount : code - 2
      this.#previous = this.type
      this.type = type
      this.#remaining = readInRange(bits, kBlockLengthPrefixCode[this.#lengthCode.read(bits)])
    }
    this.#remaining--
  }
}

/** The code of each context. */
function readContextMap(
  bits: ForwardBits,
  size: number,
): { readonly codes: number; readonly map: Uint8Array } {
  const codes = readCount(bits)
  const map = new Uint8Array(size)
  if (codes === 1) return { codes, map }
  const runs = bits.read(1) === 1 ? bits.read(4) + 1 : 0
  const code = readCode(bits, codes + runs)
  for (let index = 0; index < size;) {
    const symbol = code.read(bits)
    if (symbol > 0 && symbol <= runs) {
      index += (1 << symbol) + bits.read(symbol)
      requireIntact(index <= size, 'A context map is too long.')
    } else map[index++] = symbol === 0 ? 0 : symbol - runs
  }
  if (bits.read(1) === 1) moveToFront(map)
  return { codes, map }
}

function moveToFront(map: Uint8Array): void {
  const order = Array.from({ length: 256 }, (_, i) => i)
  for (const [at, index] of map.entries()) {
    const [value = 0] = order.splice(index, 1)
    map[at] = value
    order.unshift(value)
  }
}

const wordLengthMin = 4
// prettier-ignore
const wordBits = [10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5]
const wordOffsets = [0]
for (const [i, width] of wordBits.entries()) {
  wordOffsets.push((wordOffsets[i] ?? 0) + (wordLengthMin + i) * 2 ** width)
}
/** The most bytes that a transform adds: a prefix and a suffix. */
const transformedBytesMax = 64

/** By short code: the index of a recent distance, and the number that is added to it. */
const shortIndexes = [0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]
const shortOffsets = [0, 0, 0, 0, -1, 1, -2, 2, -3, 3, -1, 1, -2, 2, -3, 3]

class Decoder {
  readonly #bits: ForwardBits
  readonly #output: Uint8Array
  readonly #windowBytes: number
  #position = 0
  /** The last four distances, the latest first. */
  #distances: readonly number[] = [4, 11, 15, 16]

  constructor(input: Uint8Array, length: number) {
    this.#bits = new ForwardBits(input)
    this.#output = new Uint8Array(length)
    this.#windowBytes = 2 ** this.#windowBits() - 16
  }

  run(): Uint8Array {
    const bits = this.#bits
    for (let isLast = false; !isLast;) {
      isLast = bits.read(1) === 1
      if (isLast && bits.read(1) === 1) break
      this.#metaBlock(isLast)
    }
    requireIntact(bits.rest() === 0, 'Brotli data has padding that is not 0.')
    requireIntact(bits.position === bits.bytes.length * 8, 'Brotli data continues after its end.')
    requireIntact(this.#position === this.#output.length, wrongSize)
    return this.#output
  }

  #windowBits(): number {
    const bits = this.#bits
    if (bits.read(1) === 0) return 16
    const wideBits = bits.read(3)
    if (wideBits > 0) return 17 + wideBits
    const smallBits = bits.read(3)
    requireIntact(smallBits !== 1, 'The brotli window is invalid.')
    return smallBits === 0 ? 17 : 8 + smallBits
  }

  #metaBlock(isLast: boolean): void {
    const bits = this.#bits
    const nibbles = bits.read(2) + 4
    if (nibbles === 7) return this.#metadata(isLast)
    let length = 0
    for (let i = 0; i < nibbles; i++) {
      const nibble = bits.read(4)
      requireIntact(nibble > 0 || i < nibbles - 1 || nibbles === 4, 'A block has an invalid size.')
      length += nibble * 2 ** (4 * i)
    }
    length += 1
    requireIntact(this.#position + length <= this.#output.length, wrongSize)
    if (!isLast && bits.read(1) === 1) {
      requireIntact(bits.rest() === 0, 'Brotli data has padding that is not 0.')
      this.#output.set(bits.take(length), this.#position)
      this.#position += length
    } else this.#commands(this.#position + length)
  }

  #metadata(isLast: boolean): void {
    const bits = this.#bits
    requireIntact(!isLast && bits.read(1) === 0, 'A block has an invalid size.')
    const bytes = bits.read(2)
    let length = 0
    for (let i = 0; i < bytes; i++) {
      const byte = bits.read(8)
      requireIntact(byte > 0 || i < bytes - 1 || bytes === 1, 'A block has an invalid size.')
      length += byte * 2 ** (8 * i)
    }
    requireIntact(bits.rest() === 0, 'Brotli data has padding that is not 0.')
    if (bytes > 0) bits.take(length + 1)
  }

  #commands(end: number): void {
    const bits = this.#bits
    const [literals, commands, distances] = [new Blocks(bits), new Blocks(bits), new Blocks(bits)]
    const postfixBits = bits.read(2)
    const directCodes = bits.read(4) << postfixBits
    const modes = Array.from({ length: literals.typeCount }, () => bits.read(2))
    const literalMap = readContextMap(bits, literals.typeCount * 64)
    const distanceMap = readContextMap(bits, distances.typeCount * 4)
    const codesOf = (count: number, size: number): readonly Code[] =>
      Array.from({ length: count }, () => readCode(bits, size))
    const literalCodes = codesOf(literalMap.codes, 256)
    const commandCodes = codesOf(commands.typeCount, 704)
    const distanceCodes = codesOf(distanceMap.codes, 16 + directCodes + (48 << postfixBits))
    const output = this.#output
    while (this.#position < end) {
      commands.next(bits)
      const command = codeAt(commandCodes, commands.type).read(bits)
      const range = command >> 6
      const lengths = range < 2 ? range : range - 2
      const insertCode = (kInsertRangeLut[lengths] ?? 0) + ((command >> 3) & 7)
      const insertLength = readInRange(bits, kInsertLengthPrefixCode[insertCode])
      const copyCode = (kCopyRangeLut[lengths] ?? 0) + (command & 7)
      const copyLength = readInRange(bits, kCopyLengthPrefixCode[copyCode])
      requireIntact(this.#position + insertLength <= end, 'A command is longer than its block.')
      for (let i = 0; i < insertLength; i++) {
        literals.next(bits)
        const mode = 2 * (modes[literals.type] ?? 0)
        const context =
          (lookup[(lookupOffsets[mode] ?? 0) + (output[this.#position - 1] ?? 0)] ?? 0) |
          (lookup[(lookupOffsets[mode + 1] ?? 0) + (output[this.#position - 2] ?? 0)] ?? 0)
        const code = codeAt(literalCodes, literalMap.map[literals.type * 64 + context] ?? 0)
        output[this.#position++] = code.read(bits)
      }
      if (this.#position === end) return
      let code = 0
      if (range >= 2) {
        distances.next(bits)
        const context = Math.min(copyLength, 5) - 2
        code = codeAt(distanceCodes, distanceMap.map[distances.type * 4 + context] ?? 0).read(bits)
      }
      this.#copy(copyLength, {
        code,
        distance: this.#distance(code, { direct: directCodes, postfixBits }),
        end,
      })
    }
  }

  #distance(
    code: number,
    { direct, postfixBits }: { readonly direct: number; readonly postfixBits: number },
  ): number {
    if (code < 16) return (this.#distances[shortIndexes[code] ?? 0] ?? 0) + (shortOffsets[code] ?? 0)
    if (code < 16 + direct) return code - 15
    const codeOffset = code - 16 - direct
    const width = 1 + (codeOffset >> (postfixBits + 1))
    const high = codeOffset >> postfixBits
    const low = codeOffset & ((1 << postfixBits) - 1)
    const offset = (2 + (high & 1)) * 2 ** width - 4
    return (offset + this.#bits.read(width)) * 2 ** postfixBits + low + direct + 1
  }

  #copy(
    length: number,
    { code, distance, end }: { readonly code: number; readonly distance: number; readonly end: number },
  ): void {
    requireIntact(distance > 0, 'A distance is invalid.')
    const reach = Math.min(this.#position, this.#windowBytes)
    if (distance > reach) return this.#copyWord(length, { id: distance - reach - 1, end })
    if (code !== 0) this.#distances = [distance, ...this.#distances.slice(0, 3)]
    requireIntact(this.#position + length <= end, 'A command is longer than its block.')
    const output = this.#output
    for (const copyEnd = this.#position + length; this.#position < copyEnd; this.#position++) {
      output[this.#position] = output[this.#position - distance] ?? 0
    }
  }

  /** Copies a transformed word of the dictionary. */
  #copyWord(length: number, { id, end }: { readonly id: number; readonly end: number }): void {
    const width = wordBits[length - wordLengthMin] ?? throwDamaged('A distance is invalid.')
    const transform = Math.floor(id / 2 ** width)
    requireIntact(transform < kNumTransforms, 'A distance is invalid.')
    const word = (wordOffsets[length - wordLengthMin] ?? 0) + (id % 2 ** width) * length
    const wordBytes = new Uint8Array(length + transformedBytesMax)
    const count = transformDictionaryWord(wordBytes, 0, word, length, transform)
    requireIntact(this.#position + count <= end, 'A command is longer than its block.')
    this.#output.set(wordBytes.subarray(0, count), this.#position)
    this.#position += count
  }
}

const codeAt = (codes: readonly Code[], index: number): Code =>
  codes[index] ?? throwDamaged('A code is missing.')

export const inflateBrotli = (input: Uint8Array, length: number): Uint8Array =>
  new Decoder(input, length).run()
