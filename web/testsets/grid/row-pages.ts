// The rows of a long list by their positions: pages of those on the screen are asked for, then those beside them, and given up
// when they were scrolled past before they came. Who draws rows is told when some came; the page around them is not drawn for it.
import { QueriesObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { pageRows, type Testcase } from '../queries.ts'

interface PageQuery {
  readonly queryKey: QueryKey
}

/** The list that pages are taken from. */
export interface Listed {
  readonly count: number
  readonly queryOf: (page: number) => PageQuery
}

export interface RowPages {
  /** The row of a list, whether it is the one that is asked for or not yet. Undefined: it is on its way. */
  readonly at: (listed: Listed, index: number) => Testcase | undefined
  /** Another list, or more of it. */
  readonly list: (listed: Listed) => void
  /** These are on the screen. */
  readonly show: (first: number, end: number) => void
  /** Rows came, or could not be had. */
  readonly subscribe: (changed: () => void) => () => void
  /** Another number after each change. */
  readonly version: () => number
  readonly error: () => unknown
  readonly retry: () => void
}

/** While somebody drags the scroll bar, a page is asked for this often at most. */
const pauseMs = 60

const between = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

export function createRowPages(client: QueryClient, begun: Listed): RowPages {
  const observer = new QueriesObserver(client, [])
  const listeners = new Set<() => void>()
  let listed = begun
  let shown = { first: 0, end: 0 }
  let asked: readonly number[] = []
  let held = new Map<number, readonly Testcase[]>()
  let failure: unknown
  let version = 0
  let movedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let leave: (() => void) | undefined

  const pageAt = (of: Listed, page: number): readonly Testcase[] | undefined =>
    (of === listed ? held.get(page) : undefined) ??
    client.getQueryData<readonly Testcase[]>(of.queryOf(page).queryKey)

  const ask = (): void => {
    const last = Math.min(shown.end, listed.count) - 1
    const [from, to] = [Math.floor(shown.first / pageRows), Math.floor(last / pageRows)]
    const seen = last < shown.first ? [] : between(from, to)
    // Those beside them wait for what is seen, and are there when they are scrolled to.
    const beside = seen.length > 0 && seen.every((page) => pageAt(listed, page) !== undefined)
    const lastPage = Math.floor((listed.count - 1) / pageRows)
    asked = beside ? between(Math.max(0, from - 1), Math.min(lastPage, to + 1)) : seen
    observer.setQueries(asked.map(listed.queryOf))
  }

  const came = (): void => {
    const results = observer.getCurrentResult()
    const next = new Map<number, readonly Testcase[]>()
    for (const [at, { data }] of results.entries()) {
      if (data !== undefined) next.set(asked[at] ?? 0, data as readonly Testcase[])
    }
    const error = results.find(({ isError }) => isError)?.error
    const isSame = error === failure && [...next].every(([page, rows]) => held.get(page) === rows)
    held = next
    failure = error
    if (isSame) return
    version += 1
    for (const changed of listeners) changed()
    ask()
  }

  return {
    at: (of, index) => {
      const page = Math.floor(index / pageRows)
      return pageAt(of, page)?.[index - page * pageRows]
    },
    list: (next) => {
      if (next === listed) return
      listed = next
      held = new Map()
      ask()
    },
    show: (first, end) => {
      if (first === shown.first && end === shown.end) return
      shown = { first, end }
      clearTimeout(timer)
      const now = performance.now()
      const isStill = now - movedAt > pauseMs
      movedAt = now
      if (isStill) ask()
      else timer = setTimeout(ask, pauseMs)
    },
    subscribe: (changed) => {
      listeners.add(changed)
      leave ??= observer.subscribe(came)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        clearTimeout(timer)
        leave?.()
        leave = undefined
      }
    },
    version: () => version,
    error: () => failure,
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.isError) void result.refetch()
    },
  }
}
