// The page of sessions or users: time range, filter and list.
import { PageHead } from '../page.tsx'
import { ListFilter } from '../list/list-filter.tsx'
import { LinkButton } from '../../ui/copy.tsx'
import { TimeRangeMenu } from '../../ui/time/time-range-menu.tsx'
import { ActivityTable, type ActivityTableProps } from './activity-list.tsx'
import type { ActivityRow } from './queries.ts'
import { rangeDefault } from './url-state.ts'

export function ActivityPage<T extends ActivityRow>(props: ActivityTableProps<T>) {
  const { name, view, onView, list } = props
  const range = view.range ?? rangeDefault
  return (
    <>
      <PageHead title={name}>
        <TimeRangeMenu range={range} onRange={(next) => onView({ ...view, range: next })} />
        <LinkButton />
      </PageHead>
      <ListFilter
        rowKind={name === 'Users' ? 'users' : 'sessions'}
        filter={view.filter}
        onFilter={(filter) => onView({ ...view, filter })}
        range={range}
        error={list.error}
      />
      <ActivityTable {...props} />
    </>
  )
}
