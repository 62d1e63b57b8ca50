// The rows of a list with the data of their testcases, page by page.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { dedupKey } from '../identity.ts'
import { type MetadataColumn } from '../incoming.ts'
import { metadataMarks } from '../pages/format.ts'
import { readRowBatches } from '../pages/read.ts'
import type { ListRoot } from '../pages/store.ts'
import type { Row } from '../rows.ts'
import type { TestsetContext } from '../write.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export interface ExportRow {
  readonly row: Row
  readonly data: JsonObject
}

export interface ExportContext extends Pick<TestsetContext, 'pages' | 'testcases'> {
  /** Leaves the metadata columns out. */
  readonly isPlain?: boolean
}

export async function* exportRows(
  context: ExportContext,
  root: ListRoot,
): AsyncGenerator<readonly ExportRow[]> {
  for await (const batch of readRowBatches(context.pages, { root })) {
    const testcases = await context.testcases.load([...new Set(batch.map((row) => row.testcaseId))])
    yield batch.map((row) => {
      const testcase = testcases.get(row.testcaseId)
      if (testcase === undefined) throw new Error(`the testcase store has lost ${row.testcaseId}`)
      return { row, data: testcase.data }
    })
  }
}

/** The metadata columns of a list, without those that are empty in all rows. */
export const metadataColumnsOf = (
  { isPlain = false }: ExportContext,
  root: ListRoot,
): readonly MetadataColumn[] =>
  isPlain
    ? []
    : [
        '__id__',
        '__dedup_id__',
        ...((root.marks & metadataMarks.flags) === 0 ? [] : (['__flags__'] as const)),
        ...((root.marks & metadataMarks.tags) === 0 ? [] : (['__tags__'] as const)),
        ...((root.marks & metadataMarks.meta) === 0 ? [] : (['__meta__'] as const)),
      ]

export function metadataValue({ row }: ExportRow, column: MetadataColumn): Json | undefined {
  switch (column) {
    case '__id__':
      return row.testcaseId
    case '__dedup_id__':
      return row.dedupId
    case '__flags__':
      return row.flags
    case '__tags__':
      return row.tags
    case '__meta__':
      return row.meta
  }
}

/** One flat object: the data keys in stored order, then the metadata keys that the row has. */
export function flatRow(exportRow: ExportRow, metadataColumns: readonly MetadataColumn[]): JsonObject {
  const flatRow: Record<string, Json> = {}
  for (const [key, value] of Object.entries(exportRow.data)) if (key !== dedupKey) setOwn(flatRow, key, value)
  for (const column of metadataColumns) {
    const value = metadataValue(exportRow, column)
    if (value !== undefined) flatRow[column] = value
  }
  return flatRow
}

export const ownValue = (data: JsonObject, column: string): Json | undefined => ownMember(data, column)
