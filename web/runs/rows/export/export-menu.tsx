// web/runs/rows/export: rows as files for spreadsheets and programs. export-file.ts is pure.
// Imports web/app, web/ui and web/runs. Start here.
//
// Exports all rows of the table, including those that are not loaded.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation } from '@tanstack/react-query'
import { useSession } from '../../../app/session.tsx'
import { showFailure } from '../../../app/toasts.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { downloadFile } from '../../../ui/browser/download.ts'
import { partName } from '../../run-model.ts'
import { fileOf, type ExportFormat } from './export-file.ts'
import { loadExport } from './export-rows.ts'
import type { Listing } from '../queries.ts'
import menu from '../../../ui/menu.module.css'

const formats = [
  { format: 'csv', name: 'CSV', ending: 'csv' },
  { format: 'spreadsheet', name: 'CSV for spreadsheets', ending: 'csv' },
  { format: 'jsonl', name: 'JSON lines', ending: 'jsonl' },
] as const satisfies readonly { format: ExportFormat; name: string; ending: string }[]

export function ExportMenu({ name, listing }: { name: string; listing: Listing }) {
  const { api } = useSession()
  const exportMutation = useMutation({
    mutationFn: async ({ format, ending }: (typeof formats)[number]) => {
      const { subjects, evaluators } = listing.parts
      const names = [...subjects, ...evaluators].map((part) => {
        const subjectText = part.subject === undefined ? '' : ` of ${partName(part.subject)}`
        return [part.key, `${partName(part)}${subjectText}`] as const
      })
      const rows = await loadExport(api, {
        ...listing,
        names: new Map(names),
        signal: new AbortController().signal,
      })
      const type = ending === 'csv' ? 'text/csv' : 'application/jsonl'
      downloadFile(
        new Blob([fileOf(rows, format)], { type }),
        `${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.${ending}`,
      )
    },
    onError: showFailure,
  })
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="download" label="Export rows" look="plain" disabled={exportMutation.isPending} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
          <Menu.Label className={menu['label']}>Export rows as</Menu.Label>
          {formats.map((one) => (
            <Menu.Item key={one.format} className={menu['item']} onSelect={() => exportMutation.mutate(one)}>
              <Icon name="download" size={14} />
              {one.name}
            </Menu.Item>
          ))}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
