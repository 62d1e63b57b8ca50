// The four plots of a window of time: how many and how many failed, how long they took, what they cost, tokens.
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { Chart, type Series } from '../ui/chart.tsx'
import { count, duration, money, percent, shortCount } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { metricPaths, type Overview, type Window } from './analytics.ts'
import styles from './plots.module.css'

function Plot({
  title,
  value,
  note,
  overview,
  series,
  format,
  onRange,
  link,
}: {
  title: string
  value: string
  note: ReactNode
  overview: Overview
  series: readonly Series[]
  format: (value: number) => string
  onRange: (bounds: { readonly oldest: number; readonly newest: number }) => void
  link: ReactNode
}) {
  return (
    <section className={styles['plot']}>
      <header>
        <h2>{title}</h2>
        {link}
      </header>
      <p className={styles['value']}>
        {value} <small>{note}</small>
      </p>
      <Chart
        name={`${title} over time`}
        times={overview.times}
        series={series}
        heightPx={132}
        format={format}
        from={overview.bounds.oldest / 1000}
        to={overview.bounds.newest / 1000}
        bucketSeconds={overview.minutes * 60}
        onRange={onRange}
      />
    </section>
  )
}

export function Plots({
  overview,
  window,
  project,
  onRange,
}: {
  overview: Overview
  window: Window
  project: string
  onRange: (bounds: { readonly oldest: number; readonly newest: number }) => void
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
  const common = { overview, onRange }
  const toTraces = (label: string, condition: string | undefined, sort?: 'duration' | 'tokens' | 'cost') => {
    const filter = [window.filter, condition].filter((one) => one !== undefined && one !== '').join(' and ')
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
        note={<>p50 · p95 {duration(sums.p95)}</>}
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
        note={<>{money(sums.total === 0 ? 0 : sums.cost / sums.total)} each</>}
        series={series.cost}
        format={money}
        link={toTraces('Most expensive', `${paths.cost} > 0`, 'cost')}
      />
      <Plot
        {...common}
        title="Tokens"
        value={shortCount(sums.tokens)}
        note={<>{shortCount(Math.round(sums.total === 0 ? 0 : sums.tokens / sums.total))} each</>}
        series={series.tokens}
        format={shortCount}
        link={toTraces('Most tokens', `${paths.tokens} > 0`, 'tokens')}
      />
    </div>
  )
}
