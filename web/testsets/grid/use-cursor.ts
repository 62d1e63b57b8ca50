// The cell under the cursor. The address leads it, and follows it when it has been still for a moment: a link opens what its
// sender saw.
import { useEffect, useRef, useState } from 'react'
import type { GridView as View } from '../url-state.ts'
import type { Place } from './grid.tsx'
import type { GridColumn } from './layout.ts'

export function useCursor(
  view: View,
  columns: readonly GridColumn[],
  onMoved: (row: number, column: string) => void,
) {
  const columnAt = (name: string | undefined): number =>
    Math.max(
      0,
      columns.findIndex(({ id }) => id === name),
    )
  const [cursor, setCursor] = useState<Place>(() => ({
    row: (view.row ?? 1) - 1,
    column: columnAt(view.column),
  }))
  const told = useRef(view.row ?? 1)
  useEffect(() => {
    if (view.row === undefined || view.row === told.current) return
    told.current = view.row
    setCursor((before) => ({ ...before, row: (view.row ?? 1) - 1 }))
  }, [view.row])
  const latest = useRef(onMoved)
  latest.current = onMoved
  useEffect(() => {
    if (cursor.row + 1 === told.current && columnAt(view.column) === cursor.column) return
    const timer = setTimeout(() => {
      told.current = cursor.row + 1
      latest.current(cursor.row + 1, columns[cursor.column]?.id ?? '')
    }, 400)
    return () => clearTimeout(timer)
    // Follows the cursor, and nothing else.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor])
  return [cursor, setCursor] as const
}
