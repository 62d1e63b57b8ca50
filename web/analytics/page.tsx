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
import { coloursOf, plottedGroupsMax, listedGroupsMax, shareMetric, sortedGroups } from './groups.ts'
import { GroupsTable } from './groups-table.tsx'
import { MeasurePlot } from './measure-plot.tsx'
import { analyticsSearch, groupFieldIds, withoutMembers, type AnalyticsView } from './url-state.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/analytics')

interface ViewProps {
  readonly view: AnalyticsView
  readonly onView: (view: AnalyticsView) => void
}

/** Grouping by a property of spans switches to spans: a trace with two models would count for only one of them. */
function withGroupField(view: AnalyticsView, name: 'by' | 'second', id: string | undefined): AnalyticsView {
  if (id === undefined) {
    if (name === 'second' || view.second === undefined) return withoutMembers(view, name)
    return { ...withoutMembers(view, 'second'), by: view.second }
  }
  return { ...view, [name]: id, ...(fieldOf(id).isOfSpans === true ? { focus: 'spans' as const } : {}) }
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
  const common = { fieldsInRange: completion.fields, onBegin: completion.begin }
  return (
    <div className={styles['grouping']}>
      <GroupPicker
        {...common}
        label="Group by"
        value={view.by}
        onValue={(id) => onView(withGroupField(view, 'by', id))}
      />
      {view.by !== undefined && (
        <GroupPicker
          {...common}
          label="Then by"
          value={view.second}
          onValue={(id) => onView(withGroupField(view, 'second', id))}
        />
      )}
      <MeasurePicker
        {...common}
        label="Plot a number"
        value={view.measure}
        onValue={(measure) =>
          onView(measure === undefined ? withoutMembers(view, 'measure', 'stat') : { ...view, measure })
        }
      />
      {view.measure !== undefined && (
        <Segments<Stat | 'mean'>
          label="Statistic"
          options={statOptions}
          value={view.stat ?? 'mean'}
          onValue={(stat) => onView(stat === 'mean' ? withoutMembers(view, 'stat') : { ...view, stat })}
        />
      )}
      <Segments<BucketSize | 'auto'>
        label="Bucket size"
        options={bucketOptions}
        value={view.bucket ?? 'auto'}
        onValue={(bucket) => onView(bucket === 'auto' ? withoutMembers(view, 'bucket') : { ...view, bucket })}
      />
    </div>
  )
}

function GroupedAnalytics({
  view,
  onView,
  overview,
  range,
  onRange,
}: ViewProps & { overview: Overview; range: string; onRange: (bounds: Bounds) => void }) {
  const { api, session } = useSession()
  const window = { ...view, range }
  const by = groupFieldIds(view)
  const sort = view.sort ?? 'total'
  const order = shareMetric(sort) === 'errors' ? 'total' : shareMetric(sort)
  const grouping = { by, order: order === 'cost' || order === 'tokens' ? order : ('total' as const) }
  const groups = useQuery(groupsQuery(api, window, { ...grouping, limit: listedGroupsMax }))
  const timeline = useQuery(groupedTimelineQuery(api, window, { ...grouping, limit: plottedGroupsMax }))
  const rows = useMemo(() => sortedGroups(groups.data ?? [], sort), [groups.data, sort])
  const colours = useMemo(() => coloursOf(rows, timeline.data), [rows, timeline.data])
  const failedQuery = [groups, timeline].find((query) => query.isError && query.data === undefined)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (groups.data === undefined || timeline.data === undefined) return <Skeleton />
  const spanField = view.focus === undefined ? by.map(fieldOf).find((field) => field.isOfSpans) : undefined
  return (
    <>
      {spanField !== undefined && (
        <p className={styles['note']}>
          {spanField.name} belongs to single spans, not to whole traces.{' '}
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
    groupsQuery(api, { ...view, range }, { by: ['span_name'], order: 'total', limit: listedGroupsMax }),
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
  const setView = (next: AnalyticsView): void =>
    void navigate({ to: '/p/$project/analytics', params: { project }, search: analyticsSearch(next) })
  const setRange = (bounds: Bounds): void => setView({ ...view, range: fixedRange(bounds) })
  useShortcuts([
    { id: 'filter', keys: '/', label: 'Filter', run: () => document.getElementById('filter')?.focus() },
  ])
  const filterMessage =
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
            setView(focus === 'spans' ? { ...view, focus: 'spans' } : withoutMembers(view, 'focus'))
          }
        />
        <TimeRangeMenu range={range} onRange={(next) => setView({ ...view, range: next })} />
        <LinkButton />
      </PageHead>
      <div className={styles['filter']}>
        <FilterBar
          inputId="filter"
          filter={view.filter ?? ''}
          onFilter={(filter) => setView({ ...view, filter })}
          fields={completion.fields}
          onBegin={completion.begin}
          knownValues={completion.valuesOf}
          errorMessage={filterMessage}
        />
        <GroupBar view={view} onView={setView} completion={completion} />
      </div>
      {overview.isError && filterMessage === undefined && overview.data === undefined ? (
        <Failure error={overview.error} retry={() => void overview.refetch()} />
      ) : overview.data === undefined ? (
        filterMessage === undefined && <Skeleton />
      ) : (
        <div className={body['body']}>
          {overview.data.sums.total === 0 ? (
            <Notice icon="analytics" title="No data in this time range">
              <p>Widen the time range, or remove conditions of the filter.</p>
            </Notice>
          ) : view.by === undefined ? (
            <>
              <Plots overview={overview.data} window={window} project={project} onRange={setRange}>
                <MeasurePlot view={view} overview={overview.data} onRange={setRange} />
              </Plots>
              <Breakdown view={view} onView={setView} range={range} />
            </>
          ) : (
            <GroupedAnalytics
              view={view}
              onView={setView}
              overview={overview.data}
              range={range}
              onRange={setRange}
            />
          )}
        </div>
      )}
    </>
  )
}
