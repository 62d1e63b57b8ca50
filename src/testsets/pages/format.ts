// The text of pages and index nodes. Compact JSON: readable with any tool, and JSON.parse is the fastest reader here.
//
//   page  {"columns":["a","b"],"shapes":[[0,1]],"rows":[["<testcase id>","<dedup id>",0], …]}
//         a row is id, dedup id, number of its shape, and if it has any its flags, tags, meta (0 for none)
//   node  {"level":1,"columns":["a","b"],"shapes":[[0,1]],"entries":[["<hash>",<rows>,0,<marks>], …]}
//
// A shape is a list of columns, by their number in `columns`; rows and entries mostly share one.
import { canonicalJson } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { blake2b20 } from '../hash.ts'
import { rowMetadata, type Row } from '../rows.ts'
import type { ListRoot, ListSummary, StoredPage } from './store.ts'
import { printsOf } from './prints.ts'

export type Entry = ListRoot

export type PageContent =
  | { readonly kind: 'rows'; readonly rows: readonly Row[] }
  | { readonly kind: 'entries'; readonly entries: readonly Entry[] }

type WrittenMetadata = JsonObject | 0
type WrittenRow = readonly [string, string, number, WrittenMetadata?, WrittenMetadata?, WrittenMetadata?]
type WrittenEntry = readonly [string, number, number, number]

interface WrittenPage {
  readonly columns: readonly string[]
  readonly shapes: readonly (readonly number[])[]
  readonly rows?: readonly WrittenRow[]
  readonly level?: number
  readonly entries?: readonly WrittenEntry[]
}

/** Numbers column lists in first-seen order: the columns become a dictionary, each distinct list a shape. */
class Shapes {
  readonly columns: string[] = []
  readonly shapes: number[][] = []
  private readonly numberOfColumn = new Map<string, number>()
  private readonly numberOfShape = new Map<string, number>()
  private last: readonly string[] | undefined
  private lastNumber = 0

  /** Rows of one import share the very list, which is then recognised without looking at it. */
  numberOf(columns: readonly string[]): number {
    if (columns === this.last) return this.lastNumber
    const shape = columns.map((column) => this.columnNumber(column))
    const key = shape.join(' ')
    let number = this.numberOfShape.get(key)
    if (number === undefined) {
      number = this.shapes.push(shape) - 1
      this.numberOfShape.set(key, number)
    }
    this.last = columns
    this.lastNumber = number
    return number
  }

  private columnNumber(column: string): number {
    const known = this.numberOfColumn.get(column)
    if (known !== undefined) return known
    const number = this.columns.push(column) - 1
    this.numberOfColumn.set(column, number)
    return number
  }
}

const marksOf = (row: Row): number =>
  (row.flags === undefined ? 0 : 1) | (row.tags === undefined ? 0 : 2) | (row.meta === undefined ? 0 : 4)

function writtenRow(row: Row, shape: number): WrittenRow {
  if (marksOf(row) === 0) return [row.testcaseId, row.dedupId, shape]
  return [row.testcaseId, row.dedupId, shape, row.flags ?? 0, row.tags ?? 0, row.meta ?? 0]
}

const named = (
  text: string,
  summary: ListSummary,
  level: number,
  hashed: string = text,
): { page: StoredPage; entry: Entry } => {
  const hash = blake2b20(hashed)
  return { page: { hash, text }, entry: { hash, level, ...summary } }
}

/** A page of rows, and the entry that stands for it in an index. */
export function encodeRows(rows: readonly Row[]): { readonly page: StoredPage; readonly entry: Entry } {
  const shapes = new Shapes()
  let marks = 0
  const written = rows.map((row) => {
    marks |= marksOf(row)
    return writtenRow(row, shapes.numberOf(row.columns))
  })
  const text = JSON.stringify({ columns: shapes.columns, shapes: shapes.shapes, rows: written })
  // Row metadata is equal in whatever key order it was sent, and then so is the page.
  const hashed =
    marks === 0
      ? text
      : canonicalJson({ columns: shapes.columns, shapes: shapes.shapes, rows: written as Json })
  const { page, entry } = named(text, { rows: rows.length, columns: shapes.columns, marks }, 0, hashed)
  return { page: { ...page, prints: printsOf(rows) }, entry }
}

/** An index node over entries of one level, and the entry that stands for it one level up. */
export function encodeEntries(entries: readonly Entry[]): {
  readonly page: StoredPage
  readonly entry: Entry
} {
  const shapes = new Shapes()
  let marks = 0
  let rows = 0
  const written = entries.map((entry): WrittenEntry => {
    marks |= entry.marks
    rows += entry.rows
    return [entry.hash, entry.rows, shapes.numberOf(entry.columns), entry.marks]
  })
  const level = (entries[0]?.level ?? 0) + 1
  const text = JSON.stringify({ level, columns: shapes.columns, shapes: shapes.shapes, entries: written })
  return named(text, { rows, columns: shapes.columns, marks }, level)
}

const readMetadata = ([, , , flags, tags, meta]: WrittenRow) =>
  rowMetadata({ ...(flags ? { flags } : {}), ...(tags ? { tags } : {}), ...(meta ? { meta } : {}) })

/** Reads what encodeRows or encodeEntries wrote. */
export function decodePage(text: string): PageContent {
  const written = JSON.parse(text) as WrittenPage
  const shapes = written.shapes.map((shape) => shape.map((number) => written.columns[number] ?? ''))
  const none: readonly string[] = []
  if (written.rows !== undefined) {
    const rows = written.rows.map((row): Row => {
      const plain = { testcaseId: row[0], dedupId: row[1], columns: shapes[row[2]] ?? none }
      return row.length === 3 ? plain : { ...plain, ...readMetadata(row) }
    })
    return { kind: 'rows', rows }
  }
  const level = (written.level ?? 1) - 1
  const entries = (written.entries ?? []).map(([hash, rows, shape, marks]): Entry => {
    return { hash, level, rows, columns: shapes[shape] ?? none, marks }
  })
  return { kind: 'entries', entries }
}

/** How much a row adds to its page beyond the ids: its metadata, and its columns when they are many. */
export function rowWeight(row: Row): number {
  const metadata = marksOf(row) === 0 ? 0 : JSON.stringify([row.flags, row.tags, row.meta]).length
  return metadata + row.columns.length
}

/** How much an entry adds to its node. */
export const entryWeight = (entry: Entry): number => entry.columns.length
