// A strict reader of Thrift's compact protocol, driven by a table of fields. Known fields must have their
// type, required fields must exist, unknown fields are skipped.
import { strictUtf8 } from '../strict-utf8.ts'
import { throwDamaged, requireIntact } from './damage.ts'

const wire = { stop: 0, true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9 }
const wireSet = 10
const wireMap = 11
const wireStruct = 12

export type FieldType =
  | 'bool'
  | 'byte'
  | 'i16'
  | 'i32'
  | 'i64'
  | 'binary'
  | 'text'
  | StructSpec
  | { readonly list: FieldType }

export interface FieldSpec {
  readonly name: string
  readonly type: FieldType
  readonly isRequired?: boolean
  /** The highest number of an enumeration that starts at 0. */
  readonly max?: number
}

/** The fields of a structure by their number. */
export interface StructSpec {
  readonly struct: Readonly<Record<number, FieldSpec>>
  /** Exactly one field of a union is set. */
  readonly isUnion?: boolean
}

export type ThriftStruct = { readonly [name: string]: ThriftValue | undefined }
export type ThriftValue =
  | boolean
  | number
  | bigint
  | Uint8Array
  | string
  | ThriftStruct
  | readonly ThriftValue[]

const textOf = strictUtf8({ ignoreBOM: true })
const nestingMax = 64

/** Some writers give empty lists the type 0. */
const isItemType = (type: number, size: number): boolean => type <= wireStruct && (type > 0 || size === 0)

const wireTypesOf = (type: FieldType): readonly number[] => {
  if (typeof type === 'object') return ['list' in type ? wire.list : wireStruct]
  if (type === 'bool') return [wire.true, wire.false]
  return [type === 'text' ? wire.binary : wire[type]]
}

export class ThriftReader {
  offset: number
  private readonly bytes: Uint8Array
  private readonly end: number
  private depth = 0

  constructor(bytes: Uint8Array, range: { readonly start: number; readonly end: number }) {
    this.bytes = bytes
    this.offset = range.start
    this.end = range.end
  }

  struct({ struct, isUnion = false }: StructSpec): ThriftStruct {
    requireIntact(++this.depth <= nestingMax, 'A structure is nested too deep.')
    const values = new Map<string, ThriftValue>()
    let id = 0
    for (;;) {
      const head = this.byte()
      const type = head & 15
      if (type === wire.stop) break
      id = head >> 4 === 0 ? this.zigzag() : id + (head >> 4)
      const field = struct[id]
      if (field === undefined) {
        this.skip(type)
        continue
      }
      requireIntact(wireTypesOf(field.type).includes(type), `The field '${field.name}' has another type.`)
      values.set(field.name, field.type === 'bool' ? type === wire.true : this.value(field.type))
    }
    for (const { name, isRequired, max } of Object.values(struct)) {
      const value = values.get(name)
      requireIntact(
        max === undefined || value === undefined || (Number(value) >= 0 && Number(value) <= max),
        `The value of '${name}' is not known.`,
      )
      requireIntact(isRequired !== true || value !== undefined, `The field '${name}' is missing.`)
    }
    requireIntact(!isUnion || values.size <= 1, 'A union has several values.')
    this.depth -= 1
    return Object.fromEntries(values)
  }

  private value(type: FieldType): ThriftValue {
    if (typeof type === 'object') return 'list' in type ? this.list(type.list) : this.struct(type)
    switch (type) {
      case 'bool': {
        const byte = this.byte()
        requireIntact(byte <= 2, 'A boolean is neither true nor false.')
        return byte === 1
      }
      case 'byte':
        return (this.byte() << 24) >> 24
      case 'i16':
      case 'i32':
        return this.zigzag()
      case 'i64':
        return this.zigzag64()
      case 'binary':
        return this.binary()
      case 'text':
        try {
          return textOf(this.binary())
        } catch {
          return throwDamaged('A name is not UTF-8.')
        }
    }
  }

  private list(type: FieldType): readonly ThriftValue[] {
    const head = this.byte()
    const size = head >> 4 === 15 ? this.varint() : head >> 4
    requireIntact(size <= this.end - this.offset, 'A list is longer than the file.')
    requireIntact(isItemType(head & 15, size), 'A list has items of no type.')
    requireIntact(size === 0 || wireTypesOf(type).includes(head & 15), 'A list has items of another type.')
    return Array.from({ length: size }, () => this.value(type))
  }

  private skip(type: number): void {
    if (type === wire.true || type === wire.false) return
    if (type === wire.byte) this.byte()
    else if (type === wire.i16 || type === wire.i32 || type === wire.i64) this.zigzag64()
    else if (type === wire.double) this.take(8)
    else if (type === wire.binary) this.binary()
    else if (type === wire.list || type === wireSet) this.skipList()
    else if (type === wireMap) this.skipMap()
    else if (type === wireStruct) this.struct({ struct: {} })
    else throwDamaged(`The type ${type} of a field is unknown.`)
  }

  private skipList(): void {
    const head = this.byte()
    const size = head >> 4 === 15 ? this.varint() : head >> 4
    requireIntact(isItemType(head & 15, size), 'A list has items of no type.')
    for (let i = 0; i < size; i++) this.skipItem(head & 15)
  }

  private skipMap(): void {
    const size = this.varint()
    if (size === 0) return
    const types = this.byte()
    for (let i = 0; i < size; i++) {
      this.skipItem(types >> 4)
      this.skipItem(types & 15)
    }
  }

  /** A boolean inside a collection takes a byte. */
  private skipItem(type: number): void {
    if (type === wire.true || type === wire.false) this.byte()
    else this.skip(type)
  }

  private byte(): number {
    requireIntact(this.offset < this.end, 'A structure is cut off.')
    return this.bytes[this.offset++] ?? 0
  }

  private take(length: number): Uint8Array {
    requireIntact(length <= this.end - this.offset, 'A structure is cut off.')
    this.offset += length
    return this.bytes.subarray(this.offset - length, this.offset)
  }

  private binary(): Uint8Array {
    return this.take(this.varint())
  }

  private varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte()
      value += (byte & 127) * 2 ** shift
      if (byte < 128) {
        requireIntact(value < 2 ** 32, 'A number has too many digits.')
        return value
      }
    }
    return throwDamaged('A number has too many digits.')
  }

  private zigzag(): number {
    const value = this.varint()
    return (value >>> 1) ^ -(value & 1)
  }

  private zigzag64(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte >= 128) continue
      requireIntact(value < 2n ** 64n, 'A number has too many digits.')
      return (value >> 1n) ^ -(value & 1n)
    }
    return throwDamaged('A number has too many digits.')
  }
}
