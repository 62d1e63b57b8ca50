// Requests of the session page. Totals and times come first, because they bound the later requests.
import { firstPage } from '../ui/records.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import { asSpan, errorsOf, timeMs, type Span } from '../app/spans/span.ts'
import { errorsByTrace, type TurnError } from './errors.ts'

export interface SessionRecord {
  readonly id: string
  readonly first_active: string
  readonly last_active: string
  readonly traces: number
  readonly failed_traces: number
  readonly duration: number
  readonly tokens: number
  readonly cost: number
}

const idFilter = (sessionId: string): string => `session_id = ${JSON.stringify(sessionId)}`

/** Totals of the full session, not only of the loaded turns. Null: the session does not exist. */
export const sessionQuery = (api: Api, sessionId: string) =>
  queryOptions({
    queryKey: [api.projectId, 'sessions', 'totals', sessionId],
    queryFn: async ({ signal }): Promise<SessionRecord | null> => {
      const body = { filter: idFilter(sessionId), include_totals: true, windowing: { limit: 100 } }
      const { sessions = [] } = await api.sessions.query(body, { signal })
      return sessions.find(({ id }) => id === sessionId) ?? null
    },
  })

/** Turns per page, the newest first. */
const pageTurns = 100

/** The margin for traces that started before their first span with the session id. */
const startMarginMs = 3_600_000

/** The time bounds of the turns of a session. */
export const boundsOf = ({ first_active, last_active }: SessionRecord) => ({
  oldest: timeMs(first_active) - startMarginMs,
  newest: timeMs(last_active) + 1,
})

export interface TurnsPage {
  /** The turns, oldest first. */
  readonly turns: readonly Span[]
  readonly errors: ReadonlyMap<string, readonly TurnError[]>
  readonly olderCursor: object | undefined
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

/** The errors of each turn that failed. */
async function errorsOfTurns(
  api: Api,
  { turns, signal }: { readonly turns: readonly Span[]; readonly signal: AbortSignal },
): Promise<TurnsPage['errors']> {
  const failedTurns = turns.filter((span) => errorsOf(span) > 0)
  if (failedTurns.length === 0) return new Map()
  const { spans } = await api.spans.query(
    {
      filtering: {
        conditions: [
          { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
          { field: 'trace_id', operator: 'in', value: failedTurns.map(({ trace_id }) => trace_id) },
        ],
      },
      fields: ['parent_id', 'span_name', 'start_time', 'status_message', 'attributes.ag.exception'],
      windowing: {
        oldest: isoOf(Math.min(...failedTurns.map(({ start_time }) => timeMs(start_time)))),
        order: 'ascending',
        limit: 1000,
      },
    },
    { signal },
  )
  return errorsByTrace(spans.map(asSpan))
}

/** The head spans of a session's traces. The newest page is loaded first. */
export const transcriptQuery = (api: Api, session: SessionRecord) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'sessions', 'turns', session.id],
    queryFn: async ({ signal, pageParam }): Promise<TurnsPage> => {
      const { spans, windowing } = await api.spans.query(
        {
          heads: true,
          filter: `trace_type = invocation and ${idFilter(session.id)}`,
          windowing: pageParam ?? {
            oldest: isoOf(boundsOf(session).oldest),
            newest: isoOf(boundsOf(session).newest),
            limit: pageTurns,
          },
        },
        { signal },
      )
      const turns = spans.map(asSpan).toReversed()
      return { turns, errors: await errorsOfTurns(api, { turns, signal }), olderCursor: windowing }
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ olderCursor }) => olderCursor,
  })
