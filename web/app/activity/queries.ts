// Pages of sessions and users of a time range.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { boundsOfRange } from '../analytics/analytics.ts'
import { nextWindowing, type Api, type SpanWindowing } from '../api.ts'
import { rangeDefault, type ActivityView } from './url-state.ts'

/** The members that sessions and users have in common. */
export interface ActivityRow {
  readonly id: string
  readonly first_active: string
  readonly last_active: string
  readonly duration: number
  readonly traces: number
  readonly failed_traces: number
  readonly tokens: number
  readonly cost: number
}

export interface ActiveSession extends ActivityRow {
  readonly user_id?: string
  readonly preview?: { readonly inputs?: string }
}

export interface ActiveUser extends ActivityRow {
  readonly sessions: number
}

const pageSize = 200
/** The maximum of rows in a list that is sorted by a sum. It has one page. */
export const sortedRowsMax = 1000

function bodyOf({ range = rangeDefault, filter, sort }: ActivityView, windowing: SpanWindowing | undefined) {
  const { oldest, newest } = boundsOfRange(range)
  return {
    realtime: true,
    include_totals: true,
    within: { oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() },
    ...(filter === undefined ? {} : { filter }),
    ...(sort === undefined ? {} : { sort }),
    windowing: windowing ?? { limit: sort === undefined ? pageSize : sortedRowsMax },
  }
}

/** All pages have the time range of the first page, so that it does not move while a person scrolls. */
interface Page {
  readonly body: ReturnType<typeof bodyOf>
  readonly windowing: SpanWindowing | undefined
}

const noBody: Page['body'] | undefined = undefined

const nextBody = ({ body, windowing }: Page) => (windowing === undefined ? undefined : { ...body, windowing })

export const sessionsQuery = (api: Api, view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'sessions', 'list', view.range, view.filter, view.sort],
    queryFn: async ({ signal, pageParam }) => {
      const body = pageParam ?? bodyOf(view, undefined)
      const { sessions = [], windowing } = await api.sessions.query(body, { signal })
      return { rows: sessions, body, windowing: nextWindowing(windowing) }
    },
    initialPageParam: noBody,
    getNextPageParam: nextBody,
    placeholderData: keepPreviousData,
  })

export const usersQuery = (api: Api, view: ActivityView) =>
  infiniteQueryOptions({
    queryKey: [api.projectId, 'users', 'list', view.range, view.filter, view.sort],
    queryFn: async ({ signal, pageParam }) => {
      const body = pageParam ?? bodyOf(view, undefined)
      const { users = [], windowing } = await api.users.query(body, { signal })
      return { rows: users, body, windowing: nextWindowing(windowing) }
    },
    initialPageParam: noBody,
    getNextPageParam: nextBody,
    placeholderData: keepPreviousData,
  })
