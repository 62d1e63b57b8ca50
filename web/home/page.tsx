// Home: the last day at a glance; or, in an empty project, how to send the first span.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { overviewQuery, previousSumsQuery } from '../app/analytics.ts'
import body from '../app/body.module.css'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { Plots } from '../app/plots.tsx'
import { useSigned } from '../app/session.tsx'
import { Skeleton } from '../ui/notice.tsx'
import { fixedRange } from '../ui/time-range.ts'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'
import { HomeCards } from './cards.tsx'
import { FirstSpan } from './first-span.tsx'
import { anySpanQuery } from './queries.ts'

const route = getRouteApi('/p/$project/')

export function HomePage() {
  const { api, session } = useSigned()
  const navigate = useNavigate()
  const { range = '24h' } = route.useSearch()
  const any = useQuery(anySpanQuery(api, session.project.id))
  const window = { range }
  const overview = useQuery({ ...overviewQuery(api, session.project.id, window), refetchInterval: 30_000 })
  const previous = useQuery({
    ...previousSumsQuery(api, session.project.id, window),
    enabled: any.data === true,
    refetchInterval: 300_000,
  })
  const project = session.project.slug
  const failed =
    any.isError && any.data === undefined
      ? any
      : overview.isError && overview.data === undefined
        ? overview
        : undefined
  return (
    <>
      <PageHead title="Home">
        {any.data === true && (
          <TimeRangeMenu
            range={range}
            onRange={(next) =>
              void navigate({ to: '/p/$project', params: { project }, search: { range: next } })
            }
          />
        )}
      </PageHead>
      {failed !== undefined ? (
        <Failure error={failed.error} retry={() => void failed.refetch()} />
      ) : any.data === false ? (
        <FirstSpan />
      ) : overview.data === undefined ? (
        <Skeleton />
      ) : (
        <div className={body['body']}>
          <Plots
            overview={overview.data}
            previous={previous.data}
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
          <HomeCards />
        </div>
      )}
    </>
  )
}
