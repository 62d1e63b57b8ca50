// Duration, cost, tokens and errors of the baseline and the selected run.
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../app/session.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatValue } from '../../numbers.tsx'
import { listedMetricsQuery } from '../../queries.ts'
import type { Run } from '../../run-model.ts'
import { totalChanges, type TotalChange } from './totals.ts'
import styles from '../compare.module.css'

const signed = (value: number, unit: TotalChange['unit']): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${formatValue(Math.abs(value), unit)}`

const looks = {
  worse: { icon: 'up', tone: 'bad', name: 'worse' },
  better: { icon: 'down', tone: 'good', name: 'better' },
  same: { icon: 'more', tone: undefined, name: 'not significant' },
} as const

function TotalRow({
  change: { name, unit, before, after, difference, ci95, verdict },
}: {
  change: TotalChange
}) {
  const { icon, tone, name: verdictName } = looks[verdict]
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
      </th>
      <td>{formatValue(before, unit)}</td>
      <td>{formatValue(after, unit)}</td>
      <td data-tone={tone}>
        <Icon name={icon} size={12} label={verdictName} />{' '}
        {difference === undefined ? '–' : signed(difference, unit)}
      </td>
      <td title="The difference of both means, not of pairs of rows">
        {ci95 === undefined ? '–' : `${signed(ci95[0], unit)} to ${signed(ci95[1], unit)}`}
      </td>
    </tr>
  )
}

/** One request for the stored metrics of both runs. */
export function TotalsTable({ baseline, run }: { baseline: Run; run: Run }) {
  const { data } = useQuery(listedMetricsQuery(useApi(), [baseline, run]))
  const changes =
    data === undefined
      ? []
      : totalChanges(
          { run: baseline, metrics: data.get(baseline.id) ?? {} },
          { run, metrics: data.get(run.id) ?? {} },
        )
  if (changes.length === 0) return null
  return (
    <section className={styles['metrics']} aria-label="Duration, cost and tokens" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Per row</th>
            <th scope="col">Baseline</th>
            <th scope="col">Run</th>
            <th scope="col">Difference</th>
            <th scope="col">95% interval</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <TotalRow key={change.name} change={change} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
