// Checks that a page has as many values as it announces, by encoding.
import { throwDamaged, requireIntact } from './damage.ts'
import { hybridNumbers, type ByteRange } from './levels.ts'

const tooFewValues = 'A page has fewer values than it announces.'

export type PhysicalType =
  | 'BOOLEAN'
  | 'INT32'
  | 'INT64'
  | 'INT96'
  | 'FLOAT'
  | 'DOUBLE'
  | 'BYTE_ARRAY'
  | 'FIXED_LEN_BYTE_ARRAY'

export interface ValuesSpec {
  readonly type: PhysicalType
  /** The length in bytes of a fixed-length value. */
  readonly typeLength: number | undefined
  readonly encoding: string
  /** Nulls have no value. */
  readonly count: number
  /** The number of values of the dictionary; undefined: there is no dictionary. */
  readonly dictionarySize: number | undefined
}

const widths: Readonly<Partial<Record<PhysicalType, number>>> = {
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
}

const widthOf = ({ type, typeLength }: Pick<ValuesSpec, 'type' | 'typeLength'>): number | undefined =>
  type === 'FIXED_LEN_BYTE_ARRAY' ? typeLength : widths[type]

/** Byte arrays with length prefixes. */
function checkByteArrays({ bytes, start, end }: ByteRange, count: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let offset = start
  for (let i = 0; i < count; i++) {
    requireIntact(offset + 4 <= end, tooFewValues)
    const length = view.getUint32(offset, true)
    offset += 4 + length
    requireIntact(offset <= end, tooFewValues)
  }
}

export function checkPlain(range: ByteRange, spec: Pick<ValuesSpec, 'type' | 'typeLength' | 'count'>): void {
  const { type, count } = spec
  if (type === 'BYTE_ARRAY') return checkByteArrays(range, count)
  const bytes = type === 'BOOLEAN' ? Math.ceil(count / 8) : count * (widthOf(spec) ?? NaN)
  requireIntact(bytes <= range.end - range.start, tooFewValues)
}

interface DeltaNumbers {
  /** Empty unless requested. */
  readonly numbers: readonly number[]
  readonly next: number
}

/** A strict reader of DELTA_BINARY_PACKED. */
class DeltaReader {
  private readonly range: ByteRange
  private offset: number

  constructor(range: ByteRange, start: number) {
    this.range = range
    this.offset = start
  }

  read(count: number, bitsMax: 32 | 64, shouldReturnNumbers: boolean): DeltaNumbers {
    const blockSize = this.varint()
    const miniblocks = this.varint()
    const total = this.varint()
    const perMiniblock = blockSize / miniblocks
    requireIntact(
      blockSize > 0 && blockSize % 128 === 0 && perMiniblock % 32 === 0,
      'A block of deltas has no valid size.',
    )
    requireIntact(total >= count, tooFewValues)
    let value = this.zigzag()
    const numbers: number[] = shouldReturnNumbers && count > 0 ? [Number(value)] : []
    for (let readCount = 1; readCount < count;) {
      const minimum = this.zigzag()
      const bitWidths = this.take(miniblocks)
      for (let i = 0; i < miniblocks && readCount < count; i++) {
        const bits = bitWidths[i] ?? 0
        requireIntact(bits <= bitsMax, 'A delta has too many bits.')
        const valueCount = Math.min(perMiniblock, count - readCount)
        // The last block may end with the bytes of its last value.
        const packedBytes = this.take(
          Math.min((perMiniblock * bits) / 8, Math.max(Math.ceil((valueCount * bits) / 8), this.remaining)),
        )
        for (let j = 0; j < (shouldReturnNumbers ? valueCount : 0); j++) {
          value = BigInt.asIntN(bitsMax, value + minimum + bitsAt(packedBytes, j * bits, bits))
          numbers.push(Number(value))
        }
        readCount += valueCount
      }
    }
    return { numbers, next: this.offset }
  }

  private get remaining(): number {
    return this.range.end - this.offset
  }

  private take(length: number): Uint8Array {
    requireIntact(length <= this.remaining, tooFewValues)
    this.offset += length
    return this.range.bytes.subarray(this.offset - length, this.offset)
  }

  private varint(): number {
    const value = this.varint64()
    requireIntact(value < 2n ** 31n, 'A number of a page is too large.')
    return Number(value)
  }

  private varint64(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = this.take(1)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    return throwDamaged('A number of a page is too large.')
  }

  private zigzag(): bigint {
    const value = this.varint64()
    return (value >> 1n) ^ -(value & 1n)
  }
}

function bitsAt(packedBytes: Uint8Array, from: number, count: number): bigint {
  let value = 0n
  for (let bit = 0; bit < count;) {
    const byte = packedBytes[(from + bit) >> 3] ?? 0
    const offset = (from + bit) & 7
    value |= BigInt(byte >> offset) << BigInt(bit)
    bit += 8 - offset
  }
  return BigInt.asUintN(count, value)
}

function checkLengths(lengths: readonly number[], bytes: number): void {
  let sum = 0
  for (const length of lengths) {
    requireIntact(length >= 0, 'A value has a negative length.')
    sum += length
    requireIntact(sum <= bytes, tooFewValues)
  }
}

function checkDeltaByteArrays(range: ByteRange, count: number): void {
  const prefixes = new DeltaReader(range, range.start).read(count, 32, true)
  const suffixes = new DeltaReader(range, prefixes.next).read(count, 32, true)
  checkLengths(suffixes.numbers, range.end - suffixes.next)
  let previous = 0
  for (const [i, prefix] of prefixes.numbers.entries()) {
    requireIntact(
      prefix >= 0 && prefix <= previous,
      'A value continues a list that the value before it does not have.',
    )
    previous = prefix + (suffixes.numbers[i] ?? 0)
  }
}

function checkDictionaryIndexes(range: ByteRange, count: number, dictionarySize: number | undefined): void {
  requireIntact(dictionarySize !== undefined, 'A page refers to a dictionary that does not exist.')
  if (count === 0) return
  requireIntact(range.start < range.end, tooFewValues)
  const bitWidth = range.bytes[range.start] ?? 0
  requireIntact(dictionarySize > 0, 'A page refers to an empty dictionary.')
  // With a bit width of 0 all indexes are 0, and some writers omit the runs.
  if (bitWidth === 0 && range.start + 1 === range.end) return
  hybridNumbers(
    { ...range, start: range.start + 1 },
    { bitWidth, count, max: dictionarySize - 1, label: 'dictionary index' },
  )
}

function checkRuns({ bytes, start, end }: ByteRange, count: number): void {
  requireIntact(start + 4 <= end, tooFewValues)
  const length = new DataView(bytes.buffer, bytes.byteOffset + start).getUint32(0, true)
  requireIntact(length <= end - start - 4, tooFewValues)
  hybridNumbers(
    { bytes, start: start + 4, end: start + 4 + length },
    { bitWidth: 1, count, max: 1, label: 'boolean' },
  )
}

/** Refuses truncated values, and values that refer to missing dictionary entries. */
export function checkValues(range: ByteRange, spec: ValuesSpec): void {
  const { type, encoding, count } = spec
  switch (encoding) {
    case 'PLAIN':
      return checkPlain(range, spec)
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY':
      requireIntact(type !== 'BOOLEAN', 'Booleans have no dictionary.')
      return checkDictionaryIndexes(range, count, spec.dictionarySize)
    case 'RLE':
      requireIntact(type === 'BOOLEAN', 'Only booleans are encoded as runs.')
      return count === 0 ? undefined : checkRuns(range, count)
    case 'DELTA_BINARY_PACKED':
      requireIntact(type === 'INT32' || type === 'INT64', 'Only integers are encoded as deltas.')
      return void new DeltaReader(range, range.start).read(count, type === 'INT32' ? 32 : 64, false)
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      requireIntact(type === 'BYTE_ARRAY', 'Only byte arrays have lengths as deltas.')
      const lengths = new DeltaReader(range, range.start).read(count, 32, true)
      return checkLengths(lengths.numbers, range.end - lengths.next)
    }
    case 'DELTA_BYTE_ARRAY':
      requireIntact(
        type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY',
        'Only byte arrays are encoded as deltas.',
      )
      return checkDeltaByteArrays(range, count)
    case 'BYTE_STREAM_SPLIT':
      requireIntact(count * (widthOf(spec) ?? NaN) <= range.end - range.start, tooFewValues)
      return
    default:
      throwDamaged(`The encoding ${encoding} is not known.`)
  }
}
