// Asks for one name: of a column, a variant, a testset.
import { useState, type FormEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import form from '../ui/form.module.css'

export interface Asked {
  readonly title: string
  readonly description?: string
  readonly label: string
  readonly value: string
  readonly action: string
  /** What is wrong with a name; undefined: nothing. */
  readonly faultOf?: (name: string) => string | undefined
  readonly onName: (name: string) => void
}

function NameForm({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [name, setName] = useState(asked.value)
  const trimmed = name.trim()
  const fault = trimmed === '' || trimmed === asked.value ? undefined : asked.faultOf?.(trimmed)
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    if (trimmed === '' || fault !== undefined) return
    onClose()
    if (trimmed !== asked.value) asked.onName(trimmed)
  }
  return (
    <form className={form['form']} onSubmit={submitted}>
      <div className={form['field']}>
        <label htmlFor="asked-name">{asked.label}</label>
        <input id="asked-name" value={name} onChange={(event) => setName(event.target.value)} />
        {fault !== undefined && (
          <span className={form['fault']} role="alert">
            {fault}
          </span>
        )}
      </div>
      <div className={form['actions']}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="main" disabled={trimmed === '' || fault !== undefined}>
          {asked.action}
        </Button>
      </div>
    </form>
  )
}

export function AskName({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  return (
    <Dialog
      open={asked !== undefined}
      onClose={onClose}
      title={asked?.title ?? ''}
      {...(asked?.description === undefined ? {} : { description: asked.description })}
    >
      {asked !== undefined && <NameForm asked={asked} onClose={onClose} />}
    </Dialog>
  )
}
