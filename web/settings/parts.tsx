// What the parts of the settings have in common: asking, showing, changing.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Api } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Skeleton } from '../ui/notice.tsx'

export const partKey = (projectId: string, part: string) => [projectId, 'settings', part] as const

/** What the server says about one part. */
export function usePart<T>(
  part: string,
  ask: (api: Api, signal: AbortSignal) => Promise<T>,
  everyMs?: number,
) {
  const { api, session } = useSession()
  return useQuery({
    queryKey: partKey(session.project.id, part),
    queryFn: ({ signal }) => ask(api, signal),
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
}

/** A change of a part: said when it is done, and the part is asked again. */
export function useChange<V, T>(part: string, change: (api: Api, value: V) => Promise<T>, done: string) {
  const { api, session } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: V) => change(api, value),
    onSuccess: () => {
      showToast(done)
      return client.invalidateQueries({ queryKey: partKey(session.project.id, part) })
    },
    onError: showFailure,
  })
}

export function Asked<T>({
  asked,
  children,
}: {
  asked: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown }
  children: (data: T) => ReactNode
}) {
  if (asked.data !== undefined) return children(asked.data)
  if (asked.error !== null) return <Failure error={asked.error} retry={() => void asked.refetch()} />
  return <Skeleton />
}
