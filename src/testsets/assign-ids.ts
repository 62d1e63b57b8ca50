// Assigns ids to an incoming row: the dedup id is carried over or generated, then the testcase id is computed from the
// content.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { isSameList, memoizeLast } from '../kernel/memoize.ts'
import { dedupKey, generatedIds, testcaseId, type IdentityScope } from './identity.ts'
import { type IncomingRow } from './incoming.ts'
import { rowMetadata, type Row, type Testcase } from './rows.ts'
import { setOwn } from '../kernel/own.ts'

export interface RowWrite {
  readonly row: Row
  readonly testcase: Testcase
}

const columnsOfKeys = memoizeLast(
  (keys: readonly string[]): readonly string[] => keys.filter((name) => name !== dedupKey),
  isSameList,
)

/**
 * The columns of a testcase: the keys of its data without the dedup id. Consecutive rows mostly have the same columns
 * and then share one array, which saves a tenth of the memory and time of an import.
 */
export const columnsOf = (data: JsonObject): readonly string[] => columnsOfKeys(Object.keys(data))

/** The dedup id of stored data. */
export const dedupIdOfData = (data: JsonObject): string => {
  const value = data[dedupKey]
  return typeof value === 'string' ? value : ''
}

export function withDedupId(data: JsonObject, dedupId: string): JsonObject {
  if (data[dedupKey] === dedupId) return data
  const copy: Record<string, Json> = {}
  for (const [key, value] of Object.entries(data)) setOwn(copy, key, value)
  copy[dedupKey] = dedupId
  return copy
}

/**
 * `replacedTestcase` is the testcase that this row continues. Its dedup id is carried over when the row has none. An
 * unchanged row is that testcase, in its stored key order.
 */
export function assignIds(
  row: IncomingRow,
  {
    scope,
    replacedTestcase,
  }: { readonly scope: IdentityScope; readonly replacedTestcase?: Testcase | undefined },
): RowWrite {
  const knownDedupId =
    row.dedupId ?? (replacedTestcase === undefined ? '' : dedupIdOfData(replacedTestcase.data))
  const { dedupId, id, data } =
    knownDedupId === '' ? withNewIds(row.data, scope) : withIds(row.data, { dedupId: knownDedupId, scope })
  const testcase = replacedTestcase?.id === id ? replacedTestcase : { id, data }
  return {
    testcase,
    row: { testcaseId: id, dedupId, columns: columnsOf(testcase.data), ...rowMetadata(row) },
  }
}

interface IdentifiedData {
  readonly dedupId: string
  readonly id: string
  readonly data: JsonObject
}

function withIds(
  data: JsonObject,
  { dedupId, scope }: { readonly dedupId: string; readonly scope: IdentityScope },
): IdentifiedData {
  const storedData = withDedupId(data, dedupId)
  return { dedupId, id: testcaseId(storedData, scope), data: storedData }
}

function withNewIds(data: JsonObject, scope: IdentityScope): IdentifiedData {
  const ids = generatedIds(data, scope)
  return { ...ids, data: withDedupId(data, ids.dedupId) }
}
