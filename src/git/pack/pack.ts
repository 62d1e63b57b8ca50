// Packs: the format in which Git sends objects. May import objects/ and the kernel. Start here.
//   write-pack      streams objects as a pack; write-delta writes the deltas of trees
//   entries         the entries of a received pack
//   delta           applies a delta to its base
//   read-pack       resolves the entries of a received pack to objects
//   pushed-objects  checks the objects that a push reaches
//   unpack          runs the last four in a thread, with limits
// See docs/adr/078-git-packs-and-protocol.md.
import { AssayError } from '../../kernel/errors.ts'
import type { ObjectType } from '../objects/objects.ts'

/** The numbers of object types in a pack. */
export const typeNumbers: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3, tag: 4 }
export const ofsDelta = 6
export const refDelta = 7

export const hashBytes = 20
/** `PACK`, the version and the count. */
export const headerBytes = 12

/** The bounds of a received pack. */
export interface PackLimits {
  readonly packBytesMax: number
  readonly objectsMax: number
  /** Bytes of one object. */
  readonly objectBytesMax: number
  /** Bytes of all objects and deltas together, after inflation. */
  readonly inflatedBytesMax: number
  /** The length of a chain of deltas. */
  readonly deltaDepthMax: number
  readonly secondsMax: number
}

const MiB = 1024 * 1024

/** These bounds fit every artifact but testsets with millions of rows, which can be uploaded as files. */
export const packLimits: PackLimits = {
  packBytesMax: 64 * MiB,
  objectsMax: 100_000,
  objectBytesMax: 32 * MiB,
  inflatedBytesMax: 256 * MiB,
  // Git's own maximum.
  deltaDepthMax: 4095,
  secondsMax: 60,
}

export const tooLarge = (message: string): AssayError => new AssayError('payload_too_large', message)

/** Counts bytes before they are allocated; throws when an object or all objects together exceed their limit. */
export class InflatedBudget {
  readonly #limits: PackLimits
  #usedBytes = 0

  constructor(limits: PackLimits) {
    this.#limits = limits
  }

  take(size: number): void {
    const { objectBytesMax, inflatedBytesMax } = this.#limits
    if (size > objectBytesMax) throw tooLarge(`An object has more than ${objectBytesMax} bytes.`)
    this.#usedBytes += size
    if (this.#usedBytes > inflatedBytesMax) {
      throw tooLarge(`The objects of the push have more than ${inflatedBytesMax} bytes.`)
    }
  }
}
