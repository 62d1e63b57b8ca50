// Columns of an Arrow record batch as JSON values: 64-bit integers that a double would round are text, times are ISO 8601,
// bytes are base64, as in Parquet files.
import { timestampParsers } from '../../../src/kernel/parquet/timestamps.ts'
import { strictUtf8 } from '../../../src/kernel/strict-utf8.ts'
import { base64Of } from '../bytes.ts'
import { arrowBuffers, type ArrowBuffers } from './buffers.ts'
import type { Table } from './flatbuffer.ts'

/** Numbers of the types in Arrow's schema. */
const types = {
  none: 1,
  int: 2,
  float: 3,
  binary: 4,
  utf8: 5,
  bool: 6,
  date: 8,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixedBinary: 15,
  fixedList: 16,
  map: 17,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
} as const

export interface ArrowField {
  readonly name: string
  readonly type: number
  readonly settings: Table | undefined
  readonly children: readonly ArrowField[]
  /** The column contains positions in a dictionary; `type` is that of the dictionary's values. */
  readonly dictionary: { readonly id: number; readonly positions: Table | undefined } | undefined
}

/** The values of each dictionary, by its id. */
export type Dictionaries = ReadonlyMap<number, readonly unknown[]>

/** The fields with a dictionary: a field itself, and fields inside it. */
export const dictionaryFields = (field: ArrowField): readonly ArrowField[] => [
  ...(field.dictionary === undefined ? [] : [field]),
  ...field.children.flatMap(dictionaryFields),
]

export function fieldOf(table: Table): ArrowField {
  const encoding = table.table(4)
  return {
    dictionary: encoding === undefined ? undefined : { id: encoding.long(0), positions: encoding.table(1) },
    name: table.text(0),
    type: table.byte(2),
    settings: table.table(3),
    children: table.tables(5).map(fieldOf),
  }
}

const textOf = strictUtf8({ ignoreBOM: true })

const integerValue = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value)

const halfFloat = (bits: number): number => {
  const [sign, exponent, fraction] = [bits >> 15 === 0 ? 1 : -1, (bits >> 10) & 31, bits & 1023]
  if (exponent === 0) return sign * 2 ** -14 * (fraction / 1024)
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}

/** Null for NaN and infinities, which JSON lacks. */
const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null)

type ScalarReader = (view: DataView, i: number) => unknown

/** Positions in a dictionary: signed integers of 32 bits by default. */
function positionReader(settings: Table | undefined): (view: DataView, i: number) => number {
  const read =
    settings === undefined ? (view: DataView, i: number) => view.getInt32(i * 4, true) : intReader(settings)
  return (view, i) => Number(read(view, i))
}

function intReader(settings: Table | undefined): ScalarReader {
  const isSigned = settings?.byte(1) === 1
  switch (settings?.int(0)) {
    case 8:
      return (view, i) => (isSigned ? view.getInt8(i) : view.getUint8(i))
    case 16:
      return (view, i) => (isSigned ? view.getInt16(i * 2, true) : view.getUint16(i * 2, true))
    case 32:
      return (view, i) => (isSigned ? view.getInt32(i * 4, true) : view.getUint32(i * 4, true))
    default:
      return (view, i) =>
        integerValue(isSigned ? view.getBigInt64(i * 8, true) : view.getBigUint64(i * 8, true))
  }
}

function floatReader(settings: Table | undefined): ScalarReader {
  switch (settings?.short(0)) {
    case 2:
      return (view, i) => finiteOrNull(view.getFloat64(i * 8, true))
    case 1:
      return (view, i) => finiteOrNull(view.getFloat32(i * 4, true))
    default:
      return (view, i) => finiteOrNull(halfFloat(view.getUint16(i * 2, true)))
  }
}

function timestampReader(settings: Table | undefined): ScalarReader {
  const {
    timestampFromMilliseconds: ms,
    timestampFromMicroseconds: us,
    timestampFromNanoseconds: ns,
  } = timestampParsers
  const parse = [(seconds: bigint) => ms(seconds * 1000n), ms, us, ns][settings?.short(0) ?? 0] ?? ns
  return (view, i) => parse(view.getBigInt64(i * 8, true))
}

const dayMs = 86_400_000n

function dateReader(settings: Table | undefined): ScalarReader {
  const isDays = settings?.short(0, 1) === 0
  const parse = timestampParsers.timestampFromMilliseconds
  return isDays
    ? (view, i) => parse(BigInt(view.getInt32(i * 4, true)) * dayMs)
    : (view, i) => parse(view.getBigInt64(i * 8, true))
}

const scalarReaders: ReadonlyMap<number, (settings: Table | undefined) => ScalarReader> = new Map([
  [types.int, intReader],
  [types.float, floatReader],
  [types.timestamp, timestampReader],
  [types.date, dateReader],
  [types.bool, () => (view: DataView, i: number) => ((view.getUint8(i >> 3) >> (i & 7)) & 1) === 1],
])

const variableLengthTypes = new Map<number, 'text' | 'bytes'>([
  [types.utf8, 'text'],
  [types.largeUtf8, 'text'],
  [types.binary, 'bytes'],
  [types.largeBinary, 'bytes'],
])
const largeTypes: ReadonlySet<number> = new Set([types.largeUtf8, types.largeBinary, types.largeList])
const listTypes: ReadonlySet<number> = new Set([types.list, types.largeList, types.map])

/** Reads the columns of a batch in order; nodes and buffers are consumed as the fields need them. */
export class ArrowColumns {
  readonly #nodes: Iterator<readonly [number, number]>
  readonly #buffers: Iterator<DataView>
  readonly #sizeBytes: number
  readonly #dictionaries: Dictionaries

  constructor({
    batch,
    body,
    dictionaries,
  }: {
    readonly batch: Table
    readonly body: ArrayBuffer
    readonly dictionaries: Dictionaries
  }) {
    const { views, sizeBytes }: ArrowBuffers = arrowBuffers(batch, body)
    this.#nodes = batch.pairs(1)[Symbol.iterator]()
    this.#buffers = views[Symbol.iterator]()
    this.#sizeBytes = sizeBytes
    this.#dictionaries = dictionaries
  }

  #next<T>(parts: Iterator<T>): T {
    const { value, done } = parts.next()
    if (done === true) throw new Error('a record batch has too few columns')
    return value
  }

  #buffer(): DataView {
    return this.#next(this.#buffers)
  }

  /** The values of a field and of the fields below it. */
  read(field: ArrowField): readonly unknown[] {
    const [length, nulls] = this.#next(this.#nodes)
    if (length < 0 || length > this.#sizeBytes * 8) throw new RangeError('a column is longer than its batch')
    if (field.type === types.none && field.dictionary === undefined) return Array.from({ length }, () => null)
    const validity = this.#buffer()
    const isNull = (i: number): boolean => nulls > 0 && ((validity.getUint8(i >> 3) >> (i & 7)) & 1) === 0
    const valueAt = this.#values(field, length)
    return Array.from({ length }, (_, i) => (isNull(i) ? null : valueAt(i)))
  }

  #values(field: ArrowField, length: number): (i: number) => unknown {
    if (field.dictionary !== undefined) return this.#positions(field.dictionary)
    const scalar = scalarReaders.get(field.type)?.(field.settings)
    if (scalar !== undefined) {
      const view = this.#buffer()
      return (i) => scalar(view, i)
    }
    if (variableLengthTypes.has(field.type)) return this.#texts(field)
    if (listTypes.has(field.type)) return this.#lists(field)
    if (field.type === types.struct) return this.#structs(field)
    if (field.type === types.fixedList) return this.#fixedLists(field, length)
    if (field.type === types.fixedBinary) {
      const [view, width] = [this.#buffer(), field.settings?.int(0) ?? 0]
      return (i) => base64Of(new Uint8Array(view.buffer, view.byteOffset + i * width, width))
    }
    throw new Error(`the type of the column '${field.name}' is not supported`)
  }

  #positions({ id, positions }: NonNullable<ArrowField['dictionary']>): (i: number) => unknown {
    const values = this.#dictionaries.get(id)
    if (values === undefined) throw new Error('a dictionary is missing')
    const [view, read] = [this.#buffer(), positionReader(positions)]
    return (i) => {
      const position = read(view, i)
      if (position < 0 || position >= values.length) throw new RangeError('a value is outside its dictionary')
      return values[position]
    }
  }

  /** The beginnings of texts and lists; each ends where the next begins. */
  #offsets(field: ArrowField): (i: number) => number {
    const view = this.#buffer()
    return largeTypes.has(field.type)
      ? (i) => Number(view.getBigInt64(i * 8, true))
      : (i) => view.getInt32(i * 4, true)
  }

  #texts(field: ArrowField): (i: number) => unknown {
    const offset = this.#offsets(field)
    const data = this.#buffer()
    return (i) => {
      const start = offset(i)
      const end = offset(i + 1)
      if (start < 0 || end < start || end > data.byteLength)
        throw new RangeError('a text is outside its column')
      const bytes = new Uint8Array(data.buffer, data.byteOffset + start, end - start)
      return variableLengthTypes.get(field.type) === 'text' ? textOf(bytes) : base64Of(bytes)
    }
  }

  #child(field: ArrowField): readonly unknown[] {
    const [child] = field.children
    if (child === undefined) throw new Error(`the column '${field.name}' has no type for its members`)
    return this.read(child)
  }

  #lists(field: ArrowField): (i: number) => unknown {
    const offset = this.#offsets(field)
    const members = this.#child(field)
    return (i) => {
      const [start, end] = [offset(i), offset(i + 1)]
      if (start < 0 || end < start || end > members.length)
        throw new RangeError('a list is outside its column')
      return members.slice(start, end)
    }
  }

  #fixedLists(field: ArrowField, length: number): (i: number) => unknown {
    const size = field.settings?.int(0) ?? 0
    const members = this.#child(field)
    if (members.length < length * size) throw new RangeError('a list is outside its column')
    return (i) => members.slice(i * size, (i + 1) * size)
  }

  #structs(field: ArrowField): (i: number) => unknown {
    const members = field.children.map((child) => [child.name, this.read(child)] as const)
    return (i) => Object.fromEntries(members.map(([name, values]) => [name, values[i] ?? null]))
  }
}
