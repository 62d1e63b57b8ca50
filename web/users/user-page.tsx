// web/users: the list of users and the page of one user.
// Imports web/app and web/ui. Start here.
//
// One user: requests, errors, latency and cost over time, and the sessions.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ActivityTable } from '../app/activity/activity-list.tsx'
import { idFilter, SessionCard, sessionColumns } from '../app/activity/columns.tsx'
import { sessionsQuery, type ActiveSession } from '../app/activity/queries.ts'
import { activitySearch, rangeDefault, type ActivityView } from '../app/activity/url-state.ts'
import { overviewQuery } from '../app/analytics/analytics.ts'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { Plots } from '../app/analytics/plots.tsx'
import { useSession } from '../app/session.tsx'
import { Id, LinkButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { fixedRange } from '../ui/time/time-range.ts'
import { TimeRangeMenu } from '../ui/time/time-range-menu.tsx'
import styles from './user-page.module.css'

const route = getRouteApi('/p/$project/users/$userId')

function UserPlots({
  window,
  onRange,
}: {
  window: { readonly filter: string; readonly range: string }
  onRange: (range: string) => void
}) {
  const { api, session } = useSession()
  const overview = useQuery(overviewQuery(api, window))
  if (overview.isError && overview.data === undefined) {
    return <Failure error={overview.error} retry={() => void overview.refetch()} />
  }
  if (overview.data === undefined) return <Skeleton rows={4} />
  return (
    <div className={styles['plots']}>
      <Plots
        overview={overview.data}
        window={window}
        project={session.project.slug}
        onRange={(bounds) => onRange(fixedRange(bounds))}
      />
    </div>
  )
}

export function UserPage() {
  const view = route.useSearch()
  const { userId } = route.useParams()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const project = session.project.slug
  const range = view.range ?? rangeDefault
  const filter = idFilter('user_id', userId)
  const window = { filter, range }
  const sessions = useInfiniteQuery(sessionsQuery(api, { ...view, filter }))
  const columns = useMemo(
    () => sessionColumns({ project, range }).filter(({ id }) => id !== 'user'),
    [project, range],
  )
  const card = useCallback(
    (row: ActiveSession) => <SessionCard session={row} parts={{ project, range }} />,
    [project, range],
  )
  const setView = ({ filter: _, ...next }: ActivityView): void =>
    void navigate({
      to: '/p/$project/users/$userId',
      params: { project, userId },
      search: activitySearch(next),
    })
  const lead = (
    <Link to="/p/$project/users" params={{ project }} search={{ range }} aria-label="Back to the list">
      <Icon name="left" />
    </Link>
  )
  return (
    <>
      <PageHead title="User" lead={lead}>
        <Id id={userId} isFull />
        <Link className={styles['all']} to="/p/$project/traces" params={{ project }} search={window}>
          View traces
        </Link>
        <TimeRangeMenu range={range} onRange={(next) => setView({ ...view, range: next })} />
        <LinkButton />
      </PageHead>
      <UserPlots window={window} onRange={(next) => setView({ ...view, range: next })} />
      <h2 className={styles['title']}>Sessions</h2>
      <ActivityTable
        name="Sessions"
        list={sessions}
        view={view}
        onView={setView}
        columns={columns}
        card={card}
        onOpen={({ id }) =>
          void navigate({
            to: '/p/$project/sessions/$sessionId',
            params: { project, sessionId: id },
            search: {},
          })
        }
        emptyHint={<p>The traces of this user have no session, or are outside this time range.</p>}
      />
    </>
  )
}
