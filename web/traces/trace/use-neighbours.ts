// The traces before and after this one in the list that it was opened from, as far as that list was read.
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSigned } from '../../app/session.tsx'
import { listQuery } from '../queries.ts'
import type { TraceView } from '../search.ts'

/** `ready`: a list that was not read yet is asked for now. */
export function useNeighbours(
  view: TraceView,
  traceId: string,
  ready: boolean,
): { readonly previous: string | undefined; readonly next: string | undefined } {
  const { api, session } = useSigned()
  const { filter, range, focus } = view
  const list = useInfiniteQuery({
    ...listQuery(api, session.project.id, {
      ...(filter === undefined ? {} : { filter }),
      ...(range === undefined ? {} : { range }),
      ...(focus === undefined ? {} : { focus }),
    }),
    staleTime: 300_000,
    enabled: ready,
  })
  const ids = [...new Set(list.data?.pages.flatMap(({ spans }) => spans.map((span) => span.trace_id)) ?? [])]
  const at = ids.indexOf(traceId)
  return at < 0 ? { previous: undefined, next: undefined } : { previous: ids[at - 1], next: ids[at + 1] }
}
