// The stores of one write to a testset, over the relational store. Testcases and pages are collected here: a small
// commit writes all of them in the transaction of its revision; a large one is written in batches before it, which
// nobody sees until that transaction names them.
import type { Clock } from '../clock.ts'
import type { JsonObject } from '../json/value.ts'
import type {
  PageRecord,
  RelationalReads,
  RelationalTx,
  TestcaseCopy,
  TestsetStaging,
} from '../storage/contract.ts'
import { Outdated, type CommitContext } from '../versioning/payload.ts'
import type { PageStore, StoredPage } from './pages/store.ts'
import { metadataEqual, rowMetadata, type Testcase } from './rows.ts'
import { columnsOf } from './settle.ts'
import type { TestcaseStore, TestcaseWrite } from './write.ts'

/**
 * One batch. Ids are hashes, so every batch touches most pages of their index: batches of 16,000 in the order of ids
 * took 4.6 to 6.0 s of processor time for 200,000 rows where 4,000 in the order of arrival took 7.2 to 11.4.
 */
const batchTestcasesMax = 16_000
const batchCharactersMax = 16 * 1024 * 1024
/** A dropped write is removed so many rows at a time. */
const dropRowsMax = 10_000

export interface StagingSource extends Pick<CommitContext, 'reads' | 'stage'> {
  readonly projectId: string
  readonly testsetId: string
  readonly actorId: string
  readonly clock: Clock
}

interface Pending {
  readonly copy: TestcaseCopy
  readonly columns: readonly string[]
}

const parsed = (text: string): JsonObject => JSON.parse(text) as JsonObject

/** Reads pages of a project. */
export function pageReads(reads: RelationalReads, projectId: string): Pick<PageStore, 'get' | 'getPrints'> {
  return {
    get: async (hashes) =>
      new Map((await reads.pageTexts(projectId, hashes)).map(({ hash, text }) => [hash, text])),
    getPrints: async (hashes) =>
      new Map((await reads.pagePrints(projectId, hashes)).map(({ hash, prints }) => [hash, prints])),
  }
}

/** Testcases by id, of one testset or of any of the project. */
export async function loadTestcases(
  source: { readonly reads: RelationalReads; readonly projectId: string; readonly testsetId?: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Testcase>> {
  const { reads, projectId, testsetId } = source
  const found = await reads.testcases(projectId, ids, { testsetId })
  return new Map(found.map(({ id, dataText }) => [id, { id, data: parsed(dataText) }]))
}

export class Staging implements TestcaseStore, PageStore {
  private readonly source: StagingSource
  private readonly stored: Pick<PageStore, 'get' | 'getPrints'>
  private readonly testcases = new Map<string, Pending>()
  private readonly pages = new Map<string, StoredPage>()
  private characters = 0
  private writeNo: number | undefined

  constructor(source: StagingSource) {
    this.source = source
    this.stored = pageReads(source.reads, source.projectId)
  }

  load(ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>> {
    return loadTestcases(this.source, ids)
  }

  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { reads, projectId, testsetId } = this.source
    return new Set((await reads.testcases(projectId, ids, { testsetId })).map(({ id }) => id))
  }

  async save(testcases: readonly TestcaseWrite[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { reads, projectId, testsetId } = this.source
    const columns = new Map<string, readonly string[]>()
    const unseen = testcases.filter(({ id }) => !this.testcases.has(id)).map(({ id }) => id)
    const found = await reads.testcases(projectId, unseen, { testsetId, writeNo: this.writeNo })
    const stored = new Map(found.map((record) => [record.id, record]))
    for (const testcase of testcases) {
      const { id, flags, tags, meta } = testcase
      const pending = this.testcases.get(id)
      const record = stored.get(id)
      if (pending !== undefined) {
        columns.set(id, pending.columns)
        this.testcases.set(id, { ...pending, copy: { ...pending.copy, flags, tags, meta } })
      } else if (record === undefined) {
        const dataText = JSON.stringify(testcase.data)
        this.characters += dataText.length
        this.testcases.set(id, {
          copy: { id, dataText, flags, tags, meta },
          columns: columnsOf(testcase.data),
        })
      } else {
        const own = columnsOf(parsed(record.dataText))
        columns.set(id, own)
        if (!metadataEqual(rowMetadata(present(record)), rowMetadata(testcase))) {
          this.testcases.set(id, { copy: { id, dataText: undefined, flags, tags, meta }, columns: own })
        }
      }
    }
    await this.flushIfFull()
    return columns
  }

  async get(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>()
    const stored = hashes.filter((hash) => {
      const page = this.pages.get(hash)
      if (page !== undefined) texts.set(hash, page.text)
      return page === undefined
    })
    if (stored.length > 0) for (const [hash, text] of await this.stored.get(stored)) texts.set(hash, text)
    return texts
  }

  getPrints(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.stored.getPrints(hashes)
  }

  async put(pages: readonly StoredPage[]): Promise<void> {
    for (const page of pages) {
      if (this.pages.has(page.hash)) continue
      this.pages.set(page.hash, page)
      this.characters += page.text.length
    }
    await this.flushIfFull()
  }

  /** In the transaction of the revision: what is left is written, and all of it becomes visible. */
  async store(tx: RelationalTx): Promise<void> {
    const no = await this.write(tx)
    if (no !== undefined && !(await tx.commitTestcaseWrite(no))) throw new Outdated()
  }

  /** Removes what was written ahead. Pages stay: they are found again by whoever makes the same list. */
  async discard(): Promise<void> {
    const no = this.writeNo
    if (no === undefined) return
    this.writeNo = undefined
    while (!(await this.source.stage((tx) => tx.dropTestcaseWrite(no, dropRowsMax)))) continue
  }

  private async flushIfFull(): Promise<void> {
    if (this.testcases.size < batchTestcasesMax && this.characters < batchCharactersMax) return
    this.writeNo = await this.source.stage((tx) => this.write(tx))
    this.testcases.clear()
    this.pages.clear()
    this.characters = 0
  }

  /** The number of the write, if there are testcases. Changes nothing here: a transaction may run twice. */
  private async write(tx: TestsetStaging): Promise<number | undefined> {
    const { projectId, testsetId, actorId, clock } = this.source
    let no = this.writeNo
    if (this.testcases.size > 0) {
      no ??= await tx.openTestcaseWrite(projectId, { testsetId, at: clock.now(), by: actorId })
      await tx.insertTestcases(
        no,
        Array.from(this.testcases.values(), ({ copy }) => copy).sort((a, b) => (a.id < b.id ? -1 : 1)),
      )
    }
    await tx.insertPages(projectId, Array.from(this.pages.values(), pageRecord))
    return no
  }
}

const pageRecord = ({ hash, text, prints }: StoredPage): PageRecord => ({ hash, text, prints })

/** zod and the store give undefined members where our types have absent ones. */
const present = (record: { [name in 'flags' | 'tags' | 'meta']: JsonObject | undefined }) => ({
  ...(record.flags === undefined ? {} : { flags: record.flags }),
  ...(record.tags === undefined ? {} : { tags: record.tags }),
  ...(record.meta === undefined ? {} : { meta: record.meta }),
})
