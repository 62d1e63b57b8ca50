// The ids of a write that are not in the index yet, in 12 bytes a row. A million rows are indexed at once, in order.
// Ids are hashes: if each batch were indexed alone, it would change most pages of the index.
import { idStartOf, type TestcaseEntry } from '../../storage/contract/contract.ts'

/** Place and 32 bits of the id fit one exact number: see `sortedChunks`. */
const placesMax = 2 ** 21

/**
 * Buckets of entries by the first 8 bits of the id. Each is sorted when it is reached: to sort a million entries at
 * once takes 200 ms, to group them 20.
 */
const bucketCount = 256
const bucketOf = (fingerprint: number): number => fingerprint >>> 24

const fingerprintOf = (id: string): number => Number.parseInt(idStartOf(id), 16)

/** Finds the places of ids in a write by the first 32 bits of the id, which different ids may share. */
export class UnindexedIds {
  /** Fingerprints by place, from the first place on. */
  private fingerprints = new Uint32Array(512)
  /**
   * A hash table of places by fingerprint, counted from 1; 0 is free. Its size is a power of two, at most half full.
   */
  private slots = new Uint32Array(1024)
  private firstPlace = 0
  private count = 0

  get size(): number {
    return this.count
  }

  /** Takes the next place. */
  add(id: string): number {
    if (this.count === placesMax) throw new Error('too many testcases wait for the index')
    if (this.count === this.fingerprints.length) this.grow()
    this.fingerprints[this.count] = fingerprintOf(id)
    this.count += 1
    this.insert(this.count)
    return this.firstPlace + this.count - 1
  }

  /** The candidate places of this id: mostly none or one. */
  placesOf(id: string): readonly number[] {
    const places: number[] = []
    const fingerprint = fingerprintOf(id)
    const mask = this.slots.length - 1
    for (let slot = fingerprint & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] ?? 0
      if (entry === 0) return places
      if (this.fingerprints[entry - 1] === fingerprint) places.push(this.firstPlace + entry - 1)
    }
  }

  /** All entries sorted by the start of their id, in chunks of at most `entriesMax`. */
  *sortedChunks(entriesMax: number): Generator<readonly TestcaseEntry[]> {
    const { packedIds, ends } = this.groupByBucket()
    let bucket = 0
    let sortedCount = 0
    for (let i = 0; i < packedIds.length; i += entriesMax) {
      for (; sortedCount < Math.min(i + entriesMax, packedIds.length); bucket += 1) {
        const end = ends[bucket] ?? packedIds.length
        packedIds.subarray(sortedCount, end).sort()
        sortedCount = end
      }
      yield Array.from(packedIds.subarray(i, i + entriesMax), (number) => ({
        idStart: Math.floor(number / placesMax)
          .toString(16)
          .padStart(8, '0'),
        place: this.firstPlace + (number % placesMax),
      }))
    }
  }

  /** Place and fingerprint of each entry as one number, grouped by bucket, and where each bucket ends. */
  private groupByBucket(): { readonly packedIds: Float64Array; readonly ends: Uint32Array } {
    const counts = new Uint32Array(bucketCount)
    for (let i = 0; i < this.count; i += 1) {
      const bucket = bucketOf(this.fingerprints[i] ?? 0)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    let total = 0
    const ends = counts.map((count) => (total += count))
    const freeSlots = ends.map((end, bucket) => end - (counts[bucket] ?? 0))
    const packedIds = new Float64Array(this.count)
    for (let i = 0; i < this.count; i += 1) {
      const fingerprint = this.fingerprints[i] ?? 0
      const index = freeSlots[bucketOf(fingerprint)] ?? 0
      packedIds[index] = fingerprint * placesMax + i
      freeSlots[bucketOf(fingerprint)] = index + 1
    }
    return { packedIds, ends }
  }

  /** Removes the ids. Places continue to count up. */
  clear(): void {
    this.firstPlace += this.count
    this.count = 0
    this.slots.fill(0)
  }

  private grow(): void {
    const fingerprints = new Uint32Array(this.fingerprints.length * 2)
    fingerprints.set(this.fingerprints)
    this.fingerprints = fingerprints
    this.slots = new Uint32Array(fingerprints.length * 2)
    for (let entry = 1; entry <= this.count; entry++) this.insert(entry)
  }

  private insert(entry: number): void {
    const mask = this.slots.length - 1
    let slot = (this.fingerprints[entry - 1] ?? 0) & mask
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask
    this.slots[slot] = entry
  }
}
