// Shared hooks of the settings: loading a part, its loading and error states, and changes.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Api } from '../app/api.ts'
import { Failure } from '../app/failure.tsx'
import { useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Skeleton } from '../ui/notice.tsx'

export const partKey = (projectId: string, part: string) => [projectId, 'settings', part] as const

/** Loads one part of the settings, again every `everyMs`, which may depend on the data. */
export function usePart<T>(
  part: string,
  request: (api: Api, signal: AbortSignal) => Promise<T>,
  everyMs?: number | ((data: T | undefined) => number | false),
) {
  const { api, session } = useSession()
  return useQuery({
    queryKey: partKey(session.project.id, part),
    queryFn: ({ signal }) => request(api, signal),
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval: ({ state }: { state: { data: T | undefined } }) =>
            typeof everyMs === 'number' ? everyMs : everyMs(state.data),
        }),
  })
}

/** A mutation of a part. It shows a toast and refetches the part. */
export function useChange<V, T>(part: string, change: (api: Api, value: V) => Promise<T>, message: string) {
  const { api, session } = useSession()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: V) => change(api, value),
    onSuccess: () => {
      showToast(message)
      return client.invalidateQueries({ queryKey: partKey(session.project.id, part) })
    },
    onError: showFailure,
  })
}

/** Renders the loading and error states of a query, and its data. */
export function LoadedPart<T>({
  query,
  children,
}: {
  query: { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => unknown }
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failure error={query.error} retry={() => void query.refetch()} />
  return <Skeleton />
}
