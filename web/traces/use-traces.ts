// The rows of the list of traces: pages from the server with live rows on top, sorted by the selected column.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSession } from '../app/session.tsx'
import { costOf, durationMs, tokensOf, type Span } from '../app/spans/span.ts'
import { listQuery } from '../app/trace-list/list-queries.ts'
import type { SortField, TracesView } from '../app/trace-list/url-state.ts'
import { useLive, withLive } from './use-live.ts'
import { useNewer } from './use-newer.ts'

/** The server sorts by time only. The page sorts up to this many rows by other columns. */
export const sortedMax = 1000

const measures: Readonly<Record<SortField, (span: Span) => number>> = {
  duration: durationMs,
  tokens: (span) => tokensOf(span) ?? -1,
  cost: (span) => costOf(span) ?? -1,
}

export function sortedSpans(spans: readonly Span[], by: SortField | undefined): readonly Span[] {
  if (by === undefined) return spans
  const measure = measures[by]
  return spans.toSorted((a, b) => measure(b) - measure(a))
}

export function useTraces(
  view: TracesView,
  { isLive, isReading }: { readonly isLive: boolean; readonly isReading: boolean },
) {
  const { api } = useSession()
  const list = useInfiniteQuery(listQuery(api, view))
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const listedSpans = useMemo(() => list.data?.pages.flatMap((page) => page.spans) ?? [], [list.data])
  const live = useLive(view, { isLive, isReading, listedSpans })
  const spans = useMemo(
    () => sortedSpans(withLive(listedSpans, live.rows), view.sort),
    [listedSpans, live.rows, view.sort],
  )
  const polledCount = useNewer(view, isLive ? undefined : listedSpans[0])
  const searchedTo = list.data?.pages.at(-1)?.searchedTo
  const needsMore =
    hasNextPage &&
    !isFetchNextPageError &&
    (searchedTo !== undefined || (view.sort !== undefined && listedSpans.length < sortedMax))
  useEffect(() => {
    if (needsMore && !isFetching) void fetchNextPage()
  }, [needsMore, isFetching, fetchNextPage])
  return {
    list,
    spans,
    newerCount: isLive ? live.waitingCount : polledCount,
    showNewer: isLive ? live.showWaiting : () => void list.refetch(),
    loadMore: () => {
      if (view.sort === undefined && hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}
