// Testsets: content-addressed testcases, and revisions that are ordered bags of them.
//
//   hash, exact, identity   what a testcase id is made of, and which values may enter it
//   incoming, settle        a row as a client sends it; the same row with its ids settled
//   pages/                  the ordered list of a revision, cut into immutable pages that revisions share
//   write, columns, delta   new lists from rows and from deltas
//   diff, merge             comparing and joining lists, by the pages in which they differ; large comparisons in a thread
//   import/, export/        files to rows and rows to files, streamed
//
// All of that is pure: it imports the kernel (json/, errors.ts, validation.ts) and reaches what is stored through two
// interfaces, PageStore (pages/store.ts) and TestcaseStore (write.ts). On top of it stand, with the stores and the
// versioning engine:
//
//   staging, stored-list    the two interfaces over the relational store; a revision's list, and preparing a new one
//   rules, shown            what the engine asks of testsets: payloads in, rows out
//   compare, merge-commit, lineage, transfer, testcases, store-start   one verb each
//
// Start here, then settle.ts, pages/store.ts and rules.ts.
import { jsonEqual, type JsonObject } from '../kernel/json/value.ts'

/** What a row of a revision carries beside its testcase: not part of the testcase id. Empty objects are absent. */
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

/** Only the parts that hold something. */
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
