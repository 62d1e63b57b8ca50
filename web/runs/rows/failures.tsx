// The failures of a run by reason. A reason filters the rows.
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { partName, type Parts } from '../run-model.ts'
import { failuresMax, failuresQuery } from './queries.ts'
import { reasonsOf } from '../../app/failure-reasons.ts'
import styles from './rows.module.css'

export function Failures({
  runId,
  parts,
  selectedCode,
  onSelectCode,
}: {
  runId: string
  parts: Parts
  /** The code that filters the rows. */
  selectedCode: string | undefined
  onSelectCode: (code: string | undefined) => void
}) {
  const api = useApi()
  const failures = useQuery(failuresQuery(api, runId))
  const reasons = reasonsOf(failures.data ?? [])
  if (reasons.length === 0 && selectedCode === undefined) return undefined
  const nameOf = (key: string): string => {
    const part = [...parts.subjects, ...parts.evaluators].find((one) => one.key === key)
    return part === undefined ? key : partName(part)
  }
  return (
    <section className={styles['failures']} aria-label="Failures by reason">
      <h2>
        <Icon name="alert" size={14} /> Failures
        {(failures.data?.length ?? 0) >= failuresMax && ` (the first ${count(failuresMax)})`}
      </h2>
      <ul>
        {reasons.map(({ code, total, steps, example }) => (
          <li key={code}>
            <Button
              look="quiet"
              isPressed={selectedCode === code}
              title={example}
              onClick={() => onSelectCode(selectedCode === code ? undefined : code)}
            >
              <b>{count(total)}</b> {code === '' ? 'unknown error' : code.replaceAll('_', ' ')}
              <small>{[...new Set(steps.map(nameOf))].join(', ')}</small>
            </Button>
          </li>
        ))}
      </ul>
      {selectedCode !== undefined && (
        <Button look="quiet" icon="cross" onClick={() => onSelectCode(undefined)}>
          Show all rows
        </Button>
      )}
    </section>
  )
}
