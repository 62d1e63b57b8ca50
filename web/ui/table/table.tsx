// web/ui/table: tables of any number of rows. Only the rows on the screen are rendered (virtual-rows.ts).
// table.tsx is the table, table-head.tsx and table-row.tsx are its memoized parts.
// Lists that are not tables use use-virtual-rows.ts directly.
//
// The table. One row is under the cursor (j, k, arrow keys); Enter opens it.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { useNarrow } from '../browser/use-narrow.ts'
import { TableHead } from './table-head.tsx'
import { TableRow, type Column } from './table-row.tsx'
import { gridOf, useColumnWidths } from './use-column-widths.ts'
import { useTableCursor, type TableControls } from './use-table-cursor.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import styles from './table.module.css'

export type { TableControls }

interface TableProps<T> {
  /** The accessible name, and the name under which column widths are stored. */
  readonly name: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly onOpen?: (row: T) => void
  /** Called with the row to which the cursor moved. */
  readonly onCursor?: (row: T) => void
  /** The row to which the page moves the cursor; keys move it from there. */
  readonly cursorIndex?: number
  /** Keys of the selected rows; absent: rows are not selectable. */
  readonly selectedKeys?: ReadonlySet<string>
  readonly onSelection?: (keys: ReadonlySet<string>) => void
  readonly toneOf?: (row: T) => 'bad' | undefined
  /** Called when the last loaded row is near: the page may load more. */
  readonly onEnd?: () => void
  /** Called when the list was scrolled away from the first row, or back to it. */
  readonly onAway?: (isAway: boolean) => void
  readonly footer?: ReactNode
  /** Whether the table takes the focus when it appears, unless another element is in use. */
  readonly focusOnMount?: boolean
  /** Stores the width of a column; absent: this browser stores it. */
  readonly onWidth?: (columnId: string, widthPx: number) => void
  /** Renders a row on a phone: one block instead of columns. */
  readonly card?: (row: T) => ReactNode
  readonly controls?: Ref<TableControls>
}

const rowPx = 32
const cardPx = 84
const headPx = 32
/** `onEnd` is called when this many rows or fewer follow the visible ones. */
const nearEndRows = 20

/** Whether the table may take the focus: nothing has it, or a link of the navigation does. */
const isFree = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('nav') !== null

const cardColumn = <T,>(name: string, card: (row: T) => ReactNode): Column<T> => ({
  id: 'card',
  name,
  widthPx: 240,
  grows: true,
  truncatesItself: true,
  cell: card,
})

function useTableEvents<T>(
  { rows, focusOnMount = false, onEnd, onAway }: TableProps<T>,
  list: {
    readonly scroller: RefObject<HTMLElement | null>
    readonly isNearEnd: boolean
    readonly isAway: boolean
  },
): void {
  const { scroller, isNearEnd, isAway } = list
  useEffect(() => {
    if (focusOnMount && isFree(document.activeElement)) scroller.current?.focus({ preventScroll: true })
    // Runs only when the table appears: later the person decides about the focus.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (isNearEnd) onEnd?.()
    // Runs once per length of the list. The list knows whether there are more rows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNearEnd, rows.length])
  useEffect(() => {
    onAway?.(isAway)
    // Runs only when `isAway` changes: the callback may be a new function in every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAway])
}

interface RowEvents<T> {
  readonly onRowClick: (index: number, shouldOpen: boolean) => void
  readonly onToggle: (index: number) => void
  readonly onSelectAll: (isSelected: boolean) => void
  readonly onResize: (column: Column<T>, event: PointerEvent<HTMLElement>) => void
}

/** The same functions in every render, so that rows which stay while others scroll do not render again. */
function useStableEvents<T>(events: RowEvents<T>): RowEvents<T> {
  const latestEvents = useRef(events)
  useLayoutEffect(() => {
    latestEvents.current = events
  })
  return {
    onRowClick: useCallback((index, shouldOpen) => latestEvents.current.onRowClick(index, shouldOpen), []),
    onToggle: useCallback((index) => latestEvents.current.onToggle(index), []),
    onSelectAll: useCallback((isSelected) => latestEvents.current.onSelectAll(isSelected), []),
    onResize: useCallback((column, event) => latestEvents.current.onResize(column, event), []),
  }
}

function toggleKey(keys: ReadonlySet<string> | undefined, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

function useTable<T>(props: TableProps<T>) {
  const { name, rows, rowKey, onOpen, selectedKeys, onSelection, card } = props
  const isNarrow = useNarrow()
  const cardOf = isNarrow ? card : undefined
  const columns = useMemo(
    () => (cardOf === undefined ? props.columns : [cardColumn(name, cardOf)]),
    [props.columns, cardOf, name],
  )
  const view = useVirtualRows(rows.length, cardOf === undefined ? rowPx : cardPx, headPx)
  const { scroller, window, show } = view
  const { widthOf, startResize } = useColumnWidths(name, props.onWidth)
  const onToggle = onSelection && ((row: T): void => onSelection(toggleKey(selectedKeys, rowKey(row))))
  const { cursor, setCursor, onKeyDown } = useTableCursor({
    rows,
    cursorIndex: props.cursorIndex ?? -1,
    scroller,
    show,
    controls: props.controls,
    onCursor: props.onCursor,
    onOpen,
    onToggle,
  })
  useTableEvents(props, { scroller, isNearEnd: window.end >= rows.length - nearEndRows, isAway: view.isAway })
  const events = useStableEvents<T>({
    onRowClick: (index, shouldOpen) => {
      setCursor(index)
      const row = rows[index]
      if (shouldOpen && row !== undefined) onOpen?.(row)
    },
    onToggle: (index) => {
      const row = rows[index]
      if (row !== undefined) onToggle?.(row)
    },
    onSelectAll: (isSelected) => onSelection?.(new Set(isSelected ? rows.map(rowKey) : [])),
    onResize: startResize,
  })
  const grid = gridOf(columns, { widthOf, isSelectable: selectedKeys !== undefined })
  return { columns, view, cursor, onKeyDown, events, grid, isCards: cardOf !== undefined }
}

export function Table<T>(props: TableProps<T>) {
  const { name, rows, rowKey, onOpen, selectedKeys, toneOf, footer } = props
  const { columns, view, cursor, onKeyDown, events, grid, isCards } = useTable(props)
  const { scroller, window, height } = view
  const { template, minWidthPx } = grid
  const id = useId()
  return (
    // Keys move the cursor over rows; the grid itself has the focus.
    <div
      ref={scroller}
      className={styles['scroller']}
      data-cards={isCards}
      role="grid"
      tabIndex={0}
      aria-label={name}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={cursor >= window.first && cursor < window.end ? `${id}-${cursor}` : undefined}
      onKeyDown={onKeyDown}
    >
      <TableHead
        columns={columns}
        template={template}
        minWidthPx={minWidthPx}
        isAllSelected={selectedKeys && rows.length > 0 && rows.every((row) => selectedKeys.has(rowKey(row)))}
        onSelectAll={events.onSelectAll}
        onResize={events.onResize}
      />
      <div role="rowgroup" className={styles['body']} style={{ height, minWidth: minWidthPx }}>
        <div
          role="presentation"
          className={styles['rows']}
          style={{ transform: `translateY(${window.top}px)` }}
        >
          {rows.slice(window.first, window.end).map((row, offset) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              id={`${id}-${window.first + offset}`}
              index={window.first + offset}
              columns={columns}
              template={template}
              isCursor={window.first + offset === cursor}
              isSelected={selectedKeys?.has(rowKey(row))}
              tone={toneOf?.(row)}
              canOpen={onOpen !== undefined}
              onRowClick={events.onRowClick}
              onToggle={events.onToggle}
            />
          ))}
        </div>
      </div>
      {footer}
    </div>
  )
}
