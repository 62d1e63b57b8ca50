// The other pages are fetched while nothing else happens: going to one of them then costs no request for its script.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConnection } from '../connection.ts'

const lookMs = 500

export function usePrefetchedPages(): void {
  const router = useRouter()
  const client = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    // A browser does not fetch a script again that it failed to fetch.
    if (connection !== 'online') return
    const routes = Object.values(router.routesById)
    const timer = setInterval(() => {
      // What this page asks for comes first.
      if (client.isFetching() > 0) return
      const route = routes.shift()
      if (route === undefined) clearInterval(timer)
      // What cannot be fetched now is fetched, and told of, when somebody goes there.
      else router.loadRouteChunk(route)?.catch(() => undefined)
    }, lookMs)
    return () => clearInterval(timer)
  }, [router, client, connection])
}
