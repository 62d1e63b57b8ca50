// Reads tables of FlatBuffers, as Arrow's metadata has them. Every access is checked by DataView.
import { strictUtf8 } from '../../../src/kernel/strict-utf8.ts'

const textOf = strictUtf8()

/** A table, by the position of its data. */
export class Table {
  readonly #view: DataView
  readonly #at: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
  }

  static root(view: DataView): Table {
    return new Table(view, view.getUint32(0, true))
  }

  /** The position of a field; undefined if it has its default. */
  #field(index: number): number | undefined {
    const vtable = this.#at - this.#view.getInt32(this.#at, true)
    const entry = 4 + 2 * index
    if (entry >= this.#view.getUint16(vtable, true)) return undefined
    const offset = this.#view.getUint16(vtable + entry, true)
    return offset === 0 ? undefined : this.#at + offset
  }

  #indirect(index: number): number | undefined {
    const at = this.#field(index)
    return at === undefined ? undefined : at + this.#view.getUint32(at, true)
  }

  byte(index: number): number {
    const at = this.#field(index)
    return at === undefined ? 0 : this.#view.getUint8(at)
  }

  short(index: number, fallback = 0): number {
    const at = this.#field(index)
    return at === undefined ? fallback : this.#view.getInt16(at, true)
  }

  int(index: number): number {
    const at = this.#field(index)
    return at === undefined ? 0 : this.#view.getInt32(at, true)
  }

  long(index: number): number {
    const at = this.#field(index)
    return at === undefined ? 0 : Number(this.#view.getBigInt64(at, true))
  }

  text(index: number): string {
    const at = this.#indirect(index)
    if (at === undefined) return ''
    const length = this.#view.getUint32(at, true)
    return textOf(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at + 4, length))
  }

  table(index: number): Table | undefined {
    const at = this.#indirect(index)
    return at === undefined ? undefined : new Table(this.#view, at)
  }

  /** The positions of the members of a vector. */
  #members(index: number, sizeBytes: number): readonly number[] {
    const at = this.#indirect(index)
    if (at === undefined) return []
    const length = this.#view.getUint32(at, true)
    if (at + 4 + length * sizeBytes > this.#view.byteLength)
      throw new RangeError('a list is outside its message')
    return Array.from({ length }, (_, i) => at + 4 + i * sizeBytes)
  }

  tables(index: number): readonly Table[] {
    return this.#members(index, 4).map((at) => new Table(this.#view, at + this.#view.getUint32(at, true)))
  }

  /** Structs of two 64-bit integers. */
  pairs(index: number): readonly (readonly [number, number])[] {
    return this.#members(index, 16).map((at) => [
      Number(this.#view.getBigInt64(at, true)),
      Number(this.#view.getBigInt64(at + 8, true)),
    ])
  }
}
