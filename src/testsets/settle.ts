// From an incoming row to a row of a list: the dedup id is carried over or generated, then the testcase id follows
// from the content.
import type { Json, JsonObject } from '../json/value.ts'
import { generatedDedupId, testcaseId, type IdentityScope } from './identity.ts'
import { dedupKey, setOwn, type IncomingRow } from './incoming.ts'
import { rowMetadata, type Row, type Testcase } from './rows.ts'

export interface SettledRow {
  readonly row: Row
  readonly testcase: Testcase
}

/** The columns of a testcase: the keys of its data without the dedup id. */
export const columnsOf = (data: JsonObject): readonly string[] =>
  Object.keys(data).filter((key) => key !== dedupKey)

/** The dedup id that stored data carries. */
export const dedupIdOfData = (data: JsonObject): string => {
  const value = data[dedupKey]
  return typeof value === 'string' ? value : ''
}

export function withDedupId(data: JsonObject, dedupId: string): JsonObject {
  if (data[dedupKey] === dedupId) return data
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(data)) setOwn(copy, key, data[key] as Json)
  copy[dedupKey] = dedupId
  return copy
}

/**
 * `replaced` is the stored data of the row that this one continues: its dedup id is carried over when the row brings
 * none, and an unchanged row is that testcase, in its stored key order.
 */
export function settle(incoming: IncomingRow, scope: IdentityScope, replaced?: Testcase): SettledRow {
  const dedupId =
    incoming.dedupId ??
    (replaced === undefined ? undefined : dedupIdOfData(replaced.data) || undefined) ??
    generatedDedupId(incoming.data)
  const data = withDedupId(incoming.data, dedupId)
  const id = testcaseId(data, scope)
  const testcase = replaced?.id === id ? replaced : { id, data }
  return {
    testcase,
    row: { testcaseId: id, dedupId, columns: columnsOf(testcase.data), ...rowMetadata(incoming) },
  }
}
