// A change of a whole environment that is looked at before it is made: rolling back, taking something out.
import { useMutation } from '@tanstack/react-query'
import { useId, type FormEvent } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { Commit } from '../app/versions/client.ts'
import { useVersionsChanged } from '../app/versions/queries.ts'
import type { Environment } from '../app/versions/entries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formText } from '../ui/forms/form-text.ts'
import { Changes } from './changes.tsx'
import type { EntryChange } from './entries.ts'
import form from '../ui/form.module.css'

export interface PlannedChange {
  readonly title: string
  readonly environment: Environment
  readonly changes: readonly EntryChange[]
  readonly commit: Pick<Commit, 'delta' | 'startRevisionId'>
  /** The message that is there at first. */
  readonly message: string
}

/** Whether this person may change what runs there. */
export function useMayChange(): (environment: Environment) => boolean {
  const [isEditor, isAdmin] = [useHasRole('editor'), useHasRole('admin')]
  return ({ guarded }) => isAdmin || (isEditor && !guarded)
}

function ChangeForm({ planned, onClose }: { planned: PlannedChange; onClose: () => void }) {
  const { api } = useSession()
  const changed = useVersionsChanged()
  const id = useId()
  const { environment, changes, commit } = planned
  const committing = useMutation({
    mutationFn: (message: string) =>
      api.versions('environment').commit({
        variantId: environment.variantId ?? '',
        // What is shown is what will change: another deployment meanwhile refuses it.
        baseRevisionId: environment.revisionId,
        ...(message === '' ? {} : { message }),
        ...commit,
      }),
    onSuccess: async () => {
      showToast(`${environment.name} is changed.`)
      onClose()
      await changed()
    },
    onError: async (error) => {
      showFailure(error)
      await changed()
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    committing.mutate(formText(event.currentTarget, 'message'))
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <Changes changes={changes} />
      <div className={form['field']}>
        <label htmlFor={id}>Why</label>
        <input id={id} name="message" defaultValue={planned.message} />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={committing.isPending || changes.length === 0}>
          Change {environment.name}
        </Button>
      </div>
    </form>
  )
}

export function ChangeDialog({
  planned,
  onClose,
}: {
  planned: PlannedChange | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={planned !== undefined} onClose={onClose} title={planned?.title ?? ''} wide>
      {planned !== undefined && <ChangeForm planned={planned} onClose={onClose} />}
    </Dialog>
  )
}
