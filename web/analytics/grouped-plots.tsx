// The plots of a time window, each split by the same groups and colours.
import { useMemo } from 'react'
import type { GroupedTimeline, Overview } from '../app/analytics/analytics.ts'
import { Plot } from '../app/analytics/plots.tsx'
import plots from '../app/analytics/plots.module.css'
import { count, duration, money, percent, shortCount } from '../ui/format.ts'
import type { Bounds } from '../ui/time/time-range.ts'
import { seriesOf } from './groups.ts'
import { MeasurePlot } from './measure-plot.tsx'
import type { AnalyticsView } from './url-state.ts'

export function GroupedPlots({
  view,
  overview,
  timeline,
  colours,
  countName,
  onRange,
}: {
  view: AnalyticsView
  overview: Overview
  timeline: GroupedTimeline
  colours: ReadonlyMap<string, string>
  countName: string
  onRange: (bounds: Bounds) => void
}) {
  const series = useMemo(
    () => ({
      total: seriesOf(timeline, 'total', colours),
      p95: seriesOf(timeline, 'p95', colours),
      cost: seriesOf(timeline, 'cost', colours),
      tokens: seriesOf(timeline, 'tokens', colours),
      measured: seriesOf(timeline, 'measured', colours, view.stat === 'count'),
    }),
    [timeline, colours, view.stat],
  )
  const { sums } = overview
  const common = { timeline, onRange, isCrowded: true }
  return (
    <div className={plots['plots']}>
      <Plot
        {...common}
        title={countName}
        value={count(sums.total)}
        note={
          <>
            {count(sums.errors)} with errors, {percent(sums.total === 0 ? 0 : sums.errors / sums.total)}
          </>
        }
        series={series.total}
        format={shortCount}
      />
      <Plot
        {...common}
        title="Latency p95"
        value={duration(sums.p95)}
        note={<>p50 {duration(sums.p50)}</>}
        series={series.p95}
        format={duration}
      />
      <Plot
        {...common}
        title="Cost"
        value={money(sums.cost)}
        note={<>{money(sums.total === 0 ? 0 : sums.cost / sums.total)} each</>}
        series={series.cost}
        format={money}
      />
      <Plot
        {...common}
        title="Tokens"
        value={shortCount(sums.tokens)}
        note={<>{shortCount(Math.round(sums.total === 0 ? 0 : sums.tokens / sums.total))} each</>}
        series={series.tokens}
        format={shortCount}
      />
      <MeasurePlot
        view={view}
        overview={overview}
        groupPlot={{ series: series.measured, timeline }}
        onRange={onRange}
      />
    </div>
  )
}
