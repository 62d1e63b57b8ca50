// What a write has brought and the index of ids does not name yet: 12 bytes a row, so that a million rows are indexed
// at once, in order, when all of them are there. Ids are hashes: put into the index as they come, every batch of rows
// would change most of its pages.
import { idStartOf, type TestcaseEntry } from '../../storage/contract/contract.ts'

/** Places are kept beside 32 bits of the id in one exact number: see inOrder. */
const placesMax = 2 ** 21

const printOf = (id: string): number => Number.parseInt(idStartOf(id), 16)

/** The places of ids in a write, found by the first 32 bits of the id: another id may have the same. */
export class UnindexedIds {
  /** Prints in order of place, from the first place on. */
  private prints = new Uint32Array(512)
  /** Places by print, counted from 1; 0 is free. A power of two, at most half full. */
  private slots = new Uint32Array(1024)
  private firstPlace = 0
  private count = 0

  get size(): number {
    return this.count
  }

  /** Takes the next place. */
  add(id: string): number {
    if (this.count === placesMax) throw new Error('too many testcases wait for the index')
    if (this.count === this.prints.length) this.grow()
    this.prints[this.count] = printOf(id)
    this.count += 1
    this.enter(this.count)
    return this.firstPlace + this.count - 1
  }

  /** Where this id may stand: mostly nowhere, or at one place. */
  placesOf(id: string): readonly number[] {
    const places: number[] = []
    const print = printOf(id)
    const mask = this.slots.length - 1
    for (let slot = print & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] ?? 0
      if (entry === 0) return places
      if (this.prints[entry - 1] === print) places.push(this.firstPlace + entry - 1)
    }
  }

  /** All entries by the start of their id, in lists of at most so many. */
  *inOrder(entriesMax: number): Generator<readonly TestcaseEntry[]> {
    const packed = Float64Array.from(
      this.prints.subarray(0, this.count),
      (print, offset) => print * placesMax + offset,
    ).sort()
    for (let i = 0; i < packed.length; i += entriesMax) {
      yield Array.from(packed.subarray(i, i + entriesMax), (number) => ({
        idStart: Math.floor(number / placesMax)
          .toString(16)
          .padStart(8, '0'),
        place: this.firstPlace + (number % placesMax),
      }))
    }
  }

  /** Forgets the ids; places go on. */
  clear(): void {
    this.firstPlace += this.count
    this.count = 0
    this.slots.fill(0)
  }

  private grow(): void {
    const prints = new Uint32Array(this.prints.length * 2)
    prints.set(this.prints)
    this.prints = prints
    this.slots = new Uint32Array(prints.length * 2)
    for (let entry = 1; entry <= this.count; entry++) this.enter(entry)
  }

  private enter(entry: number): void {
    const mask = this.slots.length - 1
    let slot = (this.prints[entry - 1] ?? 0) & mask
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask
    this.slots[slot] = entry
  }
}
