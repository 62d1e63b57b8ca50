// The previous and next trace of the list that this trace was opened from, by its filter, focus and sort, over all pages.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSession } from '../../app/session.tsx'
import { listQuery } from '../../app/trace-list/list-queries.ts'
import { tracesSearch, type TraceView } from '../../app/trace-list/url-state.ts'
import { sortedMax, sortedSpans } from '../use-traces.ts'
import { neighboursIn, type Neighbours } from './neighbours.ts'

const noNeighbours: Neighbours = { previous: undefined, next: undefined }

export interface NeighboursRequest {
  readonly traceId: string
  readonly view: TraceView
  /** Whether the list may be requested if it is not in the cache. */
  readonly isReady: boolean
}

export function useNeighbours({ traceId, view, isReady }: NeighboursRequest): Neighbours {
  const { api } = useSession()
  const list = useInfiniteQuery({
    ...listQuery(api, tracesSearch(view)),
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
  // The next trace may be on the next page; a list that this page sorts itself needs all its rows.
  const needsMore =
    sort === undefined ? neighbours !== undefined && neighbours.next === undefined : rows.length < sortedMax
  useEffect(() => {
    if (isReady && needsMore && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isReady, needsMore, hasNextPage, isFetching, isError, fetchNextPage])
  return neighbours ?? noNeighbours
}
