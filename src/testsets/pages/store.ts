// Pages: how a list of a million rows is kept so that ten changed rows write ten pages.
//
// The rows of a list are cut into pages of about a thousand at boundaries that the rows' own ids decide
// (boundaries.ts); the pages are listed by index nodes that are cut the same way, up to one root. A page and a node
// are immutable text under the hash of that text, so equal stretches of two lists are the same pages, whoever wrote
// them and in however many steps. Start with format.ts, then build.ts, read.ts, edit.ts; shared.ts is what diff and
// merge stand on, row-index.ts finds rows by id.

import type { Cuttings } from './boundaries.ts'

/** A page or an index node, ready to be stored. */
export interface StoredPage {
  /** 40 hex digits over the text. */
  readonly hash: string
  readonly text: string
  /**
   * Pages of rows only: the sorted prints of their testcase ids and dedup ids (prints.ts), 8 bytes a row. Stored
   * beside the text so that rows are found by id without reading the pages that cannot hold them.
   */
  readonly prints?: Uint8Array
}

/**
 * Keeps pages by hash, within one project. Nothing is ever changed or removed while a revision may name it.
 */
export interface PageStore {
  /** How the lists of this store are cut; the same for its lifetime. Absent: pages of a thousand rows. */
  readonly cuttings?: Cuttings
  /** The texts of these pages. All were put before; one that is missing is left out, and the caller fails. */
  get(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The prints of these pages of rows. */
  getPrints(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Safe to repeat: a hash that is there already is left as it is. */
  put(pages: readonly StoredPage[]): Promise<void>
}

/** What is known of a list without reading its rows: kept in every index entry, and for the root on the revision. */
export interface ListSummary {
  readonly rows: number
  /** In first-seen order over the rows. */
  readonly columns: readonly string[]
  /** Which kinds of row metadata occur: 1 flags, 2 tags, 4 meta. */
  readonly marks: number
}

/** A list of rows: the hash of its root and the level of that root (0: a page of rows). */
export interface ListRoot extends ListSummary {
  readonly hash: string
  readonly level: number
}
