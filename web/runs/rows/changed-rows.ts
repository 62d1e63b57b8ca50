// Merges changed rows into the loaded pages.
import type { Status } from '../run-model.ts'

/** The status by id of a changed row; undefined if the event had none. */
export type ChangedRows = ReadonlyMap<string, Status | undefined>

interface Row {
  readonly id: string
  readonly status: Status
}

export interface RowsPage<R extends Row> {
  readonly rows: readonly R[]
  readonly next: object | undefined
}

/** The loaded rows that have changed. */
export const rowsToLoad = (pages: readonly RowsPage<Row>[], changes: ChangedRows): readonly Row[] =>
  pages.flatMap(({ rows }) =>
    rows.flatMap(({ id, status }) => (changes.has(id) ? [{ id, status: changes.get(id) ?? status }] : [])),
  )

/** True if new rows belong after the loaded ones. */
export function hasNewRows(pages: readonly RowsPage<Row>[], changes: ChangedRows): boolean {
  if (pages.at(-1)?.next !== undefined) return false
  const loadedIds = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  return changes.keys().some((id) => !loadedIds.has(id))
}

export function withRows<R extends Row, P extends RowsPage<R>>(pages: readonly P[], rows: readonly R[]): P[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) }))
}
