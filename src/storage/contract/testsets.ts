// Testcases and the pages of lists. Both are immutable and named by their content, so they are written in batches
// before the revision that names them: until its transaction nothing shows them, and a crash in between leaves
// nothing that anybody can see.
import type { JsonObject } from '../../kernel/json/value.ts'

export interface TestcaseRecord {
  readonly id: string
  readonly testsetId: string
  /** JSON text of the data, as first stored. */
  readonly dataText: string
  /** Row metadata of the latest write. */
  readonly flags: JsonObject | undefined
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
  /** Of the first write of this id. */
  readonly createdAt: string
  readonly createdById: string
}

/** What a write keeps of one testcase. */
export interface TestcaseCopy {
  /** Counted by the writer, from 0 in each write. Later copies of a testcase have higher places. */
  readonly place: number
  readonly id: string
  /** Undefined: the testcase is there already, and only its row metadata is new. */
  readonly dataText: string | undefined
  readonly flags: JsonObject | undefined
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
}

/** By these a testcase of a write is found. */
export interface TestcaseEntry {
  /** The first eight digits of the id. */
  readonly idStart: string
  readonly place: number
}

/** The first 32 bits of a hash: few ids share them, so that an index of them is a third of one of whole ids. */
export const idStartOf = (id: string): string => id.slice(0, 8)

export interface PageRecord {
  readonly hash: string
  readonly text: string
  readonly prints: Uint8Array | undefined
}

export interface TestsetReads {
  /** Whether a committed write brought the testset anything. */
  hasTestcases(testsetId: string): Promise<boolean>
  /**
   * Those of these ids that a committed write brought, in any order; unknown ids are left out. `testsetId` narrows to
   * one testset; `writeNo` also sees what of that write is in the index so far.
   */
  testcases(
    projectId: string,
    ids: readonly string[],
    options?: { readonly testsetId?: string | undefined; readonly writeNo?: number | undefined },
  ): Promise<readonly TestcaseRecord[]>
  /** What a write has at these places, committed or not, in the index or not, in order of place. */
  testcasesAt(writeNo: number, places: readonly number[]): Promise<readonly TestcaseCopy[]>
  /** Every testcase that a committed write brought to the testset, once, in order of creation. */
  testcaseHistory(
    projectId: string,
    testsetId: string,
    window: {
      readonly order: 'ascending' | 'descending'
      readonly offset: number
      readonly limit: number | undefined
    },
  ): Promise<readonly TestcaseRecord[]>
  /** The texts of these pages, in any order; one that is missing is left out. */
  pageTexts(
    projectId: string,
    hashes: readonly string[],
  ): Promise<readonly { readonly hash: string; readonly text: string }[]>
  /** The prints of those of these pages that have some. */
  pagePrints(
    projectId: string,
    hashes: readonly string[],
  ): Promise<readonly { readonly hash: string; readonly prints: Uint8Array }[]>
}

/** Writes that nothing shows before the revision that names them is there. */
export interface TestsetStaging {
  /** Opens a write of testcases into one testset; its number orders the writes of the store. */
  openTestcaseWrite(
    projectId: string,
    write: { readonly testsetId: string; readonly at: string; readonly by: string },
  ): Promise<number>
  /** A place is taken once, below 2^24. Nothing is found by its id before it is in the index. */
  insertTestcases(writeNo: number, copies: readonly TestcaseCopy[]): Promise<void>
  /** Puts inserted testcases into the index, each once; best very many in order of their ids. */
  indexTestcases(writeNo: number, entries: readonly TestcaseEntry[]): Promise<void>
  /** After a large write: a store that plans its lookups by estimates makes new ones, in place of a minute later. */
  surveyTestcases(): Promise<void>
  /** Safe to repeat: a hash that is there is left as it is. */
  insertPages(projectId: string, pages: readonly PageRecord[]): Promise<void>
  /** Removes at most `rowsMax` testcases of a write that was not committed; true when none are left. */
  dropTestcaseWrite(writeNo: number, rowsMax: number): Promise<boolean>
  /** Writes opened before this time and never committed. */
  abandonedTestcaseWrites(openedBefore: string): Promise<readonly number[]>
}

export interface TestsetWrites extends TestsetStaging {
  /** From the end of this transaction on what the write brought is visible. False: the write was dropped meanwhile. */
  commitTestcaseWrite(writeNo: number): Promise<boolean>
}
