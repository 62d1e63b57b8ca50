// Exports all rows that match the filter and time range, not only the loaded ones.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { useSession } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import { columnsDefault, parseColumns } from '../app/trace-list/column-list.ts'
import { boundsIn, listRequestOf } from '../app/trace-list/list-queries.ts'
import type { TracesView } from '../app/trace-list/url-state.ts'
import menu from '../ui/menu.module.css'

const formats = [
  { format: 'csv', name: 'CSV with these columns' },
  { format: 'jsonl', name: 'JSON lines' },
  { format: 'parquet', name: 'Parquet' },
] as const
type Format = (typeof formats)[number]['format']

const columnIds = ({ columns = columnsDefault }: TracesView): string[] =>
  parseColumns(columns).map(({ id }) => id)

export function ExportMenu({ view }: { view: TracesView }) {
  const { api, session } = useSession()
  const exportMutation = useMutation({
    mutationFn: async (format: Format) => {
      const { oldest, newest } = boundsIn(view)
      const answer = await api.spans.export(
        {
          format,
          ...listRequestOf(view),
          ...(format === 'csv' ? { columns: columnIds(view) } : {}),
          windowing: {
            oldest: new Date(oldest).toISOString(),
            newest: new Date(newest).toISOString(),
            ...(view.order === undefined ? {} : { order: view.order }),
          },
        },
        { timeoutMs: 0 },
      )
      const subject = format === 'csv' ? (view.focus ?? 'traces') : 'spans'
      return downloadFile(await answer.blob(), `${session.project.slug}-${subject}.${format}`)
    },
    onError: showFailure,
  })
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="download" label="Export" look="plain" disabled={exportMutation.isPending} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Export all rows of this list as</Menu.Label>
          {formats.map(({ format, name }) => (
            <Menu.Item key={format} className={menu['item']} onSelect={() => exportMutation.mutate(format)}>
              <Icon name="download" size={14} />
              {name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
