// The notes and tags of a run, and the dialog that edits them.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useHasRole, useSession } from '../../app/session.tsx'
import { showFailure, showToast } from '../../app/toasts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import type { Run } from '../run-model.ts'
import { tagsOf, tagTexts, type Tags } from './run-list.ts'
import form from '../../ui/form.module.css'
import styles from './list.module.css'

export function TagList({ run }: { run: Run }) {
  return tagTexts(run.tags).map((text) => (
    <span key={text} className={styles['tag']}>
      {text}
    </span>
  ))
}

function NotesForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const id = useId()
  const saveMutation = useMutation({
    mutationFn: (fields: { readonly description: string | null; readonly tags: Tags }) =>
      api.runs.edit(run.id, { run: { id: run.id, ...fields } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [session.project.id, 'runs'] })
      showToast('Saved the notes.')
      onClose()
    },
    onError: showFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const [notes, tags] = ['notes', 'tags'].map((name) => formText(event.currentTarget, name))
    saveMutation.mutate({ description: notes === '' ? null : (notes ?? null), tags: tagsOf(tags ?? '') })
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={`${id}-notes`}>Notes</label>
        <textarea id={`${id}-notes`} name="notes" rows={5} defaultValue={run.description ?? ''} />
      </div>
      <div className={form['field']}>
        <label htmlFor={`${id}-tags`}>Tags</label>
        <input
          id={`${id}-tags`}
          name="tags"
          defaultValue={tagTexts(run.tags).join(', ')}
          placeholder="nightly, model=small"
        />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={saveMutation.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** The notes of a run, if it has any. */
export function Notes({ run }: { run: Run }) {
  return run.description === undefined || run.description === '' ? undefined : (
    <p className={styles['notes']}>{run.description}</p>
  )
}

export function NotesButton({ run }: { run: Run }) {
  const canEdit = useHasRole('editor')
  const [isOpen, setOpen] = useState(false)
  if (!canEdit || run.flags?.['is_closed'] === true) return undefined
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        Notes and tags…
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Notes and tags">
        <NotesForm run={run} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
