// Builds lists from streamed rows. Memory holds one page of rows and one node per level.
import { createPauses } from '../../kernel/time-slices.ts'
import type { Row } from '../rows.ts'
import { Chunker, defaultChunkSizes, type ChunkSizes } from './boundaries.ts'
import { encodeEntries, encodeRows, entryWeight, rowWeight, type Entry } from './format.ts'
import { entriesOf } from './read.ts'
import type { ListRoot, PageStore, StoredPage } from './store.ts'

/** Pages are stored this many at a time: 4 MB of text. */
const putPagesMax = 64

/** Builds the pages of a list. Add rows and subtrees in order, then finish. */
export class ListBuilder {
  private readonly store: PageStore
  private readonly chunkSizes: ChunkSizes
  private readonly rows: Chunker<Row>
  /** chunkers[k] collects entries of level k into nodes of level k + 1. */
  private readonly chunkers: Chunker<Entry>[] = []
  /** The number of nodes of each level above the rows so far. */
  private readonly nodes: number[] = []
  private unsavedPages: StoredPage[] = []
  private readonly pauses = createPauses()

  constructor(store: PageStore) {
    this.store = store
    this.chunkSizes = store.chunkSizes ?? defaultChunkSizes
    this.rows = new Chunker<Row>(this.chunkSizes.rows, {
      keyOf: (row) => row.testcaseId,
      weightOf: rowWeight,
    })
  }

  /**
   * Adds a row. Returns a promise only when pages must be stored or a time slice ends, so that most rows cost no tick.
   */
  add(row: Row): Promise<void> | undefined {
    const page = this.rows.push(row)
    if (page === undefined) return undefined
    this.endPage(page)
    if (this.unsavedPages.length >= putPagesMax) return this.save()
    return this.pauses.isDue() ? this.pauses.next() : undefined
  }

  /** Whether a subtree of this level can be added unread: no lower level has buffered items. */
  isAligned(level: number): boolean {
    if (!this.rows.isEmpty) return false
    for (let k = 0; k < level; k++) if (!(this.chunkers[k]?.isEmpty ?? true)) return false
    return true
  }

  /** Adds a subtree without reading it. Requires isAligned(entry.level). */
  addSubtree(entry: Entry): void {
    this.addEntry(entry)
  }

  /** Stores the remaining pages and returns the root. */
  async finish(): Promise<ListRoot> {
    if (!this.rows.isEmpty) this.endPage(this.rows.flush())
    const top = this.endLevels() ?? this.endEmpty()
    await this.save()
    return this.lowestRoot(top)
  }

  private endPage(rows: readonly Row[]): void {
    const { page, entry } = encodeRows(rows)
    this.unsavedPages.push(page)
    this.addEntry(entry)
  }

  private addEntry(entry: Entry): void {
    const { level } = entry
    // Levels below an unread subtree have no chunker yet.
    while (this.chunkers.length <= level) {
      this.chunkers.push(
        new Chunker<Entry>(this.chunkSizes.entries, { keyOf: (item) => item.hash, weightOf: entryWeight }),
      )
      this.nodes.push(0)
    }
    const node = this.chunkers[level]?.push(entry)
    if (node !== undefined) this.endNode(node, level)
  }

  private endNode(entries: readonly Entry[], level: number): void {
    const { page, entry } = encodeEntries(entries)
    this.unsavedPages.push(page)
    this.nodes[level] = (this.nodes[level] ?? 0) + 1
    this.addEntry(entry)
  }

  /** Completes the buffered node of every level; the last single entry is the root. */
  private endLevels(): Entry | undefined {
    for (let level = 0; level < this.chunkers.length; level++) {
      const chunker = this.chunkers[level]
      if (chunker === undefined || chunker.isEmpty) continue
      const entries = chunker.flush()
      const isTop = level === this.chunkers.length - 1 && this.nodes[level] === 0
      const [onlyEntry] = entries
      if (isTop && entries.length === 1 && onlyEntry !== undefined) return onlyEntry
      this.endNode(entries, level)
    }
    return undefined
  }

  private endEmpty(): Entry {
    const { page, entry } = encodeRows([])
    this.unsavedPages.push(page)
    return entry
  }

  /** Replaces a root with one child by that child: equal lists have equal roots. */
  private async lowestRoot(top: Entry): Promise<ListRoot> {
    let root = top
    while (root.level > 0) {
      const entries = await entriesOf(this.store, root)
      const [onlyEntry] = entries
      if (entries.length !== 1 || onlyEntry === undefined) break
      root = onlyEntry
    }
    return root
  }

  private async save(): Promise<void> {
    const pages = this.unsavedPages
    this.unsavedPages = []
    if (pages.length > 0) await this.store.put(pages)
  }
}

/** The list of these rows, in order. */
export async function buildList(
  store: PageStore,
  rows: AsyncIterable<Row> | Iterable<Row>,
): Promise<ListRoot> {
  const builder = new ListBuilder(store)
  for await (const row of rows) {
    const pause = builder.add(row)
    if (pause !== undefined) await pause
  }
  return builder.finish()
}
