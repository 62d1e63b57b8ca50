// The entries of one tree in Git's order. The encoded tree is edited in place: a change of one entry moves the bytes
// after it, so that long histories of large folders are followed in seconds.
import { directoryMode, type TreeEntry } from '../objects/tree.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'

interface Placed {
  readonly entry: TreeEntry
  readonly sortKey: Buffer
  /** The entry as the tree has it. */
  readonly bytes: Buffer
}

/** An edit of a tree; without an id the entry is removed. */
export interface TreeEdit {
  readonly name: string
  readonly mode: string
  readonly id: ObjectId | null
}

const placed = (entry: TreeEntry): Placed => ({
  entry,
  sortKey: Buffer.from(entry.mode === directoryMode ? `${entry.name}/` : entry.name),
  bytes: Buffer.concat([Buffer.from(`${entry.mode} ${entry.name}\0`), Buffer.from(entry.id, 'hex')]),
})

/** A range of the encoded tree, and the bytes that replace it. */
export interface ByteEdit {
  readonly offset: number
  readonly removed: number
  readonly inserted: Buffer
}

/** An edit of the list of entries: at `at` one entry may be removed and one inserted. */
interface Splice {
  readonly at: number
  readonly removed?: Placed
  readonly inserted?: Placed
}

export class TreeEntries {
  readonly #placedEntries: Placed[] = []
  readonly #byName = new Map<string, Placed>()
  #bytes = 0
  /** The encoded tree with room at its end; undefined until it is requested. */
  #encodedTree: Buffer | undefined

  get isEmpty(): boolean {
    return this.#placedEntries.length === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): TreeEntry | undefined {
    return this.#byName.get(name)?.entry
  }

  copy(): TreeEntries {
    const copy = new TreeEntries()
    for (const entry of this.#placedEntries) copy.#placedEntries.push(entry)
    for (const [name, entry] of this.#byName) copy.#byName.set(name, entry)
    copy.#bytes = this.#bytes
    return copy
  }

  /** Whether the edit changes anything. */
  isChangedBy({ name, mode, id }: TreeEdit): boolean {
    const entry = this.get(name)
    return id === null ? entry !== undefined : entry?.id !== id || entry.mode !== mode
  }

  apply({ name, mode, id }: TreeEdit): void {
    const current = this.#byName.get(name)
    const next = id === null ? undefined : placed({ name, mode, id })
    if (current !== undefined && next?.sortKey.equals(current.sortKey) === true) {
      this.#splice({ at: this.#position(current.sortKey), removed: current, inserted: next })
    } else {
      if (current !== undefined) this.#splice({ at: this.#position(current.sortKey), removed: current })
      if (next !== undefined) this.#splice({ at: this.#position(next.sortKey), inserted: next })
    }
    if (next === undefined) this.#byName.delete(name)
    else this.#byName.set(name, next)
  }

  /** The bytes are a copy: later edits do not change them. */
  encode(): GitObject {
    this.#encodedTree ??= Buffer.concat(this.#placedEntries.map(({ bytes }) => bytes))
    return { type: 'tree', bytes: Buffer.from(this.#encodedTree.subarray(0, this.#bytes)) }
  }

  #splice({ at, removed, inserted }: Splice): void {
    const removedBytes = removed?.bytes.length ?? 0
    const insertedBytes = inserted?.bytes.length ?? 0
    if (this.#encodedTree !== undefined) {
      const offset = this.#offset(at)
      const size = this.#bytes + insertedBytes - removedBytes
      if (size > this.#encodedTree.length) this.#encodedTree = Buffer.concat([this.#encodedTree], size * 2)
      this.#encodedTree.copyWithin(offset + insertedBytes, offset + removedBytes, this.#bytes)
      if (inserted !== undefined) this.#encodedTree.set(inserted.bytes, offset)
    }
    this.#bytes += insertedBytes - removedBytes
    this.#placedEntries.splice(
      at,
      removed === undefined ? 0 : 1,
      ...(inserted === undefined ? [] : [inserted]),
    )
  }

  /** The edits as ranges of bytes of the tree before them, in order. */
  byteEdits(edits: readonly TreeEdit[]): readonly ByteEdit[] {
    const ranges: (ByteEdit & { readonly sortKey: Buffer })[] = []
    for (const { name, mode, id } of edits) {
      const current = this.#byName.get(name)
      const next = id === null ? undefined : placed({ name, mode, id })
      if (current !== undefined && next?.sortKey.equals(current.sortKey) === true) {
        ranges.push({ ...this.#range(current), inserted: next.bytes, sortKey: next.sortKey })
        continue
      }
      if (current !== undefined) {
        ranges.push({ ...this.#range(current), inserted: Buffer.alloc(0), sortKey: current.sortKey })
      }
      if (next !== undefined) {
        const offset = this.#offset(this.#position(next.sortKey))
        ranges.push({ offset, removed: 0, inserted: next.bytes, sortKey: next.sortKey })
      }
    }
    return ranges.sort((left, right) => Buffer.compare(left.sortKey, right.sortKey))
  }

  #range({ sortKey, bytes }: Placed): { readonly offset: number; readonly removed: number } {
    return { offset: this.#offset(this.#position(sortKey)), removed: bytes.length }
  }

  #offset(position: number): number {
    let offset = 0
    for (let at = 0; at < position; at += 1) offset += this.#placedEntries[at]?.bytes.length ?? 0
    return offset
  }

  /** The first position whose key is not before this one. */
  #position(sortKey: Buffer): number {
    let low = 0
    let high = this.#placedEntries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.#placedEntries[middle]
      if (entry !== undefined && Buffer.compare(entry.sortKey, sortKey) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
