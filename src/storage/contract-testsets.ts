// Testcases and the pages of lists. Both are immutable and named by their content, so they are written in batches
// before the revision that names them: until its transaction nothing shows them, and a crash in between leaves
// nothing that anybody can see.
import type { JsonObject } from '../json/value.ts'

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
  readonly id: string
  /** Undefined: the testcase is there already, and only its row metadata is new. */
  readonly dataText: string | undefined
  readonly flags: JsonObject | undefined
  readonly tags: JsonObject | undefined
  readonly meta: JsonObject | undefined
}

export interface PageRecord {
  readonly hash: string
  readonly text: string
  readonly prints: Uint8Array | undefined
}

export interface TestsetReads {
  /**
   * Those of these ids that a committed write brought, in any order; unknown ids are left out. `testsetId` narrows to
   * one testset; `writeNo` also sees what that write has brought so far.
   */
  testcases(
    projectId: string,
    ids: readonly string[],
    options?: { readonly testsetId?: string | undefined; readonly writeNo?: number | undefined },
  ): Promise<readonly TestcaseRecord[]>
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
  /** Safe to repeat: within one write the data of an id stays as first stored, its row metadata becomes the newest. */
  insertTestcases(writeNo: number, copies: readonly TestcaseCopy[]): Promise<void>
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
