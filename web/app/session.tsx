// Who is signed in, where. Each project of this browser has a session of its own; the address says which one is meant.
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

interface Signed {
  readonly session: OwnSession
  readonly api: Api
}

const SignedContext = createContext<Signed | undefined>(undefined)

/** What every page below may use: the server as this project sees it. */
export function ProjectProvider({ session, children }: { session: OwnSession; children: ReactNode }) {
  const signed = useMemo(() => ({ session, api: apiOf(session.project.id) }), [session])
  return <SignedContext value={signed}>{children}</SignedContext>
}

export function useSession(): Signed {
  const signed = use(SignedContext)
  if (signed === undefined) throw new Error('This part belongs on a page of a project.')
  return signed
}

export const useApi = (): Api => useSession().api

const rank = { viewer: 0, editor: 1, admin: 2 } as const

/** A person sees no button that would be refused. */
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

export const forgetSessions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
