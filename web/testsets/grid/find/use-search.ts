// Searches the rows of a revision. The server streams matches and progress.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../../app/session.tsx'
import type { Condition } from '../../url-state.ts'
import { appendTo, noResult, withEvent, type SearchEvent, type SearchResult } from './search-state.ts'

export type { Match, SearchResult } from './search-state.ts'

const matchesMax = 10_000
/** Results are rendered at most this often. */
const throttleMs = 120

export interface SearchQuery {
  /** The revision to search; undefined: there is nothing to search. */
  readonly revisionId: string | undefined
  readonly find?: string | undefined
  readonly where?: readonly Condition[] | undefined
}

export interface Search {
  /** The result of the search; undefined: no search is set. */
  readonly result: SearchResult | undefined
  readonly cancel: () => void
  readonly findMore: () => void
}

interface StoredResult {
  readonly queryKey: string
  readonly result: SearchResult
}

export function useSearch({ revisionId, find, where }: SearchQuery): Search {
  const api = useApi()
  const queryKey = JSON.stringify([revisionId, find, where])
  const hasQuery = revisionId !== undefined && (find !== undefined || where !== undefined)
  const [storedResult, setStoredResult] = useState<StoredResult>()
  const [start, setStart] = useState({ queryKey, offset: 0 })
  const offset = start.queryKey === queryKey ? start.offset : 0
  const activeController = useRef<AbortController>(undefined)

  useEffect(() => {
    if (!hasQuery) return
    const controller = new AbortController()
    activeController.current = controller
    let result = noResult
    let renderedAt = 0
    const update = (next: SearchResult, isUrgent: boolean): void => {
      result = next
      const now = performance.now()
      if (!isUrgent && now - renderedAt < throttleMs) return
      renderedAt = now
      setStoredResult((current) => {
        const previous = offset > 0 && current?.queryKey === queryKey ? current.result.matches : []
        return { queryKey, result: appendTo(previous, next) }
      })
    }
    const run = async (): Promise<void> => {
      const body = {
        ...(find === undefined ? {} : { content: find }),
        ...(where === undefined ? {} : { conditions: where }),
        offset,
        limit: matchesMax,
      }
      const options = { signal: controller.signal, timeoutMs: 0 }
      for await (const { event, data } of api.testsets.search(revisionId, body, options)) {
        const next = withEvent(result, { event, data: data as SearchEvent['data'] })
        const isFirstMatch = result.matches.length === 0 && next.matches.length > 0
        update(next, event === 'end' || isFirstMatch)
        if (event === 'end') return
      }
    }
    if (offset === 0) setStoredResult({ queryKey, result: noResult })
    run().catch((error: unknown) => {
      update({ ...result, state: controller.signal.aborted ? 'cancelled' : 'failed', error }, true)
    })
    return () => controller.abort()
    // `queryKey` contains all members of the query.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [api, queryKey, hasQuery, offset])

  return useMemo(
    () => ({
      result: hasQuery ? (storedResult?.queryKey === queryKey ? storedResult.result : noResult) : undefined,
      cancel: () => activeController.current?.abort(),
      findMore: () => {
        const next = storedResult?.result.nextOffset
        if (next !== undefined) setStart({ queryKey, offset: next })
      },
    }),
    [hasQuery, storedResult, queryKey],
  )
}
