// Provider keys and other secrets. The server masks their values, so they never reach a page.
import { useState } from 'react'
import body from '../../app/body.module.css'
import { TestSecret, isProvider } from '../../app/providers/test-secret.tsx'
import { ProviderDialog, type ProviderSecret } from '../../app/providers/provider-dialog.tsx'
import { useHasRole } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'
import form from '../../ui/form.module.css'

/** Whether secret values are masked for all keys. */
function Masking() {
  const canEdit = useHasRole('admin')
  const settings = usePart(
    'secret-settings',
    async (api, signal) => (await api.secrets.fetchSettings({ signal })).settings,
  )
  const changeMutation = useChange(
    'secret-settings',
    (api, isMasked: boolean) => api.secrets.editSettings({ settings: { masked: isMasked } }),
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
              disabled={!canEdit || changeMutation.isPending}
              onChange={(event) => changeMutation.mutate(event.currentTarget.checked)}
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

function SecretRow({
  secret,
  isRemoving,
  onRemove,
  onEdit,
}: {
  secret: ProviderSecret
  isRemoving: boolean
  onRemove: () => void
  onEdit: () => void
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
          {isProvider(secret.kind) && (
            <>
              <TestSecret id={secret.id} name={secret.slug} />
              <Button onClick={onEdit}>
                Edit
                <span className="hidden-text"> {secret.slug}</span>
              </Button>
            </>
          )}
          <Button look="danger" disabled={isRemoving} onClick={onRemove}>
            Delete
            <span className="hidden-text"> {secret.slug}</span>
          </Button>
        </div>
      </td>
    </tr>
  )
}

function SecretsTable({
  secrets,
  onEdit,
}: {
  secrets: readonly ProviderSecret[]
  onEdit: (secret: ProviderSecret) => void
}) {
  const deleteMutation = useChange('secrets', (api, id: string) => api.secrets.delete(id), 'Secret deleted.')
  if (secrets.length === 0) {
    return <p className={body['faint']}>No secrets yet.</p>
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
              isRemoving={deleteMutation.isPending}
              onRemove={() => deleteMutation.mutate(secret.id)}
              onEdit={() => onEdit(secret)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function SecretsPart() {
  const secrets = usePart('secrets', (api, signal) => api.secrets.list({ signal }))
  const [editedSecret, setEditedSecret] = useState<ProviderSecret | 'new'>()
  return (
    <>
      <section className={body['card']}>
        <h2>Providers</h2>
        <p className={body['faint']}>Prompts and LLM judges call models with the key of a provider.</p>
        <Button look="main" onClick={() => setEditedSecret('new')}>
          Add provider…
        </Button>
      </section>
      <Masking />
      <LoadedPart query={secrets}>
        {(rows) => (
          <section className={body['card']}>
            <h2>Secrets</h2>
            <SecretsTable secrets={rows} onEdit={setEditedSecret} />
          </section>
        )}
      </LoadedPart>
      <ProviderDialog
        open={editedSecret !== undefined}
        secret={editedSecret === 'new' ? undefined : editedSecret}
        onClose={() => setEditedSecret(undefined)}
      />
    </>
  )
}
