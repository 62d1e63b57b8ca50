// Duration, cost, tokens and errors of the baseline and the selected run.
import { Icon } from '../../../ui/icon.tsx'
import { formatValue } from '../../numbers.tsx'
import { totalChanges, type ComparedTotal, type TotalChange } from './totals.ts'
import styles from '../compare.module.css'

const signedText = (value: number, unit: TotalChange['unit']): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${formatValue(Math.abs(value), unit)}`

const looks = {
  worse: { icon: 'up', tone: 'bad', name: 'worse' },
  better: { icon: 'down', tone: 'good', name: 'better' },
  same: { icon: 'more', tone: undefined, name: 'not significant' },
} as const

function TotalRow({
  change: { name, unit, baselineMean, runMean, difference, ci95, pairCount, verdict },
}: {
  change: TotalChange
}) {
  const { icon, tone, name: verdictName } = looks[verdict]
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
      </th>
      <td>{formatValue(baselineMean, unit)}</td>
      <td>{formatValue(runMean, unit)}</td>
      <td data-tone={tone}>
        <Icon name={icon} size={12} label={verdictName} />{' '}
        {difference === undefined ? '–' : signedText(difference, unit)}
      </td>
      <td title={`Differences of ${pairCount} ${pairCount === 1 ? 'pair' : 'pairs'} of rows`}>
        {ci95 === undefined ? '–' : `${signedText(ci95[0], unit)} to ${signedText(ci95[1], unit)}`}
      </td>
    </tr>
  )
}

export function TotalsTable({ totals, runId }: { totals: readonly ComparedTotal[]; runId: string }) {
  const changes = totalChanges(totals, runId)
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
