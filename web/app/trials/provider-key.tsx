// The key of a provider, set up where it was missed: kept sealed, and tested by one call before somebody relies on it.
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

interface Entered {
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
  const keeping = useMutation({
    mutationFn: ({ provider: kind, key }: Entered) =>
      api.secrets.create({
        header: { name: kind },
        secret: { kind: 'provider_key', data: { kind, provider: { key } } },
      }),
    onSuccess: () => {
      showToast('The key is sealed and kept. Test it, or run again.')
      return client.invalidateQueries({ queryKey: listKey })
    },
    onError: showFailure,
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    const chosen = keyProviders.find((one) => one === formText(place, 'provider')) ?? 'openai'
    keeping.mutate({ provider: chosen, key: formText(place, 'key') }, { onSuccess: () => place.reset() })
  }
  const kept = (secrets.data ?? []).filter(({ kind }) => isProvider(kind))
  return (
    <>
      <form className={form['inline']} onSubmit={submitted}>
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
        <Button type="submit" look="main" disabled={keeping.isPending}>
          Save
        </Button>
      </form>
      {kept.length > 0 && (
        <ul className={body['list']} aria-label="Keys of providers">
          {kept.map(({ id, slug, header }) => (
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
  /** The one that was missed. */
  provider?: string | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keys of providers"
      description="A key is sealed in the store and used by the server alone; it is never shown again."
    >
      <KeyForm provider={provider} />
    </Dialog>
  )
}
