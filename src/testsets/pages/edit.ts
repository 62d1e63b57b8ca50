// Edits a list by position. Reads and writes only the pages that the edits touch, and after each edit the pages up to
// the next common boundary. The result has the same pages as a list built from scratch.
import type { Row } from '../rows.ts'
import { ListBuilder } from './build.ts'
import type { Entry } from './format.ts'
import { childrenOfNodes, rowsOfPages } from './read.ts'
import type { ListRoot, PageStore } from './store.ts'

/** At position `at` of the original list: remove `remove` rows, then insert `insert`. */
export interface Splice {
  readonly at: number
  readonly remove: number
  readonly insert: readonly Row[]
}

const sortByPosition = (splices: readonly Splice[]): readonly Splice[] =>
  splices.toSorted((a, b) => a.at - b.at)

/** Finds the splices of a range of positions. Splices at the end of the list belong to its last page. */
class PendingSplices {
  private readonly splices: readonly Splice[]
  private readonly listEnd: number

  constructor(splices: readonly Splice[], listEnd: number) {
    this.splices = splices
    this.listEnd = listEnd
  }

  splicesTouching(start: number, end: number): readonly Splice[] {
    const isLastPage = end === this.listEnd
    const splicesOfLeaf: Splice[] = []
    for (let i = this.firstEndingAfter(start); i < this.splices.length; i++) {
      const splice = this.splices[i]
      if (splice === undefined || splice.at > end || (splice.at === end && !isLastPage)) break
      if (splice.at >= start || splice.at + splice.remove > start) splicesOfLeaf.push(splice)
    }
    return splicesOfLeaf
  }

  private firstEndingAfter(start: number): number {
    let low = 0
    let high = this.splices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const splice = this.splices[middle]
      if (splice !== undefined && splice.at + splice.remove < start) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The rows of the page at position `start`, after the splices that begin in it or reach into it. */
function* splicedRows(
  rows: readonly Row[],
  { start, splices }: { readonly start: number; readonly splices: readonly Splice[] },
): Generator<Row> {
  let position = 0
  for (const splice of splices) {
    const from = Math.max(0, splice.at - start)
    if (position < from) yield* rows.slice(position, from)
    position = Math.max(position, from)
    // A splice that began in an earlier page has inserted its rows there.
    if (splice.at >= start) yield* splice.insert
    position = Math.max(position, splice.at + splice.remove - start)
  }
  yield* rows.slice(position)
}

class ListEdit {
  private readonly store: PageStore
  private readonly builder: ListBuilder
  private readonly splices: PendingSplices

  constructor(store: PageStore, splices: PendingSplices) {
    this.store = store
    this.builder = new ListBuilder(store)
    this.splices = splices
  }

  async run(root: ListRoot): Promise<ListRoot> {
    await this.addEntries([root], 0)
    return this.builder.finish()
  }

  /**
   * Adds subtrees of one level in order. A subtree without changes whose boundaries align is added without reading it;
   * of any other, the children are added.
   */
  private async addEntries(entries: readonly Entry[], listStart: number): Promise<void> {
    const starts: number[] = []
    let position = listStart
    for (const entry of entries) {
      starts.push(position)
      position += entry.rows
    }
    const splicesByEntry = entries.map((entry, i) => {
      const start = starts[i] ?? 0
      return this.splices.splicesTouching(start, start + entry.rows)
    })
    const readPage = await this.prefetch(entries.filter((_, i) => (splicesByEntry[i]?.length ?? 0) > 0))
    for (const [i, entry] of entries.entries()) {
      const splices = splicesByEntry[i] ?? []
      if (splices.length === 0 && this.builder.isAligned(entry.level)) this.builder.addSubtree(entry)
      else await this.addParts(entry, { start: starts[i] ?? 0, splices, read: readPage })
    }
  }

  private async addParts(
    entry: Entry,
    options: {
      readonly start: number
      readonly splices: readonly Splice[]
      readonly read: LoadedNodes
    },
  ): Promise<void> {
    const loadedRows = options.read.has(entry) ? options.read : await this.prefetch([entry])
    if (entry.level > 0) {
      await this.addEntries(loadedRows.children.get(entry.hash) ?? [], options.start)
      return
    }
    for (const row of splicedRows(loadedRows.rows.get(entry.hash) ?? [], {
      start: options.start,
      splices: options.splices,
    })) {
      const savePromise = this.builder.add(row)
      if (savePromise !== undefined) await savePromise
    }
  }

  /** One round trip for all touched subtrees of a node. */
  private async prefetch(entries: readonly Entry[]): Promise<LoadedNodes> {
    const nodes = entries.filter((entry) => entry.level > 0)
    const pages = entries.filter((entry) => entry.level === 0)
    const children = nodes.length === 0 ? new Map() : await childrenOfNodes(this.store, nodes)
    const rows = pages.length === 0 ? new Map() : await rowsOfPages(this.store, pages)
    return { children, rows, has: (entry) => children.has(entry.hash) || rows.has(entry.hash) }
  }
}

interface LoadedNodes {
  readonly children: ReadonlyMap<string, readonly Entry[]>
  readonly rows: ReadonlyMap<string, readonly Row[]>
  has(entry: Entry): boolean
}

/** The list after these splices, which name positions of `root` and do not overlap. Stores the new pages. */
export async function editList(
  store: PageStore,
  { root, splices }: { readonly root: ListRoot; readonly splices: readonly Splice[] },
): Promise<ListRoot> {
  const nonEmptySplices = splices.filter((splice) => splice.remove > 0 || splice.insert.length > 0)
  if (nonEmptySplices.length === 0) return root
  return new ListEdit(store, new PendingSplices(sortByPosition(nonEmptySplices), root.rows)).run(root)
}
