// The retention of traces, runs and audit entries.
import type { FormEvent } from 'react'
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { LoadedPart, useChange, usePart } from './parts.tsx'
import form from '../ui/form.module.css'
import { formText } from '../ui/forms/form-text.ts'

const subjects = [
  { member: 'days', label: 'Traces', note: 'Traces of evaluations are stored longer.' },
  { member: 'runs_days', label: 'Runs', note: 'Counted from the last change of a run.' },
  { member: 'hold_days', label: 'Traces of evaluations', note: 'Then the retention of traces applies.' },
  { member: 'audit_days', label: 'Audit log', note: '' },
] as const

type Days = Readonly<Partial<Record<(typeof subjects)[number]['member'], number>>>
interface Edit {
  readonly days: number | null
  readonly runs_days: number | null
  readonly hold_days: number | null
  readonly audit_days: number | null
}

const retentionText = (days: number | undefined, note: string): string =>
  days === undefined
    ? 'Server default.'
    : days === 0
      ? 'Forever.'
      : `${days} ${days === 1 ? 'day' : 'days'}. ${note}`

function RetentionForm({
  days,
  isSaving,
  onSave,
}: {
  days: Days
  isSaving: boolean
  onSave: (edit: Edit) => void
}) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const target = event.currentTarget
    const value = (member: string): number | null => {
      const text = formText(target, member)
      return text === '' ? null : Number(text)
    }
    onSave({
      days: value('days'),
      runs_days: value('runs_days'),
      hold_days: value('hold_days'),
      audit_days: value('audit_days'),
    })
  }
  return (
    <form key={JSON.stringify(days)} className={form['form']} onSubmit={onSubmit}>
      {subjects.map(({ member, label }) => (
        <div key={member} className={form['field']}>
          <label htmlFor={`retention-${member}`}>{label} (days)</label>
          <input
            id={`retention-${member}`}
            name={member}
            type="number"
            min="0"
            max="36500"
            step="1"
            placeholder="0: forever; empty: server default"
            defaultValue={days[member]}
          />
        </div>
      ))}
      <div className={form['actions']}>
        <Button type="submit" look="main" disabled={isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}

export function RetentionPart() {
  const canEdit = useHasRole('admin')
  const retention = usePart(
    'retention',
    async (api, signal) => (await api.retention.fetch({ signal })).retention,
  )
  const changeMutation = useChange(
    'retention',
    (api, edit: Edit) => api.retention.edit({ retention: edit }),
    'Retention saved.',
  )
  return (
    <LoadedPart query={retention}>
      {(days) => (
        <section className={body['card']}>
          <h2>Retention</h2>
          <ul className={`${body['list']} ${body['facts']}`}>
            {subjects.map(({ member, label, note }) => (
              <li key={member}>
                <span>{label}</span>
                {retentionText(days[member], note)}
              </li>
            ))}
          </ul>
          {canEdit && (
            <RetentionForm days={days} isSaving={changeMutation.isPending} onSave={changeMutation.mutate} />
          )}
        </section>
      )}
    </LoadedPart>
  )
}
