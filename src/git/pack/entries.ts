// Reads the entries of a received pack: objects, and deltas that are not resolved yet. Every size is compared with its
// limit before memory is allocated.
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { malformedError, type ObjectId, type ObjectType } from '../objects/objects.ts'
import {
  hashBytes,
  headerBytes,
  type InflatedBudget,
  ofsDelta,
  refDelta,
  tooLarge,
  typeNumbers,
  type PackLimits,
} from './pack.ts'

interface EntryContent {
  /** The position of the entry in the pack. */
  readonly offset: number
  /** The object, or the delta. */
  readonly bytes: Uint8Array
}

export type PackEntry = EntryContent &
  (
    | { readonly type: ObjectType }
    | { readonly type: 'delta'; readonly base: { readonly offset: number } | { readonly id: ObjectId } }
  )

const objectTypes: ReadonlyMap<number, ObjectType> = new Map([
  [typeNumbers.commit, 'commit'],
  [typeNumbers.tree, 'tree'],
  [typeNumbers.blob, 'blob'],
  [typeNumbers.tag, 'tag'],
])

interface InflateResult {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

/** The types of Node do not know the result of `info: true`. */
const isInflateResult = (result: unknown): result is InflateResult =>
  typeof result === 'object' && result !== null && 'buffer' in result && 'engine' in result

class PackReader {
  readonly #pack: Buffer
  readonly #budget: InflatedBudget
  readonly #end: number
  #offset = headerBytes

  constructor(pack: Buffer, budget: InflatedBudget) {
    this.#pack = pack
    this.#budget = budget
    this.#end = pack.length - hashBytes
  }

  /** All entries, in order of their offsets. */
  *entries(count: number): Generator<PackEntry> {
    for (let index = 0; index < count; index += 1) yield this.#entry()
    if (this.#offset !== this.#end) throw malformedError('The pack has bytes after its last object.')
  }

  #byte(): number {
    const byte = this.#offset < this.#end ? this.#pack[this.#offset] : undefined
    if (byte === undefined) throw malformedError('The pack ends in the middle of an object.')
    this.#offset += 1
    return byte
  }

  #entry(): PackEntry {
    const offset = this.#offset
    let byte = this.#byte()
    const number = (byte >> 4) & 7
    let size = byte & 15
    for (let factor = 16; byte >= 128; factor *= 128) {
      byte = this.#byte()
      size += (byte & 127) * factor
      if (size > Number.MAX_SAFE_INTEGER) break
    }
    const type = objectTypes.get(number)
    if (type !== undefined) return { type, offset, bytes: this.#inflate(size) }
    const base = this.#base(number, offset)
    return { type: 'delta', base, offset, bytes: this.#inflate(size) }
  }

  #base(number: number, offset: number): { readonly offset: number } | { readonly id: ObjectId } {
    if (number === refDelta) {
      const id = this.#pack
        .subarray(this.#offset, Math.min(this.#offset + hashBytes, this.#end))
        .toString('hex')
      if (id.length !== 2 * hashBytes) throw malformedError('The pack ends in the middle of an object.')
      this.#offset += hashBytes
      return { id }
    }
    if (number !== ofsDelta) throw malformedError(`The pack has an object of unknown type ${number}.`)
    let byte = this.#byte()
    let distance = byte & 127
    while (byte >= 128) {
      byte = this.#byte()
      distance = (distance + 1) * 128 + (byte & 127)
      if (distance > offset) break
    }
    if (distance <= 0 || distance > offset - headerBytes) {
      throw malformedError('A delta names a base outside of the pack.')
    }
    return { offset: offset - distance }
  }

  #inflate(size: number): Uint8Array {
    this.#budget.take(size)
    const { buffer, engine } = this.#inflateEntry(size)
    if (buffer.length !== size) throw malformedError('An object has another size than the pack declares.')
    this.#offset += engine.bytesWritten
    return buffer
  }

  #inflateEntry(size: number): InflateResult {
    const chunkSize = Math.min(Math.max(size + 1, 64), 64 * 1024)
    try {
      const options = { info: true, chunkSize, maxOutputLength: Math.max(size, 1) }
      const result: unknown = inflateSync(this.#pack.subarray(this.#offset, this.#end), options)
      if (isInflateResult(result)) return result
    } catch (error) {
      throw malformedError(
        'An object of the pack cannot be inflated, or has another size than declared.',
        error,
      )
    }
    throw new Error('zlib does not report how much it read')
  }
}

function requireChecksum(pack: Buffer): void {
  const end = pack.length - hashBytes
  const checksum = createHash('sha1').update(pack.subarray(0, end)).digest()
  if (!checksum.equals(pack.subarray(end))) throw malformedError('The checksum of the pack is wrong.')
}

interface ReceivedPack {
  readonly pack: Buffer
  readonly limits: PackLimits
  readonly budget: InflatedBudget
}

/** Throws when the pack is malformed or exceeds a limit. */
export function packEntries({ pack, limits, budget }: ReceivedPack): Iterable<PackEntry> {
  if (pack.length > limits.packBytesMax)
    throw tooLarge(`The pack has more than ${limits.packBytesMax} bytes.`)
  if (pack.length < headerBytes + hashBytes || pack.toString('latin1', 0, 4) !== 'PACK') {
    throw malformedError('The request has no pack.')
  }
  const version = pack.readUInt32BE(4)
  if (version !== 2 && version !== 3) throw malformedError(`The pack has the unknown version ${version}.`)
  const count = pack.readUInt32BE(8)
  if (count > limits.objectsMax) throw tooLarge(`The push has more than ${limits.objectsMax} objects.`)
  requireChecksum(pack)
  return new PackReader(pack, budget).entries(count)
}
