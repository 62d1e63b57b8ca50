// Encodes pages and index nodes as compact JSON: any tool can read it, and JSON.parse is the fastest decoder here.
//
//   page  {"columns":["a","b"],"shapes":[[0,1]],"rows":[["<testcase id>","<dedup id>",0], …]}
//         a row is id, dedup id, index of its shape, then optional flags, tags and meta (0 for none)
//   node  {"level":1,"columns":["a","b"],"shapes":[[0,1]],"entries":[["<hash>",<rows>,0,<marks>], …]}
//
// A shape is a list of columns, by their number in `columns`; rows and entries mostly share one.
import { canonicalJson } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { blake2b20 } from '../hash.ts'
import { rowMetadata, type Row } from '../rows.ts'
import type { ListRoot, ListSummary, StoredPage } from './store.ts'
import { fingerprintsOf } from './fingerprints.ts'

export type Entry = ListRoot

/** A million rows have two levels of index nodes. */
export const levelsMax = 16

export type PageContent =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }

type EncodedMetadata = JsonObject | 0
type EncodedRow = readonly [string, string, number, EncodedMetadata?, EncodedMetadata?, EncodedMetadata?]
type EncodedEntry = readonly [string, number, number, number]

interface EncodedPage {
  readonly columns: readonly string[]
  readonly shapes: readonly (readonly number[])[]
  readonly rows?: readonly EncodedRow[]
  readonly level?: number
  readonly entries?: readonly EncodedEntry[]
}

/** Assigns numbers to columns and to distinct lists of columns (shapes), in first-seen order. */
class Shapes {
  readonly columns: string[] = []
  readonly shapes: number[][] = []
  private readonly numberOfColumn = new Map<string, number>()
  private readonly numberOfShape = new Map<string, number>()
  private lastColumns: readonly string[] | undefined
  private lastNumber = 0

  /** Rows of one import share the same array, so comparing references is enough for most rows. */
  numberOf(columns: readonly string[]): number {
    if (columns === this.lastColumns) return this.lastNumber
    const shape = columns.map((column) => this.columnNumber(column))
    const key = shape.join(' ')
    let number = this.numberOfShape.get(key)
    if (number === undefined) {
      number = this.shapes.push(shape) - 1
      this.numberOfShape.set(key, number)
    }
    this.lastColumns = columns
    this.lastNumber = number
    return number
  }

  private columnNumber(column: string): number {
    const existingNumber = this.numberOfColumn.get(column)
    if (existingNumber !== undefined) return existingNumber
    const number = this.columns.push(column) - 1
    this.numberOfColumn.set(column, number)
    return number
  }
}

/** The bits of `marks`. */
export const metadataMarks = { flags: 1, tags: 2, meta: 4 } as const

export const marksOf = ({ flags, tags, meta }: Row): number =>
  (flags === undefined ? 0 : metadataMarks.flags) |
  (tags === undefined ? 0 : metadataMarks.tags) |
  (meta === undefined ? 0 : metadataMarks.meta)

function encodeRow(row: Row, shape: number): EncodedRow {
  if (marksOf(row) === 0) return [row.testcaseId, row.dedupId, shape]
  return [row.testcaseId, row.dedupId, shape, row.flags ?? 0, row.tags ?? 0, row.meta ?? 0]
}

const pageAndEntry = (
  text: string,
  summary: ListSummary,
  level: number,
  hashInput: string = text,
): { page: StoredPage; entry: Entry } => {
  const hash = blake2b20(hashInput)
  return { page: { hash, text }, entry: { hash, level, ...summary } }
}

/** A page of rows, and its entry for the index. */
export function encodeRows(rows: readonly Row[]): { readonly page: StoredPage; readonly entry: Entry } {
  const shapes = new Shapes()
  let marks = 0
  const encodedRows = rows.map((row) => {
    marks |= marksOf(row)
    return encodeRow(row, shapes.numberOf(row.columns))
  })
  const text = JSON.stringify({ columns: shapes.columns, shapes: shapes.shapes, rows: encodedRows })
  // Equal row metadata gives equal pages, in any key order.
  const hashInput =
    marks === 0
      ? text
      : canonicalJson({ columns: shapes.columns, shapes: shapes.shapes, rows: encodedRows as Json })
  const { page, entry } = pageAndEntry(
    text,
    { rows: rows.length, columns: shapes.columns, marks },
    0,
    hashInput,
  )
  return { page: { ...page, fingerprints: fingerprintsOf(rows) }, entry }
}

/** An index node over entries of one level, and its entry for the level above. */
export function encodeEntries(entries: readonly Entry[]): {
  readonly page: StoredPage
  readonly entry: Entry
} {
  const shapes = new Shapes()
  let marks = 0
  let rows = 0
  const encodedEntries = entries.map((entry): EncodedEntry => {
    marks |= entry.marks
    rows += entry.rows
    return [entry.hash, entry.rows, shapes.numberOf(entry.columns), entry.marks]
  })
  const level = (entries[0]?.level ?? 0) + 1
  const text = JSON.stringify({
    level,
    columns: shapes.columns,
    shapes: shapes.shapes,
    entries: encodedEntries,
  })
  return pageAndEntry(text, { rows, columns: shapes.columns, marks }, level)
}

const readMetadata = ([, , , flags, tags, meta]: EncodedRow) =>
  rowMetadata({ ...(flags ? { flags } : {}), ...(tags ? { tags } : {}), ...(meta ? { meta } : {}) })

/** Decodes the text of encodeRows or encodeEntries. */
export function decodePage(text: string): PageContent {
  const page: EncodedPage = JSON.parse(text)
  const shapes = page.shapes.map((shape) => shape.map((number) => page.columns[number] ?? ''))
  const noColumns: readonly string[] = []
  if (page.rows !== undefined) {
    const rows = page.rows.map((row): Row => {
      const basicRow = { testcaseId: row[0], dedupId: row[1], columns: shapes[row[2]] ?? noColumns }
      return row.length === 3 ? basicRow : { ...basicRow, ...readMetadata(row) }
    })
    return { kind: 'rows', rows }
  }
  const level = (page.level ?? 1) - 1
  const entries = (page.entries ?? []).map(([hash, rows, shape, marks]): Entry => {
    return { hash, level, rows, columns: shapes[shape] ?? noColumns, marks }
  })
  return { kind: 'entries', entries }
}

/** The weight of a row in its page beyond the ids: its metadata, and its columns when there are many. */
export function rowWeight(row: Row): number {
  const metadata = marksOf(row) === 0 ? 0 : JSON.stringify([row.flags, row.tags, row.meta]).length
  return metadata + row.columns.length
}

/** The weight of an entry in its node. */
export const entryWeight = (entry: Entry): number => entry.columns.length
