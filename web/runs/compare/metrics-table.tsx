// All metrics with their differences, the most harmful first. Rows and plots show the selected one.
import { count } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import {
  boundedInterval,
  isShare,
  reachOf,
  shortPath,
  formatChange,
  formatMean,
  formatP,
  type MetricChange,
} from './model.ts'
import styles from './compare.module.css'

const verdicts = {
  worse: { icon: 'down', tone: 'bad', name: 'worse' },
  better: { icon: 'up', tone: 'good', name: 'better' },
  same: { icon: 'more', tone: undefined, name: 'not significant' },
} as const

/** The confidence interval of the difference, with 0 in the middle. */
function Interval({ change }: { change: MetricChange }) {
  const { difference, verdict } = change
  const ci95 = boundedInterval(change) ?? []
  const [low, high] = ci95
  if (difference?.mean === undefined) return undefined
  const reach = reachOf({ mean: difference.mean, ci95 })
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

function MetricRow({
  change,
  runIndex,
  isSelected,
  onSelect,
}: {
  change: MetricChange
  runIndex: number
  isSelected: boolean
  onSelect: () => void
}) {
  const { metric, difference, verdict } = change
  const isPercentage = isShare(metric)
  const { icon, tone, name } = verdicts[verdict]
  const [low, high] = boundedInterval(change) ?? []
  return (
    <tr data-chosen={isSelected}>
      <th scope="row">
        <button type="button" aria-pressed={isSelected} onClick={onSelect}>
          <b>{shortPath(metric.path)}</b> <span>{metric.evaluator}</span>
        </button>
      </th>
      <td>{formatMean(metric.runs[0]?.mean, isPercentage)}</td>
      <td>{formatMean(metric.runs[runIndex]?.mean, isPercentage)}</td>
      <td data-tone={tone}>
        <Icon name={icon} size={12} label={name} /> {formatChange(difference?.mean, isPercentage)}
      </td>
      <td>
        <Interval change={change} />
      </td>
      <td>
        {low === undefined || high === undefined
          ? '–'
          : `${formatChange(low, isPercentage)} to ${formatChange(high, isPercentage)}`}
      </td>
      <td title={difference?.significant === true ? 'Significant' : 'Not significant'}>
        {difference === undefined ? '–' : formatP(difference.p_value)}
      </td>
      <td title="Rows compared, with a higher and with a lower value">
        {difference === undefined
          ? '–'
          : `${count(difference.n)} · ↑${count(difference.wins)} ↓${count(difference.losses)}`}
      </td>
    </tr>
  )
}

export function MetricsTable({
  changes,
  runIndex,
  selectedChange,
  onSelect,
}: {
  changes: readonly MetricChange[]
  /** The index of the run in the comparison. */
  runIndex: number
  selectedChange: MetricChange | undefined
  onSelect: (change: MetricChange) => void
}) {
  return (
    <section className={styles['metrics']} aria-label="Metric differences" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col">Baseline</th>
            <th scope="col">Run</th>
            <th scope="col">Difference</th>
            <th scope="col">
              <span className="hidden-text">Interval</span>
            </th>
            <th scope="col">95% interval</th>
            <th scope="col">p</th>
            <th scope="col">Rows</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <MetricRow
              key={`${change.metric.evaluator} ${change.metric.path}`}
              change={change}
              runIndex={runIndex}
              isSelected={change.metric === selectedChange?.metric}
              onSelect={() => onSelect(change)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}
