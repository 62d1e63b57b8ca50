// The metrics of a run: mean, confidence interval and a small histogram.
import { count, duration, money, percent } from '../ui/format.ts'
import { barsOf, partName, visibleInterval, valueOf, type RunMetric, type Unit } from './run-model.ts'
import styles from './runs.module.css'

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

export function formatValue(value: number | undefined, unit: Unit): string {
  if (value === undefined) return '–'
  if (unit === 'ms') return duration(value)
  if (unit === 'money') return money(value)
  if (unit === 'share') return percent(value)
  return unit === 'count' && Number.isInteger(value) ? count(value) : plain.format(value)
}

/** The value of one row: a boolean that is the same in all repeats is yes or no. */
export const formatRowValue = (value: number | undefined, unit: Unit): string =>
  unit === 'share' && (value === 0 || value === 1) ? (value === 1 ? 'yes' : 'no') : formatValue(value, unit)

function Bars({ bars }: { bars: readonly number[] }) {
  return (
    <svg
      className={styles['bars']}
      viewBox={`0 0 ${bars.length * 10} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((share, index) => {
        const height = share === 0 ? 0 : Math.max(1.5, share * 24)
        // Bars have no id but their position.
        return <rect key={index} x={index * 10 + 0.5} width={9} y={24 - height} height={height} rx={1} />
      })}
    </svg>
  )
}

export function Numbers({ runMetrics }: { runMetrics: readonly RunMetric[] }) {
  return (
    <section className={styles['strip']} aria-label="Metrics of the run" tabIndex={0}>
      <dl className={styles['numbers']}>
        {runMetrics.map(({ part, path, name, unit, statistics }) => {
          const bars = barsOf(statistics)
          const [low, high] = visibleInterval(statistics) ?? []
          return (
            <div key={`${part.key} ${path}`}>
              <dt
                title={`${part.name}${part.subject === undefined ? '' : ` of ${partName(part.subject)}`}, ${path}`}
              >
                <b>{name}</b> {part.name}
                {part.subject !== undefined && ` of ${partName(part.subject)}`}
              </dt>
              <dd>
                <strong>{formatValue(valueOf(statistics), unit)}</strong>
                {low !== undefined && high !== undefined && (
                  <span title="95% confidence interval of the mean">
                    {formatValue(low, unit)} to {formatValue(high, unit)}
                  </span>
                )}
                <small>
                  {count(statistics.count)} {statistics.count === 1 ? 'value' : 'values'}
                </small>
              </dd>
              {bars.length > 1 && <Bars bars={bars} />}
            </div>
          )
        })}
      </dl>
    </section>
  )
}
