// The rows of a long list by their positions: pages of those on the screen are asked for, kept for a while, and given up when
// they were scrolled past before they came.
import { useQueries, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { pageRows, type Testcase } from '../queries.ts'

interface PageQuery {
  readonly queryKey: QueryKey
}

/** While somebody drags the scroll bar, a page is asked for this often at most. */
const pauseMs = 60

/** The value, at once when it had been still, else when it has been for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const changedAt = useRef(0)
  useLayoutEffect(() => {
    const now = performance.now()
    const still = now - changedAt.current > pauseMs
    changedAt.current = now
    if (still) {
      setSettled(value)
      return
    }
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

export interface Rows {
  /** Undefined: it is on its way. */
  readonly at: (index: number) => Testcase | undefined
  readonly error: unknown
  readonly retry: () => void
}

export function useRows(
  count: number,
  window: { readonly first: number; readonly end: number },
  queryOf: (page: number) => PageQuery,
): Rows {
  const client = useQueryClient()
  const last = Math.min(window.end, count) - 1
  const range =
    last < window.first ? '' : `${Math.floor(window.first / pageRows)}-${Math.floor(last / pageRows)}`
  const [from, to] = useSettled(range).split('-').map(Number)
  const asked =
    from === undefined || to === undefined || Number.isNaN(to)
      ? []
      : Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const results = useQueries({ queries: asked.map(queryOf) })
  // What is read here is what the page is drawn anew for.
  const held = new Map<number, readonly Testcase[] | undefined>()
  for (const [at, { data }] of results.entries()) {
    if (data !== undefined) held.set(asked[at] ?? 0, data as readonly Testcase[])
  }
  const failed = results.find(({ isError }) => isError)
  return {
    at: (index) => {
      const page = Math.floor(index / pageRows)
      if (!held.has(page)) {
        held.set(page, client.getQueryData<readonly Testcase[]>(queryOf(page).queryKey))
      }
      return held.get(page)?.[index - page * pageRows]
    },
    error: failed?.error,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}
