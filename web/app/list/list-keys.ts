// The shortcuts of a list. They work wherever the focus is; `?` lists them.
import { useRef, type RefObject } from 'react'
import type { TableControls } from '../../ui/table/table.tsx'
import { useShortcuts } from '../shortcuts.ts'

/** Pass the result to the table as `controls`. */
export function useListKeys({
  rowNoun,
  canSelect,
}: {
  readonly rowNoun: string
  readonly canSelect: boolean
}): RefObject<TableControls | null> {
  const table = useRef<TableControls>(null)
  useShortcuts([
    { id: 'next row', keys: 'j', label: `Next ${rowNoun}`, run: () => table.current?.move(1) },
    { id: 'previous row', keys: 'k', label: `Previous ${rowNoun}`, run: () => table.current?.move(-1) },
    { id: 'open row', keys: 'enter', label: `Open the ${rowNoun}`, run: () => table.current?.open() },
    ...(canSelect
      ? [{ id: 'select row', keys: 'x', label: `Select the ${rowNoun}`, run: () => table.current?.toggle() }]
      : []),
  ])
  return table
}
