// The form that starts a deletion, after a confirmation.
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import body from '../../app/body.module.css'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formText } from '../../ui/forms/form-text.ts'
import { useChange } from '../parts.tsx'
import form from '../../ui/form.module.css'

type Subject = 'user_id' | 'session_id' | 'filter'
interface Selection {
  readonly subject: Subject
  readonly value: string
}

const subjects: Readonly<Record<Subject, { readonly label: string; readonly field: string }>> = {
  user_id: { label: 'All traces of a user', field: 'User id' },
  session_id: { label: 'All traces of a session', field: 'Session id' },
  filter: { label: 'Traces that match a filter', field: 'Filter' },
}
const isSubject = (text: string): text is Subject => Object.hasOwn(subjects, text)

const allTime = '3650d'

const confirmationText = ({ subject, value }: Selection): string =>
  subject === 'filter'
    ? `All traces that match ${value} are erased.`
    : `All traces of the ${subject === 'user_id' ? 'user' : 'session'} ${value} are erased.`

/** The filter of the trace list that shows the same traces. */
const filterOf = ({ subject, value }: Selection): string =>
  subject === 'filter' ? value : `${subject} = ${JSON.stringify(value)}`

function ConfirmDialog({
  selection,
  onClose,
  onDelete,
}: {
  selection: Selection | undefined
  onClose: () => void
  onDelete: (selection: Selection) => void
}) {
  const { session } = useSession()
  if (selection === undefined) return null
  return (
    <Dialog open onClose={onClose} title="Delete traces?">
      <div className={form['form']}>
        <p>{confirmationText(selection)} This cannot be undone. Rows that were copied into testsets stay.</p>
        <p>
          <Link
            className={body['link']}
            to="/p/$project/traces"
            params={{ project: session.project.slug }}
            search={{ filter: filterOf(selection), range: allTime }}
          >
            Show these traces
          </Link>
        </p>
        <div className={form['actions']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" onClick={() => onDelete(selection)}>
            Delete traces
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Fields({ subject, onSubject }: { subject: Subject; onSubject: (subject: Subject) => void }) {
  return (
    <>
      <div className={form['field']}>
        <label htmlFor="deletion-subject">Delete</label>
        <select
          id="deletion-subject"
          value={subject}
          onChange={({ target }) => isSubject(target.value) && onSubject(target.value)}
        >
          {Object.entries(subjects).map(([member, { label }]) => (
            <option key={member} value={member}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className={form['field']}>
        <label htmlFor="deletion-value">{subjects[subject].field}</label>
        <input
          key={subject}
          id="deletion-value"
          name="value"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={subject === 'filter' ? 'span_name = "checkout"' : ''}
        />
      </div>
    </>
  )
}

export function NewDeletion() {
  const [subject, setSubject] = useState<Subject>('user_id')
  const [pendingSelection, setPendingSelection] = useState<Selection>()
  const createMutation = useChange(
    'deletions',
    (api, { subject: member, value }: Selection) => api.deletions.create({ deletion: { [member]: value } }),
    'Deletion started.',
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setPendingSelection({ subject, value: formText(event.currentTarget, 'value') })
  }
  const onDelete = (selection: Selection): void => {
    setPendingSelection(undefined)
    createMutation.mutate(selection)
  }
  return (
    <section className={body['card']}>
      <h2>Delete traces</h2>
      <form className={form['form']} onSubmit={onSubmit}>
        <Fields subject={subject} onSubject={setSubject} />
        <div className={form['actions']}>
          <Button type="submit" look="danger" disabled={createMutation.isPending}>
            Delete…
          </Button>
        </div>
      </form>
      <ConfirmDialog
        selection={pendingSelection}
        onClose={() => setPendingSelection(undefined)}
        onDelete={onDelete}
      />
    </section>
  )
}
