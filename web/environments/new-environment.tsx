// The dialog of a new environment.
import { useMutation } from '@tanstack/react-query'
import { useId, type FormEvent } from 'react'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formText } from '../ui/forms/form-text.ts'
import form from '../ui/form.module.css'

function NewForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession()
  const refetch = useVersionsRefetch()
  const id = useId()
  const createMutation = useMutation({
    mutationFn: (name: string) => api.versions('environment').create({ name }),
    onSuccess: async (environment) => {
      showToast(`Created ${environment.name ?? environment.slug}.`)
      onClose()
      await refetch()
    },
    onError: showFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    createMutation.mutate(formText(event.currentTarget, 'name'))
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor={id}>Name *</label>
        <input id={id} name="name" required placeholder="staging-eu" />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={createMutation.isPending}>
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
