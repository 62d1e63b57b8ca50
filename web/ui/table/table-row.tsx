// One row of a table, drawn anew only when something about it changes: while scrolling, most rows stay.
import { memo, type ReactNode } from 'react'
import styles from './table.module.css'

export interface Column<T> {
  readonly id: string
  readonly name: string
  readonly widthPx: number
  /** On a telephone; absent: as wide, but no wider than any other. */
  readonly narrowPx?: number
  /** Takes the room that is left. */
  readonly grows?: boolean
  readonly align?: 'right'
  readonly cell: (row: T) => ReactNode
  /** Colour of its text, where the cell is nothing but text. */
  readonly tone?: 'soft' | 'faint'
  /** Shown to those who point at the cell. */
  readonly titleOf?: (row: T) => string
  /** Its cells end in dots by themselves. */
  readonly cutsItself?: boolean
  /** Where the server can sort by it. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly onSort?: () => void
}

interface RowProps<T> {
  readonly row: T
  readonly id: string
  readonly index: number
  readonly columns: readonly Column<T>[]
  readonly template: string
  readonly isCursor: boolean
  /** Undefined: rows cannot be chosen. */
  readonly isChosen: boolean | undefined
  readonly tone: 'bad' | undefined
  readonly opens: boolean
  readonly onPicked: (index: number, opens: boolean) => void
  readonly onToggled: (index: number) => void
}

/** As wide as columns are at least, in characters: what is no longer needs no edge to be cut at, which costs a frame more than the text. */
const fits = 4

/** A cell of text is one element, and ends in dots where it is too long; others hold what they are given in the middle. */
function cellClass<T>({ align, tone, cutsItself }: Column<T>, shown: ReactNode): string {
  const right = align === 'right' ? ` ${styles['right']}` : ''
  if (typeof shown !== 'string')
    return `${styles['held']}${right}${cutsItself === true ? '' : ` ${styles['cut']}`}`
  return `${styles['text']}${right}${tone === undefined ? '' : ` ${styles[tone]}`}${shown.length > fits ? ` ${styles['cut']}` : ''}`
}

function PlainRow<T>(props: RowProps<T>) {
  const { row, id, index, columns, template, isCursor, isChosen, tone, opens, onPicked, onToggled } = props
  return (
    // The grid takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-cursor={isCursor}
      data-tone={tone}
      data-opens={opens}
      className={styles['row']}
      style={{ gridTemplateColumns: template }}
      onClick={({ target, currentTarget }) => {
        // What is clicked in a menu of the row is no click on the row.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return
        onPicked(index, target.closest('a, button, input') === null)
      }}
    >
      {isChosen !== undefined && (
        <span role="gridcell" className={`${styles['held']} ${styles['choose']}`}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Choose this row"
            checked={isChosen}
            onChange={() => onToggled(index)}
          />
        </span>
      )}
      {columns.map((column) => {
        const shown = column.cell(row)
        return (
          <span
            key={column.id}
            role="gridcell"
            className={cellClass(column, shown)}
            title={column.titleOf?.(row)}
          >
            {shown}
          </span>
        )
      })}
    </div>
  )
}
export const TableRow = memo(PlainRow) as typeof PlainRow
