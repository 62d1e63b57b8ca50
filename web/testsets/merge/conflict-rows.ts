// Names the rows of conflicts by number and content.
import { dedupKey, preview, type RowData } from '../values.ts'

export interface RowName {
  /** The number of the row, counted from 1. */
  readonly number: number
  readonly content: string
}

interface RowSide {
  readonly index: number
  readonly testcase_id: string
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

/** The side that names a row: a row that the target removed has its number in the base. */
export const namingSide = ({ base, target }: ChangedRow): RowSide | undefined => target ?? base

/** Row names by dedup id. Of several rows, the first one. */
export function rowNames(
  rows: readonly ChangedRow[],
  dataOf: ReadonlyMap<string, RowData>,
): ReadonlyMap<string, RowName> {
  const names = new Map<string, RowName>()
  for (const row of rows) {
    const { testcase_dedup_id: id } = row
    const side = namingSide(row)
    if (side === undefined || names.has(id)) continue
    names.set(id, { number: side.index + 1, content: contentOf(dataOf.get(side.testcase_id)) })
  }
  return names
}
