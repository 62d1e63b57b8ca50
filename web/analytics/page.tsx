// web/analytics: counts, durations, costs and tokens over time, grouped by fields.
// groups.ts, fields.ts and candidates.ts are pure.
// Imports web/app and web/ui. Start here.
//
// Analytics: the plots of a window of time, split by up to two fields, and the groups as a table.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  groupedTimelineQuery,
  groupsQuery,
  overviewQuery,
  type Overview,
  type Stat,
} from '../app/analytics/analytics.ts'
import { AssayError } from '../app/api.ts'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { Plots } from '../app/analytics/plots.tsx'
import { useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { useCompletion } from '../app/list/use-completion.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { FilterBar } from '../ui/filter/filter-bar.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { fixedRange, type Bounds, type BucketSize } from '../ui/time/time-range.ts'
import { TimeRangeMenu } from '../ui/time/time-range-menu.tsx'
import { fieldOf } from './fields.ts'
import { GroupPicker, MeasurePicker } from './field-picker.tsx'
import { GroupedPlots } from './grouped-plots.tsx'
import { coloursOf, drawnMax, listedMax, shareMetric, sortedGroups } from './groups.ts'
import { GroupsTable } from './groups-table.tsx'
import { MeasuredPlot } from './measured-plot.tsx'
import { analyticsSearch, groupedBy, without, type AnalyticsView } from './url-state.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/analytics')

interface ViewProps {
  readonly view: AnalyticsView
  readonly onView: (view: AnalyticsView) => void
}

/** Grouping by a property of spans switches to spans: a trace with two models would count for only one of them. */
function grouped(view: AnalyticsView, name: 'by' | 'second', id: string | undefined): AnalyticsView {
  if (id === undefined) {
    if (name === 'second' || view.second === undefined) return without(view, name)
    return { ...without(view, 'second'), by: view.second }
  }
  return { ...view, [name]: id, ...(fieldOf(id).ofSpans === true ? { focus: 'spans' as const } : {}) }
}

const statOptions = [
  { value: 'mean', name: 'Mean' },
  { value: 'p50', name: 'p50' },
  { value: 'p95', name: 'p95' },
  { value: 'count', name: 'Count' },
] as const

const bucketOptions = [
  { value: 'auto', name: 'Auto' },
  { value: 'hour', name: 'Hour' },
  { value: 'day', name: 'Day' },
  { value: 'week', name: 'Week' },
] as const

function GroupBar({
  view,
  onView,
  completion,
}: ViewProps & { completion: ReturnType<typeof useCompletion> }) {
  const common = { seen: completion.fields, onBegin: completion.begin }
  return (
    <div className={styles['grouping']}>
      <GroupPicker
        {...common}
        label="Group by"
        value={view.by}
        onValue={(id) => onView(grouped(view, 'by', id))}
      />
      {view.by !== undefined && (
        <GroupPicker
          {...common}
          label="Then by"
          value={view.second}
          onValue={(id) => onView(grouped(view, 'second', id))}
        />
      )}
      <MeasurePicker
        {...common}
        label="Plot a number"
        value={view.measure}
        onValue={(measure) =>
          onView(measure === undefined ? without(view, 'measure', 'stat') : { ...view, measure })
        }
      />
      {view.measure !== undefined && (
        <Segments<Stat | 'mean'>
          label="Statistic"
          options={statOptions}
          value={view.stat ?? 'mean'}
          onValue={(stat) => onView(stat === 'mean' ? without(view, 'stat') : { ...view, stat })}
        />
      )}
      <Segments<BucketSize | 'auto'>
        label="Bucket size"
        options={bucketOptions}
        value={view.bucket ?? 'auto'}
        onValue={(bucket) => onView(bucket === 'auto' ? without(view, 'bucket') : { ...view, bucket })}
      />
    </div>
  )
}

function Grouped({
  view,
  onView,
  overview,
  range,
  onRange,
}: ViewProps & { overview: Overview; range: string; onRange: (bounds: Bounds) => void }) {
  const { api, session } = useSession()
  const window = { ...view, range }
  const by = groupedBy(view)
  const sort = view.sort ?? 'total'
  const order = shareMetric(sort) === 'errors' ? 'total' : shareMetric(sort)
  const grouping = { by, order: order === 'cost' || order === 'tokens' ? order : ('total' as const) }
  const groups = useQuery(groupsQuery(api, window, { ...grouping, limit: listedMax }))
  const timeline = useQuery(groupedTimelineQuery(api, window, { ...grouping, limit: drawnMax }))
  const rows = useMemo(() => sortedGroups(groups.data ?? [], sort), [groups.data, sort])
  const colours = useMemo(() => coloursOf(rows, timeline.data), [rows, timeline.data])
  const failedQuery = [groups, timeline].find((query) => query.isError && query.data === undefined)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (groups.data === undefined || timeline.data === undefined) return <Skeleton />
  const ofSpans = view.focus === undefined ? by.map(fieldOf).find((field) => field.ofSpans) : undefined
  return (
    <>
      {ofSpans !== undefined && (
        <p className={styles['note']}>
          {ofSpans.name} belongs to single spans, not to whole traces.{' '}
          <Button onClick={() => onView({ ...view, focus: 'spans' })}>Count spans</Button>
        </p>
      )}
      <GroupedPlots
        view={view}
        overview={overview}
        timeline={timeline.data}
        colours={colours}
        countName={view.focus === 'spans' ? 'Spans' : 'Requests'}
        onRange={onRange}
      />
      <GroupsTable
        groups={rows}
        colours={colours}
        view={view}
        range={range}
        project={session.project.slug}
        onView={onView}
      />
    </>
  )
}

/** Without a group field the table lists the names of traces or spans. */
function Breakdown({ view, onView, range }: ViewProps & { range: string }) {
  const { api, session } = useSession()
  const bySpanName = { ...view, by: 'span_name' }
  const groups = useQuery(
    groupsQuery(api, { ...view, range }, { by: ['span_name'], order: 'total', limit: listedMax }),
  )
  if (groups.isError && groups.data === undefined)
    return <Failure error={groups.error} retry={() => void groups.refetch()} />
  if (groups.data === undefined) return <Skeleton rows={5} />
  return (
    <GroupsTable
      groups={sortedGroups(groups.data, 'total')}
      view={bySpanName}
      range={range}
      project={session.project.slug}
      onView={onView}
    />
  )
}

export function AnalyticsPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const range = view.range ?? '24h'
  const project = session.project.slug
  const window = { ...view, range }
  const completion = useCompletion(range)
  const overview = useQuery(overviewQuery(api, window))
  const viewChanged = (next: AnalyticsView): void =>
    void navigate({ to: '/p/$project/analytics', params: { project }, search: analyticsSearch(next) })
  const rangeChosen = (bounds: Bounds): void => viewChanged({ ...view, range: fixedRange(bounds) })
  useShortcuts([
    { id: 'filter', keys: '/', label: 'Filter', run: () => document.getElementById('filter')?.focus() },
  ])
  const fault =
    overview.error instanceof AssayError && overview.error.code === 'filter_invalid'
      ? overview.error.message
      : undefined
  return (
    <>
      <PageHead title="Analytics">
        <Segments
          label="Count traces or spans"
          options={[
            { value: 'traces', name: 'Traces' },
            { value: 'spans', name: 'Spans' },
          ]}
          value={view.focus ?? 'traces'}
          onValue={(focus) =>
            viewChanged(focus === 'spans' ? { ...view, focus: 'spans' } : without(view, 'focus'))
          }
        />
        <TimeRangeMenu range={range} onRange={(next) => viewChanged({ ...view, range: next })} />
        <LinkButton />
      </PageHead>
      <div className={styles['filter']}>
        <FilterBar
          inputId="filter"
          filter={view.filter ?? ''}
          onFilter={(filter) => viewChanged({ ...view, filter })}
          fields={completion.fields}
          onBegin={completion.begin}
          knownValues={completion.valuesOf}
          errorMessage={fault}
        />
        <GroupBar view={view} onView={viewChanged} completion={completion} />
      </div>
      {overview.isError && fault === undefined && overview.data === undefined ? (
        <Failure error={overview.error} retry={() => void overview.refetch()} />
      ) : overview.data === undefined ? (
        fault === undefined && <Skeleton />
      ) : (
        <div className={body['body']}>
          {overview.data.sums.total === 0 ? (
            <Notice icon="analytics" title="Nothing to count here">
              <p>Widen the time range, or remove conditions of the filter.</p>
            </Notice>
          ) : view.by === undefined ? (
            <>
              <Plots overview={overview.data} window={window} project={project} onRange={rangeChosen}>
                <MeasuredPlot view={view} overview={overview.data} onRange={rangeChosen} />
              </Plots>
              <Breakdown view={view} onView={viewChanged} range={range} />
            </>
          ) : (
            <Grouped
              view={view}
              onView={viewChanged}
              overview={overview.data}
              range={range}
              onRange={rangeChosen}
            />
          )}
        </div>
      )}
    </>
  )
}
