// A new artifact: a name, and what it starts from.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, type FormEvent } from 'react'
import { useSigned } from '../app/session.tsx'
import { say, sayFailure } from '../app/toasts.tsx'
import type { JsonObject } from '../app/versions/client.ts'
import { useVersionsChanged } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { typedIn } from '../ui/typed-in.ts'
import type { PageKindWords } from './use-kind.ts'
import form from '../ui/form.module.css'

const snippetData: JsonObject = { parameters: { prompt: { messages: [{ role: 'system', content: '' }] } } }

/** What a new one holds: the data of the program it starts from. */
const startOf = (data: JsonObject | undefined): JsonObject | undefined =>
  data === undefined
    ? undefined
    : Object.fromEntries(Object.entries(data).filter(([name]) => name === 'uri' || name === 'parameters'))

function NewForm({ words, onClose }: { words: PageKindWords; onClose: () => void }) {
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const changed = useVersionsChanged()
  const id = useId()
  const templates = useQuery({
    queryKey: ['templates', words.plural],
    queryFn: async ({ signal }) => (await api.templates(words.plural, { signal })).templates,
    enabled: words.kind !== 'query',
    staleTime: Infinity,
  })
  const making = useMutation({
    mutationFn: ({ name, slug, start }: Readonly<Record<'name' | 'slug' | 'start', string>>) => {
      const template = templates.data?.find(({ key }) => key === start)
      const data =
        words.kind === 'query' ? { filtering: {} } : start === '' ? snippetData : startOf(template?.data)
      return api.versions(words.kind).create({
        name,
        ...(slug === '' ? {} : { slug }),
        ...(words.kind === 'workflow' && start === '' ? { flags: { is_snippet: true } } : {}),
        ...(data === undefined ? {} : { data }),
      })
    },
    onSuccess: async (made) => {
      await changed()
      say(`${made.name ?? made.slug} is made.`)
      onClose()
      const params = { project: session.project.slug, artifact: made.slug }
      await navigate({ to: `/p/$project/${words.path}/$artifact`, params })
    },
    onError: sayFailure,
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    making.mutate({
      name: typedIn(place, 'name'),
      slug: typedIn(place, 'slug'),
      start: typedIn(place, 'start'),
    })
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor={`${id}-name`}>Name *</label>
        <input id={`${id}-name`} name="name" required placeholder="Support bot" />
      </div>
      <div className={form['field']}>
        <label htmlFor={`${id}-slug`}>Slug</label>
        <input
          id={`${id}-slug`}
          name="slug"
          pattern="[a-zA-Z0-9_\-][a-zA-Z0-9_.\-]*"
          placeholder="made from the name"
          spellCheck={false}
        />
        <small>How programs name it; it never changes.</small>
      </div>
      {words.kind !== 'query' && (
        <div className={form['field']}>
          <label htmlFor={`${id}-start`}>Starts as</label>
          <select id={`${id}-start`} name="start" key={templates.data === undefined ? 'waits' : 'there'}>
            {words.kind === 'workflow' && <option value="">Snippet: a text that others embed</option>}
            {templates.data?.map(({ key, name, description }) => (
              <option key={key} value={key}>
                {description === undefined ? name : `${name}: ${description}`}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look="main"
          disabled={making.isPending || (words.kind !== 'query' && templates.data === undefined)}
        >
          Create
        </Button>
      </div>
    </form>
  )
}

export function NewArtifact({
  words,
  open,
  onClose,
}: {
  words: PageKindWords
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={`New ${words.one}`}>
      <NewForm words={words} onClose={onClose} />
    </Dialog>
  )
}
