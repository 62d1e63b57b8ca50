// Pages: the storage format of a list. In a list of a million rows, ten changed rows write about ten pages.
//
// The rows of a list are split into pages of about a thousand rows at content-defined boundaries (boundaries.ts). Index
// nodes list the pages and are split the same way, up to one root. Pages and nodes are immutable texts, addressed by
// their hash, so lists share equal pages, however they were written. Start with format.ts, then
// build.ts, read.ts, edit.ts. diff/ and merge/ build on shared.ts; row-index.ts finds rows by id.

import type { ChunkSizes } from './boundaries.ts'

/** A page or an index node, ready to be stored. */
export interface StoredPage {
  /** 40 hex digits over the text, or over its canonical JSON if rows have metadata. */
  readonly hash: string
  readonly text: string
  /**
   * Pages of rows only: the sorted fingerprints of their testcase ids and dedup ids (fingerprints.ts), 8 bytes a row.
   * They are stored next to the text, so that a lookup by id reads only pages that may have the row.
   */
  readonly fingerprints?: Uint8Array
}

/**
 * Stores pages by hash, within one project. A page never changes, and stays while a revision may refer to it.
 */
export interface PageStore {
  /** The page sizes of this store; the same for its lifetime. Absent: pages of about a thousand rows. */
  readonly chunkSizes?: ChunkSizes
  /** The texts of these pages. A missing page is left out, and the caller fails. */
  get(hashes: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The fingerprints of these pages of rows. */
  getFingerprints(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** Idempotent: an existing hash stays unchanged. */
  put(pages: readonly StoredPage[]): Promise<void>
}

/** Properties of a list that need no rows. Every index entry has them; the revision has those of the root. */
export interface ListSummary {
  readonly rows: number
  /** In first-seen order over the rows. */
  readonly columns: readonly string[]
  /** A bit mask of the row metadata that occurs: 1 flags, 2 tags, 4 meta (metadataMarks in format.ts). */
  readonly marks: number
}

/** A list of rows: the hash of its root and the level of that root (0: a page of rows). */
export interface ListRoot extends ListSummary {
  readonly hash: string
  readonly level: number
}
