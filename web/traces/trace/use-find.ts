// Find in a trace: names, types and models are in the outline and match at once; attributes, messages and events are looked through
// by the server, for spans whose content this page never loaded.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { matchingSpans, type Outline } from './outline.ts'
import { inTreeOrder } from './walk.ts'

const debounceMs = 150

export interface Find {
  readonly text: string
  readonly setText: (text: string) => void
  /** In the order of the tree. */
  readonly matches: readonly string[]
  /** More matches may come. */
  readonly isLoading: boolean
  readonly error: Error | null
}

function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export function useFind(outline: Outline, traceId: string): Find {
  const { api, session } = useSession()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const asked = useDebounced(wanted)
  const content = useQuery({
    // Counted: spans that arrive later are looked through, too.
    queryKey: [session.project.id, 'traces', 'find', traceId, asked, outline.spanCount],
    queryFn: async ({ signal }) => ({
      text: asked,
      ids: (await api.traces.find(traceId, { text: asked }, { signal })).span_ids,
    }),
    enabled: asked !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  const found = content.data?.text === wanted ? content.data.ids : undefined
  const matches = useMemo(
    () => (wanted === '' ? [] : inTreeOrder(outline, [...matchingSpans(outline, wanted), ...(found ?? [])])),
    [outline, wanted, found],
  )
  const error = wanted === '' ? null : content.error
  return { text, setText, matches, isLoading: wanted !== '' && found === undefined && error === null, error }
}
