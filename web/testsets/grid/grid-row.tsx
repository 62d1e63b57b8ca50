// One row of the grid. It is memoized: it renders again only when one of its properties changes.
import { memo, type CSSProperties, type MouseEvent } from 'react'
import { count } from '../../ui/format.ts'
import { preview, typeOf, type Json, type RowData } from '../values.ts'
import type { CellPosition } from './grid-state.ts'
import type { ColumnSpan, Layout } from './layout.ts'
import styles from './grid.module.css'

/** A row of the grid. The object stays the same as long as the row does not change. */
export interface GridRow {
  readonly key: string
  /** The number of the row, counted from 1; undefined for a row that is not committed. */
  readonly number: number | undefined
  readonly state: 'added' | 'edited' | 'removed' | undefined
  /** The row in the base revision; undefined for a row that is not committed. */
  readonly base: RowData | undefined
  readonly valueOf: (column: string) => Json | undefined
  readonly isChanged: (column: string) => boolean
  /** Whether the cell matches the search. */
  readonly isMarked: (column: string) => boolean
}

interface RowProps {
  readonly row: GridRow | undefined
  readonly index: number
  readonly id: string
  readonly layout: Layout
  readonly span: ColumnSpan
  readonly gutterPx: number
  /** The column under the cursor, when the cursor is in this row. */
  readonly cursor: number | undefined
  /** Whether the row is selected; undefined: rows cannot be selected. */
  readonly isSelected: boolean | undefined
  readonly handlers: RowHandlers
}

export interface RowHandlers {
  /** Column -1 is the gutter. */
  readonly onCell: (position: CellPosition, isDouble: boolean) => void
  readonly onSelect: (index: number, isRange: boolean) => void
}

const stateNames = { added: 'new', edited: 'changed', removed: 'removed' } as const

/** An upper bound for the width of a Latin letter. */
const letterPxMax = 14
const fittingChars = (widthPx: number): number => Math.floor((widthPx - 17) / letterPxMax)

function Cell({
  row,
  column,
  columnIndex,
  id,
  style,
  fittingCharsMax,
  isPinned,
  isCursor,
}: {
  row: GridRow | undefined
  column: string
  columnIndex: number
  id: string
  style: CSSProperties
  /** Texts up to this length always fit. They are rendered without clipping, which costs more per frame than the text. */
  fittingCharsMax: number
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
      aria-colindex={columnIndex + 2}
      aria-selected={isCursor}
      data-column={columnIndex}
      data-type={type}
      data-pinned={isPinned}
      data-fits={text.length <= fittingCharsMax}
      data-changed={row?.isChanged(column)}
      data-marked={row?.isMarked(column)}
      className={styles['cell']}
      style={style}
    >
      {text}
    </span>
  )
}

/** The number of the row, with a checkbox where rows can be selected. */
function Gutter({ row, index, gutterPx, isSelected, handlers }: RowProps) {
  return (
    <span role="rowheader" aria-colindex={1} className={styles['gutter']} style={{ width: gutterPx }}>
      {isSelected !== undefined && row !== undefined && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={row.number === undefined ? 'Select new row' : `Select row ${row.number}`}
          checked={isSelected}
          onClick={(event) => {
            event.stopPropagation()
            handlers.onSelect(index, event.shiftKey)
          }}
          onChange={() => undefined}
        />
      )}
      <span>{row === undefined ? '' : row.number === undefined ? '+' : count(row.number)}</span>
      {row?.state !== undefined && <span className="hidden-text">{stateNames[row.state]}</span>}
    </span>
  )
}

function PlainRow(props: RowProps) {
  const { row, index, id, layout, span, gutterPx, cursor, handlers } = props
  const { columns, pinnedCount, starts } = layout
  const visibleIndexes = [...columns.slice(0, pinnedCount).keys(), ...range(span.first, span.end)]
  const leftPx = (starts[span.first] ?? 0) - (starts[pinnedCount] ?? gutterPx)
  return (
    // The grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      role="row"
      aria-rowindex={index + 2}
      data-state={row?.state}
      data-waiting={row === undefined}
      className={styles['row']}
      style={{ width: layout.widthPx }}
      onClick={(event) => handlers.onCell({ row: index, column: columnAt(event) }, false)}
      onDoubleClick={(event) => handlers.onCell({ row: index, column: columnAt(event) }, true)}
    >
      <Gutter {...props} />
      {visibleIndexes.map((columnIndex) => {
        const column = columns[columnIndex]
        if (column === undefined) return null
        const isPinned = columnIndex < pinnedCount
        return (
          <Cell
            key={column.id}
            row={row}
            column={column.id}
            columnIndex={columnIndex}
            id={`${id}-${columnIndex}`}
            fittingCharsMax={fittingChars(column.widthPx)}
            isPinned={isPinned}
            isCursor={cursor === columnIndex}
            style={{
              width: column.widthPx,
              ...(isPinned ? { left: starts[columnIndex] } : {}),
              ...(columnIndex === span.first && leftPx > 0 ? { marginLeft: leftPx } : {}),
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

/** The index of the clicked column; -1: the gutter. */
function columnAt({ target }: MouseEvent): number {
  const cell = target instanceof Element ? target.closest('[data-column]') : null
  return cell === null ? -1 : Number(cell.getAttribute('data-column'))
}
