// The plot of the selected measure: an output of annotations or a numeric attribute.
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { joinConditions, type Overview } from '../app/analytics/analytics.ts'
import { Plot } from '../app/analytics/plots.tsx'
import plots from '../app/analytics/plots.module.css'
import { useSession } from '../app/session.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Series } from '../ui/chart.tsx'
import { count, decimal } from '../ui/format.ts'
import type { Bounds } from '../ui/time/time-range.ts'
import { measureCondition, measureName } from './fields.ts'
import type { AnalyticsView } from './url-state.ts'

interface MeasurePlotProps {
  readonly view: AnalyticsView
  readonly overview: Overview
  /** The lines of the groups; absent: the plot has one line. */
  readonly groupPlot?: {
    readonly series: readonly Series[]
    readonly timeline: Pick<Overview, 'bounds' | 'minutes' | 'times'>
  }
  readonly onRange: (bounds: Bounds) => void
}

export function MeasurePlot({ view, overview, groupPlot, onRange }: MeasurePlotProps) {
  const { measure, stat = 'mean' } = view
  const { session } = useSession()
  const { measureValues, sums } = overview
  const line = useMemo(
    () => [
      {
        name: stat,
        colour: '--accent',
        values: measureValues,
        ...(stat === 'count' ? {} : { shape: 'area' as const }),
      },
    ],
    [stat, measureValues],
  )
  if (measure === undefined) return null
  return (
    <Plot
      title={measureName(measure)}
      value={stat === 'count' ? count(sums.measured ?? 0) : decimal(sums.measured)}
      note={noteOf(stat, measure)}
      timeline={groupPlot?.timeline ?? overview}
      series={groupPlot?.series ?? line}
      format={decimal}
      onRange={onRange}
      isCrowded={groupPlot !== undefined}
      isWide
      link={
        <Link
          className={plots['link']}
          to="/p/$project/traces"
          params={{ project: session.project.slug }}
          search={{
            filter: joinConditions(view.filter, measureCondition(measure)),
            ...(view.range === undefined ? {} : { range: view.range }),
            ...(view.focus === undefined ? {} : { focus: view.focus }),
          }}
        >
          {view.focus === 'spans' ? 'Spans' : 'Traces'} with a value
          <Icon name="right" size={10} />
        </Link>
      }
    />
  )
}

const noteOf = (stat: string, measure: string): string => {
  if (stat !== 'count') return stat
  return measure.startsWith('annotation.') ? 'annotations' : 'values'
}
