// Saved views: filter, focus, time range, sort and columns of the list under a name.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useHasRole, useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { TracesView } from '../../app/trace-list/url-state.ts'
import { nameOf, type SavedQuery } from './queries.ts'
import { useSavedView, type SavedView } from './use-saved-view.ts'
import { stateOf } from './view-state.ts'
import menu from '../../ui/menu.module.css'
import form from '../../ui/form.module.css'
import styles from './saved-views.module.css'

type ViewDialog = 'name' | 'rename' | 'delete'

function NameForm({
  initial,
  submitLabel,
  isBusy,
  onName,
}: {
  initial: string
  submitLabel: string
  isBusy: boolean
  onName: (name: string) => void
}) {
  const [name, setName] = useState(initial)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onName(name.trim())
  }
  return (
    <form className={form['inline']} onSubmit={onSubmit}>
      <input
        aria-label="Name of the view"
        placeholder="Failing agents"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
      />
      <Button type="submit" look="main" disabled={isBusy || name.trim() === ''}>
        {submitLabel}
      </Button>
    </form>
  )
}

function Item({ icon, children, onSelect }: { icon: IconName; children: string; onSelect: () => void }) {
  return (
    <Menu.Item className={menu['item']} onSelect={onSelect}>
      <Icon name={icon} size={14} />
      {children}
    </Menu.Item>
  )
}

function ActiveItems({
  activeQuery,
  isChanged,
  onDiscard,
  onLink,
  onDialog,
}: {
  activeQuery: SavedQuery
  isChanged: boolean
  onDiscard: () => void
  onLink: () => void
  onDialog: (dialog: ViewDialog) => void
}) {
  const canEdit = useHasRole('editor')
  const { session } = useSession()
  return (
    <>
      <Menu.Separator className={menu['separator']} />
      <Menu.Label className={menu['label']}>{nameOf(activeQuery)}</Menu.Label>
      {isChanged && (
        <Item icon="undo" onSelect={onDiscard}>
          Discard changes
        </Item>
      )}
      <Item icon="link" onSelect={onLink}>
        Copy link to the view
      </Item>
      <Menu.Item className={menu['item']} asChild>
        <Link
          to="/p/$project/queries/$artifact"
          params={{ project: session.project.slug, artifact: activeQuery.slug }}
          search={{}}
        >
          <Icon name="history" size={14} />
          Versions
        </Link>
      </Menu.Item>
      {canEdit && (
        <>
          <Item icon="edit" onSelect={() => onDialog('rename')}>
            Rename…
          </Item>
          <Item icon="trash" onSelect={() => onDialog('delete')}>
            Delete…
          </Item>
        </>
      )}
    </>
  )
}

function Dialogs({
  dialog,
  onClose,
  savedView: { activeQuery, saveMutation, renameMutation, deleteMutation },
}: {
  dialog: ViewDialog | undefined
  onClose: () => void
  savedView: SavedView
}) {
  return (
    <>
      <Dialog
        open={dialog === 'name'}
        onClose={onClose}
        title="Save this view"
        description="Filter, time range, sort and columns under a name. Runs and clients can use it as a query."
      >
        <NameForm
          initial=""
          submitLabel="Save"
          isBusy={saveMutation.isPending}
          onName={(name) => saveMutation.mutate(name, { onSuccess: onClose })}
        />
      </Dialog>
      {activeQuery !== undefined && (
        <>
          <Dialog open={dialog === 'rename'} onClose={onClose} title={`Rename ${nameOf(activeQuery)}`}>
            <NameForm
              initial={nameOf(activeQuery)}
              submitLabel="Rename"
              isBusy={renameMutation.isPending}
              onName={(name) => renameMutation.mutate({ query: activeQuery, name }, { onSuccess: onClose })}
            />
          </Dialog>
          <Dialog
            open={dialog === 'delete'}
            onClose={onClose}
            title={`Delete ${nameOf(activeQuery)}?`}
            description="The view is removed for everyone in this project. Its traces stay."
          >
            <div className={form['actions']}>
              <Button onClick={onClose}>Cancel</Button>
              <Button
                look="main"
                disabled={deleteMutation.isPending}
                onClick={() => deleteMutation.mutate(activeQuery, { onSuccess: onClose })}
              >
                Delete
              </Button>
            </div>
          </Dialog>
        </>
      )}
    </>
  )
}

export function SavedViews({ view, onView }: { view: TracesView; onView: (view: TracesView) => void }) {
  const canEdit = useHasRole('editor')
  const [isOpen, setOpen] = useState(false)
  const [dialog, setDialog] = useState<ViewDialog>()
  const views = useSavedView({ view, onView, isListed: isOpen })
  const { viewsQuery, activeQuery, isChanged, openView, updateMutation } = views
  const copyLink = async (query: SavedQuery): Promise<void> => {
    const { origin, pathname } = window.location
    await navigator.clipboard.writeText(`${origin}${pathname}?open=${encodeURIComponent(query.slug)}`)
    showToast('The link is copied. It opens the view as it was saved last.')
  }
  return (
    <>
      <Menu.Root open={isOpen} onOpenChange={setOpen}>
        <Menu.Trigger asChild>
          <Button title={isChanged ? 'This view has unsaved changes' : undefined}>
            <span className={styles['name']}>
              {activeQuery === undefined ? 'Views' : nameOf(activeQuery)}
            </span>
            {isChanged && <span className={styles['changed']}>changed</span>}
            <Icon name="down" size={12} />
          </Button>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
            <Menu.Label className={menu['label']}>Saved views</Menu.Label>
            {viewsQuery.data?.map((query) => (
              <Item
                key={query.id}
                icon={query.id === activeQuery?.id ? 'check' : 'filter'}
                onSelect={() => void openView(query)}
              >
                {nameOf(query)}
              </Item>
            ))}
            {(viewsQuery.isError || viewsQuery.data?.length === 0) && (
              <Menu.Item className={menu['item']} disabled>
                {viewsQuery.isError ? 'Views could not be loaded' : 'None yet'}
              </Menu.Item>
            )}
            {activeQuery !== undefined && (
              <ActiveItems
                activeQuery={activeQuery}
                isChanged={isChanged}
                onDiscard={() => void openView(activeQuery)}
                onLink={() => void copyLink(activeQuery)}
                onDialog={setDialog}
              />
            )}
            <Menu.Separator className={menu['separator']} />
            {activeQuery !== undefined && (
              <Item icon="cross" onSelect={() => onView(stateOf(view))}>
                Close the view
              </Item>
            )}
            {canEdit && (
              <Item icon="plus" onSelect={() => setDialog('name')}>
                {activeQuery === undefined ? 'Save this view…' : 'Save as…'}
              </Item>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {activeQuery !== undefined && isChanged && canEdit && (
        <Button
          look="main"
          disabled={updateMutation.isPending}
          onClick={() => updateMutation.mutate(activeQuery)}
        >
          Update
        </Button>
      )}
      <Dialogs dialog={dialog} onClose={() => setDialog(undefined)} savedView={views} />
    </>
  )
}
