// Which rows of the pages that are there have changed, and how those that were read again get their places.
import type { Status } from '../run-model.ts'

/** The rows of which something was told, with their status where that was. */
export type ChangedRows = ReadonlyMap<string, Status | undefined>

interface Row {
  readonly id: string
  readonly status: Status
}

export interface RowsPage<R extends Row> {
  readonly rows: readonly R[]
  readonly next: object | undefined
}

/** Of the rows that are there, those to be read again. */
export const rowsToRead = (pages: readonly RowsPage<Row>[], changed: ChangedRows): readonly Row[] =>
  pages.flatMap(({ rows }) =>
    rows.flatMap(({ id, status }) => (changed.has(id) ? [{ id, status: changed.get(id) ?? status }] : [])),
  )

/** Whether rows were told of that belong at the end of what is there. */
export function isLonger(pages: readonly RowsPage<Row>[], changed: ChangedRows): boolean {
  if (pages.at(-1)?.next !== undefined) return false
  const there = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  return changed.keys().some((id) => !there.has(id))
}

export function withRows<R extends Row, P extends RowsPage<R>>(pages: readonly P[], read: readonly R[]): P[] {
  const byId = new Map(read.map((row) => [row.id, row]))
  return pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) }))
}
