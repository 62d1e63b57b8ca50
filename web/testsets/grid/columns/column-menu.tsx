// web/testsets/grid/columns: the columns of the grid, the menu of a column and the dialog that changes its type.
// Imports the layout and search of the grid, the draft, web/testsets, web/app and web/ui.
// Start at use-columns.ts.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import type { ColumnType } from '../../../app/conversion.ts'
import type { GridColumn } from '../layout.ts'
import menu from '../../../ui/menu.module.css'

export interface ColumnActions {
  readonly onPin: (column: GridColumn) => void
  readonly onHide: (column: GridColumn) => void
  readonly onFilter: (column: GridColumn) => void
  /** Renames a column. This and the next two actions are absent if the grid is read-only. */
  readonly onRename?: ((column: GridColumn) => void) | undefined
  readonly onRemove?: ((column: GridColumn) => void) | undefined
  readonly onType?: ((column: GridColumn, type: ColumnType) => void) | undefined
}

const typeNames: readonly (readonly [ColumnType, string])[] = [
  ['string', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Boolean'],
  ['object', 'Object (JSON)'],
  ['array', 'Array (JSON)'],
]

function Item({ icon, name, onSelect }: { icon: IconName; name: string; onSelect: () => void }) {
  return (
    <Menu.Item className={menu['item']} onSelect={onSelect}>
      <Icon name={icon} size={14} />
      {name}
    </Menu.Item>
  )
}

export function ColumnMenu({ column, actions }: { column: GridColumn; actions: ColumnActions }) {
  const { onPin, onHide, onFilter, onRename, onRemove, onType } = actions
  return (
    <>
      <Item icon="pin" name={column.isPinned ? 'Unpin' : 'Pin'} onSelect={() => onPin(column)} />
      <Item icon="columns" name="Hide" onSelect={() => onHide(column)} />
      {!column.isNew && (
        <Item icon="filter" name="Only rows with a value" onSelect={() => onFilter(column)} />
      )}
      {onRename !== undefined && (
        <>
          <Menu.Separator className={menu['separator']} />
          <Item icon="edit" name="Rename…" onSelect={() => onRename(column)} />
        </>
      )}
      {onType !== undefined && (
        <>
          <Menu.Label className={menu['label']}>Type</Menu.Label>
          {typeNames.map(([type, name]) => (
            <Item
              key={type}
              icon={type === column.type ? 'check' : 'right'}
              name={name}
              onSelect={() => type !== column.type && onType(column, type)}
            />
          ))}
        </>
      )}
      {onRemove !== undefined && (
        <>
          <Menu.Separator className={menu['separator']} />
          <Item icon="trash" name="Remove column" onSelect={() => onRemove(column)} />
        </>
      )}
    </>
  )
}
