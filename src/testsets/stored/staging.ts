// Implements PageStore and TestcaseStore over the relational store, for one write to a testset. Testcases and pages are
// buffered here. A small commit writes them in the transaction of its revision. A large commit writes them in batches
// before; they are invisible until that transaction commits.
import { noUsage, refuseAboveLimits, utcDay, type UsageLimits } from '../../access/usage.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { createPauses } from '../../kernel/time-slices.ts'
import type {
  PageRecord,
  RelationalReads,
  RelationalTx,
  TestcaseCopy,
  TestcaseRecord,
  TestsetStaging,
} from '../../storage/contract/contract.ts'
import { OutdatedPayload, type CommitContext } from '../../versioning/payload.ts'
import { FingerprintCache } from '../pages/fingerprint-cache.ts'
import type { PageStore, StoredPage } from '../pages/store.ts'
import { metadataEqual, rowMetadata, type Testcase } from '../rows.ts'
import { columnsOf } from '../assign-ids.ts'
import { UnindexedIds } from './unindexed-ids.ts'
import type { TestcaseStore, TestcaseWrite } from '../write.ts'

export interface StagingSizes {
  /** Testcases and characters of one batch. */
  readonly testcases: number
  readonly characters: number
  /** The number of testcases that are indexed together: 12 MB of memory. */
  readonly indexBatch: number
  /** Index entries per transaction. */
  readonly indexEntries: number
}

/** Larger batches are not faster, and block the single writer of SQLite longer. */
const defaultSizes: StagingSizes = {
  testcases: 4000,
  characters: 16 * 1024 * 1024,
  indexBatch: 1_000_000,
  indexEntries: 10_000,
}
/** Rows per transaction when a discarded write is deleted. */
const dropRowsMax = 10_000

export interface StagingSource extends Pick<CommitContext, 'reads' | 'stage'> {
  readonly projectId: string
  readonly testsetId: string
  readonly actorId: string
  readonly clock: Clock
  readonly usageLimits?: Pick<UsageLimits, 'testcases'>
}

interface PendingTestcase {
  readonly copy: TestcaseCopy
  readonly columns: readonly string[]
}

/** The stored content of a testcase. */
type StoredContent = Pick<TestcaseRecord, 'dataText' | 'flags' | 'tags' | 'meta'>

const parseObject = (text: string): JsonObject => JSON.parse(text)

/** 16 MB hold the fingerprints of two million rows. */
const fingerprintCache = new FingerprintCache(16 * 1024 * 1024)

/** Reads pages of a project. */
export function pageReads(
  reads: RelationalReads,
  projectId: string,
): Pick<PageStore, 'get' | 'getFingerprints'> {
  return {
    get: async (hashes) =>
      new Map((await reads.pageTexts(projectId, hashes)).map(({ hash, text }) => [hash, text])),
    getFingerprints: (hashes) =>
      fingerprintCache.get(projectId, {
        hashes,
        read: async (missingKeys) =>
          new Map(
            (await reads.pageFingerprints(projectId, missingKeys)).map(({ hash, fingerprints }) => [
              hash,
              fingerprints,
            ]),
          ),
      }),
  }
}

/** Testcases by id, of one testset or of any of the project. */
export async function loadTestcases(
  source: { readonly reads: RelationalReads; readonly projectId: string; readonly testsetId?: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Testcase>> {
  const { reads, projectId, testsetId } = source
  const records = await reads.testcases(projectId, ids, { testsetId })
  return new Map(records.map(({ id, dataText }) => [id, { id, data: parseObject(dataText) }]))
}

export class Staging implements TestcaseStore, PageStore {
  private readonly source: StagingSource
  private readonly sizes: StagingSizes
  private readonly storedPages: Pick<PageStore, 'get' | 'getFingerprints'>
  private readonly testcases = new Map<string, PendingTestcase>()
  private readonly pages = new Map<string, StoredPage>()
  private readonly unindexedIds = new UnindexedIds()
  private characters = 0
  /** New testcases so far. */
  private createdCount = 0
  private writeNo: number | undefined
  /** Whether the index may have ids of this testset. If not, lookups are skipped. */
  private isIndexed: boolean | undefined

  constructor(source: StagingSource, sizes = defaultSizes) {
    this.source = source
    this.sizes = sizes
    this.storedPages = pageReads(source.reads, source.projectId)
  }

  load(ids: readonly string[]): Promise<ReadonlyMap<string, Testcase>> {
    return loadTestcases(this.source, ids)
  }

  async existingIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { reads, projectId, testsetId } = this.source
    return new Set((await reads.testcases(projectId, ids, { testsetId })).map(({ id }) => id))
  }

  async save(testcases: readonly TestcaseWrite[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const columns = new Map<string, readonly string[]>()
    const unseenIds = testcases.filter(({ id }) => !this.testcases.has(id)).map(({ id }) => id)
    const existingContent = await this.loadExisting(unseenIds)
    for (const testcase of testcases) {
      const { id, flags, tags, meta } = testcase
      const pendingTestcase = this.testcases.get(id)
      const record = existingContent.get(id)
      if (pendingTestcase !== undefined) {
        columns.set(id, pendingTestcase.columns)
        this.testcases.set(id, { ...pendingTestcase, copy: { ...pendingTestcase.copy, flags, tags, meta } })
      } else if (record === undefined) {
        const dataText = JSON.stringify(testcase.data)
        this.characters += dataText.length
        this.createdCount += 1
        this.append({ id, dataText, flags, tags, meta }, columnsOf(testcase.data))
      } else {
        const ownColumns = columnsOf(parseObject(record.dataText))
        columns.set(id, ownColumns)
        if (!metadataEqual(rowMetadata(withoutUndefined(record)), rowMetadata(testcase))) {
          this.append({ id, dataText: undefined, flags, tags, meta }, ownColumns)
        }
      }
    }
    await this.flushIfFull()
    return columns
  }

  private append(copy: Omit<TestcaseCopy, 'place'>, columns: readonly string[]): void {
    this.testcases.set(copy.id, { copy: { ...copy, place: this.unindexedIds.add(copy.id) }, columns })
  }

  /** The stored content of these ids, from a committed write or from an earlier batch of this one. */
  private async loadExisting(ids: readonly string[]): Promise<ReadonlyMap<string, StoredContent>> {
    const { reads, projectId, testsetId } = this.source
    const { writeNo } = this
    const existingContent = new Map<string, StoredContent>()
    this.isIndexed ??= await reads.hasTestcases(testsetId)
    if (this.isIndexed) {
      for (const record of await reads.testcases(projectId, ids, { testsetId, writeNo })) {
        existingContent.set(record.id, record)
      }
    }
    const places = writeNo === undefined ? [] : ids.flatMap((id) => this.unindexedIds.placesOf(id))
    if (writeNo === undefined || places.length === 0) return existingContent
    for (const copy of await reads.testcasesAt(writeNo, places)) {
      const dataText = existingContent.get(copy.id)?.dataText ?? copy.dataText
      if (dataText !== undefined) existingContent.set(copy.id, { ...copy, dataText })
    }
    return existingContent
  }

  async get(hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>()
    const storedHashes = hashes.filter((hash) => {
      const page = this.pages.get(hash)
      if (page !== undefined) texts.set(hash, page.text)
      return page === undefined
    })
    if (storedHashes.length > 0)
      for (const [hash, text] of await this.storedPages.get(storedHashes)) texts.set(hash, text)
    return texts
  }

  getFingerprints(hashes: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    return this.storedPages.getFingerprints(hashes)
  }

  async put(pages: readonly StoredPage[]): Promise<void> {
    for (const page of pages) {
      if (this.pages.has(page.hash)) continue
      this.pages.set(page.hash, page)
      this.characters += page.text.length
    }
    await this.flushIfFull()
  }

  /** Call this after the last save. A large write then leaves nothing to the transaction of the revision. */
  async finish(): Promise<void> {
    if (this.writeNo === undefined) return
    await this.flush()
    await this.index()
    await this.source.stage((tx) => tx.refreshTestcaseStatistics())
  }

  /** Runs in the transaction of the revision: writes the rest and makes all of it visible. */
  async store(tx: RelationalTx): Promise<void> {
    const no = await this.write(tx)
    if (no === undefined) return
    for (const entries of this.unindexedIds.sortedChunks(this.sizes.indexEntries))
      await tx.indexTestcases(no, entries)
    if (!(await tx.commitTestcaseWrite(no))) throw new OutdatedPayload()
    await this.countCreated(tx)
  }

  /** Counts the new testcases of the day; throws too_many_requests if the limit was reached before. */
  private async countCreated(tx: RelationalTx): Promise<void> {
    if (this.createdCount === 0) return
    const { projectId, clock, usageLimits } = this.source
    const day = utcDay(clock)
    if (usageLimits !== undefined && usageLimits.testcases > 0) {
      const [counts = noUsage] = await tx.usageDays({ projectId, from: day, to: day })
      refuseAboveLimits({ counts, limits: { ...noUsage, ...usageLimits }, now: clock.now() }, ['testcases'])
    }
    await tx.addUsage([{ projectId, day, testcases: this.createdCount }])
  }

  /** Deletes the testcases that were written ahead. Pages stay: a write of the same list reuses them. */
  async discard(): Promise<void> {
    const no = this.writeNo
    if (no === undefined) return
    this.writeNo = undefined
    while (!(await this.source.stage((tx) => tx.dropTestcaseWrite(no, dropRowsMax)))) continue
  }

  private async flushIfFull(): Promise<void> {
    const { testcases, characters } = this.sizes
    if (this.testcases.size < testcases && this.characters < characters) return
    await this.flush()
    if (this.unindexedIds.size >= this.sizes.indexBatch) await this.index()
  }

  private async flush(): Promise<void> {
    this.writeNo = await this.source.stage((tx) => this.write(tx))
    this.testcases.clear()
    this.pages.clear()
    this.characters = 0
  }

  /** Indexes all flushed testcases. */
  private async index(): Promise<void> {
    const no = this.writeNo
    if (no === undefined) return
    const pauses = createPauses()
    for (const entries of this.unindexedIds.sortedChunks(this.sizes.indexEntries)) {
      await this.source.stage((tx) => tx.indexTestcases(no, entries))
      if (pauses.isDue()) await pauses.next()
    }
    this.unindexedIds.clear()
    this.isIndexed = true
  }

  /** The number of the write, if it has testcases. Does not change this object: a transaction may run twice. */
  private async write(tx: TestsetStaging): Promise<number | undefined> {
    const { projectId, testsetId, actorId, clock } = this.source
    let no = this.writeNo
    if (this.testcases.size > 0) {
      no ??= await tx.openTestcaseWrite(projectId, { testsetId, at: clock.now(), by: actorId })
      await tx.insertTestcases(
        no,
        Array.from(this.testcases.values(), ({ copy }) => copy),
      )
    }
    await tx.insertPages(projectId, Array.from(this.pages.values(), pageRecord))
    return no
  }
}

const pageRecord = ({ hash, text, fingerprints }: StoredPage): PageRecord => ({ hash, text, fingerprints })

/** zod and the store return undefined members; our types have absent ones. */
const withoutUndefined = (record: { [name in 'flags' | 'tags' | 'meta']: JsonObject | undefined }) => ({
  ...(record.flags === undefined ? {} : { flags: record.flags }),
  ...(record.tags === undefined ? {} : { tags: record.tags }),
  ...(record.meta === undefined ? {} : { meta: record.meta }),
})
