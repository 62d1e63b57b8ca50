// web/home: the first page of a project: recent activity, leaders, and the first trace of a new project.
// queries.ts has its requests.
// Imports web/app and web/ui. Start here.
//
// The Home page: the last day at a glance, or the first steps of an empty project.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { overviewQuery, previousSumsQuery } from '../app/analytics/analytics.ts'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { Plots } from '../app/analytics/plots.tsx'
import { useSession } from '../app/session.tsx'
import { useStream } from '../app/stream.ts'
import { Skeleton } from '../ui/notice.tsx'
import { fixedRange } from '../ui/time/time-range.ts'
import { TimeRangeMenu } from '../ui/time/time-range-menu.tsx'
import { HomeCards } from './cards.tsx'
import { FirstSpan } from './first-span.tsx'
import { FirstTrace } from './first-trace.tsx'
import { newestTraceQuery } from './queries.ts'
import { Leaders } from './leaders.tsx'

const route = getRouteApi('/p/$project/')

type NewestTrace = { readonly traceId: string; readonly name: string }

/** The trace that arrived while the project was empty. All queries are then refetched. */
function useFirstTrace(newest: NewestTrace | null | undefined) {
  const client = useQueryClient()
  const { session } = useSession()
  const [wasEmpty, setWasEmpty] = useState(false)
  const [trace, setTrace] = useState<NewestTrace>()
  if (newest === null && !wasEmpty) setWasEmpty(true)
  if (wasEmpty && newest !== null && newest !== undefined) {
    setWasEmpty(false)
    setTrace(newest)
  }
  const traceId = trace?.traceId
  useEffect(() => {
    if (traceId !== undefined) void client.invalidateQueries({ queryKey: [session.project.id] })
  }, [client, session.project.id, traceId])
  return { trace, close: () => setTrace(undefined) }
}

export function HomePage() {
  const { api, session } = useSession()
  const navigate = useNavigate()
  const { range = '24h' } = route.useSearch()
  const newestTrace = useQuery(newestTraceQuery(api))
  const firstTrace = useFirstTrace(newestTrace.data)
  // The first event has no spans. It triggers a read of the spans that were stored before the stream opened.
  useStream(
    session.project.id,
    newestTrace.data === null,
    (signal) => api.spans.follow({ fields: ['span_name'] }, { signal }),
    () => void newestTrace.refetch(),
  )
  const hasTraces = newestTrace.data !== undefined && newestTrace.data !== null
  const window = { range }
  const overview = useQuery({ ...overviewQuery(api, window), refetchInterval: 30_000 })
  const previousSums = useQuery({
    ...previousSumsQuery(api, window),
    enabled: hasTraces,
    refetchInterval: 300_000,
  })
  const project = session.project.slug
  const failedQuery =
    newestTrace.isError && newestTrace.data === undefined
      ? newestTrace
      : overview.isError && overview.data === undefined
        ? overview
        : undefined
  return (
    <>
      <PageHead title="Home">
        {hasTraces && (
          <TimeRangeMenu
            range={range}
            onRange={(next) =>
              void navigate({ to: '/p/$project', params: { project }, search: { range: next } })
            }
          />
        )}
      </PageHead>
      {failedQuery !== undefined ? (
        <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
      ) : newestTrace.data === null ? (
        <FirstSpan />
      ) : overview.data === undefined ? (
        <Skeleton />
      ) : (
        <div className={body['body']}>
          {firstTrace.trace !== undefined && (
            <FirstTrace trace={firstTrace.trace} project={project} onClose={firstTrace.close} />
          )}
          <Plots
            overview={overview.data}
            previous={previousSums.data}
            window={window}
            project={project}
            onRange={(bounds) =>
              void navigate({
                to: '/p/$project/analytics',
                params: { project },
                search: { range: fixedRange(bounds) },
              })
            }
          />
          <Leaders window={window} project={project} />
          <HomeCards />
        </div>
      )}
    </>
  )
}
