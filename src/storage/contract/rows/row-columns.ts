// Columns of the engine's Native format: a block contains one full column after the other. In a column of
// lists or named values all lengths precede the elements, and a dictionary precedes the indexes into it.
import type { NamedValues } from '../columnar.ts'
import { RowBuffer } from './row-buffer.ts'

type Chunks = readonly Uint8Array<ArrayBuffer>[]

/** A column under construction. A missing value is undefined and becomes the empty value of the type. */
export interface Column<T> {
  readonly type: string
  readonly add: (value: T | undefined) => void
  /** Returns its bytes; it must not be used afterwards. */
  readonly chunks: () => Chunks
}

type Write<T> = (buffer: RowBuffer, value: T) => void

/** Values one after another. */
function valueColumn<T>(type: string, empty: T, write: Write<T>): Column<T> {
  const buffer = new RowBuffer()
  return { type, add: (value) => write(buffer, value ?? empty), chunks: () => buffer.chunks() }
}

const zeroTime = '1970-01-01 00:00:00.000000000'
const nilUuid = '00000000-0000-0000-0000-000000000000'

export const texts = (): Column<string> => valueColumn('String', '', (buffer, value) => buffer.text(value))
export const uuids = (): Column<string> => valueColumn('UUID', nilUuid, (buffer, value) => buffer.uuid(value))
export const times = (): Column<string> =>
  valueColumn("DateTime64(9, 'UTC')", zeroTime, (buffer, value) => buffer.time(value))
export const doubles = (): Column<number> =>
  valueColumn('Float64', 0, (buffer, value) => buffer.double(value))
export const booleans = (): Column<boolean> =>
  valueColumn('Bool', false, (buffer, value) => buffer.byte(value ? 1 : 0))
export const bytes = (): Column<number> => valueColumn('UInt8', 0, (buffer, value) => buffer.byte(value))
/** Digits of a number of 64 bits. */
export const integers = (): Column<string> =>
  valueColumn('UInt64', '0', (buffer, value) => buffer.uint64(BigInt(value)))

/** The null flags precede all values. */
export function nullable<T>(values: Column<T>): Column<T | null> {
  const nulls = new RowBuffer()
  return {
    type: `Nullable(${values.type})`,
    add: (value) => {
      nulls.byte(value === null || value === undefined ? 1 : 0)
      values.add(value ?? undefined)
    },
    chunks: () => [...nulls.chunks(), ...values.chunks()],
  }
}

/** The end offsets of the lists precede all elements. */
export function lists<T>(elements: Column<T>): Column<readonly T[]> {
  const ends = new RowBuffer()
  let count = 0
  return {
    type: `Array(${elements.type})`,
    add: (value = []) => {
      for (const element of value) elements.add(element)
      ends.count((count += value.length))
    },
    chunks: () => [...ends.chunks(), ...elements.chunks()],
  }
}

/** Texts that many rows share: each is written once, with indexes into the list. */
class Dictionary {
  // The engine reserves the first index for the empty text.
  readonly #places = new Map<string, number>([['', 0]])
  readonly #indexes: number[] = []

  add(word: string): void {
    let place = this.#places.get(word)
    if (place === undefined) this.#places.set(word, (place = this.#places.size))
    this.#indexes.push(place)
  }

  chunks(): Chunks {
    const buffer = new RowBuffer()
    if (this.#indexes.length === 0) return []
    const { size } = this.#places
    const width = size <= 0x100 ? 0 : size <= 0x10000 ? 1 : 2
    buffer.count(width | inlineDictionaryFlag)
    buffer.count(size)
    for (const word of this.#places.keys()) buffer.text(word)
    buffer.count(this.#indexes.length)
    for (const place of this.#indexes) {
      if (width === 0) buffer.byte(place)
      else if (width === 1) buffer.uint16(place)
      else buffer.uint32(place)
    }
    return buffer.chunks()
  }
}

/** The dictionary is in the block itself. */
const inlineDictionaryFlag = (1 << 9) | (1 << 10)

/** The format starts a dictionary with the version of its layout. */
function dictionaryHead(): Chunks {
  const buffer = new RowBuffer()
  buffer.count(1)
  return buffer.chunks()
}

/** Texts that many rows share. */
export function words(): Column<string> {
  const dictionary = new Dictionary()
  return {
    type: 'LowCardinality(String)',
    add: (value = '') => dictionary.add(value),
    chunks: () => [...dictionaryHead(), ...dictionary.chunks()],
  }
}

/** Named values: the end offset of each row, then all names, then all values. */
export function namedValues<T>(values: Column<T>): Column<NamedValues<T>> {
  const ends = new RowBuffer()
  const names = new Dictionary()
  let count = 0
  return {
    type: `Map(LowCardinality(String), ${values.type})`,
    add: (row) => {
      if (row !== undefined) {
        for (const name of row.names) names.add(name)
        for (const value of row.values) values.add(value)
        count += row.names.length
      }
      ends.count(count)
    },
    chunks: () => [...dictionaryHead(), ...ends.chunks(), ...names.chunks(), ...values.chunks()],
  }
}
