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

type Asked = 'name' | 'rename' | 'delete'

function NameForm({
  initial,
  submit,
  isBusy,
  onName,
}: {
  initial: string
  submit: string
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
        {submit}
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
  active,
  isChanged,
  onDiscard,
  onLink,
  onAsk,
}: {
  active: SavedQuery
  isChanged: boolean
  onDiscard: () => void
  onLink: () => void
  onAsk: (asked: Asked) => void
}) {
  const mayEdit = useHasRole('editor')
  const { session } = useSession()
  return (
    <>
      <Menu.Separator className={menu['separator']} />
      <Menu.Label className={menu['label']}>{nameOf(active)}</Menu.Label>
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
          params={{ project: session.project.slug, artifact: active.slug }}
          search={{}}
        >
          <Icon name="history" size={14} />
          Versions
        </Link>
      </Menu.Item>
      {mayEdit && (
        <>
          <Item icon="edit" onSelect={() => onAsk('rename')}>
            Rename…
          </Item>
          <Item icon="trash" onSelect={() => onAsk('delete')}>
            Delete…
          </Item>
        </>
      )}
    </>
  )
}

function Dialogs({
  question,
  onClose,
  saved: { activeQuery, saveMutation, renameMutation, deleteMutation },
}: {
  question: Asked | undefined
  onClose: () => void
  saved: SavedView
}) {
  return (
    <>
      <Dialog
        open={question === 'name'}
        onClose={onClose}
        title="Save this view"
        description="Filter, time range, sort and columns under a name. Runs and clients can use it as a query."
      >
        <NameForm
          initial=""
          submit="Save"
          isBusy={saveMutation.isPending}
          onName={(name) => saveMutation.mutate(name, { onSuccess: onClose })}
        />
      </Dialog>
      {activeQuery !== undefined && (
        <>
          <Dialog open={question === 'rename'} onClose={onClose} title={`Rename ${nameOf(activeQuery)}`}>
            <NameForm
              initial={nameOf(activeQuery)}
              submit="Rename"
              isBusy={renameMutation.isPending}
              onName={(name) => renameMutation.mutate({ query: activeQuery, name }, { onSuccess: onClose })}
            />
          </Dialog>
          <Dialog
            open={question === 'delete'}
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
  const mayEdit = useHasRole('editor')
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState<Asked>()
  const views = useSavedView({ view, onView, isListed: isOpen })
  const { savedQuery, activeQuery, isChanged, openView, updateMutation } = views
  const linkCopied = async (query: SavedQuery): Promise<void> => {
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
            {savedQuery.data?.map((query) => (
              <Item
                key={query.id}
                icon={query.id === activeQuery?.id ? 'check' : 'filter'}
                onSelect={() => void openView(query)}
              >
                {nameOf(query)}
              </Item>
            ))}
            {(savedQuery.isError || savedQuery.data?.length === 0) && (
              <Menu.Item className={menu['item']} disabled>
                {savedQuery.isError ? 'Views could not be loaded' : 'None yet'}
              </Menu.Item>
            )}
            {activeQuery !== undefined && (
              <ActiveItems
                active={activeQuery}
                isChanged={isChanged}
                onDiscard={() => void openView(activeQuery)}
                onLink={() => void linkCopied(activeQuery)}
                onAsk={setQuestion}
              />
            )}
            <Menu.Separator className={menu['separator']} />
            {activeQuery !== undefined && (
              <Item icon="cross" onSelect={() => onView(stateOf(view))}>
                Close the view
              </Item>
            )}
            {mayEdit && (
              <Item icon="plus" onSelect={() => setQuestion('name')}>
                {activeQuery === undefined ? 'Save this view…' : 'Save as…'}
              </Item>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {activeQuery !== undefined && isChanged && mayEdit && (
        <Button
          look="main"
          disabled={updateMutation.isPending}
          onClick={() => updateMutation.mutate(activeQuery)}
        >
          Update
        </Button>
      )}
      <Dialogs question={question} onClose={() => setQuestion(undefined)} saved={views} />
    </>
  )
}
