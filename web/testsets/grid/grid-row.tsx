// One row of the grid, drawn anew only when something about it changes.
import { memo, type CSSProperties, type MouseEvent } from 'react'
import { count } from '../../ui/format.ts'
import { preview, typeOf, type Json, type RowData } from '../values.ts'
import type { Layout, Span } from './layout.ts'
import styles from './grid.module.css'

/** A row as the grid shows it. The same object as long as nothing about it changes. */
export interface GridRow {
  readonly key: string
  /** As people count: from 1; undefined for one that is not committed yet. */
  readonly number: number | undefined
  readonly state: 'added' | 'edited' | 'removed' | undefined
  /** As the base revision has it; undefined for one that is not committed yet. */
  readonly base: RowData | undefined
  readonly valueOf: (column: string) => Json | undefined
  readonly isChanged: (column: string) => boolean
  readonly isMarked: (column: string) => boolean
}

interface RowProps {
  readonly row: GridRow | undefined
  readonly index: number
  readonly id: string
  readonly layout: Layout
  readonly span: Span
  readonly gutterPx: number
  /** The column under the cursor, when the cursor is in this row. */
  readonly cursor: number | undefined
  readonly isChosen: boolean | undefined
  readonly onCell: (index: number, column: number, event: MouseEvent) => void
  readonly onChosen: (key: string, index: number, isRange: boolean) => void
}

const stateNames = { added: 'new', edited: 'changed', removed: 'removed' } as const

/** No letter is wider than this, but for some that nobody should count on: they are not in this alphabet. */
const letterPxMax = 14
const fittingIn = (widthPx: number): number => Math.floor((widthPx - 17) / letterPxMax)

function Cell({
  row,
  column,
  at,
  id,
  style,
  fits,
  isPinned,
  isCursor,
}: {
  row: GridRow | undefined
  column: string
  at: number
  id: string
  style: CSSProperties
  /** So many characters fit for certain: such a cell needs no edge to be cut at, which costs a frame more than its text. */
  fits: number
  isPinned: boolean
  isCursor: boolean
}) {
  const value = row?.valueOf(column)
  const text = preview(value)
  const type = value === undefined ? undefined : typeOf(value)
  return (
    <span
      id={isCursor ? id : undefined}
      role="gridcell"
      aria-colindex={at + 2}
      aria-selected={isCursor}
      data-column={at}
      data-type={type}
      data-pinned={isPinned}
      data-fits={text.length <= fits}
      data-changed={row?.isChanged(column)}
      data-marked={row?.isMarked(column)}
      className={styles['cell']}
      style={style}
    >
      {text}
    </span>
  )
}

function PlainRow(props: RowProps) {
  const { row, index, id, layout, span, gutterPx, cursor, isChosen, onCell, onChosen } = props
  const { columns, pinned, starts } = layout
  const shown = [...columns.slice(0, pinned).keys(), ...range(span.first, span.end)]
  const before = (starts[span.first] ?? 0) - (starts[pinned] ?? gutterPx)
  return (
    // The grid takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      data-state={row?.state}
      data-waiting={row === undefined}
      className={styles['row']}
      style={{ width: layout.widthPx }}
      onClick={(event) => onCell(index, columnAt(event), event)}
      onDoubleClick={(event) => onCell(index, columnAt(event), event)}
    >
      <span role="rowheader" aria-colindex={1} className={styles['gutter']} style={{ width: gutterPx }}>
        {isChosen !== undefined && row !== undefined && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Choose row ${row.number ?? 'that is new'}`}
            checked={isChosen}
            onClick={(event) => {
              event.stopPropagation()
              onChosen(row.key, index, event.shiftKey)
            }}
            onChange={() => undefined}
          />
        )}
        <span>{row === undefined ? '' : row.number === undefined ? '+' : count(row.number)}</span>
        {row?.state !== undefined && <span className="hidden-text">{stateNames[row.state]}</span>}
      </span>
      {shown.map((at) => {
        const column = columns[at]
        if (column === undefined) return null
        const isPinned = at < pinned
        return (
          <Cell
            key={column.id}
            row={row}
            column={column.id}
            at={at}
            id={`${id}-${at}`}
            fits={fittingIn(column.widthPx)}
            isPinned={isPinned}
            isCursor={cursor === at}
            style={{
              width: column.widthPx,
              ...(isPinned ? { left: starts[at] } : {}),
              ...(at === span.first && before > 0 ? { marginLeft: before } : {}),
            }}
          />
        )
      })}
    </div>
  )
}
export const GridRowView = memo(PlainRow)

const range = (first: number, end: number): readonly number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)

/** The column that was clicked; -1: the gutter. */
function columnAt({ target }: MouseEvent): number {
  const cell = target instanceof Element ? target.closest('[data-column]') : null
  return cell === null ? -1 : Number(cell.getAttribute('data-column'))
}
