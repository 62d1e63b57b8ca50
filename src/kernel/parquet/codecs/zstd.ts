// A strict Zstandard decoder (RFC 8878) in plain JavaScript: the content security policy of the pages forbids
// WebAssembly, and fzstd reads past the end of its streams. Frames, blocks and sequences are here;
// zstd-entropy.ts has the coders. It refuses all input that libzstd refuses.
import { requireIntact } from '../damage.ts'
import {
  BackwardBits,
  decodeHuffman,
  fseTable,
  nextState,
  readFseTable,
  readHuffmanTable,
  requireZstd,
  singleSymbol,
  type FseTable,
  type HuffmanTable,
} from './zstd-entropy.ts'
import { xxh64Low } from './xxh64.ts'

const frameMagic = 0xfd2fb528
const skippableMagic = 0x184d2a50
const blockBytesMax = 128 * 1024

/** Baselines and extra bits of the codes of literal lengths and match lengths. */
function baselines(first: number, extraBits: readonly number[]) {
  let next = first
  const base = extraBits.map((bits) => {
    const baseline = next
    next += 2 ** bits
    return baseline
  })
  return { base, bits: extraBits }
}

const repeat = (count: number, value: number): readonly number[] => Array.from({ length: count }, () => value)
// prettier-ignore
const literalLengths = baselines(0, [
  ...repeat(16, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
])
// prettier-ignore
const matchLengths = baselines(3, [
  ...repeat(32, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
])

interface Coder {
  readonly logMax: number
  readonly symbolMax: number
  readonly predefined: FseTable
}

/** In the order of the compression modes: literal lengths, offsets, match lengths. */
const coders: readonly [Coder, Coder, Coder] = [
  {
    logMax: 9,
    symbolMax: 35,
    predefined: fseTable(
      [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1].concat(
        repeat(4, -1),
      ),
      6,
    ),
  },
  {
    logMax: 8,
    symbolMax: 31,
    predefined: fseTable(
      [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1].concat(repeat(5, -1)),
      5,
    ),
  },
  {
    logMax: 9,
    symbolMax: 52,
    predefined: fseTable([1, 4, 3, 2, 2, 2, 2, 2, 2].concat(repeat(37, 1), repeat(7, -1)), 6),
  },
]

interface Frame {
  readonly input: Uint8Array
  readonly output: Uint8Array
  readonly start: number
  readonly windowBytes: number
  /** The end of the output so far. */
  position: number
  huffman: HuffmanTable | undefined
  readonly tables: (FseTable | undefined)[]
  readonly offsets: [number, number, number]
}

const byteAt = (bytes: Uint8Array, at: number, end: number): number => {
  requireZstd(at < end)
  return bytes[at] ?? 0
}

/** The sizes of the literals of a block, from their header. */
function literalsHead(input: Uint8Array, at: number, end: number) {
  const head = byteAt(input, at, end)
  const [type, format] = [head & 3, (head >> 2) & 3]
  const bytes = type < 2 ? (format === 1 ? 2 : format === 3 ? 3 : 1) : Math.max(3, format + 2)
  requireZstd(at + bytes <= end)
  let bits = 0
  for (let i = bytes - 1; i >= 0; i--) bits = bits * 256 + (input[at + i] ?? 0)
  const isPlain = type < 2
  const headerBytes = isPlain && format % 2 === 0 ? 3 : 4
  const sizeBits = isPlain ? bytes * 8 - headerBytes : bytes === 3 ? 10 : bytes === 4 ? 14 : 18
  const size = Math.floor(bits / 2 ** headerBytes) % 2 ** sizeBits
  const compressedSize = isPlain ? (type === 0 ? size : 1) : Math.floor(bits / 2 ** (headerBytes + sizeBits))
  requireZstd(size <= blockBytesMax && at + bytes + compressedSize <= end)
  return { type, streams: format === 0 ? 1 : 4, size, start: at + bytes, end: at + bytes + compressedSize }
}

function readLiterals(frame: Frame, at: number, blockEnd: number) {
  const { input } = frame
  const { type, streams, size, start, end } = literalsHead(input, at, blockEnd)
  if (type === 0) return { literals: input.subarray(start, end), end }
  const literals = new Uint8Array(size)
  if (type === 1) return { literals: literals.fill(input[start] ?? 0), end }
  let from = start
  if (type === 2) {
    const { table, end: tableEnd } = readHuffmanTable(input, start, end)
    frame.huffman = table
    from = tableEnd
  }
  const { huffman } = frame
  requireZstd(huffman !== undefined)
  if (streams === 1) decodeHuffman(huffman, new BackwardBits(input, from, end), literals)
  else decodeFour(huffman, literals, { input, start: from, end })
  return { literals, end }
}

const jumpTableBytes = 6
const fourStreamsBytesMin = 6

function decodeFour(
  huffman: HuffmanTable,
  literals: Uint8Array,
  { input, start, end }: { readonly input: Uint8Array; readonly start: number; readonly end: number },
): void {
  const part = (literals.length + 3) >> 2
  requireZstd(literals.length >= fourStreamsBytesMin && part * 3 <= literals.length)
  requireZstd(start + jumpTableBytes <= end)
  let from = start + jumpTableBytes
  for (let i = 0; i < 4; i++) {
    const bytes = (input[start + i * 2] ?? 0) | ((input[start + i * 2 + 1] ?? 0) << 8)
    const to = i === 3 ? end : from + bytes
    requireZstd(to <= end)
    const output = literals.subarray(part * i, i === 3 ? literals.length : part * (i + 1))
    decodeHuffman(huffman, new BackwardBits(input, from, to), output)
    from = to
  }
}

function readTables(frame: Frame, start: number, end: number): number {
  const modes = byteAt(frame.input, start, end)
  requireZstd((modes & 3) === 0)
  let offset = start + 1
  for (const [i, coder] of coders.entries()) {
    const mode = (modes >> (6 - i * 2)) & 3
    if (mode === 0) frame.tables[i] = coder.predefined
    else if (mode === 1) {
      const symbol = byteAt(frame.input, offset++, end)
      requireZstd(symbol <= coder.symbolMax)
      frame.tables[i] = singleSymbol(symbol)
    } else if (mode === 2) {
      const { table, end: tableEnd } = readFseTable(frame.input, offset, { ...coder, end })
      frame.tables[i] = table
      offset = tableEnd
    } else requireZstd(frame.tables[i] !== undefined)
  }
  return offset
}

/** The distance of a match. Values up to three refer to recent distances. */
function offsetOf(offsets: [number, number, number], value: number, literalLength: number): number {
  const [first, second, third] = offsets
  const index = value > 3 ? 4 : value - (literalLength === 0 ? 0 : 1)
  const offset = index === 4 ? value - 3 : ([first, second, third, first - 1][index] ?? 0)
  if (index > 1) offsets[2] = second
  if (index > 0) {
    offsets[1] = first
    offsets[0] = offset
  }
  requireZstd(offset > 0)
  return offset
}

function copyMatch(frame: Frame, offset: number, length: number): void {
  const { output, position } = frame
  requireZstd(offset <= position - frame.start && position + length <= output.length)
  if (offset >= length) output.copyWithin(position, position - offset, position - offset + length)
  else for (let i = position; i < position + length; i++) output[i] = output[i - offset] ?? 0
  frame.position = position + length
}

function copyLiterals(frame: Frame, literals: Uint8Array): void {
  requireZstd(frame.position + literals.length <= frame.output.length)
  frame.output.set(literals, frame.position)
  frame.position += literals.length
}

function readSequences(
  frame: Frame,
  literals: Uint8Array,
  { start, end, count }: { readonly start: number; readonly end: number; readonly count: number },
): number {
  const bits = new BackwardBits(frame.input, readTables(frame, start, end), end)
  const [literalTable, offsetTable, matchTable] = frame.tables
  requireZstd(literalTable !== undefined && offsetTable !== undefined && matchTable !== undefined)
  let literalState = bits.read(literalTable.log)
  let offsetState = bits.read(offsetTable.log)
  let matchState = bits.read(matchTable.log)
  let usedLiterals = 0
  for (let i = 0; i < count; i++) {
    const offsetCode = offsetTable.symbols[offsetState] ?? 0
    const matchCode = matchTable.symbols[matchState] ?? 0
    const literalCode = literalTable.symbols[literalState] ?? 0
    const offsetValue = 2 ** offsetCode + bits.read(offsetCode)
    const matchLength = (matchLengths.base[matchCode] ?? 0) + bits.read(matchLengths.bits[matchCode] ?? 0)
    const literalLength =
      (literalLengths.base[literalCode] ?? 0) + bits.read(literalLengths.bits[literalCode] ?? 0)
    requireZstd(usedLiterals + literalLength <= literals.length)
    copyLiterals(frame, literals.subarray(usedLiterals, usedLiterals + literalLength))
    usedLiterals += literalLength
    copyMatch(frame, offsetOf(frame.offsets, offsetValue, literalLength), matchLength)
    if (i === count - 1) break
    literalState = nextState(literalTable, literalState, bits)
    matchState = nextState(matchTable, matchState, bits)
    offsetState = nextState(offsetTable, offsetState, bits)
  }
  requireZstd(bits.remaining === 0)
  return usedLiterals
}

function readCompressedBlock(frame: Frame, start: number, end: number): void {
  const blockStart = frame.position
  const { literals, end: literalsEnd } = readLiterals(frame, start, end)
  const { input } = frame
  const head = byteAt(input, literalsEnd, end)
  let offset = literalsEnd + 1
  let count = head
  if (head === 255) {
    count = byteAt(input, offset, end) + byteAt(input, offset + 1, end) * 256 + 0x7f00
    offset += 2
  } else if (head > 127) count = (head - 128) * 256 + byteAt(input, offset++, end)
  requireZstd(count > 0 || offset === end)
  const usedLiterals = count === 0 ? 0 : readSequences(frame, literals, { start: offset, end, count })
  copyLiterals(frame, literals.subarray(usedLiterals))
  requireZstd(frame.position - blockStart <= Math.min(blockBytesMax, frame.windowBytes))
}

/** Reads blocks up to the last one; returns their end. */
function readBlocks(frame: Frame, start: number): number {
  const { input, output } = frame
  for (let offset = start; ;) {
    requireZstd(offset + 3 <= input.length)
    const head = (input[offset] ?? 0) | ((input[offset + 1] ?? 0) << 8) | ((input[offset + 2] ?? 0) << 16)
    const [type, size] = [(head >> 1) & 3, head >> 3]
    const from = offset + 3
    const end = from + (type === 1 ? 1 : size)
    requireZstd(type < 3 && end <= input.length && size <= Math.min(blockBytesMax, frame.windowBytes))
    if (type === 0) copyLiterals(frame, input.subarray(from, end))
    else if (type === 1) {
      requireZstd(frame.position + size <= output.length)
      output.fill(input[from] ?? 0, frame.position, frame.position + size)
      frame.position += size
    } else readCompressedBlock(frame, from, end)
    offset = end
    if ((head & 1) === 1) return offset
  }
}

const contentSizeBytes = [0, 2, 4, 8] as const
const dictionaryBytes = [0, 1, 2, 4] as const

function littleEndian(input: Uint8Array, at: number, bytes: number): number {
  requireZstd(at + bytes <= input.length)
  let value = 0
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + (input[at + i] ?? 0)
  return value
}

function windowBytesOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

/** Reads one frame; returns its end in input and output. */
function readFrame(input: Uint8Array, start: number, output: Uint8Array, outputStart: number) {
  const head = littleEndian(input, start, 1)
  const isSingle = (head & 32) !== 0
  requireZstd((head & 8) === 0)
  let offset = start + 1
  const window = isSingle ? 0 : windowBytesOf(littleEndian(input, offset++, 1))
  const dictionary = dictionaryBytes[(head & 3) as 0 | 1 | 2 | 3]
  requireIntact(
    littleEndian(input, offset, dictionary) === 0,
    'Zstandard data requires a dictionary, which is not supported.',
  )
  offset += dictionary
  const sizeBytes = head >> 6 === 0 && isSingle ? 1 : contentSizeBytes[(head >> 6) as 0 | 1 | 2 | 3]
  const size = littleEndian(input, offset, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  offset += sizeBytes
  const frame: Frame = {
    input,
    output,
    start: outputStart,
    windowBytes: isSingle ? size : window,
    position: outputStart,
    huffman: undefined,
    tables: [],
    offsets: [1, 4, 8],
  }
  const end = readBlocks(frame, offset)
  const content = output.subarray(outputStart, frame.position)
  requireIntact(
    sizeBytes === 0 || content.length === size,
    'Zstandard data has another size than it announces.',
  )
  if ((head & 4) === 0) return { end, outputEnd: frame.position }
  requireIntact(
    littleEndian(input, end, 4) === xxh64Low(content),
    'Zstandard data does not match its checksum.',
  )
  return { end: end + 4, outputEnd: frame.position }
}

/** Reads all frames of the input, which must yield exactly this many bytes. */
export function inflateZstd(input: Uint8Array, length: number): Uint8Array {
  const output = new Uint8Array(length)
  let [at, outputAt] = [0, 0]
  while (at < input.length) {
    const word = littleEndian(input, at, 4)
    if ((word & 0xfffffff0) >>> 0 === skippableMagic) {
      at += 8 + littleEndian(input, at + 4, 4)
      requireZstd(at <= input.length)
      continue
    }
    requireZstd(word === frameMagic)
    const { end, outputEnd } = readFrame(input, at + 4, output, outputAt)
    at = end
    outputAt = outputEnd
  }
  requireIntact(outputAt === length, 'Zstandard data has another size than its page announces.')
  return output
}
