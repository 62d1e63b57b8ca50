// Builds lists from rows, streamed: at any time one page of rows and one node per level are held in memory.
import type { Row } from '../rows.ts'
import { Cutter, defaultCuttings, type Cuttings } from './boundaries.ts'
import { encodeEntries, encodeRows, entryWeight, rowWeight, type Entry } from './format.ts'
import { entriesOf } from './read.ts'
import type { ListRoot, PageStore, StoredPage } from './store.ts'

/** Pages are stored this many at a time: 4 MB of text. */
const putPagesMax = 64

/** The pages of a list under construction. Take rows and whole subtrees in order, then finish. */
export class ListBuilder {
  private readonly store: PageStore
  private readonly cuttings: Cuttings
  private readonly rows: Cutter<Row>
  /** cutters[k] collects entries of level k into nodes of level k + 1. */
  private readonly cutters: Cutter<Entry>[] = []
  /** How many nodes each level above the rows has got so far. */
  private readonly nodes: number[] = []
  private unsaved: StoredPage[] = []

  constructor(store: PageStore) {
    this.store = store
    this.cuttings = store.cuttings ?? defaultCuttings
    this.rows = new Cutter<Row>(this.cuttings.rows, { keyOf: (row) => row.testcaseId, weightOf: rowWeight })
  }

  /** Adds a row. The promise is there only when pages have to be stored, so that most rows cost no tick. */
  add(row: Row): Promise<void> | undefined {
    const page = this.rows.push(row)
    if (page === undefined) return undefined
    this.endPage(page)
    return this.unsaved.length >= putPagesMax ? this.save() : undefined
  }

  /** True when a subtree of this level would be cut as it is, because nothing below it is unfinished. */
  inStep(level: number): boolean {
    if (!this.rows.isEmpty) return false
    for (let k = 0; k < level; k++) if (!(this.cutters[k]?.isEmpty ?? true)) return false
    return true
  }

  /** Adds a whole subtree, unread. Only when inStep(entry.level). */
  addSubtree(entry: Entry): void {
    this.addEntry(entry)
  }

  /** Stores what is unsaved and answers the root. */
  async finish(): Promise<ListRoot> {
    if (!this.rows.isEmpty) this.endPage(this.rows.flush())
    const top = this.endLevels() ?? this.endEmpty()
    await this.save()
    return this.lowest(top)
  }

  private endPage(rows: readonly Row[]): void {
    const { page, entry } = encodeRows(rows)
    this.unsaved.push(page)
    this.addEntry(entry)
  }

  private addEntry(entry: Entry): void {
    const { level } = entry
    // Levels below a subtree taken whole have no cutter of their own yet.
    while (this.cutters.length <= level) {
      this.cutters.push(
        new Cutter<Entry>(this.cuttings.entries, { keyOf: (item) => item.hash, weightOf: entryWeight }),
      )
      this.nodes.push(0)
    }
    const node = this.cutters[level]?.push(entry)
    if (node !== undefined) this.endNode(node, level)
  }

  private endNode(entries: readonly Entry[], level: number): void {
    const { page, entry } = encodeEntries(entries)
    this.unsaved.push(page)
    this.nodes[level] = (this.nodes[level] ?? 0) + 1
    this.addEntry(entry)
  }

  /** Ends the unfinished node of every level; the last single entry is the root. */
  private endLevels(): Entry | undefined {
    for (let level = 0; level < this.cutters.length; level++) {
      const cutter = this.cutters[level]
      if (cutter === undefined || cutter.isEmpty) continue
      const rest = cutter.flush()
      const isTop = level === this.cutters.length - 1 && this.nodes[level] === 0
      const [only] = rest
      if (isTop && rest.length === 1 && only !== undefined) return only
      this.endNode(rest, level)
    }
    return undefined
  }

  private endEmpty(): Entry {
    const { page, entry } = encodeRows([])
    this.unsaved.push(page)
    return entry
  }

  /** A root with one child is that child: the same list has the same root however it came about. */
  private async lowest(top: Entry): Promise<ListRoot> {
    let root = top
    while (root.level > 0) {
      const entries = await entriesOf(this.store, root)
      const [only] = entries
      if (entries.length !== 1 || only === undefined) break
      root = only
    }
    return root
  }

  private async save(): Promise<void> {
    const pages = this.unsaved
    this.unsaved = []
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
    const saving = builder.add(row)
    if (saving !== undefined) await saving
  }
  return builder.finish()
}
