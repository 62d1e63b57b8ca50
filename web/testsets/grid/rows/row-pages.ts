// web/testsets/grid/rows: loads the rows of the grid and turns edits into steps of the draft.
// Imports the grid, its search, the draft, web/testsets and web/app. Start here.
//
// Row pages load the rows on the screen first, then the adjacent pages. A request is cancelled when the user scrolls past it.
// Subscribers are notified of new rows, so the page around the grid does not render again.
import { QueriesObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { pageRows, type Testcase } from '../../queries.ts'

interface PageQuery {
  readonly queryKey: QueryKey
}

/** The list whose pages are loaded. */
export interface RowSource {
  readonly count: number
  readonly queryOf: (page: number) => PageQuery
}

export interface RowPages {
  /** A row of a source, which need not be the current one. Undefined: the row is not loaded. */
  readonly testcaseAt: (source: RowSource, index: number) => Testcase | undefined
  /** Replaces the source. */
  readonly setSource: (source: RowSource) => void
  /** Loads the rows of this range: they are on the screen. */
  readonly show: (first: number, end: number) => void
  /** Notifies of loaded rows and of errors. */
  readonly subscribe: (onChange: () => void) => () => void
  /** A different number after each change. */
  readonly version: () => number
  readonly error: () => unknown
  readonly retry: () => void
}

/** Throttles requests while the user drags the scroll bar. */
const throttleMs = 60

const positionsBetween = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

export function createRowPages(client: QueryClient, initial: RowSource): RowPages {
  const observer = new QueriesObserver(client, [])
  const listeners = new Set<() => void>()
  let source = initial
  let visibleRange = { first: 0, end: 0 }
  let requestedPages: readonly number[] = []
  let loadedPages = new Map<number, readonly Testcase[]>()
  let failure: unknown
  let version = 0
  let movedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe: (() => void) | undefined

  const pageAt = (rowSource: RowSource, page: number): readonly Testcase[] | undefined =>
    (rowSource === source ? loadedPages.get(page) : undefined) ??
    client.getQueryData<readonly Testcase[]>(rowSource.queryOf(page).queryKey)

  const load = (): void => {
    const lastRow = Math.min(visibleRange.end, source.count) - 1
    const [from, to] = [Math.floor(visibleRange.first / pageRows), Math.floor(lastRow / pageRows)]
    const visiblePages = lastRow < visibleRange.first ? [] : positionsBetween(from, to)
    // Adjacent pages are prefetched once the pages on the screen are loaded.
    const isLoaded =
      visiblePages.length > 0 && visiblePages.every((page) => pageAt(source, page) !== undefined)
    const lastPage = Math.floor((source.count - 1) / pageRows)
    requestedPages = isLoaded
      ? positionsBetween(Math.max(0, from - 1), Math.min(lastPage, to + 1))
      : visiblePages
    observer.setQueries(requestedPages.map(source.queryOf))
  }

  const onResult = (): void => {
    const results = observer.getCurrentResult()
    const next = new Map<number, readonly Testcase[]>()
    for (const [index, { data }] of results.entries()) {
      if (data !== undefined) next.set(requestedPages[index] ?? 0, data as readonly Testcase[])
    }
    const error = results.find(({ isError }) => isError)?.error
    const isUnchanged = error === failure && [...next].every(([page, rows]) => loadedPages.get(page) === rows)
    loadedPages = next
    failure = error
    if (isUnchanged) return
    version += 1
    for (const onChange of listeners) onChange()
    load()
  }

  return {
    testcaseAt: (rowSource, index) => {
      const page = Math.floor(index / pageRows)
      return pageAt(rowSource, page)?.[index - page * pageRows]
    },
    setSource: (next) => {
      if (next === source) return
      source = next
      loadedPages = new Map()
      load()
    },
    show: (first, end) => {
      if (first === visibleRange.first && end === visibleRange.end) return
      visibleRange = { first, end }
      clearTimeout(timer)
      const now = performance.now()
      const isScrollSettled = now - movedAt > throttleMs
      movedAt = now
      if (isScrollSettled) load()
      else timer = setTimeout(load, throttleMs)
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      unsubscribe ??= observer.subscribe(onResult)
      return () => {
        listeners.delete(onChange)
        if (listeners.size > 0) return
        clearTimeout(timer)
        unsubscribe?.()
        unsubscribe = undefined
      }
    },
    version: () => version,
    error: () => failure,
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.isError) void result.refetch()
    },
  }
}
