// What can be done with one column.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { ColumnType } from '../../app/conversion.ts'
import type { GridColumn } from './layout.ts'
import menu from '../../ui/menu.module.css'

export interface ColumnActions {
  readonly onPin: (column: GridColumn) => void
  readonly onHide: (column: GridColumn) => void
  readonly onFilter: (column: GridColumn) => void
  /** Absent: nothing can be changed. */
  readonly onRename?: ((column: GridColumn) => void) | undefined
  readonly onRemove?: ((column: GridColumn) => void) | undefined
  readonly onType?: ((column: GridColumn, type: ColumnType) => void) | undefined
}

const typeNames: readonly (readonly [ColumnType, string])[] = [
  ['string', 'Text'],
  ['number', 'Numbers'],
  ['boolean', 'True or false'],
  ['object', 'Objects (JSON)'],
  ['array', 'Lists (JSON)'],
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
      <Item
        icon="pin"
        name={column.isPinned ? 'Let it scroll' : 'Pin to the left'}
        onSelect={() => onPin(column)}
      />
      <Item icon="columns" name="Hide" onSelect={() => onHide(column)} />
      {!column.isNew && (
        <Item icon="filter" name="Only rows that have it" onSelect={() => onFilter(column)} />
      )}
      {onRename !== undefined && (
        <>
          <Menu.Separator className={menu['separator']} />
          <Item icon="edit" name="Rename…" onSelect={() => onRename(column)} />
        </>
      )}
      {onType !== undefined && (
        <>
          <Menu.Label className={menu['label']}>Its values are</Menu.Label>
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
          <Item icon="trash" name="Remove the column" onSelect={() => onRemove(column)} />
        </>
      )}
    </>
  )
}
