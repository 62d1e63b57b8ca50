// Handlers of the grid: keys and clicks become actions of grid-state.ts, edits of the draft, or an open row.
import {
  useLayoutEffect,
  useMemo,
  useRef,
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { textOf, type Json } from '../values.ts'
import type { GridRow, RowHandlers } from './grid-row.tsx'
import {
  commandOf,
  editedValue,
  isPlain,
  moveAfterEdit,
  type CellPosition,
  type Direction,
  type GridAction,
  type GridState,
  type KeyCommand,
} from './grid-state.ts'
import type { GridColumn, Layout } from './layout.ts'
import type { RowPages } from './rows/row-pages.ts'

/** Sets the focus on the grid. */
export interface GridFocus {
  readonly focus: () => void
}

export interface GridProps {
  readonly name: string
  readonly ref: Ref<GridFocus>
  readonly count: number
  readonly layout: Layout
  readonly gutterPx: number
  readonly rowAt: (index: number) => GridRow | undefined
  /** The source of the rows: it loads the rows on the screen and reports new ones. */
  readonly pages: RowPages
  readonly state: GridState
  readonly dispatch: Dispatch<GridAction>
  readonly onOpen: (position: CellPosition) => void
  readonly onClose: () => void
  /** Called with the new value of a cell; absent: the grid is read-only. */
  readonly onEdit?:
    | ((row: GridRow, cell: { readonly column: string; readonly value: Json | undefined }) => void)
    | undefined
  readonly onPaste?: ((text: string, position: CellPosition) => void) | undefined
  readonly onWidth: (id: string, widthPx: number) => void
  readonly menuOf: (column: GridColumn) => ReactNode
}

export const clipboardHandlers = ({ state: { cursor }, layout, rowAt, onPaste }: GridProps) => ({
  onCopy: (event: ClipboardEvent): void => {
    const column = layout.columns[cursor.column]
    if (event.target !== event.currentTarget || column === undefined) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', textOf(rowAt(cursor.row)?.valueOf(column.id)))
  },
  onPaste: (event: ClipboardEvent): void => {
    if (onPaste === undefined) return
    event.preventDefault()
    onPaste(event.clipboardData.getData('text/plain'), cursor)
  },
})

/** The reactions of the grid to keys, clicks and the cell editor. */
export function handlersOf(props: GridProps) {
  const { count, layout, rowAt, state, dispatch, onOpen, onEdit } = props
  const { columns } = layout
  const { cursor } = state
  const size = { rows: count, columns: columns.length }
  const currentRow = rowAt(cursor.row)
  const column = columns[cursor.column]
  const moveTo = (to: CellPosition): void => dispatch({ type: 'move', to, size })
  const select = (index: number, isRange: boolean): void =>
    dispatch({ type: 'select', index, isRange, keyAt: (at) => rowAt(at)?.key })
  /** Opens the cell editor, or the row pane for a value that cannot be edited in its cell. */
  const edit = (position: CellPosition, typedText?: string): void => {
    const row = rowAt(position.row)
    const value = row?.valueOf(columns[position.column]?.id ?? '')
    if (onEdit === undefined || row === undefined || row.state === 'removed' || !isPlain(value))
      onOpen(position)
    else dispatch({ type: 'edit', ...(typedText === undefined ? {} : { typedText }) })
  }
  const runCommand = (command: KeyCommand): void => {
    if (typeof command === 'object') {
      if ('moveTo' in command) moveTo(command.moveTo)
      else edit(cursor, command.type)
    } else if (command === 'edit') edit(cursor)
    else if (command === 'open') onOpen(cursor)
    else if (command === 'close') props.onClose()
    else if (currentRow === undefined) return
    else if (command === 'select') select(cursor.row, false)
    else if (column !== undefined && currentRow.state !== 'removed')
      onEdit?.(currentRow, { column: column.id, value: '' })
  }
  return {
    select,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.target !== event.currentTarget) return
      if (event.nativeEvent.isComposing) return
      const command = commandOf(event, { cursor, size })
      const isTyping = typeof command === 'object' && 'type' in command
      // A read-only grid leaves letters to the shortcuts of the page.
      if (command === undefined || (isTyping && onEdit === undefined)) return
      event.preventDefault()
      runCommand(command)
    },
    clickCell: (position: CellPosition, isDouble: boolean): void => {
      const isGutter = position.column < 0
      const target = isGutter ? { row: position.row, column: cursor.column } : position
      moveTo(target)
      if (isGutter) onOpen(target)
      else if (isDouble) edit(target)
    },
    saveCell: (text: string, direction: Direction): void => {
      dispatch({ type: 'close-editor' })
      if (currentRow !== undefined && column !== undefined) {
        const value = editedValue(text, { previousValue: currentRow.valueOf(column.id), type: column.type })
        if (value !== undefined) onEdit?.(currentRow, { column: column.id, value: value.value })
      }
      if (direction !== 'stay') moveTo(moveAfterEdit(cursor, direction))
    },
  }
}

interface StableHandlers extends Pick<GridProps, 'onWidth' | 'menuOf'> {
  readonly row: RowHandlers
}

/** The same functions for the life of the grid: rows that stay on the screen are not rendered again by new handlers. */
export function useStableHandlers(
  { select, clickCell }: ReturnType<typeof handlersOf>,
  { onWidth, menuOf }: GridProps,
): StableHandlers {
  const latestHandlers = useRef({ select, clickCell, onWidth, menuOf })
  useLayoutEffect(() => {
    latestHandlers.current = { select, clickCell, onWidth, menuOf }
  })
  return useMemo((): StableHandlers => {
    const row: RowHandlers = {
      onCell: (position, isDouble) => latestHandlers.current.clickCell(position, isDouble),
      onSelect: (index, isRange) => latestHandlers.current.select(index, isRange),
    }
    return {
      row,
      onWidth: (column, widthPx) => latestHandlers.current.onWidth(column, widthPx),
      menuOf: (column) => latestHandlers.current.menuOf(column),
    }
  }, [])
}
