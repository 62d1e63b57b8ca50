// The memoized header of a table: it does not render while rows scroll.
import { memo, type PointerEvent } from 'react'
import type { Column } from './table-row.tsx'
import styles from './table.module.css'

interface HeadProps<T> {
  readonly columns: readonly Column<T>[]
  readonly template: string
  readonly minWidthPx: number
  /** Whether all loaded rows are selected; undefined: rows are not selectable. */
  readonly isAllSelected: boolean | undefined
  readonly onSelectAll: (isSelected: boolean) => void
  readonly onResize: (column: Column<T>, event: PointerEvent<HTMLElement>) => void
}

function PlainHead<T>({ columns, template, minWidthPx, isAllSelected, onSelectAll, onResize }: HeadProps<T>) {
  return (
    <div
      className={styles['head']}
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: template, minWidth: minWidthPx }}
    >
      {isAllSelected !== undefined && (
        <span role="columnheader" className={styles['checkbox']}>
          <input
            type="checkbox"
            aria-label="Select all loaded rows"
            checked={isAllSelected}
            onChange={(event) => onSelectAll(event.target.checked)}
          />
        </span>
      )}
      {columns.map((column) => (
        <span
          key={column.id}
          role="columnheader"
          data-align={column.align}
          aria-sort={column.onSort === undefined ? undefined : (column.sortDirection ?? 'none')}
        >
          {column.onSort === undefined ? (
            <span className={styles['label']} title={column.name}>
              {column.name}
            </span>
          ) : (
            <button type="button" title={column.name} onClick={column.onSort}>
              {column.name}{' '}
              {column.sortDirection === 'ascending' ? '↑' : column.sortDirection === 'descending' ? '↓' : ''}
            </button>
          )}
          <i
            className={styles['grip']}
            aria-hidden="true"
            onPointerDown={(event) => onResize(column, event)}
          />
        </span>
      ))}
    </div>
  )
}
export const TableHead = memo(PlainHead) as typeof PlainHead
