// Provider keys and other secrets. The server masks their values, so they never reach a page.
import type { FormEvent } from 'react'
import type { Api } from '../../app/api.ts'
import body from '../../app/body.module.css'
import { TestSecret, isProvider } from '../../app/trials/test-secret.tsx'
import { keyProviders, type KeyProvider } from '../../app/trials/providers.ts'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'
import form from '../../ui/form.module.css'
import { formText } from '../../ui/forms/form-text.ts'

/** Whether secret values are masked for all keys. */
function Masking() {
  const canEdit = useHasRole('admin')
  const settings = usePart(
    'secret-settings',
    async (api, signal) => (await api.secrets.fetchSettings({ signal })).settings,
  )
  const changing = useChange(
    'secret-settings',
    (api, masked: boolean) => api.secrets.editSettings({ settings: { masked } }),
    'Setting saved.',
  )
  return (
    <LoadedPart query={settings}>
      {({ masked }) => (
        <section className={body['card']}>
          <h2>Access to values</h2>
          <label>
            <input
              type="checkbox"
              checked={masked}
              disabled={!canEdit || changing.isPending}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />{' '}
            Mask secret values for every key
          </label>
          <p className={body['faint']}>
            Programs on the server still use the values. Programs that fetch secrets receive masked values.
          </p>
        </section>
      )}
    </LoadedPart>
  )
}

function NewProviderKey() {
  const adding = useChange(
    'secrets',
    (api, secret: { readonly name: string; readonly provider: KeyProvider; readonly key: string }) =>
      api.secrets.create({
        header: { name: secret.name },
        secret: { kind: 'provider_key', data: { kind: secret.provider, provider: { key: secret.key } } },
      }),
    'Secret saved.',
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    const provider = keyProviders.find((one) => one === formText(formElement, 'provider')) ?? 'openai'
    adding.mutate(
      { name: formText(formElement, 'name') || provider, provider, key: formText(formElement, 'key') },
      { onSuccess: () => formElement.reset() },
    )
  }
  return (
    <section className={body['card']}>
      <h2>New provider key</h2>
      <form className={form['inline']} onSubmit={onSubmit}>
        <select name="provider" aria-label="Provider">
          {keyProviders.map((provider) => (
            <option key={provider}>{provider}</option>
          ))}
        </select>
        <input name="name" aria-label="Name" placeholder="Name" />
        <input name="key" aria-label="Key" placeholder="Key" type="password" autoComplete="off" required />
        <Button type="submit" look="main" disabled={adding.isPending}>
          Save
        </Button>
      </form>
    </section>
  )
}

type Secret = Awaited<ReturnType<Api['secrets']['list']>>[number]

function SecretRow({
  secret,
  isRemoving,
  onRemove,
}: {
  secret: Secret
  isRemoving: boolean
  onRemove: () => void
}) {
  return (
    <tr>
      <td>{secret.header.name ?? '–'}</td>
      <td>
        <code>{secret.slug}</code>
      </td>
      <td>{secret.kind}</td>
      <td title={exactTime(secret.lifecycle.created_at)}>{ago(secret.lifecycle.created_at)}</td>
      <td>
        <div className={form['actions']}>
          {isProvider(secret.kind) && <TestSecret id={secret.id} name={secret.slug} />}
          <Button look="danger" disabled={isRemoving} onClick={onRemove}>
            Delete
            <span className="hidden-text"> {secret.slug}</span>
          </Button>
        </div>
      </td>
    </tr>
  )
}

function SecretsTable({ secrets }: { secrets: readonly Secret[] }) {
  const removing = useChange('secrets', (api, id: string) => api.secrets.delete(id), 'Secret deleted.')
  if (secrets.length === 0) {
    return <p className={body['faint']}>No secrets yet. Prompts and LLM judges need a provider key.</p>
  }
  return (
    <div className={body['wide']}>
      <table className={body['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Slug</th>
            <th scope="col">Kind</th>
            <th scope="col">Created</th>
            <th scope="col">
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <SecretRow
              key={secret.id}
              secret={secret}
              isRemoving={removing.isPending}
              onRemove={() => removing.mutate(secret.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function SecretsPart() {
  const secrets = usePart('secrets', (api, signal) => api.secrets.list({ signal }))
  return (
    <>
      <NewProviderKey />
      <Masking />
      <LoadedPart query={secrets}>
        {(rows) => (
          <section className={body['card']}>
            <h2>Secrets</h2>
            <SecretsTable secrets={rows} />
          </section>
        )}
      </LoadedPart>
    </>
  )
}
