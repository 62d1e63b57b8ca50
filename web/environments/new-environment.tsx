// A new environment: a name.
import { useMutation } from '@tanstack/react-query'
import { useId, type FormEvent } from 'react'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { useVersionsChanged } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formText } from '../ui/forms/form-text.ts'
import form from '../ui/form.module.css'

function NewForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession()
  const changed = useVersionsChanged()
  const id = useId()
  const making = useMutation({
    mutationFn: (name: string) => api.versions('environment').create({ name }),
    onSuccess: async (made) => {
      showToast(`${made.name ?? made.slug} was created.`)
      onClose()
      await changed()
    },
    onError: showFailure,
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    making.mutate(formText(event.currentTarget, 'name'))
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor={id}>Name *</label>
        <input id={id} name="name" required placeholder="staging-eu" />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={making.isPending}>
          Create
        </Button>
      </div>
    </form>
  )
}

export function NewEnvironment({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="New environment">
      <NewForm onClose={onClose} />
    </Dialog>
  )
}
