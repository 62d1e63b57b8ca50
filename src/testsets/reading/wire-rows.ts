// Reading testsets: rows, pages of rows, columns and search. wire-rows.ts converts rows of a revision to the wire
// format; row-window.ts and cursor.ts paginate; testcases.ts, columns.ts and search.ts answer one kind of request each.
// Imports pages/, stored/, the storage contract and the versioning engine.
import { chunks } from '../../kernel/chunks.ts'
import { LazyList } from '../../kernel/json/lazy-list.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { RelationalReads, Revision, TestcaseRecord } from '../../storage/contract/contract.ts'
import type { PayloadView, View } from '../../versioning/payload.ts'
import { rowRange, rowsInRange } from './row-window.ts'
import { readRowBatches } from '../pages/read.ts'
import type { Row, RowMetadata } from '../rows.ts'
import { listReads, storedList } from '../stored/stored-list.ts'
import { testcaseBatchRows } from '../write.ts'

/** A testcase in the wire format, with the metadata of a row or of the latest write. */
export function wireTestcase(
  record: TestcaseRecord,
  metadata: Partial<Record<keyof RowMetadata, JsonObject | undefined>>,
): JsonObject {
  const { flags, tags, meta } = metadata
  return {
    id: record.id,
    testset_id: record.testsetId,
    data: JSON.parse(record.dataText),
    ...(flags === undefined ? {} : { flags }),
    ...(tags === undefined ? {} : { tags }),
    ...(meta === undefined ? {} : { meta }),
    created_at: record.createdAt,
    created_by_id: record.createdById,
  }
}

/** Longer lists are streamed. */
const loadedRowsMax = 10_000

/** The testcases of these rows with the rows' own metadata. */
export async function testcasesOfRows(
  source: { readonly reads: RelationalReads; readonly projectId: string },
  rows: readonly Row[],
): Promise<readonly JsonObject[]> {
  const testcases: JsonObject[] = []
  for (let i = 0; i < rows.length; i += testcaseBatchRows) {
    const batch = rows.slice(i, i + testcaseBatchRows)
    const ids = [...new Set(batch.map((row) => row.testcaseId))]
    const records = await source.reads.testcases(source.projectId, ids)
    const byId = new Map(records.map((record) => [record.id, record]))
    for (const row of batch) {
      const record = byId.get(row.testcaseId)
      if (record === undefined) throw new Error(`the testcase store has lost ${row.testcaseId}`)
      testcases.push(wireTestcase(record, row))
    }
  }
  return testcases
}

/** The payload of a testset revision: ids and testcases of the rows that the view selects. */
export async function wireRows(
  revision: Pick<Revision, 'dataText'>,
  view: View,
  source: { readonly reads: RelationalReads; readonly projectId: string },
): Promise<PayloadView> {
  const root = storedList(revision)
  if (root === undefined) return { data: undefined }
  if (view.rowsMax !== undefined && root.rows > view.rowsMax) return { data: {} }
  const pages = listReads(source.reads, source.projectId)
  const range = await rowRange(pages, { root, windowing: view.rows })
  const { windowing } = range
  if (!view.includeTestcases && !view.includeTestcaseIds) return { data: {}, windowing }
  const loadedRows = range.limit > loadedRowsMax ? undefined : await rowsInRange(pages, { root, range })
  const list = async (toJson: (rows: readonly Row[]) => Promise<readonly Json[]>): Promise<Json> => {
    if (loadedRows !== undefined) return toJson(loadedRows)
    return new LazyList(async function* () {
      const { from, limit, isReversed } = range
      const batches = readRowBatches(pages, { root, from, to: from + limit, isReversed })
      for await (const rows of batches) for (const part of chunks(rows, testcaseBatchRows)) yield toJson(part)
    }).asJson()
  }
  return {
    windowing,
    data: {
      ...(view.includeTestcaseIds
        ? { testcase_ids: await list(async (rows) => rows.map((row) => row.testcaseId)) }
        : {}),
      ...(view.includeTestcases ? { testcases: await list((rows) => testcasesOfRows(source, rows)) } : {}),
    },
  }
}
