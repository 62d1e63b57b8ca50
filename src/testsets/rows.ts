// Testsets: content-addressed testcases, and revisions that are ordered lists of them (with repeats).
//
//   hash, exact, identity   testcase ids, and the values that can be hashed
//   incoming, assign-ids    parse a row of a request; assign its ids
//   pages/                  the list of a revision as immutable pages that revisions share
//   write, delta/           new lists from rows and from deltas
//   diff/, merge/           compare and merge lists; only pages that differ are read, large inputs in a thread
//   import/, export/        stream files to rows and rows to files
//
// These parts access storage through two interfaces: PageStore (pages/store.ts) and TestcaseStore (write.ts). The other
// parts connect them to the stores and the versioning engine:
//
//   stored/                 the two interfaces over the relational store; the list of a revision
//   rules, reading/         payload rules for the engine; rows in the wire format
//   diff/compare, merge/merge-commit, transfer   one operation each
//
// Start here, then assign-ids.ts, pages/store.ts and rules.ts.
import { jsonEqual, type JsonObject } from '../kernel/json/value.ts'

/** The metadata of a row of a revision; not part of the testcase id. Empty objects are absent. */
export interface RowMetadata {
  readonly flags?: JsonObject
  readonly tags?: JsonObject
  readonly meta?: JsonObject
}

/** One row of a revision. The columns are the keys of the testcase's data in stored order, without the dedup id. */
export interface Row extends RowMetadata {
  readonly testcaseId: string
  readonly dedupId: string
  readonly columns: readonly string[]
}

/** An immutable testcase: the data includes `testcase_dedup_id`. */
export interface Testcase {
  readonly id: string
  readonly data: JsonObject
}

export const metadataNames = ['flags', 'tags', 'meta'] as const
export type MetadataName = (typeof metadataNames)[number]

const isEmpty = (value: JsonObject | undefined): boolean => {
  if (value === undefined) return true
  for (const _ in value) return false
  return true
}

/** The metadata of a row without its empty parts. */
export const rowMetadata = (row: RowMetadata): RowMetadata => ({
  ...(isEmpty(row.flags) || row.flags === undefined ? {} : { flags: row.flags }),
  ...(isEmpty(row.tags) || row.tags === undefined ? {} : { tags: row.tags }),
  ...(isEmpty(row.meta) || row.meta === undefined ? {} : { meta: row.meta }),
})

export const hasMetadata = (row: RowMetadata): boolean =>
  row.flags !== undefined || row.tags !== undefined || row.meta !== undefined

export const metadataEqual = (a: RowMetadata, b: RowMetadata): boolean =>
  a === b ||
  (!hasMetadata(a) && !hasMetadata(b)) ||
  metadataNames.every((name) => jsonEqual(a[name] ?? {}, b[name] ?? {}))

/** The same testcase with the same row metadata. */
export const rowEqual = (a: Row, b: Row): boolean =>
  a === b || (a.testcaseId === b.testcaseId && metadataEqual(a, b))
