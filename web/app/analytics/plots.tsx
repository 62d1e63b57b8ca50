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
  /** Whether the plot fills the row. */
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

type TracesSort = 'duration' | 'tokens' | 'cost'

interface PlotsProps {
  readonly overview: Overview
  readonly window: Window
  readonly project: string
  readonly onRange: (bounds: Bounds) => void
  /** The sums of the previous period. */
  readonly previous?: Sums | undefined
  /** Additional plots. */
  readonly children?: ReactNode
}

/** A link to the traces behind a plot. */
function TracesLink({
  window,
  project,
  label,
  condition,
  sort,
}: Pick<PlotsProps, 'window' | 'project'> & {
  label: string
  condition: string | undefined
  sort?: TracesSort
}) {
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

function Requests({ overview, window, project, onRange, previous }: PlotsProps) {
  const { sums, totals, errors } = overview
  const series = useMemo(
    () => [
      { name: 'all', colour: '--accent', values: totals },
      { name: 'failed', colour: '--bad', values: errors },
    ],
    [totals, errors],
  )
  const condition = `${metricPaths(window.focus).errors} > 0`
  return (
    <Plot
      timeline={overview}
      onRange={onRange}
      title={window.focus === 'spans' ? 'Spans' : 'Requests'}
      value={count(sums.total)}
      note={
        <>
          {count(sums.errors)} with errors, {percent(sums.total === 0 ? 0 : sums.errors / sums.total)}
          <Change now={sums.total} before={previous?.total} format={count} />
        </>
      }
      series={series}
      format={shortCount}
      link={<TracesLink window={window} project={project} label="With errors" condition={condition} />}
    />
  )
}

function Latency({ overview, window, project, onRange, previous }: PlotsProps) {
  const { sums, p50, p95 } = overview
  const series = useMemo(
    () => [
      { name: 'p95', colour: '--kind-agent', values: p95, shape: 'line' as const },
      { name: 'p50', colour: '--accent', values: p50, shape: 'area' as const },
    ],
    [p50, p95],
  )
  const slow =
    sums.p95 === undefined ? undefined : `${metricPaths(window.focus).duration} >= ${Math.floor(sums.p95)}`
  return (
    <Plot
      timeline={overview}
      onRange={onRange}
      title="Latency"
      value={duration(sums.p50)}
      note={
        <>
          p50 · p95 {duration(sums.p95)}
          <Change now={sums.p50} before={previous?.p50} format={duration} isBadWhenUp />
        </>
      }
      series={series}
      format={duration}
      link={<TracesLink window={window} project={project} label="Slowest" condition={slow} sort="duration" />}
    />
  )
}

/** The plot of a sum: cost or tokens. */
function SumPlot({
  plots: { overview, window, project, onRange, previous },
  title,
  sum,
  values,
  colour,
  format,
  linkLabel,
}: {
  plots: PlotsProps
  title: string
  sum: 'cost' | 'tokens'
  values: readonly number[]
  colour: string
  format: (value: number | undefined) => string
  linkLabel: string
}) {
  const series = useMemo(() => [{ name: sum, colour, values }], [sum, colour, values])
  const { [sum]: total, total: requests } = overview.sums
  const condition = `${metricPaths(window.focus)[sum]} > 0`
  return (
    <Plot
      timeline={overview}
      onRange={onRange}
      title={title}
      value={format(total)}
      note={
        <>
          {format(requests === 0 ? 0 : total / requests)} each
          <Change now={total} before={previous?.[sum]} format={format} />
        </>
      }
      series={series}
      format={format}
      link={
        <TracesLink window={window} project={project} label={linkLabel} condition={condition} sort={sum} />
      }
    />
  )
}

const roundedTokens = (tokens: number | undefined): string =>
  shortCount(tokens === undefined ? undefined : Math.round(tokens))

export function Plots(props: PlotsProps) {
  const { overview } = props
  return (
    <div className={styles['plots']}>
      <Requests {...props} />
      <Latency {...props} />
      <SumPlot
        plots={props}
        title="Cost"
        sum="cost"
        values={overview.costs}
        colour="--kind-model"
        format={money}
        linkLabel="Most expensive"
      />
      <SumPlot
        plots={props}
        title="Tokens"
        sum="tokens"
        values={overview.tokens}
        colour="--kind-search"
        format={roundedTokens}
        linkLabel="Most tokens"
      />
      {props.children}
    </div>
  )
}
