// Reads testcases: by id, by revision, or all that a testset ever had.
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalReads, Revision } from '../../storage/contract/contract.ts'
import { unknownCursor, type Windowing } from '../../versioning/windowing.ts'
import { positionCursor, positionOfCursor, requirePosition } from './cursor.ts'
import { scanningRowIndex } from '../pages/row-index.ts'
import { rangeOf, rowRange, rowsInRange, type RowWindowing } from './row-window.ts'
import type { Row } from '../rows.ts'
import { wireTestcase, testcasesOfRows } from './wire-rows.ts'
import { listOf, listReads } from '../stored/stored-list.ts'

interface Source {
  readonly reads: RelationalReads
  readonly projectId: string
}

export interface TestcasePage {
  readonly testcases: readonly JsonObject[]
  /** The number of rows of the list, for lists with positions. */
  readonly total?: number
  readonly windowing: Windowing | undefined
}

/** Testcases in the order of `ids`, with repeats. Unknown ids are left out. */
export async function testcasesById(source: Source, ids: readonly string[]): Promise<readonly JsonObject[]> {
  const records = await source.reads.testcases(source.projectId, [...new Set(ids)])
  const byId = new Map(records.map((record) => [record.id, wireTestcase(record, record)]))
  return ids.map((id) => byId.get(id)).filter((testcase) => testcase !== undefined)
}

/** A page of a list in memory. A cursor is a position, or the id of an item. */
function pageOf<T>(
  items: readonly T[],
  { idOf, windowing }: { readonly idOf: (item: T) => string; readonly windowing: RowWindowing },
) {
  const orderedItems = windowing.order === 'descending' ? items.toReversed() : items
  const { next } = windowing
  const offset = Math.min(windowing.offset ?? 0, items.length)
  const position = next === undefined ? offset : positionOfCursor(next)
  const readCount = position ?? orderedItems.findIndex((item) => idOf(item) === next) + 1
  if (next !== undefined && ((position === undefined && readCount === 0) || readCount > items.length)) {
    throw unknownCursor(next)
  }
  const range = rangeOf({ total: items.length, readCount, windowing })
  return { items: orderedItems.slice(readCount, readCount + range.limit), windowing: range.windowing }
}

export async function testcasesByIdPage(
  source: Source,
  { ids, windowing }: { readonly ids: readonly string[]; readonly windowing: RowWindowing },
): Promise<TestcasePage> {
  const testcases = await testcasesById(source, ids)
  const page = pageOf(testcases, { idOf: ({ id }) => (typeof id === 'string' ? id : ''), windowing })
  return { testcases: page.items, windowing: page.windowing }
}

/** The rows of a revision in order, with repeats; with `ids` only these. */
export async function testcasesOfRevision(
  source: Source,
  { revision, ids, windowing }: TestcaseSelection & { readonly revision: Revision },
): Promise<TestcasePage> {
  const pages = listReads(source.reads, source.projectId)
  const root = listOf(revision)
  const toPage = async (rows: readonly Row[], windowing: Windowing | undefined) => ({
    testcases: await testcasesOfRows(source, rows),
    windowing,
  })
  if (ids !== undefined) {
    const matches = await scanningRowIndex(pages).find(root, { ids: new Set(ids) })
    const page = pageOf(
      matches.map(({ row }) => row),
      { idOf: (row) => row.testcaseId, windowing },
    )
    return toPage(page.items, page.windowing)
  }
  const range = await rowRange(pages, { root, windowing })
  const page = await toPage(await rowsInRange(pages, { root, range }), range.windowing)
  return { ...page, total: root.rows }
}

export interface TestcaseSelection {
  readonly ids: readonly string[] | undefined
  readonly windowing: RowWindowing
}

/** Every testcase ever stored for a testset, once, by default oldest first; with `ids` only these. */
export async function testcaseHistory(
  source: Source,
  { testsetId, ids, windowing }: TestcaseSelection & { readonly testsetId: string },
): Promise<TestcasePage> {
  if (ids !== undefined) {
    const records = await source.reads.testcases(source.projectId, [...new Set(ids)], { testsetId })
    const orderedRecords = records.toSorted((a, b) => a.number - b.number)
    const page = pageOf(orderedRecords, { idOf: ({ id }) => id, windowing })
    return {
      testcases: page.items.map((record) => wireTestcase(record, record)),
      windowing: page.windowing,
    }
  }
  const order = windowing.order ?? 'ascending'
  const limit = windowing.limit === 0 ? undefined : windowing.limit
  const records = await source.reads.testcaseHistory(source.projectId, testsetId, {
    order,
    ...(windowing.next === undefined
      ? { offset: windowing.offset ?? 0 }
      : { after: requirePosition(windowing.next), offset: 0 }),
    limit: limit && limit + 1,
  })
  const page = records.slice(0, limit)
  const last = page.at(-1)
  const hasMore = page.length < records.length && last !== undefined
  return {
    testcases: page.map((record) => wireTestcase(record, record)),
    windowing: hasMore ? { next: positionCursor(last.number), limit, order } : undefined,
  }
}
