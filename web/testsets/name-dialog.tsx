// A dialog for one name: of a column, a variant or a testset.
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import form from '../ui/form.module.css'

export interface NameRequest {
  readonly title: string
  readonly description?: string
  readonly label: string
  readonly value: string
  readonly action: string
  /** The reason why a name is refused; undefined: it is allowed. */
  readonly errorOf?: (name: string) => string | undefined
  readonly onName: (name: string) => void
}

function NameForm({ request, onClose }: { request: NameRequest; onClose: () => void }) {
  const [name, setName] = useState(request.value)
  const trimmedName = name.trim()
  const error =
    trimmedName === '' || trimmedName === request.value ? undefined : request.errorOf?.(trimmedName)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (trimmedName === '' || error !== undefined) return
    onClose()
    if (trimmedName !== request.value) request.onName(trimmedName)
  }
  return (
    <form className={form['form']} onSubmit={onSubmit}>
      <div className={form['field']}>
        <label htmlFor="requested-name">{request.label}</label>
        <input id="requested-name" value={name} onChange={(event) => setName(event.target.value)} />
        {error !== undefined && (
          <span className={form['fault']} role="alert">
            {error}
          </span>
        )}
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={trimmedName === '' || error !== undefined}>
          {request.action}
        </Button>
      </div>
    </form>
  )
}

export function NameDialog({ request, onClose }: { request: NameRequest | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={request !== undefined}
      onClose={onClose}
      title={request?.title ?? ''}
      {...(request?.description === undefined ? {} : { description: request.description })}
    >
      {request !== undefined && <NameForm request={request} onClose={onClose} />}
    </Dialog>
  )
}
