// Prefetches the scripts of other pages while nothing else is loading.
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConnection } from '../connection.ts'

const intervalMs = 500

export function usePagePrefetch(): void {
  const router = useRouter()
  const client = useQueryClient()
  const connection = useConnection()
  useEffect(() => {
    // A browser does not retry a failed script.
    if (connection !== 'online') return
    const routes = Object.values(router.routesById)
    const timer = setInterval(() => {
      // The requests of this page have priority.
      if (client.isFetching() > 0) return
      const route = routes.shift()
      if (route === undefined) clearInterval(timer)
      // Navigation retries and reports the failure.
      else router.loadRouteChunk(route)?.catch(() => undefined)
    }, intervalMs)
    return () => clearInterval(timer)
  }, [router, client, connection])
}
