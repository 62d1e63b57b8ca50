// web/settings/access: API keys, sessions and provider keys of a project.
// revocations.ts delays the revocation of a key so that it can be undone.
//
// API keys. The value of a new key is displayed once.
import { useState, type FormEvent } from 'react'
import body from '../../app/body.module.css'
import type { Api } from '../../app/api.ts'
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

interface KeyRequest {
  readonly name: string
  readonly role: Role
  readonly secrets: 'read' | 'none'
  readonly expiration_date?: string
}

function keyRequest(formElement: HTMLFormElement): KeyRequest {
  const days = Number(formText(formElement, 'expires'))
  return {
    name: formText(formElement, 'name'),
    role: roles.find((one) => one === formText(formElement, 'role')) ?? 'viewer',
    secrets: new FormData(formElement).has('reads-secrets') ? 'read' : 'none',
    ...(days === 0 ? {} : { expiration_date: new Date(nowMs() + days * dayMs).toISOString() }),
  }
}

function NewKey() {
  const [secret, setSecret] = useState<string>()
  const createMutation = useChange('keys', (api, key: KeyRequest) => api.keys.create(key), 'Key created.')
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    createMutation.mutate(keyRequest(event.currentTarget), { onSuccess: setSecret })
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
        <Button type="submit" look="main" disabled={createMutation.isPending}>
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

interface RevokeTarget {
  readonly prefix: string
  readonly name: string
}

function RevokeDialog({
  target,
  onRevoke,
  onClose,
}: {
  target: RevokeTarget | undefined
  onRevoke: (prefix: string) => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={target !== undefined}
      onClose={onClose}
      title={`Revoke the key “${target?.name ?? ''}”?`}
      description="Programs that use it are refused, and people who signed in with it are signed out. It can be undone for five seconds."
    >
      <div className={body['row']}>
        <Button
          look="danger"
          onClick={() => {
            if (target !== undefined) onRevoke(target.prefix)
            onClose()
          }}
        >
          Revoke key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

function KeyRow({
  apiKey,
  isOwn,
  isRevoked,
  onRevoke,
  onUndo,
}: {
  apiKey: Awaited<ReturnType<Api['keys']['list']>>[number]
  isOwn: boolean
  isRevoked: boolean
  onRevoke: () => void
  onUndo: () => void
}) {
  return (
    <tr className={isRevoked ? body['faint'] : undefined}>
      <td>
        {apiKey.name ?? '–'} {isOwn && <span className={body['faint']}>(you)</span>}
      </td>
      <td>
        <code>{apiKey.prefix}…</code>
      </td>
      <td>
        {apiKey.role}
        {apiKey.role !== 'viewer' && apiKey.secrets === 'none' && (
          <span className={body['faint']}> (secrets masked)</span>
        )}
      </td>
      <td title={apiKey.last_used_at === null ? undefined : exactTime(apiKey.last_used_at)}>
        {apiKey.last_used_at === null ? 'never' : ago(apiKey.last_used_at)}
      </td>
      <td>{apiKey.expiration_date === null ? 'never' : ago(apiKey.expiration_date)}</td>
      <td data-align="right">
        {isRevoked ? (
          <Button icon="undo" onClick={onUndo}>
            Undo
          </Button>
        ) : (
          !isOwn && (
            <Button look="danger" onClick={onRevoke}>
              Revoke…
            </Button>
          )
        )}
      </td>
    </tr>
  )
}

export function KeysPart() {
  const { session } = useSession()
  const keys = usePart('keys', (api, signal) => api.keys.list({ signal }))
  const { pendingPrefixes, revoke, undo } = useRevocations()
  const [revokeTarget, setRevokeTarget] = useState<RevokeTarget>()
  return (
    <>
      <NewKey />
      <RevokeDialog target={revokeTarget} onRevoke={revoke} onClose={() => setRevokeTarget(undefined)} />
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
                    <KeyRow
                      key={key.id}
                      apiKey={key}
                      isOwn={key.id === session.key.id}
                      isRevoked={pendingPrefixes.includes(key.prefix)}
                      onRevoke={() =>
                        setRevokeTarget({ prefix: key.prefix, name: key.name ?? `${key.prefix}…` })
                      }
                      onUndo={() => undo(key.prefix)}
                    />
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
