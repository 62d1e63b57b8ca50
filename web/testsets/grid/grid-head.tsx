// The header row: column names with their menus, and grips to change widths.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { memo, type PointerEvent, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { GridColumn, ColumnSpan, Layout } from './layout.ts'
import menu from '../../ui/menu.module.css'
import styles from './grid.module.css'

const typeSigns = {
  string: 'text',
  number: '123',
  boolean: 'y/n',
  object: '{ }',
  array: '[ ]',
  null: 'null',
} as const

export interface HeadProps {
  readonly layout: Layout
  readonly span: ColumnSpan
  readonly gutterPx: number
  readonly onWidth: (id: string, widthPx: number) => void
  /** The items of a column's menu. */
  readonly menuOf: (column: GridColumn) => ReactNode
}

/** The items are rendered when the menu opens, so their actions see the current state of the page. */
const MenuItems = ({ column, menuOf }: { column: GridColumn } & Pick<HeadProps, 'menuOf'>) => menuOf(column)

function startResize(
  event: PointerEvent<HTMLElement>,
  { column, onWidth }: { readonly column: GridColumn } & Pick<HeadProps, 'onWidth'>,
): void {
  event.preventDefault()
  const startX = event.clientX
  const grip = event.currentTarget
  grip.setPointerCapture(event.pointerId)
  const onMove = (next: globalThis.PointerEvent): void =>
    onWidth(column.id, Math.max(60, column.widthPx + next.clientX - startX))
  const onEnd = (): void => {
    grip.removeEventListener('pointermove', onMove)
    grip.removeEventListener('pointerup', onEnd)
  }
  grip.addEventListener('pointermove', onMove)
  grip.addEventListener('pointerup', onEnd)
}

function ColumnHead({
  column,
  columnIndex,
  left,
  marginLeft,
  onWidth,
  menuOf,
}: {
  column: GridColumn
  columnIndex: number
  left: number | undefined
  marginLeft: number
  onWidth: (id: string, widthPx: number) => void
  menuOf: HeadProps['menuOf']
}) {
  return (
    <span
      role="columnheader"
      aria-colindex={columnIndex + 2}
      data-pinned={left !== undefined}
      data-new={column.isNew}
      style={{ width: column.widthPx, left, marginLeft }}
    >
      <Menu.Root>
        <Menu.Trigger className={styles['name']} title={column.name} tabIndex={-1}>
          <b>{column.name}</b>
          <small>{typeSigns[column.type]}</small>
          <Icon name="down" size={10} />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="start" sideOffset={2}>
            <MenuItems column={column} menuOf={menuOf} />
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      <i
        className={styles['grip']}
        aria-hidden="true"
        onPointerDown={(event) => startResize(event, { column, onWidth })}
      />
    </span>
  )
}

function PlainHead({ layout, span, gutterPx, onWidth, menuOf }: HeadProps) {
  const { columns, pinnedCount, starts } = layout
  const leftPx = (starts[span.first] ?? 0) - (starts[pinnedCount] ?? gutterPx)
  return (
    <div role="row" aria-rowindex={1} className={styles['head']} style={{ width: layout.widthPx }}>
      <span role="columnheader" aria-colindex={1} className={styles['gutter']} style={{ width: gutterPx }}>
        <span className="hidden-text">Row</span>
      </span>
      {columns.map((column, columnIndex) => {
        const isPinned = columnIndex < pinnedCount
        if (!isPinned && (columnIndex < span.first || columnIndex >= span.end)) return null
        return (
          <ColumnHead
            key={column.id}
            column={column}
            columnIndex={columnIndex}
            left={isPinned ? starts[columnIndex] : undefined}
            marginLeft={columnIndex === span.first && leftPx > 0 ? leftPx : 0}
            onWidth={onWidth}
            menuOf={menuOf}
          />
        )
      })}
    </div>
  )
}
/** Memoized: scrolling rows does not render it again. */
export const GridHead = memo(PlainHead)
