// The dialog that stores a missing provider key and tests it with one call.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useSession } from '../session.tsx'
import { showToast, showFailure } from '../toasts.tsx'
import { isProvider, TestSecret } from './test-secret.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { keyProviders, type KeyProvider } from './providers.ts'
import body from '../body.module.css'
import form from '../../ui/form.module.css'

interface NewProviderKey {
  readonly provider: KeyProvider
  readonly key: string
}

function KeyForm({ provider }: { provider: string | undefined }) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const listKey = [session.project.id, 'settings', 'secrets']
  const secrets = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.secrets.list({ signal }),
  })
  const saving = useMutation({
    mutationFn: ({ provider: kind, key }: NewProviderKey) =>
      api.secrets.create({
        header: { name: kind },
        secret: { kind: 'provider_key', data: { kind, provider: { key } } },
      }),
    onSuccess: () => {
      showToast('Key saved. Test it, or run again.')
      return client.invalidateQueries({ queryKey: listKey })
    },
    onError: showFailure,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    const selected = keyProviders.find((one) => one === formText(formElement, 'provider')) ?? 'openai'
    saving.mutate(
      { provider: selected, key: formText(formElement, 'key') },
      { onSuccess: () => formElement.reset() },
    )
  }
  const providerKeys = (secrets.data ?? []).filter(({ kind }) => isProvider(kind))
  return (
    <>
      <form className={form['inline']} onSubmit={onSubmit}>
        <select
          name="provider"
          aria-label="Provider"
          defaultValue={keyProviders.find((one) => one === provider) ?? 'openai'}
        >
          {keyProviders.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <input name="key" aria-label="Key" placeholder="Key" type="password" autoComplete="off" required />
        <Button type="submit" look="main" disabled={saving.isPending}>
          Save
        </Button>
      </form>
      {providerKeys.length > 0 && (
        <ul className={body['list']} aria-label="Provider keys">
          {providerKeys.map(({ id, slug, header }) => (
            <li key={id}>
              <span>{header.name ?? slug}</span>
              <TestSecret id={id} name={slug} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function ProviderKey({
  open,
  provider,
  onClose,
}: {
  open: boolean
  /** The provider whose key is missing. */
  provider?: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Provider keys"
      description="Keys are stored encrypted, used by the server only, and never displayed again."
    >
      <KeyForm provider={provider} />
    </Dialog>
  )
}
