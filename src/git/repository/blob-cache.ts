// The content of small files that were hashed or sent recently, by id. A clone of a project reads every payload to
// compute the ids of its files; without this cache it would read each a second time to send them.
import type { ObjectId } from '../objects/objects.ts'

/** The memory for all repositories of a process. */
const cacheBytesMax = 32 * 1024 * 1024
/** Larger files are read again: one of them would displace many. */
const blobBytesMax = 64 * 1024
/** The estimated size of an entry besides its content. */
const entryBytes = 200

/** The least recently used files are dropped first. */
export class BlobCache {
  readonly #blobs = new Map<ObjectId, Uint8Array>()
  #bytes = 0

  get(id: ObjectId): Uint8Array | undefined {
    const blob = this.#blobs.get(id)
    if (blob === undefined) return undefined
    this.#blobs.delete(id)
    this.#blobs.set(id, blob)
    return blob
  }

  put(id: ObjectId, blob: Uint8Array): void {
    if (blob.length > blobBytesMax || this.#blobs.has(id)) return
    // A copy: small buffers share slabs of 8 kB, and an entry would keep its slab in memory.
    this.#blobs.set(id, new Uint8Array(blob))
    this.#bytes += blob.length + entryBytes
    for (const [oldest, { length }] of this.#blobs) {
      if (this.#bytes <= cacheBytesMax) return
      this.#blobs.delete(oldest)
      this.#bytes -= length + entryBytes
    }
  }
}
