// Traces: a filter, how many there were over time, and the list.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { AssayError } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { useCompletion } from '../app/use-completion.ts'
import { PageHead } from '../app/page.tsx'
import { useSigned } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import type { Span } from '../app/span.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Chart } from '../ui/chart.tsx'
import { ColumnsMenu } from '../ui/columns-menu.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { FilterBar } from '../ui/filter/filter-bar.tsx'
import { count } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Segments } from '../ui/segments.tsx'
import { Table } from '../ui/table.tsx'
import { fixedRange } from '../ui/time-range.ts'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { allColumns, columnsDefault } from './columns.tsx'
import { Conditions } from './conditions.tsx'
import { columnShift, histogramQuery, listQuery, rangeDefault } from './queries.ts'
import { tracesSearch, type TracesView } from './search.ts'
import { texts } from './texts.ts'
import { useNewer } from './use-newer.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/traces')

/** The sentence about the filter, its column counted in the text that was typed. */
function filterFault(error: unknown, view: TracesView): string | undefined {
  if (!(error instanceof AssayError) || error.code !== 'filter_invalid') return undefined
  return error.message.replace(
    /\(column (\d+)\)/,
    (_, column: string) => `(column ${Math.max(1, Number(column) - columnShift(view))})`,
  )
}

function HistogramPart({ view, onRange }: { view: TracesView; onRange: (range: string) => void }) {
  const { api, session } = useSigned()
  const { data } = useQuery(histogramQuery(api, session.project.id, view))
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
        name="How many began, over time. Drag to choose a range."
        times={data.times}
        series={series}
        heightPx={92}
        axes={false}
        format={count}
        from={data.bounds.oldest / 1000}
        to={data.bounds.newest / 1000}
        bucketSeconds={data.minutes * 60}
        onRange={(bounds) => onRange(fixedRange(bounds))}
      />
    </div>
  )
}

function Empty({ view, onView }: { view: TracesView; onView: (view: TracesView) => void }) {
  const filtered = view.filter !== undefined
  return (
    <Notice icon="traces" title={filtered ? texts.noneFiltered : texts.none}>
      <p>{filtered ? texts.noneFilteredHow : texts.noneHow}</p>
      <div className={styles['next']}>
        {filtered && <Button onClick={() => onView({ ...view, filter: '' })}>{texts.clear}</Button>}
        {view.range !== '30d' && (
          <Button onClick={() => onView({ ...view, range: '30d' })}>{texts.widen}</Button>
        )}
      </div>
    </Notice>
  )
}

export function TracesPage() {
  const view = route.useSearch()
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useInfiniteQuery(listQuery(api, session.project.id, view))
  const spans = useMemo(() => list.data?.pages.flatMap((page) => page.spans) ?? [], [list.data])
  const newer = useNewer(view, spans[0])
  const completion = useCompletion(view.range ?? rangeDefault)
  const project = session.project.slug

  const viewChanged = (next: TracesView): void => {
    setChosen(new Set())
    void navigate({ to: '/p/$project/traces', params: { project }, search: tracesSearch(next) })
  }
  const opened = (span: Span): void => {
    const { filter, range, focus } = view
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project, traceId: span.trace_id },
      search: {
        ...(focus === 'spans' ? { focus, span: span.span_id } : {}),
        ...(filter === undefined ? {} : { filter }),
        ...(range === undefined ? {} : { range }),
      },
    })
  }
  useShortcuts([
    { id: 'filter', keys: '/', does: 'Filter', run: () => document.getElementById('filter')?.focus() },
    { id: 'refresh', keys: 'r', does: 'Look for newer ones', run: () => void list.refetch() },
  ])

  const all = allColumns(project, view)
  const shown = (view.columns ?? columnsDefault).split(',')
  const columns = all
    .filter(({ id }) => shown.includes(id))
    .map((column) =>
      column.id === 'time'
        ? {
            ...column,
            sorted: view.order ?? ('descending' as const),
            onSort: () => {
              const { order, ...rest } = view
              viewChanged(order === undefined ? { ...rest, order: 'ascending' } : rest)
            },
          }
        : column,
    )
  const fault = filterFault(list.error, view)
  const end = list.hasNextPage ? texts.more : texts.end
  return (
    <>
      <PageHead title={texts.title}>
        <Segments
          label="What is listed"
          options={[
            { value: 'traces', name: 'Traces' },
            { value: 'spans', name: 'Spans' },
          ]}
          value={view.focus ?? 'traces'}
          onValue={(focus) => {
            const { focus: _, ...rest } = view
            viewChanged(focus === 'spans' ? { ...rest, focus: 'spans' } : rest)
          }}
        />
        <TimeRangeMenu
          range={view.range ?? rangeDefault}
          onRange={(range) => viewChanged({ ...view, range })}
        />
        <ColumnsMenu
          columns={all}
          shown={shown}
          onShown={(ids) => viewChanged({ ...view, columns: ids.join(',') })}
        />
        <IconButton
          icon="refresh"
          label="Look for newer ones"
          look="plain"
          onClick={() => void list.refetch()}
        />
        <LinkButton />
      </PageHead>
      <div className={styles['filter']}>
        <FilterBar
          inputId="filter"
          filter={view.filter ?? ''}
          onFilter={(filter) => viewChanged({ ...view, filter })}
          fields={completion.fields}
          seenValues={completion.valuesOf}
          fault={fault}
        />
        <Conditions filter={view.filter ?? ''} onFilter={(filter) => viewChanged({ ...view, filter })} />
      </div>
      <HistogramPart view={view} onRange={(range) => viewChanged({ ...view, range })} />
      {newer > 0 && (
        <div className={styles['newer']}>
          <Button look="main" icon="up" onClick={() => void list.refetch()}>
            {newer >= 100 ? '100 or more' : newer} new
          </Button>
        </div>
      )}
      {list.isError && fault === undefined && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending ? (
        <Skeleton rows={14} />
      ) : spans.length === 0 ? (
        <Empty view={view} onView={viewChanged} />
      ) : (
        <Table
          name="Traces"
          rows={spans}
          columns={columns}
          rowKey={(span) => `${span.trace_id}/${span.span_id}`}
          onOpen={opened}
          chosen={chosen}
          onChosen={setChosen}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
          foot={<p className={styles['end']}>{end}</p>}
        />
      )}
      {chosen.size > 0 && <ChosenBar chosen={chosen} onDone={() => setChosen(new Set())} />}
    </>
  )
}
