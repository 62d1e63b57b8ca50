// web/traces: the list of traces: filter, columns, saved views, histogram, export. trace/ is the page of one trace.
// The URL has the state of the list; queries.ts has its requests.
// Imports web/app and web/ui. Start here.
//
// The list of traces with its filter and a histogram over time.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSession } from '../app/session.tsx'
import { filterError, ListFilter } from '../app/list/list-filter.tsx'
import { useListKeys } from '../app/list/list-keys.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import type { Span } from '../app/spans/span.ts'
import { Button } from '../ui/button.tsx'
import { count, exactTime } from '../ui/format.ts'
import { Notice, Skeleton } from '../ui/notice.tsx'
import type { Column } from '../ui/table/table-row.tsx'
import { Table } from '../ui/table/table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Histogram } from './histogram.tsx'
import { EmptyTraces } from './empty.tsx'
import { countQuery } from '../app/trace-list/list-queries.ts'
import { rangeDefault, sortFields, tracesSearch, type TracesView } from '../app/trace-list/url-state.ts'
import { texts } from './texts.ts'
import { Tools } from './tools.tsx'
import { useColumns, type Columns } from '../app/trace-list/use-columns.tsx'
import { sortedMax, useTraces } from './use-traces.ts'
import styles from './page.module.css'

const route = getRouteApi('/p/$project/traces')

/** The number of rows, or that the list is loading. */
function Total({ view, isLoading }: { view: TracesView; isLoading: boolean }) {
  const { api } = useSession()
  const { data } = useQuery({
    ...countQuery(api, view),
    enabled: !isLoading,
  })
  const noun = view.focus === 'spans' ? 'span' : 'trace'
  return (
    <p className={styles['total']} role="status">
      {isLoading ? 'Loading…' : data === undefined ? '' : `${count(data)} ${noun}${data === 1 ? '' : 's'}`}
    </p>
  )
}

/** Headers sort the list: the server by time, the page by duration, tokens and cost. */
function withSorting(
  column: Column<Span>,
  { view, onView }: Pick<BodyProps, 'view' | 'onView'>,
): Column<Span> {
  const { order, sort, ...rest } = view
  if (column.id === 'time') {
    return {
      ...column,
      sortDirection: sort === undefined ? (order ?? 'descending') : undefined,
      onSort: () =>
        onView(sort === undefined && order === undefined ? { ...rest, order: 'ascending' } : rest),
    }
  }
  const sortKey = sortFields.find((one) => one === column.id)
  if (sortKey === undefined) return column
  return {
    ...column,
    sortDirection: sort === sortKey ? 'descending' : undefined,
    onSort: () => onView(sort === sortKey ? rest : { ...rest, sort: sortKey }),
  }
}

interface BodyProps {
  readonly view: TracesView
  readonly onView: (view: TracesView) => void
  readonly query: ReturnType<typeof useTraces>['list']
  readonly spans: readonly Span[]
  readonly columns: Columns
  readonly selection: {
    readonly selectedKeys: ReadonlySet<string>
    readonly onSelection: (keys: ReadonlySet<string>) => void
  }
  readonly onOpen: (span: Span) => void
  readonly onEnd: () => void
  readonly onAway: (isAway: boolean) => void
}

/** The rows, or the reason why there are none. */
function Body({ query, ...props }: BodyProps) {
  if (filterError(query.error) !== undefined) {
    return (
      <Notice icon="filter" title={texts.invalidFilter}>
        <p>{texts.invalidFilterHint}</p>
      </Notice>
    )
  }
  if (query.isError && query.data === undefined) {
    return <Failure error={query.error} retry={() => void query.refetch()} />
  }
  if (query.isPending) return <Skeleton rows={14} />
  if (props.spans.length === 0 && query.hasNextPage) return <Searching query={query} />
  if (props.spans.length === 0) return <EmptyTraces view={props.view} onView={props.onView} />
  return <Rows query={query} {...props} />
}

/** A long search that has no match yet: the list continues it page by page. */
function Searching({ query }: Pick<BodyProps, 'query'>) {
  if (query.isFetchNextPageError) {
    return <Failure error={query.error} retry={() => void query.fetchNextPage()} />
  }
  return (
    <Notice icon="traces" title={texts.searching}>
      <p role="status">{searchedText(query) ?? texts.loadingMore}</p>
    </Notice>
  )
}

function searchedText({ data }: BodyProps['query']): string | undefined {
  const searchedTo = data?.pages.at(-1)?.searchedTo
  return searchedTo === undefined ? undefined : texts.searchedTo(exactTime(searchedTo))
}

function endText({ query, spans, view }: BodyProps): string {
  if (!query.hasNextPage) return texts.endOfList
  const searched = searchedText(query)
  if (searched !== undefined) return searched
  return spans.length >= sortedMax && view.sort !== undefined ? texts.sortedNewest : texts.loadingMore
}

function Rows(props: BodyProps) {
  const { view, onView, query, spans, columns: tableColumns, selection } = props
  const keys = useListKeys({ rowNoun: view.focus === 'spans' ? 'span' : 'trace', canSelect: true })
  const columns = useMemo(
    () => tableColumns.columns.map((column) => withSorting(column, { view, onView })),
    [tableColumns.columns, view, onView],
  )
  // Rows of the previous filter stay until those of the new one are loaded.
  const isLoading = query.isPlaceholderData
  return (
    <div className={styles['rows']} aria-busy={isLoading} data-loading={isLoading}>
      <Table
        name="Traces"
        controls={keys}
        rows={spans}
        columns={columns}
        rowKey={(span) => `${span.trace_id}/${span.span_id}`}
        onOpen={props.onOpen}
        {...selection}
        onEnd={props.onEnd}
        onAway={props.onAway}
        onWidth={tableColumns.onWidth}
        card={tableColumns.card}
        focusOnMount
        footer={<p className={styles['end']}>{endText(props)}</p>}
      />
    </div>
  )
}

export function TracesPage() {
  const view = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [isLive, setIsLive] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const { list, spans, newerCount, showNewer, loadMore } = useTraces(view, {
    isLive,
    isReading: isReading || selectedIds.size > 0,
  })
  const project = session.project.slug

  const onView = useCallback(
    (next: TracesView): void => {
      setSelectedIds(new Set())
      void navigate({ to: '/p/$project/traces', params: { project }, search: tracesSearch(next) })
    },
    [navigate, project],
  )
  const onOpen = (span: Span): void => {
    void navigate({
      to: '/p/$project/traces/$traceId',
      params: { project, traceId: span.trace_id },
      search: view.focus === 'spans' ? { ...view, span: span.span_id } : view,
    })
  }
  useShortcuts([
    { id: 'refresh', keys: 'r', label: 'Refresh', run: () => void list.refetch() },
    { id: 'live', keys: 'l', label: 'Follow new traces', run: () => setIsLive(!isLive) },
  ])

  const tableColumns = useColumns({ project, view, pages: list.data?.pages })
  const filterProblem = filterError(list.error)
  const isLoading = list.isPending || list.isPlaceholderData
  return (
    <>
      <PageHead title={texts.title}>
        <Tools
          view={view}
          onView={onView}
          columns={tableColumns}
          isLive={isLive}
          onLive={setIsLive}
          onRefresh={() => void list.refetch()}
        />
      </PageHead>
      <ListFilter
        rowKind={view.focus ?? 'traces'}
        filter={view.filter}
        onFilter={(filter) => onView({ ...view, filter })}
        range={view.range ?? rangeDefault}
        error={list.error}
      >
        {filterProblem === undefined && !list.isError && <Total view={view} isLoading={isLoading} />}
      </ListFilter>
      <Histogram
        view={view}
        isReady={!list.isFetching || list.data !== undefined}
        onRange={(range) => onView({ ...view, range })}
      />
      {newerCount > 0 && (
        <div className={styles['newer']}>
          <Button look="main" icon="up" onClick={showNewer}>
            {newerCount >= 100 ? '100 or more' : newerCount} new
          </Button>
        </div>
      )}
      <Body
        view={view}
        onView={onView}
        query={list}
        spans={spans}
        columns={tableColumns}
        selection={{ selectedKeys: selectedIds, onSelection: setSelectedIds }}
        onOpen={onOpen}
        onEnd={loadMore}
        onAway={setIsReading}
      />
      {selectedIds.size > 0 && (
        <SelectionBar selectedIds={selectedIds} onDone={() => setSelectedIds(new Set())} />
      )}
    </>
  )
}
