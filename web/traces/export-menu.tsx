// All spans of the list as a file: what the filter and the range say, not only what was scrolled to.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { useSigned } from '../app/session.tsx'
import { sayFailure } from '../app/toasts.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { savedAs } from '../ui/saved-as.ts'
import { csvOf } from './csv-export.ts'
import { boundsIn, listed } from './queries.ts'
import type { TracesView } from './search.ts'
import menu from '../ui/menu.module.css'

const formats = [
  { format: 'csv', name: 'CSV with these columns' },
  { format: 'jsonl', name: 'JSON lines' },
  { format: 'parquet', name: 'Parquet' },
] as const
type Format = (typeof formats)[number]['format']

export function ExportMenu({ view }: { view: TracesView }) {
  const { api, session } = useSigned()
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
      const name = `${session.project.slug}-${view.focus ?? 'traces'}`
      if (format === 'csv') return savedAs(await csvOf(api, view), `${name}.csv`)
      const { oldest, newest } = boundsIn(view)
      const answer = await api.spans.export(
        {
          format,
          ...listed(view),
          windowing: { oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() },
        },
        { timeoutMs: 0 },
      )
      return savedAs(await answer.blob(), `${session.project.slug}-spans.${format}`)
    },
    onError: sayFailure,
  })
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="download" label="Export" look="plain" disabled={exporting.isPending} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Export all rows of this list as</Menu.Label>
          {formats.map(({ format, name }) => (
            <Menu.Item key={format} className={menu['item']} onSelect={() => exporting.mutate(format)}>
              <Icon name="download" size={14} />
              {name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
