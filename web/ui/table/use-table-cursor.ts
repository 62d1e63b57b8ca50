// The cursor of a table and the actions on its row: keys of the table and shortcuts of the page use them.
import { useEffect, useImperativeHandle, useState, type KeyboardEvent, type Ref, type RefObject } from 'react'
import { cursorStep } from './cursor-step.ts'

/** Shortcuts of the page act on the row under the cursor and focus the table. */
export interface TableControls {
  /** Moves the cursor down by a number of rows. */
  readonly move: (rows: number) => void
  readonly open: () => void
  /** Selects or deselects the row. */
  readonly toggle: () => void
}

/** Whether a key belongs to a button of the header, or Enter to a link or button of a row. */
const isForPart = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(key === 'Enter' ? '[role="columnheader"], a, button' : '[role="columnheader"]') !== null

export interface CursorOptions<T> {
  readonly rows: readonly T[]
  /** The row to which the page moves the cursor; -1: none. */
  readonly cursorIndex: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly show: (row: number) => void
  readonly controls: Ref<TableControls> | undefined
  readonly onCursor: ((row: T) => void) | undefined
  readonly onOpen: ((row: T) => void) | undefined
  readonly onToggle: ((row: T) => void) | undefined
}

export function useTableCursor<T>(options: CursorOptions<T>) {
  const { rows, cursorIndex, scroller, show, controls, onCursor, onOpen, onToggle } = options
  const [cursor, setCursor] = useState(cursorIndex)
  useEffect(() => {
    if (cursorIndex < 0) return
    setCursor(cursorIndex)
    show(cursorIndex)
    // Runs only when the page selects another row, not when the list grows.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [cursorIndex])
  const move = (step: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, cursor + step))
    setCursor(next)
    show(next)
    const row = rows[next]
    if (row !== undefined) onCursor?.(row)
  }
  const act = (action: ((row: T) => void) | undefined): void => {
    const row = rows[cursor]
    if (row !== undefined) action?.(row)
  }
  const focus = (): void => scroller.current?.focus({ preventScroll: true })
  useImperativeHandle(controls, () => ({
    move: (step) => {
      focus()
      move(step)
    },
    open: () => {
      focus()
      act(onOpen)
    },
    toggle: () => {
      focus()
      act(onToggle)
    },
  }))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isForPart(event)) return
    const step = cursorStep(event.key, rows.length)
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && onOpen !== undefined) act(onOpen)
    else if (event.key === 'x' && onToggle !== undefined) act(onToggle)
    else return
    event.preventDefault()
  }
  return { cursor, setCursor, onKeyDown }
}
