// Secrets: keys of model providers that programs of this project use. Their values never reach a page: the server masks them.
import type { FormEvent } from 'react'
import body from '../../app/body.module.css'
import { TestSecret, isProvider } from '../../app/trials/test-secret.tsx'
import { keyProviders, type KeyProvider } from '../../app/trials/providers.ts'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { Asked, useChange, usePart } from '../parts.tsx'
import form from '../../ui/form.module.css'
import { formText } from '../../ui/forms/form-text.ts'

/** Whether keys get values at all. */
function Masking() {
  const mayEdit = useHasRole('admin')
  const settings = usePart(
    'secret-settings',
    async (api, signal) => (await api.secrets.fetchSettings({ signal })).settings,
  )
  const changing = useChange(
    'secret-settings',
    (api, masked: boolean) => api.secrets.editSettings({ settings: { masked } }),
    'The setting is saved.',
  )
  return (
    <Asked asked={settings}>
      {({ masked }) => (
        <section className={body['card']}>
          <h2>Who can read values</h2>
          <label>
            <input
              type="checkbox"
              checked={masked}
              disabled={!mayEdit || changing.isPending}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />{' '}
            Mask secret values for every key
          </label>
          <p className={body['faint']}>
            Programs that the server runs use them all the same. Programs that fetch secrets from elsewhere
            get masks.
          </p>
        </section>
      )}
    </Asked>
  )
}

export function SecretsPart() {
  const secrets = usePart('secrets', (api, signal) => api.secrets.list({ signal }))
  const adding = useChange(
    'secrets',
    (
      api,
      {
        name,
        provider,
        key,
      }: { readonly name: string; readonly provider: KeyProvider; readonly key: string },
    ) =>
      api.secrets.create({
        header: { name },
        secret: { kind: 'provider_key', data: { kind: provider, provider: { key } } },
      }),
    'The secret is sealed and kept.',
  )
  const removing = useChange('secrets', (api, id: string) => api.secrets.delete(id), 'The secret is gone.')
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const place = event.currentTarget
    const provider = keyProviders.find((one) => one === formText(place, 'provider')) ?? 'openai'
    adding.mutate(
      { name: formText(place, 'name') || provider, provider, key: formText(place, 'key') },
      { onSuccess: () => place.reset() },
    )
  }
  return (
    <>
      <section className={body['card']}>
        <h2>New provider key</h2>
        <form className={form['inline']} onSubmit={submitted}>
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
      <Masking />
      <Asked asked={secrets}>
        {(rows) => (
          <section className={body['card']}>
            <h2>Secrets</h2>
            {rows.length === 0 && (
              <p className={body['faint']}>None yet. Prompts and judges need the key of a provider.</p>
            )}
            {rows.length > 0 && (
              <div className={body['wide']}>
                <table className={body['table']}>
                  <thead>
                    <tr>
                      <th scope="col">Name</th>
                      <th scope="col">Slug</th>
                      <th scope="col">Kind</th>
                      <th scope="col">Made</th>
                      <th scope="col">
                        <span className="hidden-text">What can be done</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((secret) => (
                      <tr key={secret.id}>
                        <td>{secret.header.name ?? '–'}</td>
                        <td>
                          <code>{secret.slug}</code>
                        </td>
                        <td>{secret.kind}</td>
                        <td title={exactTime(secret.lifecycle.created_at)}>
                          {ago(secret.lifecycle.created_at)}
                        </td>
                        <td>
                          <div className={form['actions']}>
                            {isProvider(secret.kind) && <TestSecret id={secret.id} name={secret.slug} />}
                            <Button
                              look="danger"
                              disabled={removing.isPending}
                              onClick={() => removing.mutate(secret.id)}
                            >
                              Delete
                              <span className="hidden-text"> {secret.slug}</span>
                            </Button>
                          </div>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </section>
        )}
      </Asked>
    </>
  )
}
