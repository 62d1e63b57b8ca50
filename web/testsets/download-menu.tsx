// Downloads the rows of a revision as a file.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { useSession } from '../app/session.tsx'
import { showFailure } from '../app/toasts.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { downloadFile } from '../ui/browser/download.ts'
import type { Revision } from './queries.ts'
import menu from '../ui/menu.module.css'

const formats = [
  { name: 'CSV', query: { file_type: 'csv' } },
  { name: 'CSV for spreadsheets', query: { file_type: 'csv', escape_formulas: true } },
  { name: 'JSON', query: { file_type: 'json' } },
  { name: 'JSON lines', query: { file_type: 'jsonl' } },
  { name: 'Parquet', query: { file_type: 'parquet' } },
] as const
type Query = (typeof formats)[number]['query']

export function DownloadMenu({ revision }: { revision: Revision }) {
  const { api } = useSession()
  const downloadMutation = useMutation({
    mutationFn: async (query: Query) => {
      const answer = await api.testsets.download(revision.id, query, { timeoutMs: 0 })
      downloadFile(await answer.blob(), `${revision.testset_slug}-${revision.version}.${query.file_type}`)
    },
    onError: showFailure,
  })
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="download" label="Download" look="plain" disabled={downloadMutation.isPending} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Download version {revision.version} as</Menu.Label>
          {formats.map(({ name, query }) => (
            <Menu.Item key={name} className={menu['item']} onSelect={() => downloadMutation.mutate(query)}>
              <Icon name="download" size={14} />
              {name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
