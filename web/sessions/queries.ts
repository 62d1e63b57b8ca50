// What the pages of sessions ask.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { asSpan } from '../app/span.ts'
import { errorsByTrace } from './errors.ts'

/** Turns of a transcript. */
export const turnsMax = 500

/** The heads of a session's traces, oldest first: its transcript. */
export const transcriptQuery = (api: Api, projectId: string, sessionId: string) =>
  queryOptions({
    queryKey: [projectId, 'sessions', 'one', sessionId],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          heads: true,
          filter: `trace_type = invocation and session_id = ${JSON.stringify(sessionId)}`,
          windowing: { order: 'ascending', limit: turnsMax },
        },
        { signal },
      )
      return spans.map(asSpan)
    },
  })

/** What went wrong in each trace of the session, where something did. */
export const sessionErrorsQuery = (api: Api, projectId: string, sessionId: string, isWanted: boolean) =>
  queryOptions({
    queryKey: [projectId, 'sessions', 'errors', sessionId],
    queryFn: async ({ signal }) => {
      const { spans } = await api.spans.query(
        {
          filtering: {
            conditions: [
              { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
              { related: 'any', where: { field: 'session_id', operator: 'is', value: sessionId } },
            ],
          },
          fields: ['parent_id', 'span_name', 'start_time', 'status_message', 'attributes.ag.exception'],
          windowing: { order: 'ascending', limit: 1000 },
        },
        { signal },
      )
      return errorsByTrace(spans.map(asSpan))
    },
    enabled: isWanted,
  })
