// Where a page ends. The row itself decides: a row ends its page when the last 32 bits of its testcase id (a hash of
// its content) are divisible by `oneIn`. Edits therefore move no boundary but those of the rows they touch, and two
// lists with a long stretch in common cut it at the same rows.
//
// Two guards bend that rule. A boundary row is passed over while the page is below `min` items, so that a run of one
// repeated boundary row does not become a page per row; and a page is ended at `max` items (or `weightMax`) when no
// boundary came, so that a run of one repeated ordinary row, or rows picked to have no boundary, cannot make a page
// without end. Both count from the start of the page, so the cuts remain a function of the list alone: building from
// scratch and editing step by step give the same pages. What they cost is locality in such runs: after an edit the
// cuts may differ until the next row at which both cut. In a run of equal rows the pages are equal as well and
// nothing is written; in picked rows a commit may rewrite the rest of the run.

export interface Cutting {
  readonly min: number
  readonly max: number
  readonly oneIn: number
  readonly weightMax: number
}

export interface Cuttings {
  readonly rows: Cutting
  readonly entries: Cutting
}

/** 256 + 768 expected: 1,024 rows a page. At 64 bytes a row a page is 64 kB. */
const rowCutting: Cutting = { min: 256, max: 4096, oneIn: 768, weightMax: 1 << 20 }

/** 32 + 96 expected: 128 pages a node, so a million rows are 8 nodes below the root. */
const entryCutting: Cutting = { min: 32, max: 512, oneIn: 96, weightMax: 1 << 20 }

export const defaultCuttings: Cuttings = { rows: rowCutting, entries: entryCutting }

const lastDigits = 8

/** Whether an item whose id or hash is this one ends its page, once the page is large enough. */
export const isBoundary = (hex: string, cutting: Cutting): boolean =>
  Number.parseInt(hex.slice(-lastDigits), 16) % cutting.oneIn === 0

/** Collects items and says when they are a page. Holds the items of the page that is not ended yet. */
export class Cutter<Item> {
  private readonly cutting: Cutting
  private readonly keyOf: (item: Item) => string
  private readonly weightOf: (item: Item) => number
  private pending: Item[] = []
  private weight = 0

  constructor(
    cutting: Cutting,
    {
      keyOf,
      weightOf,
    }: { readonly keyOf: (item: Item) => string; readonly weightOf: (item: Item) => number },
  ) {
    this.cutting = cutting
    this.keyOf = keyOf
    this.weightOf = weightOf
  }

  get isEmpty(): boolean {
    return this.pending.length === 0
  }

  /** Adds an item; answers the page that it ends, if it ends one. */
  push(item: Item): readonly Item[] | undefined {
    this.pending.push(item)
    this.weight += this.weightOf(item)
    const { min, max, weightMax } = this.cutting
    const full = this.pending.length >= max || this.weight >= weightMax
    if (!full && (this.pending.length < min || !isBoundary(this.keyOf(item), this.cutting))) return undefined
    return this.flush()
  }

  /** What is left, as the last page. */
  flush(): readonly Item[] {
    const page = this.pending
    this.pending = []
    this.weight = 0
    return page
  }
}
