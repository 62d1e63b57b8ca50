// Retention: for how long traces are kept.
import type { FormEvent } from 'react'
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Asked, useChange, usePart } from './parts.tsx'
import form from '../ui/form.module.css'
import { formText } from '../ui/forms/form-text.ts'

const sentence = (days: number | undefined): string =>
  days === undefined
    ? 'As long as the setting of the server says.'
    : days === 0
      ? 'For ever.'
      : `For ${days} ${days === 1 ? 'day' : 'days'}; what an evaluation points at is kept longer.`

export function RetentionPart() {
  const mayEdit = useHasRole('admin')
  const retention = usePart(
    'retention',
    async (api, signal) => (await api.retention.fetch({ signal })).retention,
  )
  const changing = useChange(
    'retention',
    (api, days: number | null) => api.retention.edit({ retention: { days } }),
    'It counts from now on.',
  )
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const days = formText(event.currentTarget, 'days')
    changing.mutate(days === '' ? null : Number(days))
  }
  return (
    <Asked asked={retention}>
      {({ days }) => (
        <section className={body['card']}>
          <h2>Traces are kept</h2>
          <p>{sentence(days)}</p>
          {mayEdit && (
            <form className={form['inline']} onSubmit={submitted}>
              <input
                key={days}
                name="days"
                type="number"
                min="0"
                step="1"
                aria-label="Days; 0 keeps them for ever, empty leaves it to the server"
                placeholder="days; 0: for ever; empty: the server decides"
                defaultValue={days}
              />
              <Button type="submit" look="main" disabled={changing.isPending}>
                Set
              </Button>
            </form>
          )}
        </section>
      )}
    </Asked>
  )
}
