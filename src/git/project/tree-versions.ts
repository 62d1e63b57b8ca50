// The versions of one tree, each as edits of the version before it. Only edits are in memory; a cursor rebuilds the
// full tree of a version.
import type { GitObject, ObjectId } from '../objects/objects.ts'
import type { TreeChange } from '../objects/repository.ts'
import { writeDelta } from '../pack/write-delta.ts'
import { TreeEntries, type TreeEdit } from './tree-entries.ts'

/** The limit of Git: readers apply a chain of deltas one by one. */
const deltaDepthMax = 50

interface Version {
  readonly treeId: ObjectId
  readonly edits: readonly (TreeEdit & { readonly before?: ObjectId })[]
  /** The length of the chain of deltas; 0: the tree is sent in full. */
  readonly depth: number
}

export class TreeVersions {
  /** The newest version. */
  readonly tip = new TreeEntries()
  readonly #versions: Version[] = []
  /** The first version with this tree. */
  readonly #byTree = new Map<ObjectId, number>()

  /** Appends a version. `treeId` is the id of the tip after the edits; null: the tree is empty, and Git has none. */
  append(edits: readonly TreeEdit[], treeId: ObjectId | null): void {
    const editsWithBefore = edits.map((edit) => {
      const before = this.tip.get(edit.name)
      return before === undefined || before.mode !== edit.mode ? edit : { ...edit, before: before.id }
    })
    for (const edit of edits) this.tip.apply(edit)
    const id = treeId ?? ''
    const base = this.#versions.at(-1)
    const baseDepth = base === undefined || base.treeId === '' ? deltaDepthMax : this.#depthOf(base.treeId)
    const depth = baseDepth >= deltaDepthMax ? 0 : baseDepth + 1
    if (!this.#byTree.has(id)) this.#byTree.set(id, this.#versions.length)
    this.#versions.push({ treeId: id, edits: editsWithBefore, depth })
  }

  positionOf(treeId: ObjectId): number | undefined {
    return this.#byTree.get(treeId)
  }

  editsAt(position: number): readonly TreeEdit[] {
    return this.#versions[position]?.edits ?? []
  }

  changeAt(position: number): (Omit<TreeChange, 'delta'> & { readonly isDelta: boolean }) | undefined {
    const version = this.#versions[position]
    const base = this.#versions[position - 1]?.treeId
    if (version === undefined || base === undefined || base === '') return undefined
    const entries = version.edits.flatMap(({ id, ...edit }) => (id === null ? [] : [{ ...edit, id }]))
    return { base, entries, isDelta: version.depth > 0 }
  }

  #depthOf(treeId: ObjectId): number {
    return this.#versions[this.#byTree.get(treeId) ?? 0]?.depth ?? 0
  }
}

/** Reads full versions of one tree. Reading versions in order costs one edit each. Each request has its own cursor. */
export class TreeCursor {
  readonly #versions: TreeVersions
  #position = -1
  #entries = new TreeEntries()

  constructor(versions: TreeVersions) {
    this.#versions = versions
  }

  tree(position: number): GitObject {
    return this.entriesAt(position).encode()
  }

  entriesAt(position: number): TreeEntries {
    if (position < this.#position) {
      this.#position = -1
      this.#entries = new TreeEntries()
    }
    while (this.#position < position) {
      this.#position += 1
      for (const edit of this.#versions.editsAt(this.#position)) this.#entries.apply(edit)
    }
    return this.#entries
  }

  delta(position: number): Uint8Array {
    const base = this.entriesAt(position - 1)
    return writeDelta(base.bytes, base.byteEdits(this.#versions.editsAt(position)))
  }
}
