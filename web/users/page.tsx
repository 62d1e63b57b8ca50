// Users: for whom programs ran, the last active first. A row leads to their traces.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { activeColumns } from '../app/actives.tsx'
import { boundsOfRange } from '../app/analytics.ts'
import { nextWindowing, type Api, type SpanWindowing } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSigned } from '../app/session.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'

const route = getRouteApi('/p/$project/users')

const usersQuery = (api: Api, projectId: string, range: string) =>
  infiniteQueryOptions({
    queryKey: [projectId, 'users', 'list', range],
    queryFn: async ({ signal, pageParam }) => {
      const { oldest, newest } = boundsOfRange(range)
      return api.users.query(
        {
          realtime: true,
          include_totals: true,
          windowing: pageParam ?? {
            oldest: new Date(oldest).toISOString(),
            newest: new Date(newest).toISOString(),
            limit: 200,
          },
        },
        { signal },
      )
    },
    initialPageParam: undefined as SpanWindowing | undefined,
    getNextPageParam: ({ windowing }) => nextWindowing(windowing),
  })

export function UsersPage() {
  const { range = '7d' } = route.useSearch()
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const project = session.project.slug
  const list = useInfiniteQuery(usersQuery(api, session.project.id, range))
  const rows = list.data?.pages.flatMap((page) => page.users ?? []) ?? []
  const tracesOf = (id: string) => ({ filter: `user_id = ${JSON.stringify(id)}`, range })
  return (
    <>
      <PageHead title="Users">
        <TimeRangeMenu
          range={range}
          onRange={(next) =>
            void navigate({ to: '/p/$project/users', params: { project }, search: { range: next } })
          }
        />
      </PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <Notice icon="users" title="No users in this range of time">
          <p>
            Spans say for whom they ran by <code>ag.user.id</code>; conventions of the common instrumentations
            are understood, too.
          </p>
        </Notice>
      ) : (
        <Table
          name="Users"
          rows={rows}
          rowKey={({ id }) => id}
          columns={activeColumns('User', (id) => (
            <Link to="/p/$project/traces" params={{ project }} search={tracesOf(id)} tabIndex={-1}>
              <b>{id}</b>
            </Link>
          ))}
          onOpen={({ id }) =>
            void navigate({ to: '/p/$project/traces', params: { project }, search: tracesOf(id) })
          }
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
    </>
  )
}
