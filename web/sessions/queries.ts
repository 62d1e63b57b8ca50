// What the pages of sessions ask.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { boundsOfRange } from '../app/analytics.ts'
import { nextWindowing, type Api, type SpanWindowing } from '../app/api.ts'
import { asSpan } from '../app/span.ts'

export const sessionsListQuery = (api: Api, projectId: string, range: string) =>
  infiniteQueryOptions({
    queryKey: [projectId, 'sessions', 'list', range],
    queryFn: async ({ signal, pageParam }) => {
      const { oldest, newest } = boundsOfRange(range)
      return api.sessions.query(
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

/** The roots of a session's traces, oldest first: its transcript. */
export const transcriptQuery = (api: Api, projectId: string, sessionId: string) =>
  queryOptions({
    queryKey: [projectId, 'sessions', 'one', sessionId],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          filter: `parent_id = null and trace_type = invocation and any(session_id = ${JSON.stringify(sessionId)})`,
          windowing: { order: 'ascending', limit: 500 },
        },
        { signal },
      )
      return spans.map(asSpan)
    },
  })
