// The users for whom programs ran, last active first. A row opens the page of the user.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { ActivityPage } from '../app/activity/activity-page.tsx'
import { UserCard, userColumns } from '../app/activity/columns.tsx'
import { usersQuery, type ActiveUser } from '../app/activity/queries.ts'
import { activitySearch, rangeDefault, type ActivityView } from '../app/activity/url-state.ts'
import { useSession } from '../app/session.tsx'

const route = getRouteApi('/p/$project/users')

export function UsersPage() {
  const view = route.useSearch()
  const { api, session } = useSession()
  const navigate = useNavigate()
  const project = session.project.slug
  const range = view.range ?? rangeDefault
  const list = useInfiniteQuery(usersQuery(api, view))
  const columns = useMemo(() => userColumns({ project, range }), [project, range])
  const card = useCallback(
    (row: ActiveUser) => <UserCard user={row} parts={{ project, range }} />,
    [project, range],
  )
  const setView = (next: ActivityView): void =>
    void navigate({ to: '/p/$project/users', params: { project }, search: activitySearch(next) })
  return (
    <ActivityPage
      name="Users"
      list={list}
      view={view}
      onView={setView}
      columns={columns}
      card={card}
      onOpen={({ id }) =>
        void navigate({
          to: '/p/$project/users/$userId',
          params: { project, userId: id },
          search: { range },
        })
      }
      emptyHint={
        <p>
          Spans name their user by <code>ag.user.id</code>. Attributes of common instrumentations are
          recognised, too.
        </p>
      }
    />
  )
}
