// The entropy coders of Zstandard (RFC 8878, section 4): bits read backwards, FSE tables and Huffman codes.
// Data must use exactly its bits.
import { requireIntact } from '../damage.ts'

const corruptMessage = 'Zstandard data is corrupt.'

export function requireZstd(isIntact: boolean): asserts isIntact {
  requireIntact(isIntact, corruptMessage)
}

const highestBit = (value: number): number => 31 - Math.clz32(value)

/** Reads of more bits are split: four bytes hold 25 bits at any offset. */
const bitsAtOnce = 25

/** A bitstream that is read from its end. The highest set bit of its last byte is a marker and no data. */
export class BackwardBits {
  readonly #bytes: Uint8Array
  readonly #start: number
  /** The number of unread bits; negative: more were read than exist. */
  remaining: number

  constructor(bytes: Uint8Array, start: number, end: number) {
    const last = end > start ? (bytes[end - 1] ?? 0) : 0
    requireZstd(last !== 0 && end <= bytes.length)
    this.#bytes = bytes
    this.#start = start
    this.remaining = (end - start - 1) * 8 + highestBit(last)
  }

  /** The next bits, at most 25; bits before the start are zeros. */
  peek(count: number): number {
    const from = this.remaining - count
    if (from < 0) return this.remaining <= 0 ? 0 : this.#at(0, this.remaining) << -from
    return this.#at(from, count)
  }

  #at(from: number, count: number): number {
    const bytes = this.#bytes
    const byteOffset = this.#start + (from >> 3)
    const word =
      (bytes[byteOffset] ?? 0) |
      ((bytes[byteOffset + 1] ?? 0) << 8) |
      ((bytes[byteOffset + 2] ?? 0) << 16) |
      ((bytes[byteOffset + 3] ?? 0) << 24)
    return (word >>> (from & 7)) & ((1 << count) - 1)
  }

  /** Reads bits that must exist. */
  read(count: number): number {
    requireZstd(count <= this.remaining)
    if (count > bitsAtOnce) {
      const high = this.read(count - bitsAtOnce)
      return high * 2 ** bitsAtOnce + this.read(bitsAtOnce)
    }
    const value = this.peek(count)
    this.remaining -= count
    return value
  }
}

/** By state: the symbol, and how the next state is computed. */
export interface FseTable {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
  readonly bases: Uint16Array
}

/** A count of −1 means a probability below one state; such a symbol gets a single state. */
export function fseTable(counts: readonly number[], log: number): FseTable {
  const size = 1 << log
  const symbols = new Uint8Array(size)
  const next = new Uint16Array(counts.length)
  let high = size - 1
  for (const [symbol, count] of counts.entries()) {
    next[symbol] = Math.abs(count)
    if (count === -1) symbols[high--] = symbol
  }
  let state = 0
  for (const [symbol, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      symbols[state] = symbol
      do state = (state + (size >> 1) + (size >> 3) + 3) & (size - 1)
      while (state > high)
    }
  }
  requireZstd(state === 0)
  const bits = new Uint8Array(size)
  const bases = new Uint16Array(size)
  for (const [state, symbol] of symbols.entries()) {
    const step = next[symbol] ?? 0
    next[symbol] = step + 1
    bits[state] = log - highestBit(step)
    bases[state] = (step << (log - highestBit(step))) - size
  }
  return { log, symbols, bits, bases }
}

/** A table with one state: the symbol costs no bits. */
export const singleSymbol = (symbol: number): FseTable => ({
  log: 0,
  symbols: new Uint8Array([symbol]),
  bits: new Uint8Array(1),
  bases: new Uint16Array(1),
})

/** The next state of a table; its bits must exist. */
export const nextState = (table: FseTable, state: number, bits: BackwardBits): number =>
  (table.bases[state] ?? 0) + bits.read(table.bits[state] ?? 0)

/** Reads the counts of a table, which are stored forwards from a byte on. */
export function readFseTable(
  bytes: Uint8Array,
  start: number,
  limits: { readonly logMax: number; readonly symbolMax: number; readonly end: number },
): { readonly table: FseTable; readonly end: number } {
  let position = start * 8
  const peek = (count: number): number => {
    const byteOffset = position >> 3
    const word =
      (bytes[byteOffset] ?? 0) | ((bytes[byteOffset + 1] ?? 0) << 8) | ((bytes[byteOffset + 2] ?? 0) << 16)
    return (word >>> (position & 7)) & ((1 << count) - 1)
  }
  const log = peek(4) + 5
  position += 4
  requireZstd(log <= limits.logMax)
  const counts: number[] = []
  let remainingStates = 1 << log
  while (remainingStates > 0 && counts.length <= limits.symbolMax) {
    const bitCount = highestBit(remainingStates + 1) + 1
    const lowMask = (1 << (bitCount - 1)) - 1
    const shortValues = (1 << bitCount) - 1 - (remainingStates + 1)
    let value = peek(bitCount)
    const isShort = (value & lowMask) < shortValues
    position += isShort ? bitCount - 1 : bitCount
    if (isShort) value &= lowMask
    else if (value > lowMask) value -= shortValues
    counts.push(value - 1)
    remainingStates -= Math.abs(value - 1)
    for (let zeros = value === 1 ? 3 : 0; zeros === 3;) {
      zeros = peek(2)
      position += 2
      for (let i = 0; i < zeros; i++) counts.push(0)
    }
  }
  const end = (position + 7) >> 3
  requireZstd(remainingStates === 0 && counts.length <= limits.symbolMax + 1 && end <= limits.end)
  return { table: fseTable(counts, log), end }
}

/** By the next `log` bits: the symbol, and its number of bits. */
export interface HuffmanTable {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
}

const huffmanLogMax = 11
const weightLogMax = 6
const weightsMax = 255

function compressedWeights(bytes: Uint8Array, start: number, end: number): readonly number[] {
  const { table, end: streamStart } = readFseTable(bytes, start, {
    logMax: weightLogMax,
    symbolMax: 255,
    end,
  })
  const bits = new BackwardBits(bytes, streamStart, end)
  const states: [number, number] = [bits.read(table.log), bits.read(table.log)]
  const weights: number[] = []
  for (let streamIndex: 0 | 1 = 0; weights.length < weightsMax; streamIndex = streamIndex === 0 ? 1 : 0) {
    const state = states[streamIndex]
    weights.push(table.symbols[state] ?? 0)
    const count = table.bits[state] ?? 0
    states[streamIndex] = (table.bases[state] ?? 0) + bits.peek(count)
    bits.remaining -= count
    if (bits.remaining < 0) return [...weights, table.symbols[states[streamIndex === 0 ? 1 : 0]] ?? 0]
  }
  requireZstd(false)
}

const plainWeights = (bytes: Uint8Array, start: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) => {
    const pair = bytes[start + (i >> 1)] ?? 0
    return i % 2 === 0 ? pair >> 4 : pair & 15
  })

/** The table of weights; the weight of the last symbol completes the sum to a power of two. */
function huffmanTable(storedWeights: readonly number[]): HuffmanTable {
  const sum = storedWeights.reduce((total, weight) => total + (weight === 0 ? 0 : 2 ** (weight - 1)), 0)
  requireZstd(sum > 0 && storedWeights.length <= weightsMax)
  const log = highestBit(sum) + 1
  const missingWeight = (1 << log) - sum
  requireZstd(log <= huffmanLogMax && (missingWeight & (missingWeight - 1)) === 0)
  const weights = [...storedWeights, highestBit(missingWeight) + 1]
  const lightestCount = weights.filter((weight) => weight === 1).length
  requireZstd(lightestCount >= 2 && lightestCount % 2 === 0)
  const symbols = new Uint8Array(1 << log)
  const bits = new Uint8Array(1 << log)
  let index = 0
  for (let weight = 1; weight <= log; weight++) {
    for (const [symbol, symbolWeight] of weights.entries()) {
      if (symbolWeight !== weight) continue
      symbols.fill(symbol, index, index + (1 << (weight - 1)))
      bits.fill(log + 1 - weight, index, index + (1 << (weight - 1)))
      index += 1 << (weight - 1)
    }
  }
  requireZstd(index === 1 << log)
  return { log, symbols, bits }
}

export function readHuffmanTable(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { readonly table: HuffmanTable; readonly end: number } {
  const head = bytes[start] ?? 0
  const isCompressed = head < 128
  const end = start + 1 + (isCompressed ? head : (head - 126) >> 1)
  requireZstd(end <= limit)
  const weights = isCompressed
    ? compressedWeights(bytes, start + 1, end)
    : plainWeights(bytes, start + 1, head - 127)
  return { table: huffmanTable(weights), end }
}

/** Decodes one stream into the full output; it must end with the last symbol. */
export function decodeHuffman(
  { log, symbols, bits }: HuffmanTable,
  stream: BackwardBits,
  output: Uint8Array,
): void {
  for (let i = 0; i < output.length; i++) {
    const code = stream.peek(log)
    output[i] = symbols[code] ?? 0
    stream.remaining -= bits[code] ?? 0
  }
  requireZstd(stream.remaining === 0)
}
