// Synchronizes the cursor with the URL. A link moves the cursor; the URL follows the cursor with a debounce, so that a copied
// link opens the same cell.
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { GridView as View } from '../url-state.ts'
import type { CellPosition } from './grid-state.ts'
import type { GridColumn } from './layout.ts'

const debounceMs = 400

export const columnIndex = (columns: readonly GridColumn[], name: string | undefined): number =>
  Math.max(
    0,
    columns.findIndex(({ id }) => id === name),
  )

export function useCursorInUrl(input: {
  readonly view: View
  readonly cursor: CellPosition
  readonly columns: readonly GridColumn[]
  /** Called when the URL names another row, counted from 0. */
  readonly onLinkedRow: (row: number) => void
  /** Called when the cursor rested on another cell; the row is counted from 1. */
  readonly onRest: (position: { readonly row: number; readonly column?: string }) => void
}): void {
  const { view, cursor, columns } = input
  const rowInUrl = useRef(view.row ?? 1)
  const latestInput = useRef(input)
  useLayoutEffect(() => {
    latestInput.current = input
  })
  useEffect(() => {
    if (view.row === undefined || view.row === rowInUrl.current) return
    rowInUrl.current = view.row
    latestInput.current.onLinkedRow(view.row - 1)
  }, [view.row])
  useEffect(() => {
    if (cursor.row + 1 === rowInUrl.current && columnIndex(columns, view.column) === cursor.column) return
    const timer = setTimeout(() => {
      rowInUrl.current = cursor.row + 1
      const column = columns[cursor.column]?.id
      latestInput.current.onRest({ row: cursor.row + 1, ...(column === undefined ? {} : { column }) })
    }, debounceMs)
    return () => clearTimeout(timer)
    // Only a moved cursor starts the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor])
}
