// The rows before and after this trace in the list that it was opened from: the same filter, focus and sort, further pages included.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSession } from '../../app/session.tsx'
import { listQuery } from '../queries.ts'
import { tracesSearch, type TraceView } from '../search.ts'
import { sortedMax, sortedSpans } from '../use-traces.ts'
import { neighboursIn, type Neighbours } from './neighbours.ts'

const none: Neighbours = { previous: undefined, next: undefined }

/** `isReady`: a list that was not read yet is asked for now. */
export function useNeighbours(view: TraceView, traceId: string, isReady: boolean): Neighbours {
  const { api, session } = useSession()
  const list = useInfiniteQuery({
    ...listQuery(api, session.project.id, tracesSearch(view)),
    staleTime: 300_000,
    enabled: isReady,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list
  const rows = useMemo(() => data?.pages.flatMap(({ spans }) => spans) ?? [], [data])
  const { span, focus, sort } = view
  const neighbours = useMemo(
    () => neighboursIn(sortedSpans(rows, sort), { traceId, ...(focus === 'spans' ? { spanId: span } : {}) }),
    [rows, sort, focus, span, traceId],
  )
  // The page after the last row has the next trace; a list that the page sorts needs all rows that it sorts.
  const needsMore =
    sort === undefined ? neighbours !== undefined && neighbours.next === undefined : rows.length < sortedMax
  useEffect(() => {
    if (isReady && needsMore && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isReady, needsMore, hasNextPage, isFetching, isError, fetchNextPage])
  return neighbours ?? none
}
