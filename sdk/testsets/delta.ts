// Builds the delta of a testset commit: `delta().add({…}).remove(id)`, passed to `commit` as `delta`.
import type { NewTestcase, TestcaseReplacement, TestsetDelta } from '../generated/schemas.ts'

type Data = Readonly<Record<string, unknown>>

/** The metadata of a row. */
export interface RowMarks {
  /** Flags of the row. */
  readonly flags?: Data
  /** Tags of the row. */
  readonly tags?: Data
  /** Additional values of the row. */
  readonly meta?: Data
}

/** The testcase id of a row, or its dedup id, which stays the same when the row is edited. */
export type RowName =
  | string
  | {
      /** The id by which uploads recognise the row. */
      readonly dedupId: string
    }

/** Collects changes of rows and columns for one commit. */
export class Delta {
  readonly #add: NewTestcase[] = []
  readonly #replace: TestcaseReplacement[] = []
  readonly #removedIds: string[] = []
  readonly #removedDedupIds: string[] = []
  readonly #columns: { add: string[]; remove: string[]; replace: [string, string][] } = {
    add: [],
    remove: [],
    replace: [],
  }

  /** Whether there are no changes. */
  get isEmpty(): boolean {
    return Object.keys(this.toJSON()).length === 0
  }

  /** Appends a row. */
  add(data: Data, marks: RowMarks = {}): this {
    this.#add.push({ data, ...marks })
    return this
  }

  /** Replaces the data of a row. */
  replace(row: RowName, data: Data, marks: RowMarks = {}): this {
    const name = typeof row === 'string' ? { id: row } : { testcase_dedup_id: row.dedupId }
    this.#replace.push({ ...name, data, ...marks })
    return this
  }

  /** Removes a row. */
  remove(row: RowName): this {
    if (typeof row === 'string') this.#removedIds.push(row)
    else this.#removedDedupIds.push(row.dedupId)
    return this
  }

  /** Adds a column. */
  addColumn(name: string): this {
    this.#columns.add.push(name)
    return this
  }

  /** Removes a column from all rows. */
  removeColumn(name: string): this {
    this.#columns.remove.push(name)
    return this
  }

  /** Renames a column in all rows. */
  renameColumn(from: string, to: string): this {
    this.#columns.replace.push([from, to])
    return this
  }

  /**
   * The delta in the format of the API. The order of the calls does not matter: columns first, then replaced, removed
   * and added rows.
   */
  toJSON(): TestsetDelta {
    const remove = {
      ...(this.#removedIds.length > 0 ? { ids: [...this.#removedIds] } : {}),
      ...(this.#removedDedupIds.length > 0 ? { dedup_ids: [...this.#removedDedupIds] } : {}),
    }
    const rows = {
      ...(this.#replace.length > 0 ? { replace: [...this.#replace] } : {}),
      ...(Object.keys(remove).length > 0 ? { remove } : {}),
      ...(this.#add.length > 0 ? { add: [...this.#add] } : {}),
    }
    const columns = Object.fromEntries(Object.entries(this.#columns).filter(([, names]) => names.length > 0))
    return {
      ...(Object.keys(columns).length > 0 ? { columns } : {}),
      ...(Object.keys(rows).length > 0 ? { rows } : {}),
    }
  }
}

/** Starts an empty delta. */
export const delta = (): Delta => new Delta()
