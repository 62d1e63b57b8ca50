// web/app/activity: the lists of sessions and of users.
// activity-page.tsx is the page, columns.tsx has the columns, url-state.ts the state in the URL.
// The list has the sorting and the shortcuts of the list of traces.
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/notice.tsx'
import type { Column } from '../../ui/table/table-row.tsx'
import { Table } from '../../ui/table/table.tsx'
import { Failure } from '../failure.tsx'
import { filterError } from '../list/list-filter.tsx'
import { useListKeys } from '../list/list-keys.ts'
import { sortedRowsMax, type ActivityRow } from './queries.ts'
import { activitySorts, type ActivityView } from './url-state.ts'
import styles from './activity.module.css'

export type ActivityPages<T> = UseInfiniteQueryResult<InfiniteData<{ readonly rows: readonly T[] }>>

/** Adds sorting to a column. The default order is by last activity; a second click restores it. */
function withSorting<T>(
  column: Column<T>,
  view: ActivityView,
  onView: (view: ActivityView) => void,
): Column<T> {
  const { sort, ...rest } = view
  if (column.id === 'last') {
    return {
      ...column,
      sortDirection: sort === undefined ? 'descending' : undefined,
      onSort: () => onView(rest),
    }
  }
  const by = activitySorts.find((one) => one === column.id)
  if (by === undefined) return column
  return {
    ...column,
    sortDirection: sort === by ? 'descending' : undefined,
    onSort: () => onView(sort === by ? rest : { ...rest, sort: by }),
  }
}

export interface ActivityTableProps<T extends ActivityRow> {
  readonly name: 'Sessions' | 'Users'
  readonly list: ActivityPages<T>
  readonly view: ActivityView
  readonly onView: (view: ActivityView) => void
  readonly columns: readonly Column<T>[]
  readonly onOpen: (row: T) => void
  readonly card?: (row: T) => ReactNode
  /** The next step for an empty list without a filter. */
  readonly emptyHint: ReactNode
}

function EmptyActivity({
  name,
  view,
  onView,
  emptyHint,
}: Pick<ActivityTableProps<ActivityRow>, 'name' | 'view' | 'onView' | 'emptyHint'>) {
  const noun = name.toLowerCase()
  if (view.filter === undefined) {
    return (
      <Notice icon={name === 'Users' ? 'users' : 'sessions'} title={`No ${noun} in this time range`}>
        {emptyHint}
      </Notice>
    )
  }
  return (
    <Notice icon="filter" title={`No ${noun} match this filter`}>
      <p>Remove conditions, or choose a longer time range.</p>
      <Button onClick={() => onView({ ...view, filter: '' })}>Clear filter</Button>
    </Notice>
  )
}

export function ActivityTable<T extends ActivityRow>(props: ActivityTableProps<T>) {
  const { name, list, view, onView, columns, onOpen, card, emptyHint } = props
  const keys = useListKeys({ rowNoun: name === 'Users' ? 'user' : 'session', canSelect: false })
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data])
  if (list.isError && filterError(list.error) === undefined && list.data === undefined) {
    return <Failure error={list.error} retry={() => void list.refetch()} />
  }
  if (filterError(list.error) !== undefined) {
    return (
      <Notice icon="filter" title="Invalid filter">
        <p>The message below the filter describes the error and its position.</p>
      </Notice>
    )
  }
  if (list.data === undefined) return <Skeleton rows={14} />
  if (rows.length === 0)
    return <EmptyActivity name={name} view={view} onView={onView} emptyHint={emptyHint} />
  return (
    <Table
      name={name}
      controls={keys}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns.map((column) => withSorting(column, view, onView))}
      onOpen={onOpen}
      onEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
      }}
      focusOnMount
      {...(card === undefined ? {} : { card })}
      footer={
        view.sort !== undefined && rows.length >= sortedRowsMax ? (
          <p className={styles['end']}>
            Only the first {sortedRowsMax.toLocaleString('en-US')} are listed. Filter to see others.
          </p>
        ) : undefined
      }
    />
  )
}
