// The interface for `assay move`: copies all rows of a store without interpreting them.

export type CellKind = 'text' | 'integer' | 'real' | 'bytes'
export type Cell = string | number | Uint8Array | null
/** Values in the order of the columns of the table. */
export type TableRow = readonly Cell[]

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly kind: CellKind }[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
}

/** Keys above the first and up to the second; absent: no bound. */
export interface KeyRange {
  readonly after?: TableRow | undefined
  readonly upTo?: TableRow | undefined
}

export interface SizedKey {
  readonly key: TableRow
  readonly bytes: number
}

/**
 * All tables of a relational store, row by row in the order of their keys, which is the same on every backend. Reads
 * see one snapshot while `read` works.
 */
export interface RecordTables {
  /** All tables of the schema except that of the migrations; a table comes after those that it references. */
  readonly tables: readonly TableShape[]
  /** The number of migrations of this program. */
  readonly schemaVersion: number
  /** The number of applied migrations; 0: no tables. */
  schema(): Promise<number>
  /** Whether no other process uses the store. SQLite: then none can open it until `close`. */
  isAlone(): Promise<boolean>
  /** Whether no other move writes here, until `close`. A statement of a killed process may still run on a server. */
  lock(): Promise<boolean>
  /** Runs `work` on a snapshot of the store. */
  read<T>(work: () => Promise<T>): Promise<T>
  count(table: TableShape): Promise<number>
  /** The next keys, with the bytes of texts and blobs of their rows. */
  keys(table: TableShape, page: KeyRange & { readonly limit: number }): Promise<readonly SizedKey[]>
  rows(table: TableShape, range: KeyRange): Promise<readonly TableRow[]>
  /** Inserts or replaces rows in one transaction. */
  put(table: TableShape, rows: readonly TableRow[]): Promise<void>
  remove(table: TableShape, keys: readonly TableRow[]): Promise<void>
  setting(name: string): Promise<string | undefined>
  /** Durable when it resolves, with everything before it. */
  setSetting(name: string, value: string): Promise<void>
  /** Must be called once after all rows have been copied. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** A row has the unique key of another row. */
export class UniqueConflict extends Error {
  override readonly name = 'UniqueConflict'
}

/** Sums over the live spans of a day or a minute. */
export interface SpanSum {
  /** `2026-11-18` or `2026-11-18 09:30`. */
  readonly slot: string
  readonly spans: number
  /** The number of rows, including former versions and tombstones. */
  readonly rows: number
  /** A hash over the content of all live spans, independent of their order. */
  readonly hash: string
}

/** A part of the rows from one minute to another, both included. */
export interface SpanChunk {
  readonly from: string
  readonly to: string
  readonly share: { readonly index: number; readonly of: number }
}

/** All rows of a span store, with former versions and tombstones, in files. */
export interface SpanTransfer {
  /** Sums per day, or per minute of one day, in the order of time. */
  sums(day?: string): Promise<readonly SpanSum[]>
  /** Writes rows to a new file. */
  exportRows(chunk: SpanChunk, path: string): Promise<void>
  /**
   * Durable when it resolves. Idempotent: rows have versions. Columns of files from another version of the program: see
   * `FrozenSpans`.
   */
  importRows(path: string, columns?: string): Promise<void>
  /** Removes the rows of a day physically, so that they can be imported again. */
  eraseDay(day: string): Promise<void>
  /** A snapshot of the rows. One caller at a time. */
  freeze(): Promise<FrozenSpans>
  /** For a copy of a store that is only read. */
  stopMerges(): Promise<void>
}

/** A snapshot of the rows of a span store; it uses disk space until `release`. */
export interface FrozenSpans extends Pick<SpanTransfer, 'sums' | 'exportRows'> {
  /** In the order of the bytes of files. */
  readonly columns: string
  readonly release: () => Promise<void>
}

/** A span store as it is before anything is created in it. */
export interface TraceStorePeek {
  readonly isEmpty: boolean
  /** See `SpanStore.identify`. */
  readonly ids: readonly string[]
}
