// The shortcuts of a list. They work wherever the focus is; `?` lists them.
import { useRef, type RefObject } from 'react'
import type { TableControls } from '../../ui/table/table.tsx'
import { useShortcuts } from '../shortcuts.ts'

/** Pass the result to the table as `controls`. */
export function useListKeys({
  rows,
  selects,
}: {
  readonly rows: string
  readonly selects: boolean
}): RefObject<TableControls | null> {
  const table = useRef<TableControls>(null)
  useShortcuts([
    { id: 'next row', keys: 'j', does: `Next ${rows}`, run: () => table.current?.move(1) },
    { id: 'previous row', keys: 'k', does: `Previous ${rows}`, run: () => table.current?.move(-1) },
    { id: 'open row', keys: 'enter', does: `Open the ${rows}`, run: () => table.current?.open() },
    ...(selects
      ? [{ id: 'select row', keys: 'x', does: `Select the ${rows}`, run: () => table.current?.toggle() }]
      : []),
  ])
  return table
}
