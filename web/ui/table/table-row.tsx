// A memoized row of a table: while scrolling, most rows do not render again.
import { memo, type ReactNode } from 'react'
import styles from './table.module.css'

export interface Column<T> {
  readonly id: string
  readonly name: string
  readonly widthPx: number
  /** The width on a phone; absent: `widthPx`, limited to a default. */
  readonly narrowPx?: number
  /** Whether the column fills the remaining width. */
  readonly grows?: boolean
  readonly align?: 'right'
  readonly cell: (row: T) => ReactNode
  /** The text colour of cells that are plain text. */
  readonly tone?: 'soft' | 'faint'
  /** The tooltip of a cell. */
  readonly titleOf?: (row: T) => string
  /** Whether the cells truncate their own content. */
  readonly truncatesItself?: boolean
  /** The direction of the sort by this column; undefined: the list is sorted by another one. */
  readonly sortDirection?: 'ascending' | 'descending' | undefined
  readonly onSort?: () => void
}

interface RowProps<T> {
  readonly row: T
  readonly id: string
  readonly index: number
  readonly columns: readonly Column<T>[]
  readonly template: string
  readonly isCursor: boolean
  /** Whether the row is selected; undefined: rows are not selectable. */
  readonly isSelected: boolean | undefined
  readonly tone: 'bad' | undefined
  readonly canOpen: boolean
  readonly onRowClick: (index: number, shouldOpen: boolean) => void
  readonly onToggle: (index: number) => void
}

/** Texts up to this length fit every column and need no truncation, which is costly to render. */
const untruncatedChars = 4

/** A text cell is one element with an ellipsis; other cells centre their content. */
function cellClass<T>({ align, tone, truncatesItself }: Column<T>, content: ReactNode): string {
  const right = align === 'right' ? ` ${styles['right']}` : ''
  if (typeof content !== 'string')
    return `${styles['content']}${right}${truncatesItself === true ? '' : ` ${styles['cut']}`}`
  return `${styles['text']}${right}${tone === undefined ? '' : ` ${styles[tone]}`}${content.length > untruncatedChars ? ` ${styles['cut']}` : ''}`
}

function PlainRow<T>(props: RowProps<T>) {
  const { row, id, index, columns, template, isCursor, isSelected, tone, canOpen, onRowClick, onToggle } =
    props
  return (
    // The grid handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-cursor={isCursor}
      data-tone={tone}
      data-opens={canOpen}
      className={styles['row']}
      style={{ gridTemplateColumns: template }}
      onClick={({ target, currentTarget }) => {
        // A click in a menu of the row is not a click on the row.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return
        onRowClick(index, target.closest('a, button, input') === null)
      }}
    >
      {isSelected !== undefined && (
        <span role="gridcell" className={`${styles['content']} ${styles['checkbox']}`}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label="Select row"
            checked={isSelected}
            onChange={() => onToggle(index)}
          />
        </span>
      )}
      {columns.map((column) => {
        const content = column.cell(row)
        return (
          <span
            key={column.id}
            role="gridcell"
            className={cellClass(column, content)}
            title={column.titleOf?.(row)}
          >
            {content}
          </span>
        )
      })}
    </div>
  )
}
export const TableRow = memo(PlainRow) as typeof PlainRow
