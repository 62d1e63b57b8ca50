// Testcases and the pages of lists. Both are immutable and content-addressed, so they are written in batches
// before the revision that names them: until its transaction they are invisible, and a crash in between
// leaves nothing visible.
import type { JsonObject } from '../../kernel/json/value.ts'

export interface TestcaseRecord {
  /** Testcases that were created later have greater numbers. */
  readonly number: number
  readonly id: string
  readonly testsetId: string
  /** JSON text of the data, as first stored. */
  readonly dataText: string
  /** Row metadata of the latest write. */
  readonly flags: JsonObject | undefined
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
  /** The time of the first write of this id. */
  readonly createdAt: string
  readonly createdById: string
}

/** The stored form of one testcase of a write. */
export interface TestcaseCopy {
  /** Counted by the writer, from 0 in each write. Later copies of a testcase have higher positions. */
  readonly place: number
  readonly id: string
  /** Undefined: the testcase exists already, and only its row metadata is new. */
  readonly dataText: string | undefined
  readonly flags: JsonObject | undefined
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
}

/** The keys that find a testcase of a write. */
export interface TestcaseEntry {
  /** The first eight digits of the id. */
  readonly idStart: string
  readonly place: number
}

/**
 * The first 32 bits of a hash: few ids share them, and their index is a third of the size of an index of full
 * ids.
 */
export const idStartOf = (id: string): string => id.slice(0, 8)

export interface PageRecord {
  readonly hash: string
  readonly text: string
  readonly fingerprints: Uint8Array | undefined
}

/** A page of the testcases of a testset in order of creation. */
export interface HistoryWindow {
  readonly order: 'ascending' | 'descending'
  /** The number of the last testcase of the page before. */
  readonly after?: number | undefined
  readonly offset: number
  readonly limit: number | undefined
}

export interface TestsetReads {
  /** Whether a committed write added anything to the testset. */
  hasTestcases(testsetId: string): Promise<boolean>
  /**
   * Those of these ids that a committed write added, in any order; unknown ids are omitted. `testsetId`
   * restricts to one testset; `writeNo` also includes the part of that write that is indexed so far.
   */
  testcases(
    projectId: string,
    ids: readonly string[],
    options?: { readonly testsetId?: string | undefined; readonly writeNo?: number | undefined },
  ): Promise<readonly TestcaseRecord[]>
  /** The testcases of a write at these positions, committed or not, indexed or not, in order of position. */
  testcasesAt(writeNo: number, places: readonly number[]): Promise<readonly TestcaseCopy[]>
  /** Every testcase that a committed write added to the testset, once, in order of creation. */
  testcaseHistory(
    projectId: string,
    testsetId: string,
    window: HistoryWindow,
  ): Promise<readonly TestcaseRecord[]>
  /** The texts of these pages, in any order; missing ones are omitted. */
  pageTexts(
    projectId: string,
    hashes: readonly string[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]>
  /** Revisions of testsets of all projects, in the order of their ids after the given one. */
  testsetRevisions(
    after: string,
    limit: number,
  ): Promise<
    readonly { readonly id: string; readonly projectId: string; readonly dataText: string | undefined }[]
  >
  /** The pages of all projects with their length in characters, in the order of their keys after the given one. */
  pageSizes(
    after: { readonly projectId: string; readonly hash: string },
    limit: number,
  ): Promise<readonly { readonly projectId: string; readonly hash: string; readonly bytes: number }[]>
  /** The fingerprints of those of these pages that have any. */
  pageFingerprints(
    projectId: string,
    hashes: readonly string[],
  ): Promise<readonly { readonly hash: string; readonly fingerprints: Uint8Array }[]>
}

/** Writes that stay invisible until the revision that names them exists. */
export interface TestsetStaging {
  /** Opens a write of testcases into one testset; its number orders the writes of the store. */
  openTestcaseWrite(
    projectId: string,
    write: { readonly testsetId: string; readonly at: string; readonly by: string },
  ): Promise<number>
  /** A position is used once, below 2^24. A testcase is found by its id only after it is indexed. */
  insertTestcases(writeNo: number, copies: readonly TestcaseCopy[]): Promise<void>
  /** Indexes inserted testcases, each once; best in large batches ordered by id. */
  indexTestcases(writeNo: number, entries: readonly TestcaseEntry[]): Promise<void>
  /** Called after a large write. Refreshes the planner statistics at once, instead of a minute later. */
  refreshTestcaseStatistics(): Promise<void>
  /** Idempotent: an existing hash stays unchanged. */
  insertPages(projectId: string, pages: readonly PageRecord[]): Promise<void>
  /** Deletes at most `rowsMax` testcases of an uncommitted write; true when none remain. */
  dropTestcaseWrite(writeNo: number, rowsMax: number): Promise<boolean>
  /** Writes opened before this time and never committed. */
  abandonedTestcaseWrites(openedBefore: string): Promise<readonly number[]>
}

export interface TestsetWrites extends TestsetStaging {
  /** The write becomes visible at the end of this transaction. False: the write was dropped concurrently. */
  commitTestcaseWrite(writeNo: number): Promise<boolean>
}
