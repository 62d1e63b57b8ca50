// web/settings/access: API keys, sessions and provider keys of a project.
// revocations.ts delays the revocation of a key so that it can be undone.
//
// API keys. The value of a new key is displayed once.
import { useState, type FormEvent } from 'react'
import body from '../../app/body.module.css'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { nowMs } from '../../ui/time/clock.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'
import { useRevocations } from './revocations.ts'
import form from '../../ui/form.module.css'
import styles from '../page.module.css'
import { formText } from '../../ui/forms/form-text.ts'

const roles = ['viewer', 'editor', 'admin'] as const
type Role = (typeof roles)[number]

const dayMs = 86_400_000
const lifetimes = [
  { days: 0, name: 'Never expires' },
  { days: 7, name: 'Expires in 7 days' },
  { days: 30, name: 'Expires in 30 days' },
  { days: 90, name: 'Expires in 90 days' },
  { days: 365, name: 'Expires in a year' },
]

function NewKey() {
  const [secret, setSecret] = useState<string>()
  const creating = useChange(
    'keys',
    (
      api,
      key: {
        readonly name: string
        readonly role: Role
        readonly secrets: 'read' | 'none'
        readonly expiration_date?: string
      },
    ) => api.keys.create(key),
    'Key created.',
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const formElement = event.currentTarget
    const role = roles.find((one) => one === formText(formElement, 'role')) ?? 'viewer'
    const secrets = new FormData(formElement).has('reads-secrets') ? 'read' : 'none'
    const days = Number(formText(formElement, 'expires'))
    creating.mutate(
      {
        name: formText(formElement, 'name'),
        role,
        secrets,
        ...(days === 0 ? {} : { expiration_date: new Date(nowMs() + days * dayMs).toISOString() }),
      },
      { onSuccess: setSecret },
    )
  }
  return (
    <section className={body['card']}>
      <h2>New key</h2>
      <form className={form['inline']} onSubmit={onSubmit}>
        <input
          name="name"
          aria-label="Name of a person or program"
          placeholder="Name of a person or program"
          required
        />
        <select name="role" aria-label="Role" defaultValue="editor">
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
        <select name="expires" aria-label="Expires" defaultValue="0">
          {lifetimes.map(({ days, name }) => (
            <option key={days} value={days}>
              {name}
            </option>
          ))}
        </select>
        <label title="Programs outside the server need secret values. Without this option they receive masked values.">
          <input type="checkbox" name="reads-secrets" defaultChecked /> Can read secret values
        </label>
        <Button type="submit" look="main" disabled={creating.isPending}>
          Create key
        </Button>
      </form>
      {secret !== undefined && (
        <output className={styles['secret']}>
          Copy the key now. It is not displayed again: <code>{secret}</code>{' '}
          <CopyButton label="Copy key" text={secret} />
        </output>
      )}
    </section>
  )
}

export function KeysPart() {
  const { session } = useSession()
  const keys = usePart('keys', (api, signal) => api.keys.list({ signal }))
  const { pending, revoke, undo } = useRevocations()
  const [revoking, setRevoking] = useState<{ readonly prefix: string; readonly name: string }>()
  return (
    <>
      <NewKey />
      <Dialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`Revoke the key “${revoking?.name ?? ''}”?`}
        description="Programs that use it are refused, and people who signed in with it are signed out. It can be undone for five seconds."
      >
        <div className={body['row']}>
          <Button
            look="danger"
            onClick={() => {
              if (revoking !== undefined) revoke(revoking.prefix)
              setRevoking(undefined)
            }}
          >
            Revoke key
          </Button>
          <Button onClick={() => setRevoking(undefined)}>Cancel</Button>
        </div>
      </Dialog>
      <LoadedPart query={keys}>
        {(rows) => (
          <section className={body['card']}>
            <h2>Keys</h2>
            <div className={body['wide']}>
              <table className={body['table']}>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col">Prefix</th>
                    <th scope="col">Role</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Expires</th>
                    <th scope="col">
                      <span className="hidden-text">Revoke</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((key) => (
                    <tr key={key.id} className={pending.includes(key.prefix) ? body['faint'] : undefined}>
                      <td>
                        {key.name ?? '–'}{' '}
                        {key.id === session.key.id && <span className={body['faint']}>(you)</span>}
                      </td>
                      <td>
                        <code>{key.prefix}…</code>
                      </td>
                      <td>
                        {key.role}
                        {key.role !== 'viewer' && key.secrets === 'none' && (
                          <span className={body['faint']}> (secrets masked)</span>
                        )}
                      </td>
                      <td title={key.last_used_at === null ? undefined : exactTime(key.last_used_at)}>
                        {key.last_used_at === null ? 'never' : ago(key.last_used_at)}
                      </td>
                      <td>{key.expiration_date === null ? 'never' : ago(key.expiration_date)}</td>
                      <td data-align="right">
                        {pending.includes(key.prefix) ? (
                          <Button icon="undo" onClick={() => undo(key.prefix)}>
                            Undo
                          </Button>
                        ) : (
                          key.id !== session.key.id && (
                            <Button
                              look="danger"
                              onClick={() =>
                                setRevoking({ prefix: key.prefix, name: key.name ?? `${key.prefix}…` })
                              }
                            >
                              Revoke…
                            </Button>
                          )
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        )}
      </LoadedPart>
    </>
  )
}
