// Every metric with its difference, the most harmful first; the chosen one is what rows and plots are about.
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { isShare, reachOf, shortPath, shownChange, shownMean, shownP, type Told } from './model.ts'
import styles from './compare.module.css'

const verdicts = {
  worse: { icon: 'down', tone: 'bad', name: 'worse' },
  better: { icon: 'up', tone: 'good', name: 'better' },
  same: { icon: 'more', tone: undefined, name: 'may be chance' },
} as const

/** The interval about the mean, and none in the middle. */
function Interval({ told: { difference, verdict } }: { told: Told }) {
  const [low, high] = difference?.ci95 ?? []
  if (difference?.mean === undefined) return undefined
  const reach = reachOf(difference)
  const x = (value: number): number => 60 + (value / reach) * 56
  return (
    <svg
      className={styles['interval']}
      viewBox="0 0 120 16"
      data-tone={verdicts[verdict].tone}
      aria-hidden="true"
    >
      <line className={styles['none']} x1={60} x2={60} y1={0} y2={16} />
      {low !== undefined && high !== undefined && <line x1={x(low)} x2={x(high)} y1={8} y2={8} />}
      <circle cx={x(difference.mean)} cy={8} r={3} />
    </svg>
  )
}

export function MetricsTable({
  told,
  runAt,
  chosen,
  onChosen,
}: {
  told: readonly Told[]
  /** Position of the run among those compared. */
  runAt: number
  chosen: Told | undefined
  onChosen: (told: Told) => void
}) {
  return (
    <section className={styles['metrics']} aria-label="Differences of metrics" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Base</th>
            <th scope="col">Run</th>
            <th scope="col">Difference</th>
            <th scope="col">
              <span className="hidden-text">Drawn</span>
            </th>
            <th scope="col">95% interval</th>
            <th scope="col">p</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {told.map((one) => {
            const { metric, difference, verdict } = one
            const share = isShare(metric)
            const { icon, tone, name } = verdicts[verdict]
            const [low, high] = difference?.ci95 ?? []
            const isChosen = one.metric === chosen?.metric
            return (
              <tr key={`${metric.evaluator} ${metric.path}`} data-chosen={isChosen}>
                <th scope="row">
                  <button type="button" aria-pressed={isChosen} onClick={() => onChosen(one)}>
                    <b>{shortPath(metric.path)}</b> <span>{metric.evaluator}</span>
                  </button>
                </th>
                <td>{shownMean(metric.runs[0]?.mean, share)}</td>
                <td>{shownMean(metric.runs[runAt]?.mean, share)}</td>
                <td data-tone={tone}>
                  <Icon name={icon} size={12} label={name} /> {shownChange(difference?.mean, share)}
                </td>
                <td>
                  <Interval told={one} />
                </td>
                <td>
                  {low === undefined || high === undefined
                    ? '–'
                    : `${shownChange(low, share)} to ${shownChange(high, share)}`}
                </td>
                <td title={difference?.significant === true ? 'More than chance' : 'May be chance'}>
                  {difference === undefined ? '–' : shownP(difference.p_value)}
                </td>
                <td title="Rows that have more, less and as much">
                  {difference === undefined
                    ? '–'
                    : `${count(difference.n)} · ↑${count(difference.wins)} ↓${count(difference.losses)}`}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
