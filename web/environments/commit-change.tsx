// The dialog that confirms a change of an environment: a rollback or a removal.
import { useMutation } from '@tanstack/react-query'
import { useId, type FormEvent } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import type { Commit } from '../app/versions/client.ts'
import { useVersionsRefetch } from '../app/versions/queries.ts'
import type { Environment } from '../app/versions/entries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formText } from '../ui/forms/form-text.ts'
import { ChangeList } from './compare-view.tsx'
import type { EntryChange } from './entries.ts'
import form from '../ui/form.module.css'

export interface PlannedChange {
  readonly title: string
  readonly environment: Environment
  readonly changes: readonly EntryChange[]
  readonly commit: Pick<Commit, 'delta' | 'startRevisionId'>
  /** The default message. */
  readonly message: string
}

/** Whether the session may change the deployments of an environment. */
export function useCanChange(): (environment: Environment) => boolean {
  const [isEditor, isAdmin] = [useHasRole('editor'), useHasRole('admin')]
  return ({ isGuarded }) => isAdmin || (isEditor && !isGuarded)
}

function ChangeForm({ change, onClose }: { change: PlannedChange; onClose: () => void }) {
  const { api } = useSession()
  const refetch = useVersionsRefetch()
  const id = useId()
  const { environment, changes, commit } = change
  const commitMutation = useMutation({
    mutationFn: (message: string) =>
      api.versions('environment').commit({
        variantId: environment.variantId ?? '',
        // The server rejects the change if another deployment came first.
        baseRevisionId: environment.revisionId,
        ...(message === '' ? {} : { message }),
        ...commit,
      }),
    onSuccess: async () => {
      showToast(`Updated ${environment.name}.`)
      onClose()
      await refetch()
    },
    onError: async (error) => {
      showFailure(error)
      await refetch()
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    commitMutation.mutate(formText(event.currentTarget, 'message'))
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <ChangeList changes={changes} />
      <div className={form['field']}>
        <label htmlFor={id}>Message</label>
        <input id={id} name="message" defaultValue={change.message} />
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={commitMutation.isPending || changes.length === 0}>
          Update {environment.name}
        </Button>
      </div>
    </form>
  )
}

export function ChangeDialog({
  change,
  onClose,
}: {
  change: PlannedChange | undefined
  onClose: () => void
}) {
  return (
    <Dialog open={change !== undefined} onClose={onClose} title={change?.title ?? ''} isWide>
      {change !== undefined && <ChangeForm change={change} onClose={onClose} />}
    </Dialog>
  )
}
