// Sessions: conversations with what they used, the last active first.
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { activeColumns } from '../app/actives.tsx'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useSigned } from '../app/session.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'
import { sessionsListQuery } from './queries.ts'

const route = getRouteApi('/p/$project/sessions')

export function SessionsPage() {
  const { range = '7d' } = route.useSearch()
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const project = session.project.slug
  const list = useInfiniteQuery(sessionsListQuery(api, session.project.id, range))
  const rows = list.data?.pages.flatMap((page) => page.sessions ?? []) ?? []
  const opened = (sessionId: string): void =>
    void navigate({ to: '/p/$project/sessions/$sessionId', params: { project, sessionId } })
  return (
    <>
      <PageHead title="Sessions">
        <TimeRangeMenu
          range={range}
          onRange={(next) =>
            void navigate({ to: '/p/$project/sessions', params: { project }, search: { range: next } })
          }
        />
      </PageHead>
      {list.isError && list.data === undefined ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <Notice icon="sessions" title="No sessions in this range of time">
          <p>
            A session is made of traces that carry the same <code>ag.session.id</code>; conventions of the
            common instrumentations are understood, too.
          </p>
        </Notice>
      ) : (
        <Table
          name="Sessions"
          rows={rows}
          rowKey={({ id }) => id}
          columns={activeColumns('Session', (id) => (
            <Link to="/p/$project/sessions/$sessionId" params={{ project, sessionId: id }} tabIndex={-1}>
              <b>{id}</b>
            </Link>
          ))}
          onOpen={({ id }) => opened(id)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
    </>
  )
}
