// web/ui/table: tables of any number of rows. Only the rows on the screen are rendered (virtual-rows.ts).
// table.tsx is the table, table-head.tsx and table-row.tsx are its memoized parts.
// Lists of other pages use use-virtual-rows.ts directly.
//
// The table. One row is under the cursor (j, k, arrow keys); Enter opens it.
import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { useLocalStorage } from '../browser/local-storage.ts'
import { TableHead } from './table-head.tsx'
import { TableRow, type Column } from './table-row.tsx'
import { useNarrow } from '../browser/use-narrow.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import styles from './table.module.css'

/** Keys of the page work on the row under the cursor, and give the table the focus. */
export interface TableControls {
  /** The cursor goes so many rows down. */
  readonly move: (rows: number) => void
  readonly open: () => void
  /** Chooses the row, or no longer. */
  readonly toggle: () => void
}

interface TableProps<T> {
  /** Names the table to those who do not see it, and the widths that a person gave its columns. */
  readonly name: string
  readonly rows: readonly T[]
  readonly columns: readonly Column<T>[]
  readonly rowKey: (row: T) => string
  readonly onOpen?: (row: T) => void
  /** The cursor came to this row. */
  readonly onCursor?: (row: T) => void
  /** The row that the page puts the cursor on; keys move it from there. */
  readonly cursorAt?: number
  /** Keys of the rows that are chosen; absent: rows cannot be chosen. */
  readonly chosen?: ReadonlySet<string>
  readonly onChosen?: (keys: ReadonlySet<string>) => void
  readonly toneOf?: (row: T) => 'bad' | undefined
  /** The end of what is loaded is near. */
  readonly onEnd?: () => void
  /** Somebody scrolled away from the first row, or back to it. */
  readonly onAway?: (away: boolean) => void
  readonly foot?: ReactNode
  /** Keys work at once: the table takes the focus when it appears, unless somebody uses something else. */
  readonly focusOnMount?: boolean
  /** Keeps the width that a person gave a column; absent: this browser remembers it. */
  readonly onWidth?: (columnId: string, widthPx: number) => void
  /** On a phone: one block per row in place of columns. */
  readonly card?: (row: T) => ReactNode
  readonly controls?: Ref<TableControls>
}

const rowPx = 32
const cardPx = 84
const headPx = 32
/** As wide as a column begins on a telephone. */
const narrowPx = 118

function useWidths(name: string, onWidth: TableProps<never>['onWidth']) {
  const [kept, setKept] = useLocalStorage<Readonly<Record<string, number>>>(`widths.${name}`, {})
  /** While a column is dragged. */
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const widths = { ...(onWidth === undefined ? kept : {}), ...dragged }
  const began = (id: string, widthPx: number) => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const from = event.clientX
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    let reachedPx = widthPx
    const moved = (next: globalThis.PointerEvent): void => {
      reachedPx = Math.max(48, widthPx + next.clientX - from)
      setDragged({ [id]: reachedPx })
    }
    const ended = (): void => {
      handle.removeEventListener('pointermove', moved)
      handle.removeEventListener('pointerup', ended)
      setDragged({})
      if (reachedPx === widthPx) return
      if (onWidth === undefined) setKept({ ...kept, [id]: reachedPx })
      else onWidth(id, reachedPx)
    }
    handle.addEventListener('pointermove', moved)
    handle.addEventListener('pointerup', ended)
  }
  const narrow = useNarrow()
  const widthOf = (column: Pick<Column<never>, 'id' | 'widthPx' | 'narrowPx'>): number =>
    widths[column.id] ?? (narrow ? (column.narrowPx ?? Math.min(column.widthPx, narrowPx)) : column.widthPx)
  return { widthOf, resizeBegan: began }
}

/** Nobody uses anything else: the focus is nowhere, or on the link that led here. Open menus close when they lose it. */
const isFree = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('nav') !== null

/** Whether a key is meant for a button of the head, or opens a link or button of a row. */
const isForPart = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(key === 'Enter' ? '[role="columnheader"], a, button' : '[role="columnheader"]') !== null

const cardColumn = <T,>(name: string, card: (row: T) => ReactNode): Column<T> => ({
  id: 'card',
  name,
  widthPx: 240,
  grows: true,
  cutsItself: true,
  cell: card,
})

export function Table<T>({
  name,
  rows,
  columns: allColumns,
  rowKey,
  onOpen,
  onCursor,
  cursorAt = -1,
  chosen,
  onChosen,
  toneOf,
  onEnd,
  onAway,
  foot,
  focusOnMount = false,
  onWidth,
  card,
  controls,
}: TableProps<T>) {
  const narrow = useNarrow()
  const cardOf = narrow ? card : undefined
  const columns = useMemo(
    () => (cardOf === undefined ? allColumns : [cardColumn(name, cardOf)]),
    [allColumns, cardOf, name],
  )
  const { scroller, window, height, show, away } = useVirtualRows(
    rows.length,
    cardOf === undefined ? rowPx : cardPx,
    headPx,
  )
  const [cursor, setCursor] = useState(cursorAt)
  const { widthOf, resizeBegan } = useWidths(name, onWidth)
  const id = useId()
  const nearEnd = window.end >= rows.length - 20

  useEffect(() => {
    if (focusOnMount && isFree(document.activeElement)) scroller.current?.focus({ preventScroll: true })
    // Only when the table appears: later the focus is where the person put it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    if (cursorAt < 0) return
    setCursor(cursorAt)
    show(cursorAt)
    // Moved when the page means another row, not when there are more of them.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursorAt])

  useEffect(() => {
    if (nearEnd) onEnd?.()
    // Asked once for each length of the list; the list decides whether there is more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [nearEnd, rows.length])

  useEffect(() => {
    onAway?.(away)
    // Told when it changes, whoever is told.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [away])

  const template = [
    ...(chosen === undefined ? [] : ['36px']),
    ...columns.map((column) =>
      column.grows === true ? `minmax(${widthOf(column)}px, 1fr)` : `${widthOf(column)}px`,
    ),
  ].join(' ')
  const least = columns.reduce((sum, column) => sum + widthOf(column), chosen === undefined ? 0 : 36)

  const toggle = (key: string): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    onChosen?.(next)
  }
  const move = (step: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, cursor + step))
    setCursor(next)
    show(next)
    const reached = rows[next]
    if (reached !== undefined) onCursor?.(reached)
  }
  const atCursor = (act: ((row: T) => void) | undefined) => (): void => {
    const row = rows[cursor]
    if (row !== undefined) act?.(row)
  }
  const open = atCursor(onOpen)
  const toggleRow = atCursor(onChosen && ((row) => toggle(rowKey(row))))
  const focused =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      scroller.current?.focus({ preventScroll: true })
      act(...args)
    }
  useImperativeHandle(controls, () => ({
    move: focused(move),
    open: focused(open),
    toggle: focused(toggleRow),
  }))
  const keyPressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isForPart(event)) return
    const all = rows.length
    const arrows = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }
    const step = { ...arrows, PageDown: 20, PageUp: -20, Home: -all, End: all }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && onOpen !== undefined) open()
    else if (event.key === 'x' && onChosen !== undefined) toggleRow()
    else return
    event.preventDefault()
  }

  // The same functions for as long as the table is there: rows that stay while others scroll by are not drawn anew.
  const latest = useRef({ rows, rowKey, toggle, onOpen, onChosen, resizeBegan, widthOf })
  latest.current = { rows, rowKey, toggle, onOpen, onChosen, resizeBegan, widthOf }
  const picked = useCallback((index: number, opens: boolean): void => {
    setCursor(index)
    const row = latest.current.rows[index]
    if (opens && row !== undefined) latest.current.onOpen?.(row)
  }, [])
  const allChosen = useCallback((isChosen: boolean): void => {
    const { rows: loaded, rowKey: keyOf, onChosen: told } = latest.current
    told?.(new Set(isChosen ? loaded.map(keyOf) : []))
  }, [])
  const resized = useCallback((column: Column<T>, event: PointerEvent<HTMLElement>): void => {
    const { resizeBegan: began, widthOf: width } = latest.current
    began(column.id, width(column))(event)
  }, [])
  const toggled = useCallback((index: number): void => {
    const row = latest.current.rows[index]
    if (row !== undefined) latest.current.toggle(latest.current.rowKey(row))
  }, [])

  return (
    // Keys move the cursor over rows; the grid itself holds the focus.
    <div
      ref={scroller}
      className={styles['scroller']}
      data-cards={cardOf !== undefined}
      role="grid"
      tabIndex={0}
      aria-label={name}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={cursor >= window.first && cursor < window.end ? `${id}-${cursor}` : undefined}
      onKeyDown={keyPressed}
    >
      <TableHead
        columns={columns}
        template={template}
        leastPx={least}
        all={
          chosen === undefined ? undefined : rows.length > 0 && rows.every((row) => chosen.has(rowKey(row)))
        }
        onAll={allChosen}
        onResize={resized}
      />
      <div role="rowgroup" className={styles['body']} style={{ height, minWidth: least }}>
        <div
          role="presentation"
          className={styles['rows']}
          style={{ transform: `translateY(${window.top}px)` }}
        >
          {rows.slice(window.first, window.end).map((row, offset) => {
            const index = window.first + offset
            const key = rowKey(row)
            return (
              <TableRow
                key={key}
                row={row}
                id={`${id}-${index}`}
                index={index}
                columns={columns}
                template={template}
                isCursor={index === cursor}
                isChosen={chosen?.has(key)}
                tone={toneOf?.(row)}
                opens={onOpen !== undefined}
                onPicked={picked}
                onToggled={toggled}
              />
            )
          })}
        </div>
      </div>
      {foot}
    </div>
  )
}
