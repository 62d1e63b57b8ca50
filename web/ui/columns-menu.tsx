// Which columns a table shows.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import menu from './menu.module.css'

export function ColumnsMenu({
  columns,
  shown,
  onShown,
}: {
  columns: readonly { readonly id: string; readonly name: string }[]
  shown: readonly string[]
  onShown: (ids: readonly string[]) => void
}) {
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="columns" label="Columns" look="plain" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          {columns.map(({ id, name }) => (
            <Menu.CheckboxItem
              key={id}
              className={menu['item']}
              checked={shown.includes(id)}
              onSelect={(event) => {
                event.preventDefault()
                const next = columns
                  .map((column) => column.id)
                  .filter((one) => (one === id ? !shown.includes(id) : shown.includes(one)))
                if (next.length > 0) onShown(next)
              }}
            >
              <Icon name={shown.includes(id) ? 'check' : 'plus'} size={14} />
              {name}
            </Menu.CheckboxItem>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
