// The four plots of a time range: requests and errors, latency, cost, tokens.
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { Chart, type Series } from '../../ui/chart.tsx'
import { count, duration, money, percent, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Bounds } from '../../ui/time/time-range.ts'
import { joinConditions, metricPaths, type Overview, type Sums, type Window } from './analytics.ts'
import styles from './plots.module.css'

interface PlotTimeline {
  readonly bounds: Bounds
  readonly minutes: number
  readonly times: readonly number[]
}

export function Plot({
  title,
  value,
  note,
  timeline,
  series,
  format,
  onRange,
  link,
  isCrowded = false,
  isWide = false,
}: {
  title: string
  value: string
  note: ReactNode
  timeline: PlotTimeline
  series: readonly Series[]
  format: (value: number) => string
  onRange: (bounds: Bounds) => void
  link?: ReactNode
  isCrowded?: boolean
  /** Fills the row. */
  isWide?: boolean
}) {
  return (
    <section className={styles['plot']} data-wide={isWide}>
      <header>
        <h2>{title}</h2>
        {link}
      </header>
      <p className={styles['value']}>
        {value} <small>{note}</small>
      </p>
      <Chart
        name={`${title} over time`}
        times={timeline.times}
        series={series}
        heightPx={132}
        format={format}
        from={timeline.bounds.oldest / 1000}
        to={timeline.bounds.newest / 1000}
        bucketSeconds={timeline.minutes * 60}
        onRange={onRange}
        isCrowded={isCrowded}
      />
    </section>
  )
}

/** The change since the previous period. */
function Change({
  now,
  before,
  format,
  isBadWhenUp = false,
}: {
  now: number | undefined
  before: number | undefined
  format: (value: number | undefined) => string
  isBadWhenUp?: boolean
}) {
  if (now === undefined || before === undefined || before === 0) return null
  const change = now / before - 1
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const tone = isBadWhenUp && Math.abs(change) >= 0.1 ? (change > 0 ? 'bad' : 'good') : undefined
  return (
    <span className={styles['change']} data-tone={tone} title={`Previous period: ${format(before)}`}>
      {sign}
      {percent(Math.abs(change))} vs. previous
    </span>
  )
}

export function Plots({
  overview,
  window,
  project,
  onRange,
  previous,
  children,
}: {
  overview: Overview
  window: Window
  project: string
  onRange: (bounds: Bounds) => void
  /** The sums of the previous period. */
  previous?: Sums | undefined
  /** Additional plots. */
  children?: ReactNode
}) {
  const series = useMemo(
    () => ({
      requests: [
        { name: 'all', colour: '--accent', values: overview.totals },
        { name: 'failed', colour: '--bad', values: overview.errors },
      ],
      latency: [
        { name: 'p95', colour: '--kind-agent', values: overview.p95, drawn: 'line' as const },
        { name: 'p50', colour: '--accent', values: overview.p50, drawn: 'area' as const },
      ],
      cost: [{ name: 'cost', colour: '--kind-model', values: overview.costs }],
      tokens: [{ name: 'tokens', colour: '--kind-search', values: overview.tokens }],
    }),
    [overview],
  )
  const { sums } = overview
  const paths = metricPaths(window.focus)
  const common = { timeline: overview, onRange }
  const toTraces = (label: string, condition: string | undefined, sort?: 'duration' | 'tokens' | 'cost') => {
    const filter = joinConditions(window.filter, condition)
    return (
      <Link
        to="/p/$project/traces"
        params={{ project }}
        search={{
          range: window.range,
          ...(sort === undefined ? {} : { sort }),
          ...(filter === '' ? {} : { filter }),
          ...(window.focus === undefined ? {} : { focus: window.focus }),
        }}
        className={styles['link']}
      >
        {label}
        <Icon name="right" size={10} />
      </Link>
    )
  }
  return (
    <div className={styles['plots']}>
      <Plot
        {...common}
        title={window.focus === 'spans' ? 'Spans' : 'Requests'}
        value={count(sums.total)}
        note={
          <>
            {count(sums.errors)} with errors, {percent(sums.total === 0 ? 0 : sums.errors / sums.total)}
            <Change now={sums.total} before={previous?.total} format={count} />
          </>
        }
        series={series.requests}
        format={shortCount}
        link={toTraces('With errors', `${paths.errors} > 0`)}
      />
      <Plot
        {...common}
        title="Latency"
        value={duration(sums.p50)}
        note={
          <>
            p50 · p95 {duration(sums.p95)}
            <Change now={sums.p50} before={previous?.p50} format={duration} isBadWhenUp />
          </>
        }
        series={series.latency}
        format={duration}
        link={toTraces(
          'Slowest',
          sums.p95 === undefined ? undefined : `${paths.duration} >= ${Math.floor(sums.p95)}`,
          'duration',
        )}
      />
      <Plot
        {...common}
        title="Cost"
        value={money(sums.cost)}
        note={
          <>
            {money(sums.total === 0 ? 0 : sums.cost / sums.total)} each
            <Change now={sums.cost} before={previous?.cost} format={money} />
          </>
        }
        series={series.cost}
        format={money}
        link={toTraces('Most expensive', `${paths.cost} > 0`, 'cost')}
      />
      <Plot
        {...common}
        title="Tokens"
        value={shortCount(sums.tokens)}
        note={
          <>
            {shortCount(Math.round(sums.total === 0 ? 0 : sums.tokens / sums.total))} each
            <Change now={sums.tokens} before={previous?.tokens} format={shortCount} />
          </>
        }
        series={series.tokens}
        format={shortCount}
        link={toTraces('Most tokens', `${paths.tokens} > 0`, 'tokens')}
      />
      {children}
    </div>
  )
}
