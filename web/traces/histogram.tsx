// Traces or spans over time; drag to choose a time range.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../app/session.tsx'
import { Chart } from '../ui/chart.tsx'
import { count } from '../ui/format.ts'
import { fixedRange } from '../ui/time/time-range.ts'
import { histogramQuery } from './queries.ts'
import type { TracesView } from '../app/trace-list/url-state.ts'
import styles from './page.module.css'

interface HistogramProps {
  readonly view: TracesView
  /** Whether the list is loaded. The counts are requested after it. */
  readonly isReady: boolean
  readonly onRange: (range: string) => void
}

export function Histogram({ view, isReady, onRange }: HistogramProps) {
  const { api } = useSession()
  const { data } = useQuery({
    ...histogramQuery(api, view),
    enabled: isReady,
  })
  const series = useMemo(
    () =>
      data === undefined
        ? []
        : [
            { name: view.focus === 'spans' ? 'Spans' : 'Traces', colour: '--accent', values: data.totals },
            { name: 'With errors', colour: '--bad', values: data.errors },
          ],
    [data, view.focus],
  )
  if (data === undefined) return <div className={styles['histogram']} />
  return (
    <div className={styles['histogram']}>
      <Chart
        name="Traces over time. Drag to choose a time range."
        times={data.times}
        series={series}
        heightPx={92}
        hasAxes={false}
        format={count}
        from={data.bounds.oldest / 1000}
        to={data.bounds.newest / 1000}
        bucketSeconds={data.minutes * 60}
        onRange={(bounds) => onRange(fixedRange(bounds))}
      />
    </div>
  )
}
