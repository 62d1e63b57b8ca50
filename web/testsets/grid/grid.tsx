// A virtual grid of up to a million rows: it renders only the rows and columns on the screen. The grid element itself has the
// focus and names the cell under the cursor by aria-activedescendant; keys are commands of grid-state.ts.
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import type { Window } from '../../ui/table/virtual-rows.ts'
import { pageRows } from '../queries.ts'
import { textOf } from '../values.ts'
import { CellEditor } from './cell-editor.tsx'
import { clipboardHandlers, handlersOf, useStableHandlers, type GridProps } from './grid-handlers.ts'
import { GridHead } from './grid-head.tsx'
import { GridRowView, type RowHandlers } from './grid-row.tsx'
import type { Direction } from './grid-state.ts'
import { scrollLeftFor, type ColumnSpan } from './layout.ts'
import { useVisibleColumns } from './use-visible-columns.ts'
import styles from './grid.module.css'

const rowPx = 32
const headPx = 32

/** Scrolls the cell under the cursor into view; after a jump with some rows around it. */
function useCursorInView(
  { state: { cursor }, count, layout }: GridProps,
  { scroller, show }: { scroller: RefObject<HTMLDivElement | null>; show: (row: number) => void },
): void {
  const lastRow = useRef(-1)
  useEffect(() => {
    if (Math.abs(lastRow.current - cursor.row) > 1) {
      show(Math.max(0, cursor.row - 5))
      show(Math.min(count - 1, cursor.row + 5))
    }
    lastRow.current = cursor.row
    show(cursor.row)
    const element = scroller.current
    if (element === null) return
    const { scrollLeft, clientWidth } = element
    const left = scrollLeftFor(layout, { index: cursor.column, left: scrollLeft, widthPx: clientWidth })
    if (left !== undefined) element.scrollLeft = left
    // New rows and other widths do not scroll the grid.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor.row, cursor.column])
}

/** The editor over the cell under the cursor. */
function OpenEditor({
  grid: { state, layout, rowAt, dispatch },
  top,
  scroller,
  onSave,
}: {
  grid: GridProps
  top: number
  scroller: RefObject<HTMLDivElement | null>
  onSave: (text: string, direction: Direction) => void
}) {
  const { row, column: columnIndex } = state.cursor
  const currentRow = rowAt(row)
  const column = layout.columns[columnIndex]
  if (currentRow === undefined || column === undefined) return null
  const scrolledPx = columnIndex < layout.pinnedCount ? (scroller.current?.scrollLeft ?? 0) : 0
  return (
    <CellEditor
      label={`${column.name}, ${currentRow.number === undefined ? 'new row' : `row ${currentRow.number}`}`}
      text={textOf(currentRow.valueOf(column.id))}
      typedText={state.typedText}
      style={{ top, left: (layout.starts[columnIndex] ?? 0) + scrolledPx, minWidth: column.widthPx }}
      onSave={(text, direction) => {
        onSave(text, direction)
        if (direction !== 'stay') scroller.current?.focus()
      }}
      onCancel={() => {
        dispatch({ type: 'close-editor' })
        scroller.current?.focus()
      }}
    />
  )
}

/** The rows on the screen. */
function GridRows({
  grid: { layout, gutterPx, rowAt, onEdit, state },
  window,
  id,
  span,
  handlers,
}: {
  grid: GridProps
  window: Window
  id: string
  span: ColumnSpan
  handlers: RowHandlers
}) {
  const { cursor, selectedKeys } = state
  return Array.from({ length: window.end - window.first }, (_, at) => window.first + at).map((index) => {
    const row = rowAt(index)
    return (
      <GridRowView
        key={index}
        {...{ row, index, layout, span, gutterPx, handlers }}
        id={`${id}-${index}`}
        cursor={index === cursor.row ? cursor.column : undefined}
        isSelected={onEdit === undefined || row === undefined ? undefined : selectedKeys.has(row.key)}
      />
    )
  })
}

/** Loads the rows on the screen, and renders again when some arrive. */
function usePagesOf({ pages }: GridProps, window: Window): void {
  useSyncExternalStore(pages.subscribe, pages.version)
  const firstPage = Math.floor(window.first / pageRows) * pageRows
  const endPage = Math.ceil(window.end / pageRows) * pageRows
  useLayoutEffect(() => pages.show(firstPage, endPage), [pages, firstPage, endPage])
}

export function Grid(props: GridProps) {
  const { name, ref, count, layout, gutterPx, state, onEdit } = props
  const { cursor } = state
  const { scroller, window, height, show } = useVirtualRows(count, rowPx, headPx)
  const span = useVisibleColumns(scroller, layout)
  const id = useId()
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }), [scroller])
  usePagesOf(props, window)
  useCursorInView(props, { scroller, show })
  const handlers = handlersOf(props)
  const { row: rowHandlers, onWidth, menuOf } = useStableHandlers(handlers, props)
  const isCursorVisible = cursor.row >= window.first && cursor.row < window.end
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      data-scrolls={span.isScrollable}
      role="grid"
      tabIndex={0}
      aria-label={name}
      aria-rowcount={count + 1}
      aria-colcount={layout.columns.length + 1}
      aria-readonly={onEdit === undefined}
      aria-multiselectable="false"
      aria-activedescendant={isCursorVisible ? `${id}-${cursor.row}-${cursor.column}` : undefined}
      onKeyDown={handlers.onKeyDown}
      {...clipboardHandlers(props)}
    >
      <GridHead {...{ layout, span, gutterPx, onWidth, menuOf }} />
      <div role="rowgroup" className={styles['body']} style={{ height, width: layout.widthPx }}>
        <div
          role="presentation"
          className={styles['rows']}
          style={{ transform: `translateY(${window.top}px)` }}
        >
          <GridRows grid={props} {...{ window, id, span }} handlers={rowHandlers} />
          {state.isEditing && isCursorVisible && (
            <OpenEditor
              grid={props}
              top={(cursor.row - window.first) * rowPx}
              scroller={scroller}
              onSave={handlers.saveCell}
            />
          )}
        </div>
      </div>
    </div>
  )
}
