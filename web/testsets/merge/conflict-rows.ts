// Names the rows of conflicts by number and content.
import { dedupKey, preview, type RowData } from '../values.ts'

export interface RowName {
  /** Counted from 1. */
  readonly number: number
  readonly content: string
}

interface RowSide {
  readonly index: number
  readonly data?: RowData
}

export interface ChangedRow {
  readonly testcase_dedup_id: string
  readonly base?: RowSide
  readonly target?: RowSide
}

const contentOf = (data: RowData = {}): string =>
  Object.entries(data)
    .filter(([key]) => key !== dedupKey)
    .slice(0, 3)
    .map(([, value]) => preview(value))
    .join(' · ')

/** By dedup id; of several rows the first. A row that the target removed has its number in the base. */
export function rowNames(rows: readonly ChangedRow[]): ReadonlyMap<string, RowName> {
  const names = new Map<string, RowName>()
  for (const { testcase_dedup_id: id, base, target } of rows) {
    const side = target ?? base
    if (side === undefined || names.has(id)) continue
    names.set(id, { number: side.index + 1, content: contentOf(side.data) })
  }
  return names
}
