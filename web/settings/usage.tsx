// The usage of the project by day, and the daily limits of the server.
import body from '../app/body.module.css'
import { bytes, count, money } from '../ui/format.ts'
import { LoadedPart, usePart } from './parts.tsx'
import styles from './page.module.css'

interface Counts {
  readonly spans: number
  readonly bytes: number
  readonly testcases: number
  readonly calls: number
  readonly cost: number
}

const columns: readonly {
  readonly name: keyof Counts
  readonly label: string
  readonly text: (value: number) => string
}[] = [
  { name: 'spans', label: 'Spans', text: count },
  { name: 'bytes', label: 'Bytes of spans', text: bytes },
  { name: 'testcases', label: 'New testcases', text: count },
  { name: 'calls', label: 'Model calls', text: count },
  { name: 'cost', label: 'Cost', text: money },
]

function Days({ days }: { days: readonly (Counts & { readonly day: string })[] }) {
  return (
    <section className={body['wide']} tabIndex={0} aria-label="Usage by day">
      <table className={body['table']}>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" data-align="right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th>
              {columns.map(({ name, text }) => (
                <td key={name} data-align="right">
                  {text(day[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function UsagePart() {
  const usage = usePart('usage', (api, signal) => api.usage.fetch({}, { signal }), 60_000)
  return (
    <LoadedPart query={usage}>
      {({ days, limits }) => (
        <section className={body['card']}>
          <h2>Usage, last 30 days</h2>
          <dl className={styles['numbers']}>
            {columns.map(({ name, label, text }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{text(days.reduce((sum, day) => sum + day[name], 0))}</dd>
              </div>
            ))}
          </dl>
          {limits.length > 0 && (
            <ul className={`${body['list']} ${body['facts']}`} aria-label="Limits of a day">
              {limits.map(({ name, setting, max, used }) => {
                const column = columns.find((one) => one.name === name)
                const text = column?.text ?? count
                return (
                  <li key={name} className={used >= max ? body['bad'] : undefined}>
                    <span>{column?.label ?? name} today</span>
                    {text(used)} of {text(max)} · setting {setting}
                  </li>
                )
              })}
            </ul>
          )}
          {days.length === 0 ? <p>No usage yet.</p> : <Days days={days} />}
        </section>
      )}
    </LoadedPart>
  )
}
