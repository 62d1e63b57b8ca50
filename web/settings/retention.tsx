// The retention time of traces.
import type { FormEvent } from 'react'
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { LoadedPart, useChange, usePart } from './parts.tsx'
import form from '../ui/form.module.css'
import { formText } from '../ui/forms/form-text.ts'

const sentence = (days: number | undefined): string =>
  days === undefined
    ? 'Server default.'
    : days === 0
      ? 'Forever.'
      : `${days} ${days === 1 ? 'day' : 'days'}. Traces of evaluations are stored longer.`

export function RetentionPart() {
  const canEdit = useHasRole('admin')
  const retention = usePart(
    'retention',
    async (api, signal) => (await api.retention.fetch({ signal })).retention,
  )
  const changing = useChange(
    'retention',
    (api, days: number | null) => api.retention.edit({ retention: { days } }),
    'Retention saved.',
  )
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const days = formText(event.currentTarget, 'days')
    changing.mutate(days === '' ? null : Number(days))
  }
  return (
    <LoadedPart query={retention}>
      {({ days }) => (
        <section className={body['card']}>
          <h2>Trace retention</h2>
          <p>{sentence(days)}</p>
          {canEdit && (
            <form className={form['inline']} onSubmit={onSubmit}>
              <input
                key={days}
                name="days"
                type="number"
                min="0"
                step="1"
                aria-label="Days (0: forever; empty: server default)"
                placeholder="Days (0: forever; empty: server default)"
                defaultValue={days}
              />
              <Button type="submit" look="main" disabled={changing.isPending}>
                Save
              </Button>
            </form>
          )}
        </section>
      )}
    </LoadedPart>
  )
}
