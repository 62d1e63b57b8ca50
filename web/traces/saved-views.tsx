// Saved views: the filter, range and columns of this page under a name. They are `query` artifacts, so that a run or a
// client can use them, too.
import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useMay, useSigned } from '../app/session.tsx'
import { say, sayFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { tracesSearch, type TracesView } from './search.ts'
import menu from '../ui/menu.module.css'
import form from '../ui/form.module.css'

interface SavedQuery {
  readonly id: string
  readonly slug: string
  readonly name?: string
  readonly meta?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
}

/** What a page adds to a query: what a person sees of it, not which spans it is about. */
const shownOf = ({ range, columns, order }: TracesView) => ({ range, columns, order })

function useSavedViews(open: boolean) {
  const { api, session } = useSigned()
  const key = [session.project.id, 'queries', 'views']
  const saved = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<readonly SavedQuery[]> =>
      (await api.simpleQueries.query({ windowing: { limit: 100 } }, { signal })).queries,
    enabled: open,
  })
  return { saved, key }
}

function SaveForm({ view, onDone }: { view: TracesView; onDone: () => void }) {
  const { api, session } = useSigned()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const saving = useMutation({
    mutationFn: async () => {
      const { filtering } = await api.spans.translateFilter({
        filter: view.filter ?? '',
        focus: view.focus === 'spans' ? 'span' : 'trace',
      })
      await api.simpleQueries.create({
        query: {
          name,
          data: { filtering, formatting: { focus: view.focus === 'spans' ? 'span' : 'trace' } },
          meta: { view: shownOf(view) },
        },
      })
    },
    onSuccess: async () => {
      say(`${name} is saved; everybody in this project finds it.`)
      await client.invalidateQueries({ queryKey: [session.project.id, 'queries'] })
      onDone()
    },
    onError: sayFailure,
  })
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <form className={form['inline']} onSubmit={submitted}>
      <input
        aria-label="Name of the view"
        placeholder="Failing agents"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
      />
      <Button type="submit" look="main" disabled={saving.isPending || name.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

export function SavedViews({ view, onView }: { view: TracesView; onView: (view: TracesView) => void }) {
  const { api } = useSigned()
  const mayEdit = useMay('editor')
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  const { saved } = useSavedViews(open)
  const opened = async (query: SavedQuery): Promise<void> => {
    try {
      const { filtering, formatting } = query.data ?? {}
      const focus = (formatting as { readonly focus?: string } | undefined)?.focus
      const { filter } = await api.spans.translateFilter({
        filtering: filtering ?? {},
        focus: focus === 'span' ? 'span' : 'trace',
      })
      const shown = (query.meta?.['view'] ?? {}) as Partial<TracesView>
      onView(tracesSearch({ ...shown, filter, ...(focus === 'span' ? { focus: 'spans' } : {}) }))
    } catch (error) {
      sayFailure(error)
    }
  }
  return (
    <>
      <Menu.Root open={open} onOpenChange={setOpen}>
        <Menu.Trigger asChild>
          <Button>
            Views
            <Icon name="down" size={12} />
          </Button>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content className={menu['menu']} align="end" sideOffset={4}>
            <Menu.Label className={menu['label']}>Saved views</Menu.Label>
            {saved.data?.map((query) => (
              <Menu.Item key={query.id} className={menu['item']} onSelect={() => void opened(query)}>
                <Icon name="filter" size={14} />
                {query.name ?? query.slug}
              </Menu.Item>
            ))}
            {saved.data?.length === 0 && (
              <Menu.Item className={menu['item']} disabled>
                None yet
              </Menu.Item>
            )}
            {saved.isError && (
              <Menu.Item className={menu['item']} disabled>
                They could not be read
              </Menu.Item>
            )}
            {mayEdit && (
              <>
                <Menu.Separator className={menu['separator']} />
                <Menu.Item className={menu['item']} onSelect={() => setAsks(true)}>
                  <Icon name="plus" size={14} />
                  Save this view…
                </Menu.Item>
              </>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Save this view"
        description="Filter, range and columns under a name. Runs and clients can use it as a query."
      >
        <SaveForm view={view} onDone={() => setAsks(false)} />
      </Dialog>
    </>
  )
}
