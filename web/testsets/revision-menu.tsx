// The actions on one revision of the history, and their menu.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useHasRole, useSession } from '../app/session.tsx'
import { showFailure, showToast } from '../app/toasts.tsx'
import { IconButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { withoutRows, type Revision, type Variant } from './queries.ts'
import { sideText } from './url-state.ts'
import menu from '../ui/menu.module.css'

export interface HistoryProps {
  readonly slug: string
  readonly variant: Variant
  readonly variants: readonly Variant[]
  readonly isDefault: boolean
}

export function useRevisionActions({ slug, variant, isDefault }: HistoryProps) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { project: session.project.slug, testset: slug }
  const side = (version: string): string => sideText(isDefault ? undefined : variant, version)
  const forkMutation = useMutation({
    mutationFn: ({ name, from }: { readonly name: string; readonly from: Revision }) =>
      api.testsets.fork({ testset_variant: { name }, testset_revision_ref: { id: from.id } }),
    onSuccess: async ({ testset_variant: variant }) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets', 'variants'] })
      if (variant === undefined) return
      showToast(`Created ${variant.name ?? variant.slug}.`)
      void navigate({ to: '/p/$project/testsets/$testset', params, search: { variant: variant.slug } })
    },
    onError: showFailure,
  })
  const restoreMutation = useMutation({
    mutationFn: (revision: Revision) =>
      api.testsets.revert({
        testset_revision_ref: { id: revision.id },
        mode: 'restore',
        message: `Restore version ${revision.version}`,
        ...withoutRows,
      }),
    onSuccess: async ({ merge, testset_revision: revision }) => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
      showToast(
        merge.status === 'up_to_date'
          ? 'The newest version already has these rows.'
          : `Restored as version ${revision?.version ?? ''}.`,
      )
    },
    onError: showFailure,
  })
  const compare = (a: string, b: string): void =>
    void navigate({
      to: '/p/$project/testsets/$testset/diff/$range',
      params: { ...params, range: `${side(a)}..${side(b)}` },
    })
  const merge = (search: { readonly into: string; readonly pick?: string; readonly revert?: string }): void =>
    void navigate({ to: '/p/$project/testsets/$testset/merge', params, search })
  return { forkMutation, restoreMutation, compare, merge }
}

interface MenuEntry {
  readonly icon: IconName
  readonly name: string
  readonly onSelect: () => void
}

export interface RowActions extends HistoryProps {
  readonly newestRevision: Revision | undefined
  readonly onFork: (from: Revision) => void
  readonly onPick: (revision: Revision) => void
  readonly actions: ReturnType<typeof useRevisionActions>
}

function readEntries(revision: Revision, { newestRevision, actions }: RowActions): readonly MenuEntry[] {
  const previous = Number(revision.version) - 1
  const compare = (from: string, to: string) => () => actions.compare(from, to)
  return [
    ...(previous < 0
      ? []
      : [
          {
            icon: 'compare' as const,
            name: 'Show its changes',
            onSelect: compare(String(previous), revision.version),
          },
        ]),
    ...(newestRevision === undefined || newestRevision.id === revision.id
      ? []
      : [
          {
            icon: 'compare' as const,
            name: 'Compare with newest',
            onSelect: compare(revision.version, newestRevision.version),
          },
        ]),
  ]
}

function editEntries(revision: Revision, row: RowActions): readonly MenuEntry[] {
  const { newestRevision, actions, variant, variants, onFork, onPick } = row
  const isFirst = Number(revision.version) === 0
  const isNewest = newestRevision?.id === revision.id
  const revert = { into: variant.slug, revert: revision.id }
  return [
    { icon: 'branch', name: 'New variant from here…', onSelect: () => onFork(revision) },
    ...(isFirst
      ? []
      : [{ icon: 'undo' as const, name: 'Revert this version…', onSelect: () => actions.merge(revert) }]),
    ...(isNewest
      ? []
      : [
          {
            icon: 'history' as const,
            name: 'Restore this version',
            onSelect: () => actions.restoreMutation.mutate(revision),
          },
        ]),
    ...(isFirst || variants.length < 2
      ? []
      : [
          {
            icon: 'plus' as const,
            name: 'Cherry-pick into another variant…',
            onSelect: () => onPick(revision),
          },
        ]),
  ]
}

const MenuItems = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map(({ icon, name, onSelect }) => (
    <Menu.Item key={name} className={menu['item']} onSelect={onSelect}>
      <Icon name={icon} size={14} />
      {name}
    </Menu.Item>
  ))

export function RevisionMenu({ revision, row }: { revision: Revision; row: RowActions }) {
  const canEdit = useHasRole('editor')
  return (
    <Menu.Root>
      <Menu.Trigger asChild>
        <IconButton icon="more" label={`Actions for version ${revision.version}`} tabIndex={-1} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className={menu['menu']} align="end" sideOffset={2}>
          <MenuItems entries={readEntries(revision, row)} />
          {canEdit && (
            <>
              <Menu.Separator className={menu['separator']} />
              <MenuItems entries={editEntries(revision, row)} />
            </>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
