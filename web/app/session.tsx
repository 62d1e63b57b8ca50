// The sessions of this browser. Each project has its own session; the URL selects one.
import { queryOptions, useQuery, useSuspenseQuery, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { apiOf, ownSessions, type Api, type OwnSession } from './api.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions of this browser'],
  queryFn: async () => (await ownSessions()).sessions,
  staleTime: 60_000,
})

export const sessionOf = (sessions: readonly OwnSession[], slug: string): OwnSession | undefined =>
  sessions.find(({ project }) => project.slug === slug)

interface ProjectSession {
  readonly session: OwnSession
  readonly api: Api
}

const SessionContext = createContext<ProjectSession | undefined>(undefined)

/** Provides the session and the API client of a project. */
export function ProjectProvider({ session, children }: { session: OwnSession; children: ReactNode }) {
  const projectSession = useMemo(() => ({ session, api: apiOf(session.project.id) }), [session])
  return <SessionContext value={projectSession}>{children}</SessionContext>
}

export function useSession(): ProjectSession {
  const projectSession = use(SessionContext)
  if (projectSession === undefined) throw new Error('useSession is used outside of a project.')
  return projectSession
}

export const useApi = (): Api => useSession().api

const rank = { viewer: 0, editor: 1, admin: 2 } as const

/** Whether the key has at least this role. Hide actions that the server would reject. */
export const useHasRole = (role: keyof typeof rank): boolean =>
  rank[useSession().session.key.role] >= rank[role]

/** The names behind author ids. */
export function useKeyNames(): ReadonlyMap<string, string> {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'key names'],
    queryFn: async ({ signal }) => (await api.keys.names({ signal })).keys,
    staleTime: 300_000,
  })
  return useMemo(
    () => new Map((data ?? []).map(({ id, prefix, name }) => [id, name ?? `${prefix}…`])),
    [data],
  )
}

export const useSessions = (): readonly OwnSession[] => useSuspenseQuery(sessionsQuery).data

export const refetchSessions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
