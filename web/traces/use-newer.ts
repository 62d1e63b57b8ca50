// Counts the rows that were stored since the list was read. The list itself changes only on request, so that its rows do not
// move. A live list does not use it: see use-live.ts.
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../app/session.tsx'
import type { Span } from '../app/spans/span.ts'
import { listRequestOf } from '../app/trace-list/list-queries.ts'
import type { TracesView } from '../app/trace-list/url-state.ts'
import { endsNow } from './use-live.ts'

const pollMs = 5000
const countMax = 100

export function useNewer(view: TracesView, newest: Span | undefined): number {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'traces', 'newer', view.focus, view.filter, newest?.span_id],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          ...listRequestOf(view),
          fields: ['start_time'],
          // An ascending bound is exclusive: the newest visible row does not count.
          windowing: { oldest: newest?.start_time ?? null, order: 'ascending', limit: countMax },
        },
        { signal },
      )
      return spans.filter(({ span_id }) => span_id !== newest?.span_id).length
    },
    enabled: endsNow(view) && newest !== undefined,
    refetchInterval: pollMs,
    staleTime: 0,
  })
  return data ?? 0
}
