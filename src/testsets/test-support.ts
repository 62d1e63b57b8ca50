// Shared by the tests of testsets: stores in memory, tiny pages (deep trees of short lists), factories of rows.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import type { RelationalReads } from '../storage/contract/contract.ts'
import type { ComparisonSource } from './diff/comparison.ts'
import { defaultTestsetLimits } from './limits.ts'
import type { ChunkSizes } from './pages/boundaries.ts'
import { memoryPageStore, type MemoryPageStore } from './pages/memory-store.ts'
import { readRowBatches } from './pages/read.ts'
import { scanningRowIndex } from './pages/row-index.ts'
import type { ListRoot, PageStore } from './pages/store.ts'
import type { Row, Testcase } from './rows.ts'
import type { DeltaContext } from './delta/delta.ts'
import { columnsOf } from './assign-ids.ts'
import type { TestcaseStore, TestcaseWrite } from './write.ts'

export const testsetId = '01a1dcad-5b73-7a53-bd9e-6ee629d85856'

/** Pages of about four rows, nodes of about four entries: 200 rows are a tree of four levels. */
export const tinyChunkSizes: ChunkSizes = {
  rows: { min: 2, max: 10, oneIn: 3, weightMax: 1 << 20 },
  entries: { min: 2, max: 8, oneIn: 3, weightMax: 1 << 20 },
}

export interface MemoryTestcaseStore extends TestcaseStore {
  readonly stored: ReadonlyMap<string, TestcaseWrite>
  readonly counts: { loads: number; saves: number }
}

export function memoryTestcaseStore(): MemoryTestcaseStore {
  const storedTestcases = new Map<string, TestcaseWrite>()
  const counts = { loads: 0, saves: 0 }
  return {
    stored: storedTestcases,
    counts,
    async load(ids) {
      counts.loads += ids.length
      const testcases = new Map<string, Testcase>()
      for (const id of ids) {
        const testcase = storedTestcases.get(id)
        if (testcase !== undefined) testcases.set(id, { id, data: testcase.data })
      }
      return testcases
    },
    existingIds: async (ids) => new Set(ids.filter((id) => storedTestcases.has(id))),
    async save(testcases) {
      counts.saves += testcases.length
      const existingColumns = new Map<string, readonly string[]>()
      for (const testcase of testcases) {
        const data = storedTestcases.get(testcase.id)?.data
        if (data !== undefined) existingColumns.set(testcase.id, columnsOf(data))
        storedTestcases.set(testcase.id, { ...testcase, data: data ?? testcase.data })
      }
      return existingColumns
    },
  }
}

export interface MemoryContext extends DeltaContext {
  readonly pages: MemoryPageStore
  readonly testcases: MemoryTestcaseStore
}

export function memoryContext(chunkSizes?: ChunkSizes): MemoryContext {
  const pages = memoryPageStore(chunkSizes)
  return {
    scope: { testsetId },
    pages,
    testcases: memoryTestcaseStore(),
    limits: defaultTestsetLimits,
    index: scanningRowIndex(pages),
  }
}

export async function rowsOf(pages: PageStore, root: ListRoot): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const batch of readRowBatches(pages, { root })) rows.push(...batch)
  return rows
}

/** The rows of a list with their data, as a client sees them. */
export async function contentOf(
  context: MemoryContext,
  root: ListRoot,
): Promise<readonly { readonly data: JsonObject; readonly tags?: Json }[]> {
  const rows = await rowsOf(context.pages, root)
  return rows.map((row) => ({
    data: context.testcases.stored.get(row.testcaseId)?.data ?? {},
    ...(row.tags === undefined ? {} : { tags: row.tags }),
  }))
}

/** The reads of a comparison over stores in memory. */
export const memorySource = ({ pages, testcases }: MemoryContext): ComparisonSource => ({
  projectId: 'p',
  reads: {
    pageTexts: async (_, hashes) => [...(await pages.get(hashes))].map(([hash, text]) => ({ hash, text })),
    testcases: (async (_: string, ids: readonly string[]) =>
      [...(await testcases.load(ids)).values()].map(({ id, data }) => ({
        id,
        dataText: JSON.stringify(data),
      }))) as unknown as RelationalReads['testcases'],
  },
})
