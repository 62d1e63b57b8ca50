// How many came since the list was read. The list itself stays as it is until the person asks: what is being read does not
// move. Where the server tells of new spans by itself, only this file changes.
import { useQuery } from '@tanstack/react-query'
import { useSigned } from '../app/session.tsx'
import type { Span } from '../app/span.ts'
import { boundsOf } from '../ui/time-range.ts'
import { listFilter, rangeDefault } from './queries.ts'
import type { TracesView } from './search.ts'

const lookMs = 5000
const countMax = 100

export function useNewer(view: TracesView, newest: Span | undefined): number {
  const { api, session } = useSigned()
  const range = view.range ?? rangeDefault
  const moves = !range.includes('~') && boundsOf(range, 0) !== undefined && view.order === undefined
  const { data } = useQuery({
    queryKey: [session.project.id, 'traces', 'newer', view.focus, view.filter, newest?.span_id],
    queryFn: async ({ signal }) => {
      const filter = listFilter(view)
      const { spans } = await api.spans.query(
        {
          ...(filter === undefined ? {} : { filter }),
          fields: ['start_time'],
          // Ascending bounds leave out the moment itself: the newest that is shown does not count.
          windowing: { oldest: newest?.start_time ?? null, order: 'ascending', limit: countMax },
        },
        { signal },
      )
      return spans.filter(({ span_id }) => span_id !== newest?.span_id).length
    },
    enabled: moves && newest !== undefined,
    refetchInterval: lookMs,
    staleTime: 0,
  })
  return data ?? 0
}
