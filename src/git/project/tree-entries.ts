// The entries of one tree in Git's order. The encoded tree is edited in place: a change of one entry moves the bytes
// after it, so that long histories of large folders are followed in seconds.
import { directoryMode, type TreeEntry } from '../objects/tree.ts'
import type { GitObject, ObjectId } from '../objects/objects.ts'

interface EncodedEntry {
  readonly entry: TreeEntry
  readonly sortKey: Buffer
  /** The bytes of the entry in the tree. */
  readonly bytes: Buffer
}

/** An edit of a tree; without an id the entry is removed. */
export interface TreeEdit {
  readonly name: string
  readonly mode: string
  readonly id: ObjectId | null
}

const encodeEntry = (entry: TreeEntry): EncodedEntry => ({
  entry,
  sortKey: Buffer.from(entry.mode === directoryMode ? `${entry.name}/` : entry.name),
  bytes: Buffer.concat([Buffer.from(`${entry.mode} ${entry.name}\0`), Buffer.from(entry.id, 'hex')]),
})

/** A range of the encoded tree, and the bytes that replace it. */
export interface ByteEdit {
  readonly offset: number
  readonly removedBytes: number
  readonly insertedBytes: Buffer
}

/** An edit of the list of entries: at this position one entry may be removed and one inserted. */
interface Splice {
  readonly position: number
  readonly removedEntry?: EncodedEntry
  readonly insertedEntry?: EncodedEntry
}

export class TreeEntries {
  readonly #entries: EncodedEntry[] = []
  readonly #byName = new Map<string, EncodedEntry>()
  #bytes = 0
  /** The encoded tree with room at its end; undefined until it is requested. */
  #encodedTree: Buffer | undefined

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  get(name: string): TreeEntry | undefined {
    return this.#byName.get(name)?.entry
  }

  copy(): TreeEntries {
    const copy = new TreeEntries()
    for (const entry of this.#entries) copy.#entries.push(entry)
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
    const next = id === null ? undefined : encodeEntry({ name, mode, id })
    if (current !== undefined && next?.sortKey.equals(current.sortKey) === true) {
      this.#splice({
        position: this.#position(current.sortKey),
        removedEntry: current,
        insertedEntry: next,
      })
    } else {
      if (current !== undefined)
        this.#splice({ position: this.#position(current.sortKey), removedEntry: current })
      if (next !== undefined) this.#splice({ position: this.#position(next.sortKey), insertedEntry: next })
    }
    if (next === undefined) this.#byName.delete(name)
    else this.#byName.set(name, next)
  }

  /** The bytes are a copy: later edits do not change them. */
  encode(): GitObject {
    this.#encodedTree ??= Buffer.concat(this.#entries.map(({ bytes }) => bytes))
    return { type: 'tree', bytes: Buffer.from(this.#encodedTree.subarray(0, this.#bytes)) }
  }

  #splice({ position, removedEntry, insertedEntry }: Splice): void {
    const removedBytes = removedEntry?.bytes.length ?? 0
    const insertedBytes = insertedEntry?.bytes.length ?? 0
    if (this.#encodedTree !== undefined) {
      const offset = this.#offset(position)
      const size = this.#bytes + insertedBytes - removedBytes
      if (size > this.#encodedTree.length) this.#encodedTree = Buffer.concat([this.#encodedTree], size * 2)
      this.#encodedTree.copyWithin(offset + insertedBytes, offset + removedBytes, this.#bytes)
      if (insertedEntry !== undefined) this.#encodedTree.set(insertedEntry.bytes, offset)
    }
    this.#bytes += insertedBytes - removedBytes
    this.#entries.splice(
      position,
      removedEntry === undefined ? 0 : 1,
      ...(insertedEntry === undefined ? [] : [insertedEntry]),
    )
  }

  /** The edits as ranges of bytes of the tree before them, in order. */
  byteEdits(edits: readonly TreeEdit[]): readonly ByteEdit[] {
    const ranges: (ByteEdit & { readonly sortKey: Buffer })[] = []
    for (const { name, mode, id } of edits) {
      const current = this.#byName.get(name)
      const next = id === null ? undefined : encodeEntry({ name, mode, id })
      if (current !== undefined && next?.sortKey.equals(current.sortKey) === true) {
        ranges.push({ ...this.#range(current), insertedBytes: next.bytes, sortKey: next.sortKey })
        continue
      }
      if (current !== undefined) {
        ranges.push({ ...this.#range(current), insertedBytes: Buffer.alloc(0), sortKey: current.sortKey })
      }
      if (next !== undefined) {
        const offset = this.#offset(this.#position(next.sortKey))
        ranges.push({ offset, removedBytes: 0, insertedBytes: next.bytes, sortKey: next.sortKey })
      }
    }
    return ranges.sort((left, right) => Buffer.compare(left.sortKey, right.sortKey))
  }

  #range({ sortKey, bytes }: EncodedEntry): { readonly offset: number; readonly removedBytes: number } {
    return { offset: this.#offset(this.#position(sortKey)), removedBytes: bytes.length }
  }

  #offset(position: number): number {
    let offset = 0
    for (let at = 0; at < position; at += 1) offset += this.#entries[at]?.bytes.length ?? 0
    return offset
  }

  /** The first position whose key is not before this one. */
  #position(sortKey: Buffer): number {
    let low = 0
    let high = this.#entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      const entry = this.#entries[middle]
      if (entry !== undefined && Buffer.compare(entry.sortKey, sortKey) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
