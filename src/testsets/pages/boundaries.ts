// Content-defined chunking of a list into pages. A row ends its page when the last 32 bits of its testcase id (a hash
// of its content) are divisible by `oneIn`. An edit therefore moves only the boundaries of the rows it touches, and two
// lists that share a long stretch split it at the same rows.
//
// Two limits bound the size of a page. A boundary row is ignored while the page has fewer than `min` items: a repeated
// boundary row would otherwise become one page per row. A page ends at `max` items (or `weightMax`) without a boundary:
// a repeated ordinary row, or rows chosen to have no boundary, would otherwise make an unbounded page. Both count from
// the start of the page, so the boundaries depend on the list alone: a list built from scratch and a list edited step
// by step have the same pages. The limits cost locality: after an edit inside such a run, boundaries may differ until
// both lists have a boundary at the same row. In a run of equal rows the pages are equal too, and nothing is written;
// with chosen rows a commit may rewrite the rest of the run.

export interface ChunkSize {
  readonly min: number
  readonly max: number
  readonly oneIn: number
  readonly weightMax: number
}

export interface ChunkSizes {
  readonly rows: ChunkSize
  readonly entries: ChunkSize
}

/** 256 + 768 expected: 1,024 rows a page. At 64 bytes a row a page is 64 kB. */
const rowChunkSize: ChunkSize = { min: 256, max: 4096, oneIn: 768, weightMax: 1 << 20 }

/** 32 + 96 expected: 128 pages a node, so a million rows are 8 nodes below the root. */
const entryChunkSize: ChunkSize = { min: 32, max: 512, oneIn: 96, weightMax: 1 << 20 }

export const defaultChunkSizes: ChunkSizes = { rows: rowChunkSize, entries: entryChunkSize }

const lastDigits = 8

/** Whether an item with this id or hash ends its page, once the page is large enough. */
export const isBoundary = (hex: string, size: ChunkSize): boolean =>
  Number.parseInt(hex.slice(-lastDigits), 16) % size.oneIn === 0

/** Splits items into pages. Buffers the items of the current page. */
export class Chunker<Item> {
  private readonly size: ChunkSize
  private readonly keyOf: (item: Item) => string
  private readonly weightOf: (item: Item) => number
  private items: Item[] = []
  private weight = 0

  constructor(
    size: ChunkSize,
    {
      keyOf,
      weightOf,
    }: { readonly keyOf: (item: Item) => string; readonly weightOf: (item: Item) => number },
  ) {
    this.size = size
    this.keyOf = keyOf
    this.weightOf = weightOf
  }

  get isEmpty(): boolean {
    return this.items.length === 0
  }

  /** Adds an item; returns the page that it completes, if any. */
  push(item: Item): readonly Item[] | undefined {
    this.items.push(item)
    this.weight += this.weightOf(item)
    const { min, max, weightMax } = this.size
    const isFull = this.items.length >= max || this.weight >= weightMax
    if (!isFull && (this.items.length < min || !isBoundary(this.keyOf(item), this.size))) return undefined
    return this.flush()
  }

  /** The buffered items, as the last page. */
  flush(): readonly Item[] {
    const page = this.items
    this.items = []
    this.weight = 0
    return page
  }
}
