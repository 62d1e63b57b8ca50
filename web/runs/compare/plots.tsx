// Plots of two runs: the sorted differences of rows, and the cumulative distribution of values.
import { count } from '../../ui/format.ts'
import { formatChange, formatMean } from './model.ts'
import styles from './compare.module.css'

interface Curve {
  readonly run_id: string
  readonly count: number
  readonly values: readonly number[]
}

const width = 320
const height = 120
const colours = [
  'var(--ink-faint)',
  'var(--accent)',
  'var(--kind-tool)',
  'var(--kind-model)',
  'var(--kind-agent)',
]
export const colourOf = (runIndex: number): string => colours[runIndex % colours.length] ?? ''

/** Up to this many rows have a dot each; more are areas. */
const dotsMax = 40

/** Dots stay inside the plot. */
const dotX = (index: number, count: number): number => ((index + 0.5) / count) * width
const dotY = (value: number): number => Math.max(6, Math.min(height - 6, value))

/** Improvements and regressions: dots of few rows, or areas above and below 0. */
export function DifferencePlot({
  curve,
  isLowerBetter,
  isPercentage,
}: {
  curve: Curve
  isLowerBetter: boolean
  isPercentage: boolean
}) {
  const { values } = curve
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = high - low || 1
  const y = (value: number): number => ((high - value) / span) * height
  const x = (index: number): number => (values.length < 2 ? 0 : (index / (values.length - 1)) * width)
  const area = (clamp: (value: number) => number): string =>
    `M0,${y(0)} ${values.map((value, index) => `L${x(index).toFixed(1)},${y(clamp(value)).toFixed(1)}`).join(' ')} L${width},${y(0)} Z`
  const [lowerCount, upperCount] = [
    values.filter((value) => value < 0).length,
    values.filter((value) => value > 0).length,
  ]
  const rows = (sampleCount: number): string =>
    count(values.length === 0 ? 0 : Math.round((sampleCount / values.length) * curve.count))
  const [worseCount, betterCount] = isLowerBetter ? [upperCount, lowerCount] : [lowerCount, upperCount]
  return (
    <figure className={styles['plot']}>
      <figcaption>
        <h2>Difference by row</h2>
        <span>
          <b data-tone="bad">▼ {rows(worseCount)} worse</b>{' '}
          <b data-tone="good">▲ {rows(betterCount)} better</b>{' '}
          {rows(values.length - worseCount - betterCount)} same
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Differences of ${count(curve.count)} rows, sorted: from ${formatChange(values[0], isPercentage)} to ${formatChange(values.at(-1), isPercentage)}`}
      >
        {values.length <= dotsMax ? (
          values.map((value, index) => (
            // Values are sorted and have no id. A line without length and with round ends is a dot at every scale.
            <line
              key={index}
              className={styles['dot']}
              data-tone={value === 0 ? undefined : value < 0 === isLowerBetter ? 'good' : 'bad'}
              x1={dotX(index, values.length)}
              x2={dotX(index, values.length)}
              y1={dotY(y(value))}
              y2={dotY(y(value))}
            />
          ))
        ) : (
          <>
            <path d={area((value) => Math.min(0, value))} data-tone={isLowerBetter ? 'good' : 'bad'} />
            <path d={area((value) => Math.max(0, value))} data-tone={isLowerBetter ? 'bad' : 'good'} />
          </>
        )}
        <line x1={0} x2={width} y1={y(0)} y2={y(0)} />
      </svg>
      <p className={styles['axis']}>
        <span>{formatChange(values[0], isPercentage)}</span>
        <span>rows, sorted by difference</span>
        <span>{formatChange(values.at(-1), isPercentage)}</span>
      </p>
    </figure>
  )
}

/** The share of rows up to each value. */
export function DistributionPlot({
  curves,
  runs,
  isPercentage,
}: {
  curves: readonly Curve[]
  /** The runs in the order of the curves; the first is the baseline. */
  runs: readonly { readonly name: string; readonly colour: string }[]
  isPercentage: boolean
}) {
  const allValues = curves.flatMap(({ values }) => values)
  const low = Math.min(...allValues)
  const high = Math.max(...allValues)
  const x = (value: number): number => (high === low ? width / 2 : ((value - low) / (high - low)) * width)
  const path = ({ values }: Curve): string =>
    values
      .map((value, index) => {
        const [startY, endY] = [index, index + 1].map((rank) => height - (rank / values.length) * height)
        return `${index === 0 ? 'M' : 'L'}${x(value).toFixed(1)},${startY?.toFixed(1)} L${x(value).toFixed(1)},${endY?.toFixed(1)}`
      })
      .join(' ')
  return (
    <figure className={styles['plot']}>
      <figcaption>
        <h2>Cumulative distribution</h2>
        <span className={styles['legend']}>
          {curves.map(({ run_id }, side) => (
            <span key={`${side} ${run_id}`}>
              <svg className={styles['swatch']} viewBox="0 0 16 4" aria-hidden="true">
                <line
                  x1={0}
                  x2={16}
                  y1={2}
                  y2={2}
                  style={{ stroke: runs[side]?.colour }}
                  strokeDasharray={side === 0 ? '3 2' : undefined}
                />
              </svg>
              {runs[side]?.name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Cumulative distribution of ${runs.map(({ name }) => name).join(' and ')}`}
      >
        {curves.map((curve, side) => (
          <path
            key={`${side} ${curve.run_id}`}
            className={styles['line']}
            style={{ stroke: runs[side]?.colour }}
            strokeDasharray={side === 0 ? '5 3' : undefined}
            d={`${path(curve)} L${width},0`}
          />
        ))}
      </svg>
      <p className={styles['axis']}>
        <span>{allValues.length === 0 ? '' : formatMean(low, isPercentage)}</span>
        <span>value</span>
        <span>{allValues.length === 0 ? '' : formatMean(high, isPercentage)}</span>
      </p>
    </figure>
  )
}
