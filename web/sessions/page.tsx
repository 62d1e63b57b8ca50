// The list of sessions with their users, first messages and totals, the most recently active first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ActivityPage } from '../app/activity/activity-page.tsx'
import { SessionCard, sessionColumns } from '../app/activity/columns.tsx'
import { sessionsQuery, type ActiveSession } from '../app/activity/queries.ts'
import { activitySearch, rangeDefault, type ActivityView } from '../app/activity/url-state.ts'
import { useSession } from '../app/session.tsx'

const route = getRouteApi('/p/$project/sessions')

export function SessionsPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const project = session.project.slug
  const range = view.range ?? rangeDefault
  const list = useInfiniteQuery(sessionsQuery(api, view))
  const columns = useMemo(() => sessionColumns({ project, range }), [project, range])
  const card = useCallback(
    (row: ActiveSession) => <SessionCard session={row} parts={{ project, range }} />,
    [project, range],
  )
  const setView = (next: ActivityView): void =>
    void navigate({ to: '/p/$project/sessions', params: { project }, search: activitySearch(next) })
  return (
    <ActivityPage
      name="Sessions"
      list={list}
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
      emptyHint={
        <p>
          Traces with the same <code>ag.session.id</code> form a session. Attributes of common
          instrumentations are recognised, too.
        </p>
      }
    />
  )
}
