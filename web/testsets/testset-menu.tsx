// The menu of a testset: rename, archive, restore.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NameDialog } from './name-dialog.tsx'
import menu from '../ui/menu.module.css'

export interface NamedTestset {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly deleted_at?: string
}

export function TestsetMenu({ testset }: { testset: NamedTestset }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const [isRenaming, setIsRenaming] = useState(false)
  const name = testset.name ?? testset.slug
  const isArchived = testset.deleted_at !== undefined
  const refresh = (): Promise<void> =>
    client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
  const renameMutation = useMutation({
    mutationFn: (next: string) => api.testsets.edit(testset.id, { testset: { id: testset.id, name: next } }),
    onSuccess: refresh,
    onError: showFailure,
  })
  const archiveMutation = useMutation({
    mutationFn: () => (isArchived ? api.testsets.unarchive(testset.id) : api.testsets.archive(testset.id)),
    onSuccess: async () => {
      await refresh()
      showToast(isArchived ? `Restored ${name}.` : `Archived ${name}.`)
    },
    onError: showFailure,
  })
  return (
    <>
      <Menu.Root>
        <Menu.Trigger asChild>
          <IconButton icon="more" label={`Actions for ${name}`} look="plain" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
            <Menu.Item className={menu['item']} onSelect={() => setIsRenaming(true)}>
              <Icon name="edit" size={14} />
              Rename…
            </Menu.Item>
            <Menu.Item className={menu['item']} onSelect={() => archiveMutation.mutate()}>
              <Icon name={isArchived ? 'undo' : 'trash'} size={14} />
              {isArchived ? 'Restore' : 'Archive'}
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      <NameDialog
        request={
          isRenaming
            ? {
                title: 'Rename testset',
                description: 'Its URL does not change.',
                label: 'Name',
                value: name,
                action: 'Rename',
                onName: (next) => renameMutation.mutate(next),
              }
            : undefined
        }
        onClose={() => setIsRenaming(false)}
      />
    </>
  )
}
