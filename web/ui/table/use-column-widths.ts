// The widths of the columns of a table. A person changes them by dragging the edge of a header cell.
import { useState, type PointerEvent } from 'react'
import { useLocalStorage } from '../browser/use-local-storage.ts'
import { useNarrow } from '../browser/use-narrow.ts'
import type { Column } from './table-row.tsx'

type Widths = Readonly<Record<string, number>>

/** The widest default of a column on a phone. */
const narrowPxMax = 118
const widthPxMin = 48
const checkboxPx = 36

export interface ColumnWidths {
  readonly widthOf: (column: Pick<Column<never>, 'id' | 'widthPx' | 'narrowPx'>) => number
  readonly startResize: (
    column: Pick<Column<never>, 'id' | 'widthPx' | 'narrowPx'>,
    event: PointerEvent<HTMLElement>,
  ) => void
}

/** Without `onWidth` this browser stores the widths under the name of the table. */
export function useColumnWidths(
  name: string,
  onWidth: ((columnId: string, widthPx: number) => void) | undefined,
): ColumnWidths {
  const [storedWidths, setStoredWidths] = useLocalStorage<Widths>(`widths.${name}`, {})
  /** The width of the column that is being dragged. */
  const [draggedWidths, setDraggedWidths] = useState<Widths>({})
  const isNarrow = useNarrow()
  const widths = { ...(onWidth === undefined ? storedWidths : {}), ...draggedWidths }
  const widthOf: ColumnWidths['widthOf'] = ({ id, widthPx, narrowPx }) =>
    widths[id] ?? (isNarrow ? (narrowPx ?? Math.min(widthPx, narrowPxMax)) : widthPx)
  const startResize: ColumnWidths['startResize'] = (column, event) => {
    event.preventDefault()
    const { clientX: startX, currentTarget: grip } = event
    const startPx = widthOf(column)
    grip.setPointerCapture(event.pointerId)
    let widthPx = startPx
    const onMove = (next: globalThis.PointerEvent): void => {
      widthPx = Math.max(widthPxMin, startPx + next.clientX - startX)
      setDraggedWidths({ [column.id]: widthPx })
    }
    const onEnd = (): void => {
      grip.removeEventListener('pointermove', onMove)
      grip.removeEventListener('pointerup', onEnd)
      setDraggedWidths({})
      if (widthPx === startPx) return
      if (onWidth === undefined) setStoredWidths({ ...storedWidths, [column.id]: widthPx })
      else onWidth(column.id, widthPx)
    }
    grip.addEventListener('pointermove', onMove)
    grip.addEventListener('pointerup', onEnd)
  }
  return { widthOf, startResize }
}

/** The CSS grid of a table and its least width. */
export function gridOf<T>(
  columns: readonly Column<T>[],
  { widthOf, isSelectable }: { widthOf: ColumnWidths['widthOf']; isSelectable: boolean },
): { readonly template: string; readonly minWidthPx: number } {
  const tracks = columns.map((column) =>
    column.grows === true ? `minmax(${widthOf(column)}px, 1fr)` : `${widthOf(column)}px`,
  )
  const checkbox = isSelectable ? checkboxPx : 0
  return {
    template: [...(isSelectable ? [`${checkboxPx}px`] : []), ...tracks].join(' '),
    minWidthPx: columns.reduce((sum, column) => sum + widthOf(column), checkbox),
  }
}
