// A grid of a million rows: those on the screen are drawn, of their columns those on the screen too. One cell is under the
// cursor; keys move it. The grid itself holds the focus, and says which cell it means.
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useVirtualRows } from '../../ui/table/use-virtual-rows.ts'
import { pageRows } from '../queries.ts'
import { textOf, typeOf, valueAs, type Json } from '../values.ts'
import { CellEditor, type Then } from './cell-editor.tsx'
import { GridHead } from './grid-head.tsx'
import { GridRowView, type GridRow } from './grid-row.tsx'
import type { RowPages } from './row-pages.ts'
import { columnsShown, scrollLeftFor, type GridColumn, type Layout, type Span } from './layout.ts'
import styles from './grid.module.css'

export interface Place {
  readonly row: number
  readonly column: number
}

export interface GridProps {
  readonly name: string
  readonly count: number
  readonly layout: Layout
  readonly gutterPx: number
  readonly rowAt: (index: number) => GridRow | undefined
  /** Where the rows come from: told what is on the screen, and followed. */
  readonly pages: RowPages
  readonly cursor: Place
  readonly onCursor: (place: Place) => void
  readonly onOpen: (place: Place) => void
  readonly onClose: () => void
  /** Absent: nothing can be changed. */
  readonly onEdit?: ((row: GridRow, column: GridColumn, value: Json | undefined) => void) | undefined
  readonly onPaste?: ((text: string, at: Place) => void) | undefined
  readonly chosen: ReadonlySet<string> | undefined
  readonly onChosen: (keys: ReadonlySet<string>) => void
  readonly onWidth: (id: string, widthPx: number) => void
  readonly menuOf: (column: GridColumn) => ReactNode
}

const rowPx = 32
const headPx = 32

interface Across extends Span {
  /** There are columns to scroll to. Cells that stay cost much of a frame: without need they do not. */
  readonly scrolls: boolean
}

/** The columns on the screen; told anew only when others are. */
function useAcross(scroller: RefObject<HTMLDivElement | null>, layout: Layout): Across {
  const [span, setSpan] = useState<Across>(() => ({
    ...columnsShown(layout, { left: 0, widthPx: 1200 }),
    scrolls: true,
  }))
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const read = (): void =>
      setSpan((before) => {
        const next = columnsShown(layout, { left: element.scrollLeft, widthPx: element.clientWidth })
        const scrolls = layout.widthPx > element.clientWidth
        return before.first === next.first && before.end === next.end && before.scrolls === scrolls
          ? before
          : { ...next, scrolls }
      })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [scroller, layout])
  return span
}

const isPlain = (value: Json | undefined): boolean => typeof value !== 'object' || value === null

/** Keys that move the cursor, by rows and columns; undefined: another key. */
function moved(event: KeyboardEvent, at: Place, count: number, columns: number): Place | undefined {
  const far = event.ctrlKey || event.metaKey
  const { row, column } = at
  switch (event.key) {
    case 'ArrowDown':
    case 'j':
      return { row: row + 1, column }
    case 'ArrowUp':
    case 'k':
      return { row: row - 1, column }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'PageDown':
      return { row: row + 20, column }
    case 'PageUp':
      return { row: row - 20, column }
    case 'Home':
      return far ? { row: 0, column } : { row, column: 0 }
    case 'End':
      return far ? { row: count - 1, column } : { row, column: columns - 1 }
    default:
      return undefined
  }
}

export function Grid(props: GridProps) {
  const { name, count, layout, gutterPx, rowAt, pages, cursor, onCursor, onOpen, onEdit, chosen } = props
  const { scroller, window, height, show } = useVirtualRows(count, rowPx, headPx)
  const span = useAcross(scroller, layout)
  const [editing, setEditing] = useState(false)
  const id = useId()
  const { columns, pinned, starts } = layout

  useSyncExternalStore(pages.subscribe, pages.version)
  const firstPage = Math.floor(window.first / pageRows) * pageRows
  const endPage = Math.ceil(window.end / pageRows) * pageRows
  useLayoutEffect(() => pages.show(firstPage, endPage), [pages, firstPage, endPage])

  const reveal = useCallback(
    ({ row, column }: Place): void => {
      show(row)
      const element = scroller.current
      if (element === null) return
      const view = { left: element.scrollLeft, widthPx: element.clientWidth }
      const left = scrollLeftFor(layout, column, view)
      if (left !== undefined) element.scrollLeft = left
    },
    [show, scroller, layout],
  )
  // Whoever moves the cursor, it is in view; from afar with some rows around it.
  const shownAt = useRef(-1)
  useEffect(() => {
    if (Math.abs(shownAt.current - cursor.row) > 1) {
      show(Math.max(0, cursor.row - 5))
      show(Math.min(count - 1, cursor.row + 5))
    }
    shownAt.current = cursor.row
    reveal(cursor)
    // The rows that there are do not move it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursor.row, cursor.column])

  const place = (target: Place): void => {
    const next = {
      row: Math.min(count - 1, Math.max(0, target.row)),
      column: Math.min(columns.length - 1, Math.max(0, target.column)),
    }
    onCursor(next)
  }
  const current = rowAt(cursor.row)
  const column = columns[cursor.column]

  /** Text and numbers are typed in the cell; what has parts is opened. */
  const begin = (at: Place): void => {
    const row = rowAt(at.row)
    const value = row?.valueOf(columns[at.column]?.id ?? '')
    if (onEdit === undefined || row === undefined || row.state === 'removed' || !isPlain(value)) onOpen(at)
    else setEditing(true)
  }
  const kept = (text: string, then: Then): void => {
    setEditing(false)
    if (current !== undefined && column !== undefined) {
      const before = current.valueOf(column.id)
      const type = before === undefined ? column.type : typeOf(before)
      const value = valueAs(text, type)
      if (text !== textOf(before)) onEdit?.(current, column, value)
    }
    if (then === 'stay') return
    scroller.current?.focus()
    if (then === 'down') place({ ...cursor, row: cursor.row + 1 })
    else place({ ...cursor, column: cursor.column + (then === 'right' ? 1 : -1) })
  }

  const keyPressed = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const next = moved(event, cursor, count, columns.length)
    const taken = (): void => event.preventDefault()
    if (next !== undefined) {
      taken()
      place(next)
    } else if (event.key === 'Enter' || event.key === 'F2') {
      taken()
      begin(cursor)
    } else if (event.key === ' ') {
      taken()
      onOpen(cursor)
    } else if (event.key === 'Escape') {
      taken()
      props.onClose()
    } else if (event.key === 'x' && !event.ctrlKey && !event.metaKey && current !== undefined) {
      taken()
      choose(current.key, cursor.row, false)
    } else if (event.key === 'Delete' && current !== undefined && column !== undefined) {
      taken()
      if (current.state !== 'removed') onEdit?.(current, column, '')
    }
  }

  const lastChosen = useRef(-1)
  const choose = (key: string, index: number, isRange: boolean): void => {
    if (chosen === undefined) return
    const next = new Set(chosen)
    if (isRange && lastChosen.current >= 0) {
      const [from, to] = [Math.min(lastChosen.current, index), Math.max(lastChosen.current, index)]
      for (let at = from; at <= to; at++) {
        const row = rowAt(at)
        if (row !== undefined) next.add(row.key)
      }
    } else if (!next.delete(key)) next.add(key)
    lastChosen.current = index
    props.onChosen(next)
  }

  // The same functions for as long as the grid is there: rows that stay while others scroll by are not drawn anew.
  const clicked = (index: number, at: number, event: MouseEvent): void => {
    const target = { row: index, column: at < 0 ? cursor.column : at }
    place(target)
    if (at < 0) onOpen(target)
    else if (event.type === 'dblclick') begin(target)
  }
  const { onWidth, menuOf } = props
  const latest = useRef({ clicked, choose, onWidth, menuOf })
  latest.current = { clicked, choose, onWidth, menuOf }
  const widthGiven = useCallback(
    (column: string, widthPx: number) => latest.current.onWidth(column, widthPx),
    [],
  )
  const menuShown = useCallback((of: GridColumn) => latest.current.menuOf(of), [])
  const onCell = useCallback(
    (index: number, at: number, event: MouseEvent) => latest.current.clicked(index, at, event),
    [],
  )
  const onChosen = useCallback(
    (key: string, index: number, isRange: boolean) => latest.current.choose(key, index, isRange),
    [],
  )

  const isSeen = cursor.row >= window.first && cursor.row < window.end
  const indices = Array.from({ length: window.end - window.first }, (_, at) => window.first + at)
  return (
    // Keys move the cursor over cells; the grid itself holds the focus.
    <div
      ref={scroller}
      className={styles['scroller']}
      data-scrolls={span.scrolls}
      role="grid"
      tabIndex={0}
      aria-label={name}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={onEdit === undefined}
      aria-multiselectable="false"
      aria-activedescendant={isSeen ? `${id}-${cursor.row}-${cursor.column}` : undefined}
      onKeyDown={keyPressed}
      onCopy={(event: ClipboardEvent) => {
        if (event.target !== event.currentTarget || column === undefined) return
        event.preventDefault()
        event.clipboardData.setData('text/plain', textOf(current?.valueOf(column.id)))
      }}
      onPaste={(event: ClipboardEvent) => {
        if (props.onPaste === undefined) return
        event.preventDefault()
        props.onPaste(event.clipboardData.getData('text/plain'), cursor)
      }}
    >
      <GridHead layout={layout} span={span} gutterPx={gutterPx} onWidth={widthGiven} menuOf={menuShown} />
      <div role="rowgroup" className={styles['body']} style={{ height, width: layout.widthPx }}>
        <div
          role="presentation"
          className={styles['rows']}
          style={{ transform: `translateY(${window.top}px)` }}
        >
          {indices.map((index) => {
            const row = rowAt(index)
            return (
              <GridRowView
                key={index}
                row={row}
                index={index}
                id={`${id}-${index}`}
                layout={layout}
                span={span}
                gutterPx={gutterPx}
                cursor={index === cursor.row ? cursor.column : undefined}
                isChosen={chosen === undefined || row === undefined ? undefined : chosen.has(row.key)}
                onCell={onCell}
                onChosen={onChosen}
              />
            )
          })}
          {editing && isSeen && current !== undefined && column !== undefined && (
            <CellEditor
              label={`${column.name}, row ${current.number ?? 'that is new'}`}
              text={textOf(current.valueOf(column.id))}
              style={{
                top: (cursor.row - window.first) * rowPx,
                left:
                  (starts[cursor.column] ?? 0) +
                  (cursor.column < pinned ? (scroller.current?.scrollLeft ?? 0) : 0),
                minWidth: column.widthPx,
              }}
              onKeep={kept}
              onCancel={() => {
                setEditing(false)
                scroller.current?.focus()
              }}
            />
          )}
        </div>
      </div>
    </div>
  )
}
