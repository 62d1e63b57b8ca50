// The search in a trace. Names, types and models are in the outline and match at once. The server searches attributes,
// messages and events, which this page does not load.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { useDebounced } from '../../ui/browser/use-debounced.ts'
import { matchingSpans, type Outline } from './outline.ts'
import { inTreeOrder } from './walk.ts'

export interface Find {
  readonly text: string
  readonly setText: (text: string) => void
  /** The matches in the order of the tree. */
  readonly matches: readonly string[]
  /** Whether the server still searches. */
  readonly isLoading: boolean
  readonly error: Error | null
}

export function useFind(outline: Outline, traceId: string): Find {
  const { api, session } = useSession()
  const [text, setText] = useState('')
  const needle = text.trim()
  const query = useDebounced(needle)
  const content = useQuery({
    // The count is part of the key, so that spans that arrive later are searched, too.
    queryKey: [session.project.id, 'traces', 'find', traceId, query, outline.spanCount],
    queryFn: async ({ signal }) => ({
      text: query,
      ids: (await api.traces.find(traceId, { text: query }, { signal })).span_ids,
    }),
    enabled: query !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const serverIds = content.data?.text === needle ? content.data.ids : undefined
  const matches = useMemo(
    () =>
      needle === '' ? [] : inTreeOrder(outline, [...matchingSpans(outline, needle), ...(serverIds ?? [])]),
    [outline, needle, serverIds],
  )
  const error = needle === '' ? null : content.error
  return {
    text,
    setText,
    matches,
    isLoading: needle !== '' && serverIds === undefined && error === null,
    error,
  }
}
